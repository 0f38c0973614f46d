/** Failures over HTTP: the error that a program gets, and the calls that were made. */
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { type Api, createClient } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { withShortWaits } from "../support/clock.ts";
import { failureOf, held, type Reply, until, withServer } from "./server.ts";
import { callOf } from "./wire.ts";

const token = "tok-3f9c2a77d1";
const words = { success: false, error: "E_TEST", message: "the registrar's own words" };

const server = withServer();
withShortWaits();

const clientOf = (options: Parameters<typeof server.client>[0] = {}) =>
  server.client({ token, timeouts: { requestMs: 2000, budgetMs: 600 }, ...options });
const read = (api: Api) => api.domains.get({ domain: "example.com" });
const put = (api: Api) => api.nameservers.set({ domain: "example.com", body: { nameservers: ["a.example"] } });
const post = (api: Api) => api.records.create({ domain: "example.com", body: { type: "A", content: "192.0.2.1" } });
const buy = (api: Api) => api.domains.register({ body: { domain_name: "example.com" } });
const calls = { read, put, post, buy };
const operationOf = { read: "domains.get", put: "nameservers.set", post: "records.create", buy: "domains.register" };

const reset: Reply = { raw: (socket) => void socket.resetAndDestroy() };
const notHttp: Reply = { raw: (socket) => void socket.end("hello\r\n\r\n") };

/** The reply of a case: a status, perhaps a header, and the body. */
function replyOf(head: string, body: string): Reply {
  if (head === "a reset") return reset;
  if (head === "not HTTP") return notHttp;
  const [, status, header, value = ""] = /^(\d+)(?: ([\w-]+): (.*))?$/.exec(head) ?? [];
  const text = body.replace("WORDS", JSON.stringify(words));
  return { status: Number(status), ...(header && { headers: { [header]: value } }), text };
}

/** The read of these cases is that of the domain itself, whose refusal says more. */
const ofTheDomain: Readonly<Record<string, string>> = { FORBIDDEN: "DOMAIN_FORBIDDEN", NOT_FOUND: "DOMAIN_NOT_HELD" };
const isQuestion = (path: string) => /\/domains\/example\.com$/.test(path);

describe.each(casesIn("refusals", "of calls"))("%s %s", (head = "", body = "", ...cells) => {
  const [code = "", repeated = "", outcome = "", ...says] = cells;
  const reply = replyOf(head, body);
  it.each(["read", "put", "post", "buy"] as const)("as the answer to a %s", async (kind) => {
    // A call that is repeated ends with its second request, however slow this machine is.
    const enough = new AbortController();
    let sentBefore = 0;
    // It stays unknown if the account holds the domain: explain.test.ts covers the meaning of a refusal.
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
    for (const part of says) expect(error.message).toMatch(new RegExp(part));
    expect(error.message).toContain(`${operationOf[kind]} for example.com: `);
    expect(error.message.endsWith(error.advice)).toBe(true);
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(token);
    expect(error.cause).toBeUndefined();
    const sent = kind === "read" ? server.seen : server.seen.filter(({ path }) => !isQuestion(path));
    expect(sent).toHaveLength(repeated.split(" ").includes(kind) ? 2 : 1);
  });
});

describe("getting over it", () => {
  it("repeats a create when the connection was refused, since nothing was sent", async () => {
    const late = http.createServer((_, response) => void response.end('{"success":true,"data":{"id":1}}'));
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

  it("keeps the doubt of an earlier attempt: a PUT reset first and refused then may have been done", async () => {
    server.respond = (_, number) => (number === 1 ? reset : { status: 400, json: words });
    const error = await failureOf(put(clientOf()));
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", outcome: "unknown" });
  });
});

it.each([
  { text: "16", number: 16 },
  { text: " 2.50 ", number: 2.5 },
  { text: "-1", number: -1 },
  { text: "1e3", number: 1000 },
  ...["0x10", "0b11", "1_000", "Infinity", "", "two"].map((text) => ({ text, number: undefined })),
])("a number that comes as the string $text is read as $number", async ({ text, number }) => {
  server.respond = () => ({ json: { data: { domain_name: "example.com", auto_renew_period: text } } });
  if (number !== undefined) expect((await read(clientOf())).auto_renew_period).toBe(number);
  else expect((await failureOf(read(clientOf()))).message).toContain('"auto_renew_period" is not as expected');
});

it("an error and a line of the log show no control characters, and the line tells the call and nothing of its data", async () => {
  server.respond = () => ({ status: 400, json: { success: false, message: "red \u001b[31m and \u0007 bell" } });
  const lines: string[] = [];
  const api = clientOf({ env: { REGISTRAR_LOG: "debug" }, log: (line) => lines.push(line) });
  const error = await failureOf(post(api));
  const shown = [error.message, JSON.stringify(error), ...lines].join();
  for (const steering of ["\u001b", "\u0007"]) expect(shown).not.toContain(steering);
  expect(lines).toEqual([
    expect.stringMatching(/^registrar: POST \/api\/registrar\/v1\/domains\/example.com\/records 400 \d+ ms, attempt 1/),
  ]);
});

it.each([
  { operation: "domains.get", options: {}, names: "REGISTRAR_API_TOKEN" },
  { operation: "marketplace.search", options: { marketplaceUserId: "u" }, names: "REGISTRAR_MARKETPLACE_TOKEN" },
  {
    operation: "marketplace.appraise",
    options: { marketplaceUserId: "u", marketplaceToken: "m" },
    names: "REGISTRAR_APPRAISAL_TOKEN",
  },
] as const)("without $names, $operation sends nothing", async ({ operation, options, names }) => {
  const error = await failureOf(callOf(createClient({ baseUrl: server.baseUrl, ...options }), operation));
  expect(error).toMatchObject({ code: "ERR_REGISTRAR_CONFIGURATION", message: expect.stringContaining(names) });
  expect(server.seen).toHaveLength(0);
});

it.each(["", " ", ".", ".."])("nothing is sent for the domain %p, which would reach another path", async (domain) => {
  const error = await failureOf(clientOf().domains.get({ domain }));
  expect(error.message).toContain("not sent");
  expect(server.seen).toHaveLength(0);
});

it("shows once that a response takes long, and nothing of one that does not", async () => {
  const shown: string[] = [];
  const json = { data: { id: 1 } };
  const { waiting, release } = held(server, json);
  const progress = (message: string) => {
    shown.push(message);
    void until(() => waiting.length > 0).then(release);
  };
  await post(clientOf({ timeouts: { slowMs: 20 }, progress }));
  expect(shown).toEqual(["records.create: waiting for the registrar's response for 0.02 s"]);
  server.respond = () => ({ json });
  await post(clientOf({ progress }));
  expect(shown).toHaveLength(1);
});

it.each(casesIn("refusals", "appraisals"))("an appraisal refused with %s counts as %s", async (refusal = "", code) => {
  const [status, message] = refusal.split(/ (.*)/);
  server.respond = () => ({ status: Number(status), ...(message && { json: { message } }) });
  const api = clientOf({ marketplaceUserId: "4242", appraisalToken: "appraisal-key", timeouts: { budgetMs: 500 } });
  const error = await failureOf(api.marketplace.appraise({ query: { domain_name: "a.com" } }));
  expect(error.code).toBe(`ERR_REGISTRAR_${code}`);
  if (code === "REFUSED" || code === "FORBIDDEN") expect(error.message).toContain("REGISTRAR_APPRAISAL_TOKEN");
});
