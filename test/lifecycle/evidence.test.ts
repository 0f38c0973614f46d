/**
 * A 2xx alone isn't evidence: a write without a mark of success counts as done only if its effect shows. A lock is what is read, at a
 * registrar that fails, contradicts itself, or doesn't do what it accepted.
 */
import type { Fault } from "../../testing/sandbox/index.ts";
import { useContract } from "../support/contract.ts";
import { a, applied, type Declared, forward, HandlerStack, one, person, withStory } from "../support/story.ts";

const { registrar, said, shows } = withStory();
const marked = /doesn't show that it succeeded/;

const unmarked = [
  ...[{}, { error: "quota" }, { status: "queued" }, { ok: false }, { success: "no" }, { code: 1105 }],
  { success: true, failed: 1 },
  { success: true, status: "failed" },
];
const before = { it: a("www", "192.0.2.1") };

/** The contract line that a message shows. */
const lineIn = (message = ""): object => JSON.parse(/\{".*\}(?=\.)/.exec(message)?.[0] ?? "{}");

const servers = ["ns1.x.net", "ns2.x.net"];
/** Writes of each kind, and a response that repeats the request. */
const kinds: [kind: string, operation: string, it: Declared, echo: object | undefined][] = [
  ["record", "records.create", before.it, { ...before.it.args, id: 9 }],
  ["forward", "forwards.create", forward("shop", "https://x.example/"), { source: "shop", id: 9 }],
  ["lock", "lock.set", one("domainLock"), { locked: true }],
  ["delegation", "nameservers.set", one("nameservers", { nameservers: servers }), { nameservers: servers }],
  ["setting", "autoRenew.set", one("domainSettings", { autoRenew: false }), { auto_renew: false }],
  ["contact", "contacts.create", { handler: "contact", args: person }, undefined],
  ["DNSSEC", "dnssec.enable", one("dnssec", { enabled: true }), undefined],
];

/** Bodies that repeat a request, with words of failure and of success around it. */
const echoing = (data: object) =>
  ["failed", "ok", undefined].map((status) => ({ status, message: "quota exceeded", authenticated: true, data }));

it.each(kinds)(
  "a %s isn't done by a refusal that comes with a 2xx, and without a mark only if it shows after %s",
  async (_kind, operation, it, echo) => {
    const { sandbox } = registrar;
    const echoes: object[] = [{ status: "failed" }, ...(echo === undefined ? [] : echoing(echo))];
    for (const [n, body] of [...unmarked, ...echoes].entries()) {
      const refused = sandbox.fault({ operation, fault: { status: 200 + (n % 4), body } });
      const { errors } = await new HandlerStack().up({ it });
      expect([body, errors["it"]]).toEqual([body, expect.stringMatching(marked)]);
      // No line of a contract would make an echo a success. A write with a response is never sent again.
      if (echoes.includes(body)) expect(lineIn(errors["it"])).toEqual({});
      expect(registrar.writes()).toHaveLength(1);
      refused.clear();
    }
    sandbox.fault({ operation, fault: { status: 200, body: {}, done: true } });
    expect((await new HandlerStack().up({ it })).errors).toEqual({});
    expect(registrar.writes()).toHaveLength(1);
  },
);

it("a change of a contact waits for an approval only if its response doesn't contradict itself", async () => {
  const contact = (city: string) => ({ it: one("contact", { ...person, domain: undefined, city }) });
  const stack = await applied(contact("London"));
  const body = { success: true, failed: 1 };
  registrar.sandbox.fault({ operation: "contacts.update", fault: { status: 202, body } });
  expect((await stack.up(contact("Leeds"))).errors["it"]).toMatch(marked);
});

it("finds the contract's mark of success inside an object of the response", async () => {
  useContract({ "records.create": { success: { "reply.detail": "success" } } });
  const body = { reply: { code: 300, detail: "success" } };
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 200, body, done: true } });
  expect((await new HandlerStack().up(before)).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "POST records.create"]);
});

const lock = { lock: one("domainLock") };

const refused = (status: number) => ({ status, body: { success: false, error: "no", message: "Not today." } });
const unread: [read: string, says: RegExp, fault: Fault][] = [
  ["a 404 for lock and domain", /does not hold example\.com.*Check the spelling/s, refused(404)],
  ["a 403 for lock and domain", /may not act on example\.com.*Not today.*_DOMAIN_FORBIDDEN/s, refused(403)],
  ["a 401", /401 missing or invalid token.*REGISTRAR_API_TOKEN/s, refused(401)],
  ["an error of the server", /501 internal server error/, refused(501)],
  ["a response that isn't JSON", /not JSON/, "html"],
];

it.each(unread)("the destroy of a lock whose read gives %s fails, and writes nothing", async (...given) => {
  const [, says, fault] = given;
  const stack = await applied(lock);
  registrar.sandbox.fault({ operation: "*", fault });
  const { errors } = await stack.destroy();
  expect(errors["lock"]).toMatch(says);
  expect([...stack.state.keys()]).toEqual(["lock"]);
  expect(registrar.writes()).toEqual([]);
});

const contradictions: [string, Record<string, unknown>][] = [
  ['locked: true, status: "unlocked"', { locked: true, status: "unlocked" }],
  ["locked: true, can_transfer_out: true", { locked: true, can_transfer_out: true }],
  ['status: "locked", can_transfer_out: true', { status: "locked", can_transfer_out: true }],
];

it.each(contradictions)(
  "a response that contradicts itself is drift, lets no delete pass, and is told: %s",
  async (words, fields) => {
    const stack = await applied(lock);
    const fault = shows("lock.get", fields);
    expect((await stack.refresh()).drift).toMatchObject({ lock: { locked: false } });
    expect(said()).toContain(words);
    expect((await stack.destroy()).errors["lock"]).toMatch(words);
    expect(stack.state.size).toBe(1);
    registrar.calls();
    expect((await stack.up(lock)).errors["lock"]).toContain(words);
    expect(registrar.writes()).toEqual(["PUT lock.set"]);
    fault.clear();
    expect((await stack.up(lock)).errors).toEqual({});
    expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: true, canTransferOut: false });
  },
);
