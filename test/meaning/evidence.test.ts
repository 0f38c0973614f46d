/** Random responses: nothing is gone or done without positive evidence. */
import { type Api, createClient, RegistrarError } from "../../provider/api/index.ts";
import { withServer } from "../api/server.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

/** Of each property: 100,000 responses in all. */
const soakRuns = 34_000;

const server = withServer();
let api: Api;
beforeAll(() => {
  api = createClient({ baseUrl: server.baseUrl, token: "t" });
});

const words = [
  "error",
  "errors",
  "errorMessage",
  "ERROR_CODE",
  "exception",
  "warning",
  "Warnings",
  "partial",
  "complete",
  "incomplete",
  "timed_out",
  "failed",
  "failures",
];
const others = ["success", "Success", "status", "ok", "result", "code", "message", "job", "hasMore", "total_records"];
const scalar = fc.constantFrom<unknown>(true, false, null, 0, 1, "", "no", "true", "failed", "queued", {}, [], ["x"]);
const said = fc.dictionary(fc.constantFrom(...words, ...others), scalar, { maxKeys: 3 });
const success = fc.constantFrom<object>(
  ...[{ success: true }, { success: true }, { success: true }],
  ...[{}, { success: "yes" }],
);
const status = fc.constantFrom(200, 200, 200, 201, 202, 203, 204, 206, 207, 299);
/** The fields around the data of a response. */
const envelope = fc.tuple(said, success).map(([some, mark]): Record<string, unknown> => ({ ...some, ...mark }));
type Body = Record<string, unknown>;

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length === 0
    : !value || value === "0" || value === "false";
/** The rule in the words of the documentation. */
const contradicts = ([key, value]: [string, unknown]) =>
  /^(error|exception|warning|fail|incomplete|timed_out)/i.test(key)
    ? !isEmpty(value)
    : /^(status|result)$/.test(key)
      ? value === "failed"
      : (key === "partial" && value === true) || (key === "complete" && value === false);
const isGood = (body: Body) => body["success"] === true && !Object.entries(body).some(contradicts);

const respond = (code: number, body: unknown) => {
  const text = code === 204 ? "" : JSON.stringify(body);
  server.respond = () => ({ status: code, text });
};
const domain = "example.com";

/** The value of a call, or nothing where it fails as our calls may. */
async function outcomeOf<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    expect(error).toBeInstanceOf(RegistrarError);
    return undefined;
  }
}

const record = { type: "A", name: "www", content: "192.0.2.1" } as const;
const writes: Record<string, () => Promise<unknown>> = {
  create: () => api.records.create({ domain, body: record }),
  delete: () => api.records.delete({ domain, id: "1" }),
  set: () => api.privacy.set({ domain, body: { privacy_protect: true } }),
  order: () => api.domains.register({ body: { domain_name: domain, registration_length: 1 } }),
};

it("no write is done without a mark of success or a 204, whatever the response echoes", async () => {
  let done = 0;
  const story = fc.record({
    name: fc.constantFrom(...Object.keys(writes)),
    status,
    envelope,
    data: fc.constantFrom<unknown>(
      undefined,
      {},
      { id: 1 },
      { ...record, id: 1 },
      { privacy_protect: true },
      { ...record, name: "x" },
    ),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ name, status: code, envelope: around, data }) => {
      const body = data === undefined ? around : { ...around, data };
      respond(code, body);
      const isDone = (await outcomeOf(writes[name]?.().then(() => true) ?? Promise.resolve(false))) === true;
      if (!isDone) return;
      done += 1;
      expect(code === 204 || isGood(body)).toBe(true);
    }),
    { numRuns: runs(150, soakRuns) },
  );
  // A rule that believes nothing would hold, too.
  expect(done).toBeGreaterThan(15);
});

const row = fc.constantFrom<Body>(
  ...[
    { ...record, id: 1 },
    { ...record, id: 1 },
    { ...record, id: 2 },
    { ...record, id: 1, content: "192.0.2.2" },
  ],
  ...[record, {}, { id: 3 }, { ...record, name: null }, { ID: 1, TYPE: "A", NAME: "www", CONTENT: "192.0.2.1" }],
);

it("no list proves anything without status 200, a mark of success and rows that can be told apart", async () => {
  let proven = 0;
  const story = fc.record({ status, envelope, data: fc.array(row, { maxLength: 3 }), isTold: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(story, async ({ status: code, envelope: around, data, isTold }) => {
      const body = { ...around, data, ...(isTold && { total: data.length }) };
      respond(code, body);
      const listing = await outcomeOf(api.records.list({ domain }));
      if (listing?.proof.complete !== true) return;
      proven += 1;
      expect([code, isGood(body)]).toEqual([200, true]);
      const texts = new Set(data.filter(({ id }) => id !== undefined).map((each) => JSON.stringify(each)));
      expect(new Set(data.flatMap(({ id }) => id ?? [])).size).toBe(texts.size);
    }),
    { numRuns: runs(150, soakRuns) },
  );
  expect(proven).toBeGreaterThan(2);
});
