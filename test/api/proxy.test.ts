/** Proxies from the environment, and the address rules that go with them. */
import { type ClientOptions, createClient, proxyFor } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { hostileActs } from "./hostileActs.ts";
import { type Act, failureOf, until, withServer } from "./server.ts";

const proxy = "http://proxy.example:3128";

it.each(casesIn("proxies", "chosen"))("%s with %s", (origin = "", variables = "", expected = "") => {
  const env = Object.fromEntries(variables.split("; ").map((setting) => setting.split(/=(.*)/)));
  expect(proxyFor(new URL(origin), env)?.origin).toBe(expected === "proxied" ? proxy : undefined);
});

it.each(casesIn("proxies", "mistakes"))(
  "a proxy %s is a mistake in the settings, told without its password",
  (text = "", reason = "") => {
    for (const name of ["HTTPS_PROXY", "https_proxy"]) {
      const make = () => createClient({ baseUrl: "https://registrar.invalid/api", token: "t", env: { [name]: text } });
      expect(make).toThrow(expect.objectContaining({ code: "ERR_REGISTRAR_CONFIGURATION" }));
      expect(make).toThrow(new RegExp(`^${name} does not contain a usable proxy: .*${reason}.*unset ${name}\\.$`));
      expect(make).not.toThrow(/proxy-password/);
    }
  },
);

it.each(casesIn("proxies", "not this machine"))(
  "%s is not this machine: a token never goes there in plain text",
  (baseUrl = "") => {
    expect(() => createClient({ baseUrl, token: "t" })).toThrow("must start with https://");
  },
);

describe("a proxy that never lets through", () => {
  const gate = withServer();
  /** A client that reaches a registrar by way of the proxy alone. */
  const behind = (credentials: string, timeouts: NonNullable<ClientOptions["timeouts"]>) =>
    createClient({
      baseUrl: "https://registrar.invalid/api",
      token: "t",
      env: { HTTPS_PROXY: `${credentials}${new URL(gate.baseUrl).host}` },
      timeouts,
    });

  it.each(Object.entries<Act>(hostileActs))("and answers with %s: call and connection end in time", async (_, raw) => {
    gate.respond = () => ({ raw });
    const began = performance.now();
    const error = await failureOf(behind("user:proxy-password@", { requestMs: 250, budgetMs: 300 }).domains.list());
    expect(error.code).toBe("ERR_REGISTRAR_NETWORK");
    expect(String(error)).not.toContain("proxy-password");
    await until(() => gate.open === 0);
    expect(performance.now() - began).toBeLessThan(3500);
  });

  it("and goes on with its headers: the call ends in its time", async () => {
    gate.respond = () => ({ raw: (socket) => void setInterval(() => socket.write("HTTP/1.1 200\r\nx: "), 50).unref() });
    const error = await failureOf(behind("", { requestMs: 250, budgetMs: 300 }).domains.list());
    expect(error.message).toContain("no response came in time (ETIMEDOUT)");
  });

  it.each([407, 502])("and refuses with %d: nothing was sent", async (status) => {
    gate.respond = () => ({ raw: (socket) => void socket.end(`HTTP/1.1 ${status} Whatever\r\n\r\n`) });
    const api = behind("http://user:proxy-password@", { budgetMs: 100 });
    const error = await failureOf(api.records.create({ domain: "example.com", body: { type: "A" } }));
    const message = expect.stringContaining(`the proxy responded with ${status}`);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK", outcome: "no", message });
    expect(String(error)).not.toContain("proxy-password");
    expect(gate.seen.at(-1)).toMatchObject({ method: "CONNECT", url: "registrar.invalid:443" });
  });
});
