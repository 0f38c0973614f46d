/** Writes whose response is lost, broken or late, of each kind of rows: the registrar holds exactly what the program declares. */
import type { Fault } from "../../testing/sandbox/index.ts";
import { withShortWaits } from "../support/clock.ts";
import { useContract } from "../support/contract.ts";
import { a, bound, forward, owners, record, recordKinds, someKinds } from "../support/records.ts";
import { isSoak } from "../support/soak.ts";
import { applied, type Declared, expectIdle, HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar, live, clear, byHand, edit, dashboard, rows, forwards, expectDestroyed, writesOf } = withStory();
withShortWaits();

/** Faults of a write, and whether the registrar carried it out. Other responses of unknown outcome: test/cases/refusals.txt. */
const faults: [fault: Fault, isDone: boolean][] = [
  ["reset-before", false],
  ["reset-after", true],
];
const writes = ["create", "update", "delete", "replacement", "new row after a delete by hand"] as const;

/** Registrars that keep an exact duplicate beside the first row, and whose lists lag. */
const keeping = "duplicates-accepted";
const lags = ["stale-lists:2,writes-without-object,ids-change-on-put"];
if (isSoak) lags.push("stale-lists:1", "stale-lists:3", "stale-seconds:1");
const profiles = ["", keeping, ...lags];

/** Resets under a lag, in `npm test`: updates and deletes are in secondReading. */
const lost: Partial<Record<(typeof writes)[number], Fault>> = {
  create: "reset-after",
  "new row after a delete by hand": "reset-before",
};
const isTried = (kind: string, write: (typeof writes)[number], fault: Fault, profile: string) => {
  if (isSoak) return true;
  if (lags.includes(profile)) return kind === "record" && fault === lost[write];
  // A repeated write shows best where its duplicate is kept.
  const isKept = fault === "reset-after" && kind !== "authoritative zone";
  return profile === (isKept ? keeping : "");
};
const cases = someKinds.flatMap(([kind, declared]) =>
  writes.flatMap((write) =>
    faults.flatMap(([fault, isDone]) =>
      profiles
        .filter((profile) => isTried(kind, write, fault, profile))
        .map((profile) => ({ kind, declared, write, fault, isDone, profile })),
    ),
  ),
);

it.each(cases)('a $write of a $kind is carried out once, although it meets $fault under "$profile"', async (each) => {
  const { declared, write, fault, isDone, profile } = each;
  registrar.sandbox.setProfile(profile);
  const operation = new RegExp(`\\.${write === "update" || write === "delete" ? write : "create"}$`);
  if (write === "replacement") useContract({ "records.update": null, "forwards.update": null });
  const stack = new HandlerStack(lags.includes(profile) ? bound : {});
  if (write !== "create") expect((await stack.up({ it: declared(1) })).errors).toEqual({});
  if (write.startsWith("new row")) clear();
  registrar.sandbox.fault({ operation, times: 1, fault });
  if (write !== "delete") {
    const version = write === "create" ? 1 : 2;
    const program = { it: declared(version) };
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual([expect.stringMatching(new RegExp(`(192\\.0\\.2\\.|x\\.example/)${version}`))]);
    await expectIdle(stack, program);
  }
  expect((await stack.destroy()).errors).toEqual({});
  expect([live(), stack.state.size]).toEqual([[], 0]);
  const sent = registrar.sandbox.log.entries({ writes: true }).filter(({ operation }) => operation.endsWith(".create"));
  const repeats = !isDone && /create|replacement|new row/.test(write) ? 1 : 0;
  if (!lags.includes(profile)) expect(sent).toHaveLength((/replace|new/.test(write) ? 2 : 1) + repeats);
});

it.each(lags)("a change of type right after an `up` and back leaves one record, under %s", async (profile) => {
  registrar.sandbox.setProfile(profile);
  const stack = new HandlerStack(bound);
  const address = a("www", "192.0.2.1", { ttl: 300 });
  for (const it of [address, record("CNAME", "www", { content: "host.example.net", ttl: 300 }), address]) {
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual([`www ${it.args["type"]} ${it.args["content"]} ttl 300`]);
    expect(await stack.refresh()).toEqual(unchanged);
  }
});

it.each(["reset-before", "reset-after"] as const)(
  "a replacement that was asked for ends in one record, though the list is stale (%s)",
  async (fault) => {
    registrar.sandbox.setProfile("stale-lists:1");
    const program = { it: a("www", "192.0.2.1", { ttl: 300 }) };
    const stack = new HandlerStack(bound);
    await stack.up(program);
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault });
    expect((await stack.up(program, { replace: ["it"], skipPreview: true })).errors).toEqual({});
    expect(live()).toEqual(["www A 192.0.2.1 ttl 300"]);
    expect(stack.state.get("it")?.outputs["recordId"]).toBe(String(rows()[0]?.id));
  },
);

