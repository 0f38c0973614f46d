/** Proxies from the environment, and the address rules that go with them. */
import * as http from "node:http";
import type * as net from "node:net";
import type { AddressInfo } from "node:net";
import { createClient } from "../../provider/api/index.ts";
import { proxyFor } from "../../provider/api/proxy.ts";

const proxy = "http://proxy.example:3128";

it.each<[string, Record<string, string>, string | undefined]>([
  ["https://registrar.example", { HTTPS_PROXY: proxy }, proxy],
  ["https://registrar.example", { https_proxy: proxy }, proxy],
  ["https://registrar.example", { HTTPS_PROXY: "proxy.example:3128" }, proxy],
  ["https://registrar.example", { HTTP_PROXY: proxy }, undefined],
  ["https://registrar.example", { HTTPS_PROXY: proxy, NO_PROXY: "*" }, undefined],
  ["https://registrar.example", { HTTPS_PROXY: proxy, NO_PROXY: "a.example, registrar.example" }, undefined],
  ["https://api.registrar.example", { HTTPS_PROXY: proxy, NO_PROXY: ".registrar.example" }, undefined],
  ["https://api.registrar.example", { HTTPS_PROXY: proxy, no_proxy: "*.registrar.example" }, undefined],
  ["https://notregistrar.example", { HTTPS_PROXY: proxy, NO_PROXY: "registrar.example" }, proxy],
  ["https://registrar.example", { HTTPS_PROXY: proxy, NO_PROXY: "registrar.example:8443" }, proxy],
  ["https://registrar.example:8443", { HTTPS_PROXY: proxy, NO_PROXY: "registrar.example:8443" }, undefined],
  ["http://127.0.0.1:8080", { HTTP_PROXY: proxy }, undefined],
  ["http://localhost:8080", { HTTP_PROXY: proxy }, undefined],
  ["http://[::1]:8080", { HTTP_PROXY: proxy }, undefined],
])("%s with %j", (origin, env, expected) => {
  expect(proxyFor(new URL(origin), env)).toBe(expected);
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
    [407, "the proxy answered 407", "no"],
    [502, "the proxy answered 502", "no"],
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
