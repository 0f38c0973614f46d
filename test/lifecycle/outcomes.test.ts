/** Writes whose response is lost, broken or late, of each kind of rows: the registrar holds exactly what the program declares. */
import type { Fault } from "../../testing/sandbox/index.ts";
import { unchanged } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import { type Declared, HandlerStack } from "../support/handlerStack.ts";
import { a, bound, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
withSaid();
const domain = "example.com";

function live(): string[] {
  const { sandbox } = registrar;
  const records = sandbox.records(domain).map(({ type, name, content, ttl }) => `${name} ${type} ${content} ${ttl}`);
  return [...records, ...sandbox.forwards(domain).map(({ source, destination }) => `${source} ${destination}`)].sort();
}
function deleteAll(): void {
  const { sandbox } = registrar;
  for (const { id } of sandbox.records(domain)) sandbox.dashboard.deleteRecord(domain, id);
  for (const { id } of sandbox.forwards(domain)) sandbox.dashboard.deleteForward(domain, id);
}

interface Kind {
  kind: string;
  before: Declared;
  after: Declared;
  rows: [before: string[], after: string[]];
}
const set = (ttl: number): Declared => ({
  handler: "dnsRecordSet",
  args: { domain, name: "www", type: "A", values: ["192.0.2.1"], ttl },
});
const zone = (ttl: number): Declared => ({
  handler: "dnsZone",
  args: { domain, records: { "www A": ["192.0.2.1"] }, ttl },
});
const ttls: Kind["rows"] = [["www A 192.0.2.1 300"], ["www A 192.0.2.1 600"]];
const kinds: Kind[] = [
  {
    kind: "record",
    before: a("www", "192.0.2.1", { ttl: 300 }),
    after: a("www", "192.0.2.1", { ttl: 600 }),
    rows: ttls,
  },
  { kind: "set", before: set(300), after: set(600), rows: ttls },
  { kind: "zone", before: zone(300), after: zone(600), rows: ttls },
  {
    kind: "forward",
    before: forward("go", "https://x.example/1"),
    after: forward("go", "https://x.example/2"),
    rows: [["go https://x.example/1"], ["go https://x.example/2"]],
  },
];

/** Faults of a write, and whether the registrar carried it out. */
const faults: [fault: Fault, isDone: boolean][] = [
  ["reset-before", false],
  ["reset-after", true],
  ["truncate", true],
  [{ status: 200, body: "<html>", done: true }, true],
  [{ status: 500 }, false],
  [{ status: 400, done: true, body: { success: true, message: "done" } }, true],
  [{ status: 429, done: true, body: { success: true, message: "done" } }, true],
];
type Write = "create" | "update" | "delete" | "replacement" | "new row after a delete by hand";
const writes: Write[] = ["create", "update", "delete", "replacement", "new row after a delete by hand"];

const isReset = (fault: Fault) => String(fault).startsWith("reset");
/** A PUT or DELETE is safe to repeat, and waits before it: in `npm test` it meets resets alone. */
const isTried = (write: Write, fault: Fault) => isSoak || isReset(fault) || !["update", "delete"].includes(write);
const cases = kinds.flatMap((each) =>
  writes.flatMap((write) =>
    faults.filter(([fault]) => isTried(write, fault)).map(([fault, isDone]) => ({ ...each, write, fault, isDone })),
  ),
);
type Case = (typeof cases)[number];

/** Runs up to the write, and meets the fault in it. */
async function story({ before, after, rows, write, fault }: Case, config: Record<string, string>): Promise<void> {
  const operation = new RegExp(`\\.${write === "update" || write === "delete" ? write : "create"}$`);
  if (write === "replacement") useContract({ "records.update": null, "forwards.update": null });
  const stack = new HandlerStack(config);
  if (write !== "create") expect((await stack.up({ it: before })).errors).toEqual({});
  if (write.startsWith("new row")) deleteAll();
  registrar.sandbox.fault({ operation, times: 1, fault });
  const [program, wanted] = write === "create" ? [before, rows[0]] : [after, rows[1]];
  if (write !== "delete") {
    expect((await stack.up({ it: program })).errors).toEqual({});
    expect(live()).toEqual(wanted);
    expect(await stack.up({ it: program })).toEqual({ steps: { it: "same" }, errors: {} });
    expect(await stack.refresh()).toEqual(unchanged);
  }
  expect((await stack.destroy()).errors).toEqual({});
  expect([live(), stack.state.size]).toEqual([[], 0]);
}

it.each(cases)("a $write of a $kind is carried out once, although it meets $fault", async (each) => {
  await story(each, quick);
  const sent = registrar.sandbox.log.entries({ writes: true }).filter(({ operation }) => operation.endsWith(".create"));
  const repeats = !each.isDone && /create|replacement|new row/.test(each.write) ? 1 : 0;
  expect(sent).toHaveLength((each.write === "create" ? 1 : /replace|new/.test(each.write) ? 2 : 1) + repeats);
});

/** Waiting is what these stories do most: in `npm test` each kind has one of these profiles. */
const profiles: [profile: string, kinds: string[]][] = [
  ["duplicates-accepted", ["record", "forward"]],
  ["stale-lists:1", ["forward"]],
  ["stale-lists:2,writes-without-object,ids-change-on-put", ["record"]],
];
if (isSoak) for (const lag of ["stale-lists:3", "stale-seconds:1"]) profiles.push([lag, kinds.map(({ kind }) => kind)]);
const lags = profiles.map(([profile]) => profile).filter((profile) => profile.startsWith("stale"));

describe.each(profiles)("under %s", (profile, ofProfile) => {
  const some = cases.filter(({ kind, fault }) => isReset(fault) && (isSoak || ofProfile.includes(kind)));
  it.each(some)("a $write of a $kind leaves one row, although it meets $fault", async (each) => {
    registrar.sandbox.setProfile(profile);
    await story(each, lags.includes(profile) ? bound : quick);
  });
});

it.each(lags)("a change of type right after an `up` and back leaves one record, under %s", async (profile) => {
  registrar.sandbox.setProfile(profile);
  const stack = new HandlerStack(bound);
  const alias = record("CNAME", "www", { content: "host.example.net", ttl: 300 });
  for (const [it, row] of [
    [a("www", "192.0.2.1", { ttl: 300 }), "www A 192.0.2.1 300"],
    [alias, "www CNAME host.example.net 300"],
    [a("www", "192.0.2.1", { ttl: 300 }), "www A 192.0.2.1 300"],
  ] as const) {
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual([row]);
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
    expect(live()).toEqual(["www A 192.0.2.1 300"]);
    expect(stack.state.get("it")?.outputs["recordId"]).toBe(String(registrar.sandbox.records(domain)[0]?.id));
  },
);

describe("a forward that its source names in a path, at a registrar without an update", () => {
  const forwardWithoutId = { source: "$source", destination: "$destination", type: "$type" };
  const profile = JSON.stringify({ forward: forwardWithoutId, duplicates: true, putMissing: 404 });
  const path = "/registrar/v1/domains/{domain}/url-forwards/{source}";
  const [destination, other] = ["https://x.example/1", "https://x.example/2"];
  const cases = [
    { changed: "destination", after: { destination: other, type: "permanent" } },
    { changed: "type", after: { destination, type: "temporary" } },
  ].flatMap((each) => (["reset-before", "reset-after"] as const).map((fault) => ({ ...each, fault })));

  it.each(cases)("exists once after its $changed changed, although the create meets $fault", async (each) => {
    registrar.sandbox.setProfile(profile);
    useContract({ "forwards.update": null, "forwards.delete": { path } });
    const stack = new HandlerStack(quick);
    const up = (row: { destination: string; type: string }) => stack.up({ it: forward("go", row.destination, row) });
    expect((await up({ destination, type: "permanent" })).errors).toEqual({});
    registrar.sandbox.fault({ operation: "forwards.create", times: 1, fault: each.fault });
    expect((await up(each.after)).errors).toEqual({});
    expect(registrar.sandbox.forwards(domain)).toMatchObject([{ source: "go", ...each.after }]);
    expect(await up(each.after)).toEqual({ steps: { it: "same" }, errors: {} });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  });
});
