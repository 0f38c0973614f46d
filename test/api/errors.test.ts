/** What goes wrong over HTTP, and what the program and its reader are told. */
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type Api, type ClientOptions, createClient, RegistrarError } from "../../provider/api/index.ts";
import { type Reply, TestServer } from "./server.ts";

const token = "tok-3f9c2a77d1";
const words = { success: false, error: "E_TEST", message: "the registrar's own words" };

let server: TestServer;
beforeAll(async () => {
  // Loaded here, since loading counts as part of the first call's time.
  await import("got");
  server = await TestServer.start(() => ({}));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.seen.length = 0;
});

const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.baseUrl, token, timeouts: { requestMs: 2000, budgetMs: 600 }, ...options });

async function failureOf(call: Promise<unknown>): Promise<RegistrarError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RegistrarError)) throw new Error(`expected a RegistrarError, got ${String(error)}`);
  return error;
}

const read = (api: Api) => api.domains.get({ domain: "example.com" });
const put = (api: Api) => api.nameservers.set({ domain: "example.com", body: { nameservers: ["a.example"] } });
const post = (api: Api) => api.records.create({ domain: "example.com", body: { type: "A", content: "192.0.2.1" } });
const buy = (api: Api) => api.domains.register({ body: { domain_name: "example.com" } });
const calls = { read, put, post, buy };
const operationOf = { read: "domains.get", put: "nameservers.set", post: "records.create", buy: "domains.register" };

interface ErrorCase {
  title: string;
  reply: Reply;
  code: string;
  /** Requests seen per kind of call: 1, or "more" when it is repeated. */
  requests: { [K in keyof typeof calls]: 1 | "more" };
  /** Outcome of the three writes. */
  outcome: "no" | "unknown";
  says: RegExp;
}
const once = { read: 1, put: 1, post: 1, buy: 1 } as const;
const harmlessOnly = { read: "more", put: "more", post: 1, buy: 1 } as const;

const cases: ErrorCase[] = [
  {
    title: "400",
    reply: { status: 400, json: words },
    code: "REFUSED",
    requests: once,
    outcome: "no",
    says: /400 bad request, "E_TEST: the registrar's own words"/,
  },
  {
    title: "401",
    reply: { status: 401, json: words },
    code: "UNAUTHORISED",
    requests: once,
    outcome: "no",
    says: /REGISTRAR_API_TOKEN/,
  },
  {
    title: "403",
    reply: { status: 403, json: words },
    code: "FORBIDDEN",
    requests: once,
    outcome: "no",
    says: /the token may not act on example\.com, or another account holds it/,
  },
  {
    title: "404",
    reply: { status: 404, json: words },
    code: "NOT_FOUND",
    requests: once,
    outcome: "no",
    says: /404 not found/,
  },
  {
    title: "405",
    reply: { status: 405, text: "<html>" },
    code: "UNSUPPORTED_OPERATION",
    requests: once,
    outcome: "no",
    says: /contract file/,
  },
  {
    title: "422",
    reply: { status: 422, json: { errors: { ttl: ["too low"] } } },
    code: "REFUSED",
    requests: once,
    outcome: "no",
    says: /ttl.*too low/,
  },
  {
    title: "429 without Retry-After",
    reply: { status: 429, json: words },
    code: "RATE_LIMITED",
    requests: { read: "more", put: "more", post: "more", buy: 1 },
    outcome: "no",
    says: /429 rate limit exceeded.*attempts? over \d\.\d s/,
  },
  {
    title: "429 with a Retry-After longer than the call may take",
    reply: { status: 429, headers: { "retry-after": "60" }, json: words },
    code: "RATE_LIMITED",
    requests: once,
    outcome: "no",
    says: /429 rate limit exceeded/,
  },
  {
    title: "500",
    reply: { status: 500, json: words },
    code: "SERVER",
    requests: harmlessOnly,
    outcome: "unknown",
    says: /500 internal server error.*attempts? over/,
  },
  {
    title: "501, which no repeating helps",
    reply: { status: 501 },
    code: "SERVER",
    requests: once,
    outcome: "unknown",
    says: /501/,
  },
  {
    title: "503 with HTML",
    reply: { status: 503, text: "<html>busy" },
    code: "SERVER",
    requests: harmlessOnly,
    outcome: "unknown",
    says: /503/,
  },
  ...[400, 404, 409, 429].map((status) => ({
    title: `${status} whose body reports success`,
    reply: { status, json: { success: true, data: {} } },
    code: "UNEXPECTED_SHAPE",
    requests: status === 429 ? { ...once, read: "more" as const } : once,
    outcome: "unknown" as const,
    says: /although the body reports success/,
  })),
  {
    title: "200 with success: false",
    reply: { json: words },
    code: "REFUSED",
    requests: once,
    outcome: "no",
    says: /success: false, "E_TEST: the registrar's own words"/,
  },
  {
    title: "200 with HTML",
    reply: { text: "<html>log in</html>", headers: { "content-type": "text/html" } },
    code: "UNEXPECTED_SHAPE",
    requests: once,
    outcome: "unknown",
    says: /not JSON.*text\/html/,
  },
  {
    title: "200 with JSON cut off",
    reply: { text: '{"success": true, "data": {"a' },
    code: "UNEXPECTED_SHAPE",
    requests: once,
    outcome: "unknown",
    says: /cut off/,
  },
  {
    title: "302 to another host",
    reply: { status: 302, headers: { location: "http://127.0.0.1:9/elsewhere" } },
    code: "UNEXPECTED_SHAPE",
    requests: once,
    outcome: "unknown",
    says: /302 a redirect, which is not followed/,
  },
  {
    title: "an answer cut off inside",
    reply: {
      raw: (response, socket) => {
        response.writeHead(200, { "content-length": "100" });
        response.write('{"success":');
        setImmediate(() => socket.destroy());
      },
    },
    code: "NETWORK",
    requests: harmlessOnly,
    outcome: "unknown",
    says: /ECONNRESET|closed/,
  },
  {
    title: "a reset",
    reply: { raw: (_, socket) => void socket.resetAndDestroy() },
    code: "NETWORK",
    requests: harmlessOnly,
    outcome: "unknown",
    says: /ECONNRESET/,
  },
  {
    title: "something that is not HTTP",
    reply: { raw: (_, socket) => void socket.end("hello\r\n\r\n") },
    code: "NETWORK",
    requests: harmlessOnly,
    outcome: "unknown",
    says: /not HTTP/,
  },
];