describe("a stranger's record that comes between the check and the writes", () => {
  const owned = ["192.0.2.1", "192.0.2.2"];
  it.each(owners)("is neither overwritten nor deleted by a new %s without consent", async (_what, of) => {
    const it = of(owned);
    byHand("www", "192.0.2.1");
    const { errors } = await new HandlerStack(bound).up({ it }, { beforeWrites: () => byHand("www", "203.0.113.9") });
    expect(errors["it"]).toMatch(/would delete 1 record .*www A 203\.0\.113\.9/s);
    expect(live()).toEqual(["www A 192.0.2.1", "www A 203.0.113.9"]);
    expect(registrar.writes()).toEqual([]);
  });

  it.each(recordKinds)(
    "is not doubled by a %s, which says what the next list shows, and adopts it",
    async (_kind, of) => {
      const it = of(1);
      const stack = new HandlerStack();
      const { errors } = await stack.up({ it }, { beforeWrites: () => byHand("www", "192.0.2.1", { ttl: 300 }) });
      expect(errors["it"]).toMatch(
        /www\.example\.com A 192\.0\.2\.1 exists already: .* shows it only now.*`pulumi up` again/s,
      );
      expect(registrar.writes()).toEqual(["POST records.create"]);
      expect(await writesOf(stack, { it })).toEqual([]);
      expect(live()).toEqual(["www A 192.0.2.1 ttl 300"]);
    },
  );

  const accepts = { status: 200, body: {} };
  it.each<[how: string, theirs: string, says: RegExp, fault?: Fault]>([
    ["refuses beside it", "A 203.0.113.9", / conflicts with existing records .*: www\.example\.com A 203\.0\.113\.9/],
    ["refuses in its place", "CNAME their.example", /in its place: .* CNAME their\.example/],
    ["refuses and accepts", "A 203.0.113.9", /it is not known whether www.* was created/, accepts],
  ])("conflicts with a CNAME that the registrar %s, which is not made", async (...row) => {
    const [, theirs, says, fault] = row;
    const it = record("CNAME", "www", { content: "web.example.net" });
    if (fault !== undefined) registrar.sandbox.fault({ operation: "records.create", fault });
    const [type, content = ""] = theirs.split(" ");
    const beforeWrites = () => byHand("www", content, { type });
    expect((await new HandlerStack().up({ it }, { beforeWrites })).errors["it"]).toMatch(says);
    expect(live()).toEqual([`www ${theirs}`]);
  });
});

describe("at a registrar that keeps an exact duplicate beside the first row", () => {
  beforeEach(() => registrar.sandbox.setProfile("duplicates-accepted"));
  const go = (version: 1 | 2) => forward("go", `https://x.example/${version}`);

  it("a record with a twin made by hand is changed and removed alone", async () => {
    const stack = await applied({ it: a("www", "192.0.2.1") });
    byHand("www", "192.0.2.1");
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({ it: a("www", "192.0.2.2") })).errors).toEqual({});
    expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.2"]);
    await expectDestroyed(stack, ["www A 192.0.2.1"]);
  });

  it("another resource's row that a person makes like a lost new one stays that resource's", async () => {
    const other = a("api", "192.0.2.9");
    const stack = await applied({ other });
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
    const beforeWrites = () => edit("api", { name: "www", content: "192.0.2.1" });
    expect((await stack.up({ other, it: a("www", "192.0.2.1") }, { beforeWrites })).errors).toEqual({});
    const idOf = (name: string) => Number(stack.state.get(name)?.outputs["recordId"]);
    expect([idOf("other"), idOf("it")]).toEqual(rows().map(({ id }) => id));
  });

  it("a forward with a twin made by hand is not changed beside it, until one forward goes", async () => {
    const stack = await applied({ it: go(1) });
    dashboard().addForward("example.com", { source: "go", destination: "https://x.example/1" });
    expect(await stack.refresh()).toEqual(unchanged);
    registrar.writes();
    const changed = { it: go(2) };
    expect((await stack.up(changed)).errors["it"]).toMatch(/another row is in its place: .* \(id \d+\)/);
    expect(registrar.writes()).toEqual([]);
    dashboard().deleteForward("example.com", forwards()[1]?.id ?? 0);
    expect((await stack.up(changed)).errors).toEqual({});
    expect(live()).toEqual(["go https://x.example/2"]);
  });

  it.each<[string, Declared, Declared, Declared]>([
    ["records", a("www", "192.0.2.1"), a("www", "192.0.2.2"), a("api", "192.0.2.9")],
    ["forwards", go(1), go(2), forward("other", "https://x.example/9")],
  ])("an ID in the %s that is another resource's by now: that one's row stays", async (list, it, changed, other) => {
    const stack = await applied({ it, other });
    const outputs = stack.state.get("it")?.outputs ?? {};
    const others = stack.state.get("other")?.outputs ?? {};
    if (list === "records") dashboard().deleteRecord("example.com", Number(outputs["recordId"]));
    else dashboard().deleteForward("example.com", Number(outputs["forwardId"]));
    // As if the other one had been made after the first was deleted by hand.
    for (const id of ["recordId", "forwardId"]) if (id in others) outputs[id] = others[id];
    const before = live();
    registrar.writes();
    for (const run of [() => stack.refresh(), () => stack.up({ other, it: changed }), () => stack.up({ other })])
      expect((await run()).errors).toEqual({ it: expect.stringContaining("another row of the list has its ID") });
    expect([registrar.writes(), live()]).toEqual([[], before]);
  });
});
