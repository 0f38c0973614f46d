import { applied, HandlerStack, quick, withStory } from "../support/story.ts";

const { registrar, said } = withStory();
const domain = "example.com";
const program = { lock: { handler: "domainLock" as const, args: { domain } } };
const answer = (operation: string, status: number, body: unknown, times?: number) =>
  registrar.sandbox.fault({ operation, ...(times !== undefined && { times }), fault: { status, body } });
const shown = (fields: Record<string, unknown>) => answer("lock.get", 200, { success: true, ...fields });

const locked = () => applied(program);

describe("destroy of a lock that cannot be read", () => {
  const refusal = { success: false, error: "no", message: "Not today." };
  const cases: [string, RegExp, () => void][] = [
    [
      "under a base URL that lacks /api, where every path is a 404",
      /nothing at the registrar's base URL has answered.*REGISTRAR_BASE_URL/s,
      () => {
        process.env["REGISTRAR_BASE_URL"] = registrar.sandbox.url.replace(/\/api$/, "");
      },
    ],
    [
      "after a 404 for lock and domain",
      /does not hold example\.com.*pulumi-registrar forget/s,
      () => void answer("*", 404, refusal),
    ],
    [
      "after a 403 for lock and domain",
      /may not act on example\.com, or another account.*Not today/s,
      () => void answer("*", 403, refusal),
    ],
    ["after a 401", /401 missing or invalid token.*REGISTRAR_API_TOKEN/s, () => void answer("*", 401, refusal)],
    ["after an error of the server", /501 internal server error/, () => void answer("*", 501, refusal)],
    ["after a response that isn't JSON", /not JSON/, () => void registrar.sandbox.fault({ fault: "html" })],
    [
      "after an answer that says nothing of the lock",
      /neither `locked` nor `status`/,
      () => void shown({ other: 1, icann_transfer_lock: false }),
    ],
  ];

  it.each(cases)(
    "fails, keeps the state and writes nothing: %s",
    async (title, message, arrange) => {
      const stack = await locked();
      arrange();
      const { errors } = await stack.destroy();
      expect(errors["lock"]).toMatch(message);
      expect([...stack.state.keys()]).toEqual(["lock"]);
      expect(registrar.writes()).toEqual([]);
      expect(registrar.sandbox.domain(domain).locked).toBe(true);
      if (title.includes("403")) expect(errors["lock"]).not.toMatch(/pulumi-registrar forget/);
    },
    20_000,
  );
});

describe("an answer that contradicts itself", () => {
  const contradictions: [string, Record<string, unknown>][] = [
    ['locked: true, status: "unlocked"', { locked: true, status: "unlocked" }],
    ['locked: false, status: "locked"', { locked: false, status: "locked" }],
    ["locked: true, can_transfer_out: true", { locked: true, can_transfer_out: true }],
    ['status: "locked", can_transfer_out: true', { status: "locked", can_transfer_out: true }],
    [
      'locked: true, status: "LOCKED", can_transfer_out: true',
      { locked: true, status: "LOCKED", can_transfer_out: true },
    ],
  ];

  it.each(contradictions)("is drift, never lets a delete pass, and is told: %s", async (words, fields) => {
    const stack = await locked();
    const fault = shown(fields);
    expect((await stack.refresh()).drift).toMatchObject({ lock: { locked: false } });
    expect(said()).toContain(words);
    expect((await stack.destroy()).errors["lock"]).toMatch(words);
    expect(stack.state.size).toBe(1);
    registrar.calls();
    const { errors } = await stack.up(program);
    expect(errors["lock"]).toMatch(/accepted the lock, but lock\.get still says/);
    expect(errors["lock"]).toContain(words);
    expect(registrar.writes()).toEqual(["PUT lock.set"]);
    expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: false });
    fault.clear();
    expect((await stack.up(program)).errors).toEqual({});
    expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: true, canTransferOut: false });
  });
});

it("a PUT without effect fails with what was read, is kept for the next run, and never counts as locked", async () => {
  const stack = new HandlerStack(quick);
  const fault = answer("lock.set", 200, { success: true, message: "Domain locked.", locked: true });
  const { errors } = await stack.up(program);
  expect(errors["lock"]).toMatch(/lock\.set for example\.com.*accepted the lock, but lock\.get still says.*unlocked/s);
  expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: false, canTransferOut: true });
  expect(registrar.writes()).toEqual(["PUT lock.set"]);
  fault.clear();
  expect((await stack.up(program)).steps).toEqual({ lock: "update" });
  expect(stack.state.get("lock")?.outputs).toMatchObject({ locked: true, canTransferOut: false });
  expect((await stack.up(program)).steps).toEqual({ lock: "same" });
});
