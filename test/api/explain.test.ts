/** A 404 may mean the domain or the route, a 403 the token or the domain: every caller of the client is told which. */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { settling } from "../../provider/api/explain.ts";
import { type Api, markIn } from "../../provider/api/index.ts";
import { casesIn } from "../support/cases.ts";
import { failureOf, type Reply, withServer } from "./server.ts";
import { callOf } from "./wire.ts";

const server = withServer();
let api: Api;
const credentials = { marketplaceUserId: "4242", marketplaceToken: "market", appraisalToken: "appraisal" };
const client = (contract = {}) => server.client({ ...credentials, contract, timeouts: { budgetMs: 300 } });
beforeEach(() => {
  api = client();
});

const isDomain = (path: string) => /\/domains\/[^/]+$/.test(path);
/** Sets the response of domains.get; every other one is 404 (or another status). */
const answers = (details: Reply, status = 404, words = "") => {
  server.respond = ({ path }) => {
    if (isDomain(path)) return details;
    return { status, ...(words && { json: { success: false, error: "e", message: words } }) };
  };
};
const held: Reply = { json: { data: { domain_name: "example.com" } } };
const domain = "example.com";

const words = "Token lacks the scope dns:write.";
const notHeld: Reply = { status: 404, json: { success: false, error: "domain_not_found" } };
const lock = (it: Api) => it.lock.get({ domain });
const operationOf = (text: string) => endpointNames.find((each) => each === text) ?? "lock.get";

it.each(casesIn("refusals", "explained"))(
  "a %s of %s, beside a %s of the domain itself: %s",
  async (status = "", operation = "", about = "", code, requests = "", says = "", silent = "") => {
    const message = { success: false, error: "e", message: words };
    const replies: Record<string, Reply> = { 200: held, 404: notHeld, "403 in words": { status: 403, json: message } };
    answers(replies[about] ?? { status: Number(about) }, Number(status), words);
    const error = await failureOf(callOf(api, operationOf(operation)));
    expect(error).toMatchObject({ code: `ERR_REGISTRAR_${code}`, status: Number(status) });
    for (const text of says.split(" / ")) expect(error.message).toContain(text === "WORDS" ? words : text);
    for (const text of silent.split(" / ").filter(Boolean)) expect(error.message).not.toContain(text);
    if (requests !== "") expect(server.seen).toHaveLength(Number(requests));
  },
);

describe("a 404", () => {
  it("says that the account does not hold the domain, each time in full, and asks once a domain", async () => {
    answers(notHeld);
    const errors = [
      await failureOf(lock(api)),
      await failureOf(api.nameservers.set({ domain, body: { nameservers: ["a.example", "b.example"] } })),
      await failureOf(api.lock.get({ domain: "b.example" })),
      await failureOf(api.lock.get({ domain: "EXAMPLE.com" })),
    ];
    for (const error of errors) {
      expect(error.code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
      expect(error.message).toMatch(/this account does not hold (example\.com|b\.example).*Check the spelling/is);
      expect(error.message).not.toContain("first message");
    }
    expect(server.seen.filter(({ path }) => isDomain(path))).toHaveLength(2);
  });

  it.each(casesIn("refusals", "not found"))(
    "with %s, before anything has answered, is about the %s, in few words",
    async (body = "", cause) => {
      server.respond = () => ({ status: 404, text: body });
      const { message } = await failureOf(lock(api));
      expect(/base URL|spelling/.exec(message.replace(/^.*?\)\. /, ""))?.[0]).toBe(cause);
      expect(message).toMatch(/heck the (base URL|spelling, and which account the token belongs to\.)/);
      expect(message.length).toBeLessThan(400);
    },
  );

  it("never points at the base URL once something has answered", async () => {
    server.respond = ({ path }) => (path.endsWith("/contacts") ? { json: { data: [] } } : { status: 404 });
    await api.contacts.list();
    expect((await failureOf(lock(api))).message).not.toContain("REGISTRAR_BASE_URL");
  });

  it("believes the newest answer about a domain: one that was registered meanwhile is held", async () => {
    answers(notHeld);
    expect((await failureOf(lock(api))).code).toBe("ERR_REGISTRAR_DOMAIN_NOT_HELD");
    answers(held);
    await api.domains.get({ domain });
    expect((await failureOf(lock(api))).code).toBe("ERR_REGISTRAR_NOT_FOUND");
  });
});

describe("a refusal of a request whose form is a guess", () => {
  const body = { type: "A", name: "www", content: "192.0.2.1" } as const;

  /** Operations that a user can correct, with the words that the advice must have. */
  const guesses = casesIn("guesses", "operations").map(([name = "", ...parts]) => ({ name, parts }));

  it.each(guesses)("$name: names the guessed parts and the line of the contract", async ({ name, parts }) => {
    // Two operations are called only if another one doesn't show the same.
    const better = { "nameservers.get": `/domains/${domain}`, "contacts.get": "/contacts" };
    for (const status of [400, 200]) {
      server.respond = ({ path }) =>
        Object.entries(better).some(([each, end]) => each === name && path.replace(/\?.*/, "").endsWith(end))
          ? { json: { success: true, data: name === "contacts.get" ? [] : { domain_name: domain }, total: 1 } }
          : { status, json: { success: false, error: "e", message: "no" } };
      const error = await failureOf(callOf(client(), operationOf(name)));
      expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", status });
      for (const part of ['"e: no"', `"${name}"`, "assumed", "REGISTRAR_CONTRACT_FILE", ...parts])
        expect(error.message).toContain(part);
    }
  });

  it("leaves none of the table's guesses out", () => {
    const guessed = Object.entries(endpoints).filter(([, row]) => row.assumed.some((part) => part !== "answer"));
    expect(guesses.map(({ name }) => name).sort()).toEqual(guessed.map(([name]) => name).sort());
  });

  it("says nothing of what the user's contract says", async () => {
    server.respond = () => ({ status: 400 });
    const own = client({ "records.create": { fields: { type: "record_type" } } });
    expect((await failureOf(own.records.create({ domain, body }))).message).not.toContain("assumed");
  });
});

// Their words: test/cases/elements.
it("a response proposes its mark of success by key and value, but not beside a message of a failure", () => {
  for (const mark of [{ success: true }, { OK: true }, { Status: "SUCCESS" }]) {
    expect(markIn({ id: 1, ...mark, message: "Done." })).toEqual(mark);
    expect(markIn({ ...mark, Reason: "denied" })).toBeUndefined();
  }
  for (const body of [{ status: "active" }, { http_status: "ok" }, { ok: 1 }, "ok"])
    expect([body, markIn(body)]).toEqual([body, undefined]);
});

it("the advice for an incomplete list is that of its cause", () => {
  const cuts = ["unmarked", "contradicted", "unreadable", "sets", "opaque", "short", "renamed", undefined] as const;
  const says = "a success|later|doctor|of a set|doctor|page_size|rename it back|complete".split("|");
  for (const [place, cut] of cuts.entries()) expect(settling("records.list", cut)).toContain(says[place]);
});