/** The read of these cases is that of the domain itself, whose refusal says more. */
const ofTheDomain: Readonly<Record<string, string>> = { FORBIDDEN: "DOMAIN_FORBIDDEN", NOT_FOUND: "DOMAIN_NOT_HELD" };
const isQuestion = (path: string) => /\/domains\/example\.com$/.test(path);

describe.each(cases)("$title", ({ reply, code, requests, outcome, says }) => {
  it.each(["read", "put", "post", "buy"] as const)("as the answer to a %s", async (kind) => {
    // A call that is repeated ends with its second request, however slow this machine is.
    const enough = new AbortController();
    let sentBefore = 0;
    // Nobody can say whether the account holds the domain: what a refusal means beyond itself is a test of its own.
    server.respond = ({ path }) => {
      if (kind !== "read" && isQuestion(path)) return { status: 501 };
      sentBefore += 1;
      if (sentBefore > 1) enough.abort();
      return reply;
    };
    const api = clientOf({ timeouts: { requestMs: 20_000, budgetMs: 20_000 }, interruption: enough.signal });
    const error = await failureOf(calls[kind](api));
    expect(error.code).toBe(`ERR_REGISTRAR_${(kind === "read" && ofTheDomain[code]) || code}`);
    expect(error.outcome).toBe(kind === "read" ? "no" : outcome);
    expect(error.message).toMatch(says);
    expect(error.message).toContain(`${operationOf[kind]} for example.com: `);
    expect(error.message.endsWith(error.advice)).toBe(true);
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(token);
    expect(error.cause).toBeUndefined();
    const sent = kind === "read" ? server.seen : server.seen.filter(({ path }) => !isQuestion(path));
    if (requests[kind] === 1) expect(sent).toHaveLength(1);
    else expect(sent).toHaveLength(2);
  });
});

