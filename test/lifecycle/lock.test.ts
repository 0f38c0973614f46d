/** A DomainLock at a registrar that fails, contradicts itself, or does not do what it accepted. */
import type { Fault } from "../../testing/sandbox/index.ts";
import { applied, HandlerStack, one, withStory } from "../support/story.ts";

const { registrar, said, shows } = withStory();
const program = { lock: one("domainLock") };

const refused = (status: number) => ({ status, body: { success: false, error: "no", message: "Not today." } });
const unread: [read: string, says: RegExp, fault: Fault, operation?: string][] = [
  ["a 404 for lock and domain", /does not hold example\.com.*pulumi-registrar forget/s, refused(404)],
  ["a 403 for lock and domain", /may not act on example\.com, or another account.*Not today/s, refused(403)],
  ["a 401", /401 missing or invalid token.*REGISTRAR_API_TOKEN/s, refused(401)],
  ["an error of the server", /501 internal server error/, refused(501)],
  ["a response that isn't JSON", /not JSON/, "html"],
  [
    "a response without the lock",
    /neither `locked` nor `status`/,
    { status: 200, body: { success: true, other: 1, icann_transfer_lock: false } },
    "lock.get",
  ],
];

it.each(unread)("the destroy of a lock whose read gives %s fails, and writes nothing", async (...given) => {
  const [read, says, fault, operation = "*"] = given;
  const stack = await applied(program);
  registrar.sandbox.fault({ operation, fault });
  const { errors } = await stack.destroy();
  expect(errors["lock"]).toMatch(says);
  expect([...stack.state.keys()]).toEqual(["lock"]);
  expect(registrar.writes()).toEqual([]);
  if (read.includes("403")) expect(errors["lock"]).not.toMatch(/pulumi-registrar forget/);
});

it("the destroy of a lock under a base URL that lacks /api, where every path is a 404, names the setting", async () => {
  const stack = await applied(program);
  process.env["REGISTRAR_BASE_URL"] = registrar.sandbox.url.replace(/\/api$/, "");
  const says = /nothing at the registrar's base URL has answered.*REGISTRAR_BASE_URL/s;
  expect((await stack.destroy()).errors["lock"]).toMatch(says);
});

const contradictions: [string, Record<string, unknown>][] = [
  ['locked: true, status: "unlocked"', { locked: true, status: "unlocked" }],
  ["locked: true, can_transfer_out: true", { locked: true, can_transfer_out: true }],
  ['status: "locked", can_transfer_out: true', { status: "locked", can_transfer_out: true }],
];

it.each(contradictions)(
  "a response that contradicts itself is drift, lets no delete pass, and is told: %s",
  async (words, fields) => {
    const stack = await applied(program);
    const fault = shows("lock.get", fields);
    expect((await stack.refresh()).drift).toMatchObject({ lock: { locked: false } });
    expect(said()).toContain(words);
    expect((await stack.destroy()).errors["lock"]).toMatch(words);
    expect(stack.state.size).toBe(1);
    registrar.calls();
    expect((await stack.up(program)).errors["lock"]).toContain(words);
    expect(registrar.writes()).toEqual(["PUT lock.set"]);
    fault.clear();
    expect((await stack.up(program)).errors).toEqual({});
    expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: true, canTransferOut: false });
  },
);

it("a PUT without effect fails with what was read, is kept for the next run, and never counts as locked", async () => {
  const stack = new HandlerStack();
  shows("lock.set", { message: "Domain locked.", locked: true }, { times: 1 });
  const says = /lock\.set for example\.com.*accepted the lock, but lock\.get still says.*unlocked/s;
  expect((await stack.up(program)).errors["lock"]).toMatch(says);
  expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: false, canTransferOut: true });
  expect(registrar.writes()).toEqual(["PUT lock.set"]);
  expect((await stack.up(program)).steps).toEqual({ lock: "update" });
  expect((await stack.up(program)).steps).toEqual({ lock: "same" });
});
