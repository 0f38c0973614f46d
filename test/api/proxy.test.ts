/** Proxies from the environment, and the address rules that go with them. */
import { type ClientOptions, createClient, proxyFor } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { type Act, HostileServer, hostileActs } from "../support/hostileServer.ts";
import { until } from "./server.ts";

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
  let gate: HostileServer;
  beforeAll(async () => {
    gate = await HostileServer.start();
  });
  afterAll(() => gate.stop());
  /** A client that reaches a registrar by way of the proxy alone. */
  const behind = (credentials: string, timeouts: NonNullable<ClientOptions["timeouts"]>) =>
    createClient({
      baseUrl: "https://registrar.invalid/api",
      token: "t",
      env: { HTTPS_PROXY: `${credentials}${new URL(gate.baseUrl).host}` },
      timeouts,
    });

  const answers: Record<string, Act> = {
    ...hostileActs,
    "a page without TLS": (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nHello, who is there?\r\n"),
  };
  it.each([
    ...["nothing at all", "100 Continue for ever", "a status line without an end", "another protocol"],
    "a page without TLS",
  ])("and answers with %s: the call ends in its time, and so does the connection", async (answer) => {
    gate.act = answers[answer] ?? gate.act;
    const api = behind("user:proxy-password@", { requestMs: 250, budgetMs: 300 });
    const began = performance.now();
    const error: unknown = await api.domains.list().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK" });
    expect(String(error)).not.toContain("proxy-password");
    await until(() => gate.open === 0);
    expect(performance.now() - began).toBeLessThan(3500);
  });

  it.each([407, 502])("and refuses with %d: nothing was sent", async (status) => {
    gate.act = (socket) => socket.end(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
    const call = behind("http://user:proxy-password@", { budgetMs: 100 }).records.create({
      domain: "example.com",
      body: { type: "A" },
    });
    const error = await call.catch((reason: unknown) => reason);
    const message = expect.stringContaining(`the proxy responded with ${status}`);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK", outcome: "no", message });
    expect(String(error)).not.toContain("proxy-password");
    expect(gate.requests.at(-1)).toMatch(/^CONNECT registrar\.invalid:443 /);
  });
});