describe("getting over it", () => {
  it.each([429, 500, 502, 503, 504])("a read is repeated after a %d and gives the answer", async (status) => {
    server.respond = (_, number) => (number === 1 ? { status } : { json: { data: { domain_name: "example.com" } } });
    expect(await read(clientOf())).toMatchObject({ domain_name: "example.com" });
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ["in seconds", () => "1"],
    ["as a date", () => new Date(Date.now() + 2000).toUTCString()],
  ])("waits as long as Retry-After says, %s, and so does everybody else", async (_, retryAfter) => {
    server.respond = (_, number) =>
      number === 1
        ? { status: 429, headers: { "retry-after": retryAfter() } }
        : { json: { data: { domain_name: "x" } } };
    const api = clientOf({ timeouts: { budgetMs: 5000 } });
    const first = post(api);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, read(api)]);
    expect(server.seen).toHaveLength(3);
    const [refused, ...later] = server.seen.map(({ at }) => at);
    for (const at of later) expect(at - (refused ?? 0)).toBeGreaterThanOrEqual(950);
  });

  it("does not let anybody wait for longer than one call may take", async () => {
    server.respond = () => ({ status: 429, headers: { "retry-after": "3600" } });
    const api = clientOf();
    expect((await failureOf(post(api))).message).toContain("the registrar asked to wait 36");
    const second = await failureOf(read(api));
    expect(second).toMatchObject({ code: "ERR_REGISTRAR_RATE_LIMITED", outcome: "no" });
    expect(second.message).toContain("not sent");
    expect(server.seen).toHaveLength(1);
  });

  it.each([{}, { "retry-after": "0" }])(
    "says that its time is up, and of no wait that nobody asked for: %j",
    async (headers) => {
      server.respond = () => ({ status: 429, headers });
      const error = await failureOf(post(clientOf({ timeouts: { budgetMs: 300 } })));
      expect(error).toMatchObject({ code: "ERR_REGISTRAR_RATE_LIMITED", outcome: "no" });
      expect(error.message).toMatch(
        /429 rate limit exceeded \(\d+ attempts? over \d\.\d s; out of time\)\. Wait a while/,
      );
    },
  );

  it("repeats a create when the connection was refused, since nothing was sent", async () => {
    const late = http.createServer((_, response) => void response.end('{"data":{"id":1}}'));
    await new Promise<void>((resolve) => late.listen(0, "127.0.0.1", resolve));
    const { port } = late.address() as AddressInfo;
    await new Promise((resolve) => late.close(resolve));
    const api = clientOf({ baseUrl: `http://127.0.0.1:${port}`, timeouts: { budgetMs: 4000 } });
    const created = post(api);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise<void>((resolve) => late.listen(port, "127.0.0.1", resolve));
    expect(await created).toEqual({ status: 200, data: { id: 1 } });
    late.closeAllConnections();
    late.close();
  });

  it("says that nothing was sent when the registrar stays away", async () => {
    const error = await failureOf(post(clientOf({ baseUrl: "http://127.0.0.1:9" })));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK", outcome: "no" });
    expect(error.message).toMatch(/refused \(ECONNREFUSED\) \(\d+ attempts over .* registrar:baseUrl/);
  });

  it("gives up on an answer that never comes", async () => {
    server.respond = () => ({ raw: () => undefined });
    const error = await failureOf(post(clientOf({ timeouts: { requestMs: 100 } })));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_NETWORK", outcome: "unknown" });
    expect(error.message).toContain("no answer in time (ETIMEDOUT)");
    expect(server.seen).toHaveLength(1);
  });

  it("keeps the doubt of an earlier attempt: a PUT reset first and refused then may have been done", async () => {
    server.respond = (_, number) =>
      number === 1 ? { raw: (_, socket) => void socket.resetAndDestroy() } : { status: 400, json: words };
    const error = await failureOf(put(clientOf()));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", outcome: "unknown" });
  });
});

describe("too much", () => {
  it("cuts off an answer that does not end", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 32);
    server.respond = () => ({
      raw: (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(megabyte));
        };
        response.on("drain", more);
        more();
      },
    });
    const error = await failureOf(read(clientOf({ timeouts: { requestMs: 20_000, budgetMs: 20_000 } })));
    expect(error.code).toBe("ERR_REGISTRAR_UNEXPECTED_SHAPE");
    expect(error.message).toContain("larger than 32 MB");
    expect(server.seen).toHaveLength(1);
  });

  it("counts after decompression", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
    server.respond = () => ({
      raw: (response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        response.end(bomb);
      },
    });
    const error = await failureOf(read(clientOf({ timeouts: { requestMs: 20_000, budgetMs: 20_000 } })));
    expect(error.message).toContain("larger than 32 MB");
  });

  it("survives deep nesting, prototype keys and lone surrogates", async () => {
    server.respond = () => ({ text: `{"data": ${"[".repeat(200_000)}${"]".repeat(200_000)}}` });
    expect((await failureOf(read(clientOf()))).code).toBe("ERR_REGISTRAR_UNEXPECTED_SHAPE");
    server.respond = () => ({
      text: '{"data": {"domain_name": "a\\ud800b", "__proto__": {"polluted": 1}, "constructor": {"x": 1}, "id": 12345678901234567890}}',
    });
    const found = await read(clientOf());
    expect(found).toEqual({ domain_name: "a\u{fffd}b", id: "12345678901234567890" });
    expect(Object.keys(found)).not.toContain("__proto__");
    expect("polluted" in {}).toBe(false);
  });
});

describe("a number that comes as text", () => {
  const period = async (text: string) => {
    server.respond = () => ({ json: { data: { domain_name: "example.com", auto_renew_period: text } } });
    return read(clientOf());
  };

  it.each([
    ["16", 16],
    [" 2.50 ", 2.5],
    ["-1", -1],
    ["1e3", 1000],
  ])("%j is read", async (text, number) => {
    expect((await period(text)).auto_renew_period).toBe(number);
  });

  it.each(["0x10", "0b11", "1_000", "Infinity", "", "two"])("%j is none", async (text) => {
    const error = await failureOf(period(text));
    expect(error.code).toBe("ERR_REGISTRAR_UNEXPECTED_SHAPE");
    expect(error.message).toContain('its field "auto_renew_period" is not as expected');
  });
});

