/** Proxies from the environment, and the address rules that go with them. */
import * as http from "node:http";
import type * as net from "node:net";
import type { AddressInfo } from "node:net";
import { createClient, proxyFor } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { drip, HostileServer } from "../support/hostileServer.ts";
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

  it.each<[string, (socket: net.Socket) => void]>([
    ["says nothing", () => undefined],
    ["asks for patience again and again", (socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n", 20)],
    [
      "never ends its answer",
      (socket) => {
        socket.write("HTTP/1.1 200 ");
        drip(socket, "O", 20);
      },
    ],
    ["speaks another protocol", (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")],
    [
      "lets through to something without TLS",
      (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nHello, who is there?\r\n"),
    ],
  ])("and %s: the call ends in its time, and so does the connection", async (_what, act) => {
    gate.act = act;
    const api = createClient({
      baseUrl: "https://registrar.invalid/api",
      token: "t",
      env: { HTTPS_PROXY: `user:proxy-password@${new URL(gate.baseUrl).host}` },
      timeouts: { requestMs: 250, budgetMs: 300 },
    });
    const began = performance.now();
    const error: unknown = await api.domains.list().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK" });
    expect(String(error)).not.toContain("proxy-password");
    await until(() => gate.open === 0);
    expect(performance.now() - began).toBeLessThan(3500);
  });
});

describe("a proxy on the way", () => {
  const asked: string[] = [];
  let gate: http.Server;
  let status = 200;
  beforeAll(async () => {
    gate = http.createServer();
    gate.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
      asked.push(request.url ?? "");
      // The host behind does not exist: after its yes the proxy hangs up, so that nothing of the request is answered.
      socket.end(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
    });
    await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void gate.close());

  it.each([
    [407, "the proxy responded with 407", "no"],
    [502, "the proxy responded with 502", "no"],
  ])("that refuses with %d: nothing was sent", async (refusal, says, outcome) => {
    status = refusal;
    const { port } = gate.address() as AddressInfo;
    const api = createClient({
      baseUrl: "https://registrar.invalid/api",
      token: "tok-3f9c2a77d1",
      env: { HTTPS_PROXY: `http://user:proxy-password@127.0.0.1:${port}` },
      timeouts: { budgetMs: 100 },
    });
    const call = api.records.create({ domain: "example.com", body: { type: "A" } });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK", outcome, message: expect.stringContaining(says) });
    expect(String(error)).not.toContain("proxy-password");
    expect(asked.at(-1)).toBe("registrar.invalid:443");
  });
});
