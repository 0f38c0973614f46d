/** Settings from the environment and from Pulumi's configuration. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Configuration, ConfigurationError, readConfiguration } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { newFolder } from "../support/folder.ts";

const baseUrl = "https://registrar.example/api";
type Values = Record<string, string>;

const configure = (settings: Values, env: Values = {}, cwd?: string): Configuration =>
  readConfiguration({ get: (key) => ({ "registrar:baseUrl": baseUrl, ...settings })[key], env, ...(cwd && { cwd }) });

const folder = newFolder();

describe("settings", () => {
  it("reads defaults if only the base URL is set", () => {
    expect(configure({})).toEqual({
      baseUrl,
      staleMs: 10_000,
      contract: { endpoints: {} },
      adopt: true,
      skipChecks: [],
      notices: [],
    });
  });

  it.each(casesIn("configuration", "read"))("%s", (_, settings = "", env = "", expected = "") => {
    expect(configure(JSON.parse(settings), JSON.parse(env))).toMatchObject(JSON.parse(expected));
  });

  it("the token of the environment wins, and says so when they differ", () => {
    const { token, notices } = configure({ "registrar:apiToken": "old" }, { REGISTRAR_API_TOKEN: "new" });
    const notice = expect.stringContaining("The provider uses REGISTRAR_API_TOKEN");
    expect([token, notices]).toEqual(["new", [notice]]);
  });

  it("a missing apiTokenEnv variable is told, and needs no token yet", () => {
    const { token, notices } = configure({ "registrar:apiTokenEnv": "PROD_TOKEN" }, { REGISTRAR_API_TOKEN: "other" });
    expect(token).toBeUndefined();
    expect(notices).toEqual(["registrar:apiTokenEnv names PROD_TOKEN, which is not set, so there is no API token."]);
  });

  it("a contract file, relative to the working directory", () => {
    writeFileSync(join(folder, "contract.json"), '{"records.update": null, "serviceNameservers": ["ns1.example"]}');
    const { contract } = configure({ "registrar:contractFile": "contract.json" }, {}, folder);
    expect(contract.endpoints["records.update"]).toBeNull();
    expect(contract.serviceNameservers).toEqual(["ns1.example"]);
  });
});

describe("refused, with the remedy", () => {
  it.each(casesIn("configuration", "refused"))("%s", (_, settings = "", env = "", says = "") => {
    const read = () => configure(JSON.parse(settings), JSON.parse(env), folder);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(says);
    expect(read).not.toThrow("secret-word");
  });

  it.each(casesIn("configuration", "base URLs"))("accepts %s", (url = "", canonical = "") => {
    expect(configure({ "registrar:baseUrl": url }).baseUrl).toBe(canonical);
  });
});