describe("what stays out of messages and logs", () => {
  const contact = {
    name: "Annabel Lee",
    email: "annabel@example.com",
    phone: "+1.2025551234",
    address: "12 Kingdom Street",
    city: "Town",
    zip: "12345",
    country: "US",
  };

  it.each([
    ["the token", `Bearer ${token} is bad; token=${token}`],
    ["contact data", `"email":"${contact.email}" and ${contact.phone}, ${contact.name} of ${contact.address}`],
    ["control characters", "red \u001b[31m and \u0007 bell"],
  ])("%s", async (_, message) => {
    server.respond = () => ({ status: 400, json: { success: false, message } });
    const lines: string[] = [];
    const api = clientOf({ env: { REGISTRAR_LOG: "debug" }, log: (line) => lines.push(line) });
    const error = await failureOf(api.contacts.create({ body: contact }));
    const shown = [error.message, JSON.stringify(error), ...lines].join("\n");
    for (const secret of [token, contact.email, contact.phone, contact.name, contact.address, "\u001b", "\u0007"]) {
      expect(shown).not.toContain(secret);
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^registrar: POST \/api\/registrar\/v1\/contacts 400 \d+ ms, attempt 1/);
  });

  it("auth codes", async () => {
    server.respond = () => ({ status: 400, json: { message: 'bad code Zk!9"x-code in authcode' } });
    const error = await failureOf(
      clientOf().domains.transfer({ body: { domain_name: "example.com", authcode: 'Zk!9"x-code' } }),
    );
    expect(error.message).toContain("bad code [redacted]");
    expect(error.message).not.toContain("Zk!9");
  });

  it("query credentials", async () => {
    server.respond = () => ({ status: 401, json: { message: "no user user-77 with key market-key-1" } });
    const lines: string[] = [];
    const api = clientOf({
      userId: "user-77",
      marketplaceToken: "market-key-1",
      env: { REGISTRAR_LOG: "debug" },
      log: (line) => lines.push(line),
    });
    const error = await failureOf(api.marketplace.search({ query: { query: "sea" } }));
    expect(`${error.message}${lines.join()}`).not.toMatch(/user-77|market-key-1/);
  });

  it("more than 300 characters of the registrar's words", async () => {
    server.respond = () => ({ status: 400, json: { message: "x".repeat(5000) } });
    expect((await failureOf(read(clientOf()))).message.length).toBeLessThan(600);
  });
});

describe("before anything is sent", () => {
  it.each<[string, Omit<ClientOptions, "baseUrl">, (api: Api) => Promise<unknown>, RegExp]>([
    ["no token", {}, read, /REGISTRAR_API_TOKEN/],
    [
      "no marketplace key",
      { userId: "u" },
      (api) => api.marketplace.search({ query: { query: "x" } }),
      /REGISTRAR_MARKETPLACE_TOKEN/,
    ],
    [
      "no appraisal key",
      { userId: "u", marketplaceToken: "m" },
      (api) => api.marketplace.appraise({ query: { domain_name: "x.com" } }),
      /REGISTRAR_APPRAISAL_TOKEN/,
    ],
  ])("%s", async (_, options, call, says) => {
    const error = await failureOf(call(createClient({ baseUrl: server.baseUrl, ...options })));
    expect(error.code).toBe("ERR_REGISTRAR_CONFIGURATION");
    expect(error.message).toMatch(says);
    expect(server.seen).toHaveLength(0);
  });

  it.each(["", " ", ".", ".."])("the domain %p, which would reach another path", async (domain) => {
    const error = await failureOf(clientOf().domains.get({ domain }));
    expect(error.message).toContain("not sent");
    expect(server.seen).toHaveLength(0);
  });

  it("a body the specification does not allow", async () => {
    const error = await failureOf(
      clientOf().records.create({ domain: "example.com", body: { type: "MX", priority: 70_000 } }),
    );
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", outcome: "no" });
    expect(server.seen).toHaveLength(0);
  });
});

it("an appraisal without a value is an error, with the registrar's words", async () => {
  server.respond = () => ({ json: { message: "Unknown user" } });
  const api = clientOf({ userId: "user-77", appraisalToken: "appraisal-key-2" });
  const error = await failureOf(api.marketplace.appraise({ query: { domain_name: "example.com" } }));
  expect(error.code).toBe("ERR_REGISTRAR_REFUSED");
  expect(error.message).toContain("Unknown user");
});
