/** Settings from the environment and from Pulumi's configuration. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Configuration, ConfigurationError, readConfiguration } from "../../provider/api/index.ts";
import { newFolder } from "../support/folder.ts";

const baseUrl = "https://registrar.example/api";
type Values = Record<string, string>;

const configure = (settings: Values, env: Values = {}, cwd?: string): Configuration =>
  readConfiguration({ get: (key) => ({ "registrar:baseUrl": baseUrl, ...settings })[key], env, ...(cwd && { cwd }) });

const folder = newFolder();

describe("settings", () => {
  it("without any but the base URL", () => {
    expect(configure({})).toEqual({
      baseUrl,
      contract: { endpoints: {} },
      adopt: false,
      skipChecks: [],
      notices: [],
    });
  });

  it("refuses a setting longer than any may be", () => {
    expect(() => configure({ "registrar:apiToken": "x".repeat(9000) })).toThrow(
      /registrar:apiToken has 9000 bytes, .* 8192/,
    );
    const checks = Array.from({ length: 900 }, (_, n) => `check-${n}-b`);
    expect(configure({ "registrar:skipChecks": checks.join() }).skipChecks).toEqual(checks);
  });

  it.each<[string, Values, Values, Partial<Configuration>]>([
    [
      "the base URL of the environment wins",
      {},
      { REGISTRAR_BASE_URL: "http://127.0.0.1:8080" },
      { baseUrl: "http://127.0.0.1:8080" },
    ],
    ["the token of the configuration", { "registrar:apiToken": " abc \n" }, {}, { token: "abc" }],
    [
      "the token of the environment wins, and says so when they differ",
      { "registrar:apiToken": "old" },
      { REGISTRAR_API_TOKEN: "new" },
      { token: "new", notices: [expect.stringContaining("The provider uses REGISTRAR_API_TOKEN")] },
    ],
    [
      "apiTokenEnv names another variable, per stack",
      { "registrar:apiTokenEnv": "PROD_TOKEN" },
      { PROD_TOKEN: "prod", REGISTRAR_API_TOKEN: "other" },
      { token: "prod", notices: [] },
    ],
    [
      "the marketplace's credentials",
      { "registrar:marketplaceUserId": "7", "registrar:marketplaceToken": "m" },
      { REGISTRAR_APPRAISAL_TOKEN: "a" },
      { marketplaceUserId: "7", marketplaceToken: "m", appraisalToken: "a" },
    ],
    ["lists as JSON", { "registrar:skipChecks": '["a", "b"]' }, {}, { skipChecks: ["a", "b"] }],
    ["lists with commas", { "registrar:skipChecks": "a, b,,c" }, {}, { skipChecks: ["a", "b", "c"] }],
    ["adopt", { "registrar:adopt": "true" }, {}, { adopt: true }],
    ["writes per domain", { "registrar:writesPerDomain": "1" }, {}, { writesPerDomain: 1 }],
    ["lookup seconds", { "registrar:staleListSeconds": "30" }, {}, { lookups: { times: 4, withinMs: 30_000 } }],
    ["an empty variable counts as absent", {}, { REGISTRAR_BASE_URL: " " }, { baseUrl }],
  ])("%s", (_, settings, env, expected) => {
    expect(configure(settings, env)).toMatchObject(expected);
  });

  it("a missing apiTokenEnv variable is told, and needs no token yet", () => {
    const { token, notices } = configure({ "registrar:apiTokenEnv": "PROD_TOKEN" }, { REGISTRAR_API_TOKEN: "other" });
    expect(token).toBeUndefined();
    expect(notices).toEqual([expect.stringContaining("PROD_TOKEN")]);
  });

  it("a contract file, relative to the working directory", () => {
    writeFileSync(join(folder, "contract.json"), '{"records.update": null, "serviceNameservers": ["ns1.example"]}');
    const { contract } = configure({ "registrar:contractFile": "contract.json" }, {}, folder);
    expect(contract.endpoints["records.update"]).toBeNull();
    expect(contract.serviceNameservers).toEqual(["ns1.example"]);
  });
});

describe("refused, with the remedy", () => {
  it.each<[string, Values, Values, string]>([
    ["no base URL", { "registrar:baseUrl": "" }, {}, "REGISTRAR_BASE_URL"],
    ["not a URL", { "registrar:baseUrl": "registrar" }, {}, "not a URL"],
    ["plain http", { "registrar:baseUrl": "http://registrar.example" }, {}, "https://"],
    ["a host that only looks like loopback", { "registrar:baseUrl": "http://127.0.0.1.example" }, {}, "https://"],
    ["credentials in the URL", { "registrar:baseUrl": "https://me:secret-word@registrar.example" }, {}, "credentials"],
    ["a query in the URL", { "registrar:baseUrl": "https://registrar.example?x=1" }, {}, "query"],
    ["a token with a line break inside", { "registrar:apiToken": "secret-word\nx" }, {}, "line break"],
    ["a token in apiTokenEnv", { "registrar:apiTokenEnv": "secret-word" }, {}, "apiTokenEnv"],
    ["adopt of another kind", { "registrar:adopt": "overwrite" }, {}, "true or false"],
    ["too many writes", { "registrar:writesPerDomain": "17" }, {}, "from 1 to 16"],
    ["half a list", { "registrar:skipChecks": '["a' }, {}, "must be a list"],
    [
      "a contract file that is not there",
      { "registrar:contractFile": "none.json" },
      {},
      "none.json cannot be read: no such file or directory",
    ],
  ])("%s", (_, settings, env, says) => {
    const read = () => configure(settings, env, folder);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(says);
    expect(read).not.toThrow("secret-word");
  });

  it.each(["http://localhost:1", "http://[::1]:1", "http://127.8.8.8", "https://registrar.example/base/"])(
    "accepts %s",
    (url) => {
      expect(configure({ "registrar:baseUrl": url }).baseUrl).toBe(url);
    },
  );
});
