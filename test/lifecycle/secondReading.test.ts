/**
 * Writes that depend on what a list lacks, at a registrar that keeps duplicates, and lists that lag behind writes for less than the
 * bound: no row is doubled, dropped, left behind or a stranger's.
 */
import { ownKey, ownOf } from "../../provider/fronts/shared/state.ts";
import { type RowIndex, RowList } from "../../provider/lifecycle/list.ts";
import { withClock, withShortWaits } from "../support/clock.ts";
import { useContract } from "../support/contract.ts";
import { a, mx, set, zone } from "../support/records.ts";
import { isSoak } from "../support/soak.ts";
import { applied, HandlerStack, type Program, someKinds, unchanged, withStory } from "../support/story.ts";

const { registrar, live, rows, clear, edit, byHand, shows, expectDestroyed } = withStory();
withShortWaits();
const advanceDays = withClock();
/** The bound, shorter than the usual 10 seconds; longer than any lag of these stories. */
const bound = { "registrar:staleListSeconds": isSoak ? "2" : "1" };
const atOnce = { skipPreview: true } as const;
const index: RowIndex<object> = { id: () => undefined, identity: () => "", keys: () => [""] };
const listOf = (data: object[], total = data.length) => ({ data, total });

beforeEach(() => registrar.sandbox.setProfile("duplicates-accepted"));

/** The second list that a run reads has only the rows of these names, a page each, which the list after it contradicts. */
const showOnce = (names: string[]) => {
  const shown = rows().filter(({ name }) => names.includes(name));
  for (const data of shown.length === 0 ? [[]] : shown.map((row) => [row]))
    shows("records.list", { data, total: shown.length }, { after: 2, times: 1 });
};

const adopting = a("a", "192.0.2.1");
const two = { "a A": ["192.0.2.1"], "c A": ["192.0.2.3"] };
it.each<[by: string, before: Program, after: Program, others?: string[]]>([
  ["a new record", {}, { it: adopting }],
  ["a record that had another row", { it: a("x", "192.0.2.1") }, { it: adopting }],
  [
    "a zone that changes another row",
    { it: zone({ "c A": ["192.0.2.3"] }, { ttl: 300 }) },
    { it: zone(two, { ttls: { "c A": 600 } }) },
    ["c A 192.0.2.3 ttl 600"],
  ],
])("an adoption by %s, before which a list lacks rows once, creates and leaves no row", async (...given) => {
  const [, before, after, others = []] = given;
  for (const shown of [[], ["a", "b"]]) {
    const stack = await applied(before, bound);
    for (const name of ["a", "b"]) byHand(name, "192.0.2.1");
    showOnce(shown);
    expect((await stack.up(after, atOnce)).errors).toEqual({});
    expect(live()).toEqual(["a A 192.0.2.1", "b A 192.0.2.1", ...others]);
    clear();
  }
});

it("an adoption that only a second reading shows rests on a list that can't be stale", async () => {
  const own = a("own", "192.0.2.9");
  const stack = await applied({ own }, bound);
  const [row] = rows();
  shows("records.list", listOf([]), { times: 1 });
  for (const data of [row, { ...row, id: 999, name: "a", content: "192.0.2.1" }].map((each) => [each]))
    shows("records.list", { data, total: 2 }, { times: 1 });
  expect((await stack.up({ own, it: adopting }, atOnce)).errors).toEqual({});
  expect(live()).toEqual(["a A 192.0.2.1", "own A 192.0.2.9"]);
});

it("an update that meets a 404 creates no row because one list is empty", async () => {
  const stack = await applied({ it: a("x", "192.0.2.1") });
  registrar.sandbox.fault({ operation: "records.update", times: 1, fault: { status: 404 } });
  showOnce([]);
  expect((await stack.up({ it: a("x", "192.0.2.2") }, atOnce)).errors["it"]).toMatch(/does not know this operation/);
  expect(live()).toEqual(["x A 192.0.2.1"]);
});

it.each<{ write: string; theirs: number; hidden: number; after: Program; lines?: string[] }>([
  { write: "delete", theirs: 20, hidden: 0, after: {} },
  { write: "change", theirs: 20, hidden: 0, after: { it: mx(30) }, lines: ["@ MX 30 mail.example.net"] },
  { write: "change", theirs: 30, hidden: 0, after: { it: mx(30) } },
  { write: "delete", theirs: 10, hidden: 1, after: {} },
  { write: "change", theirs: 10, hidden: 1, after: { it: mx(30) } },
])("a $write that meets a 404 leaves a new MX $theirs, if the list before hides $hidden rows", async (each) => {
  const { theirs, hidden, after, lines = [] } = each;
  useContract({ "records.list": { paging: null } });
  const stack = await applied({ it: mx(10) });
  shows("records.list", listOf(rows(), rows().length + hidden), { times: 1 });
  const beforeWrites = () => {
    clear();
    byHand("", "mail.example.net", { type: "MX", priority: theirs });
  };
  const { errors } = await stack.up(after, { ...atOnce, beforeWrites });
  expect(Object.values(errors).join()).toMatch(hidden > 0 ? /is still there cannot be determined.*incomplete/ : /^$/);
  expect(live()).toEqual([`@ MX ${theirs} mail.example.net`, ...lines]);
});

const job = { success: true, data: { id: 77, type: "A", content: "192.0.2.2" } };
it.each(["", "<html>", job])("a row keeps its owner under the new ID of a change that responds %j", async (body) => {
  registrar.sandbox.setProfile("ids-change-on-put");
  const stack = await applied({ it: a("x", "192.0.2.1") });
  const fault = { operation: "records.update", times: 1, fault: { status: 200, body, done: true } } as const;
  if (body !== "") registrar.sandbox.fault(fault);
  expect((await stack.up({ it: a("x", "192.0.2.2") })).errors).toEqual({});
  edit("x", { content: "192.0.2.3" });
  expect((await stack.up({ it: a("x", "192.0.2.4") })).errors).toEqual({});
  await expectDestroyed(stack);
});

it("a delete whose response is lost leaves an equal row of somebody else", async () => {
  const stack = await applied({ it: a("x", "192.0.2.1") });
  byHand("x", "192.0.2.1");
  registrar.sandbox.fault({ operation: "records.delete", times: 1, fault: "reset-after" });
  await expectDestroyed(stack, ["x A 192.0.2.1"]);
});

it("a row to which an update of this run gave a new ID isn't missing, so that no list is read for it", async () => {
  registrar.sandbox.setProfile("ids-change-on-put,page-cap:1");
  const [x, y] = [a("x", "192.0.2.1"), a("y", "192.0.2.2")];
  const stack = await applied({ x, y }, {}, { oneByOne: true });
  expect((await stack.up({ x: a("x", "192.0.2.3"), y, z: a("z", "192.0.2.4") }, atOnce)).errors).toEqual({});
  // The list after the PUT tells if its new ID is that of the row.
  const change = ["PUT records.update", "GET records.list"];
  expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", ...change, "POST records.create"]);
});

type Row = ReturnType<typeof rows>[number];
it.each<{ shown: string; list: (own: Row, other: Row) => Row[]; isGone: boolean; hidden?: number }>([
  { shown: "nothing of it", list: (_, other) => [other], isGone: true },
  { shown: "nothing of it, and not all", list: (_, other) => [other], isGone: false, hidden: 1 },
  { shown: "its ID, other data", list: (own, other) => [{ ...own, content: "x.example.net" }, other], isGone: false },
  { shown: "an equal row with another ID", list: (own, other) => [{ ...own, id: 9 }, other], isGone: false },
  { shown: "another priority", list: (own, other) => [{ ...own, id: 9, priority: 30 }, other], isGone: true },
  { shown: "its data under another resource's ID", list: (_, other) => [{ ...other, priority: 10 }], isGone: true },
])("a delete without a readable response is done only if a list lacks its row: $shown", async (each) => {
  const { list, isGone, hidden = 0 } = each;
  useContract({ "records.list": { paging: null } });
  const stack = await applied({ it: mx(10), other: mx(20) }, bound);
  const [own, other] = rows().sort((one, two) => (one.priority ?? 0) - (two.priority ?? 0));
  if (own === undefined || other === undefined) throw new TypeError("no rows");
  registrar.sandbox.fault({ operation: "records.delete", times: 1, fault: { status: 200, body: "<html>" } });
  const shown = list(own, other);
  shows("records.list", listOf(shown, shown.length + hidden), { after: 1 });
  expect(Object.keys((await stack.up({ other: mx(20) }, atOnce)).errors)).toEqual(isGone ? [] : ["it"]);
  // A poll ends with the first list that lacks the row.
  if (isGone) expect(registrar.calls()).toEqual(["GET records.list", "DELETE records.delete", "GET records.list"]);
  expect(stack.state.has("it")).toBe(!isGone);
});

it("a delete isn't sent if an incomplete list shows the ID at a row of another name", async () => {
  const stack = await applied({ it: a("x", "192.0.2.1") });
  const others = rows().map((row) => ({ ...row, name: "other", content: "192.0.2.9" }));
  shows("records.list", listOf(others, others.length + 1));
  expect((await stack.destroy()).errors["it"]).toMatch(
    /still there cannot be determined: another row of the list has its ID/,
  );
  expect(live()).toEqual(["x A 192.0.2.1"]);
});

it("a list that shows the last write, and contradicts its total, forbids creates", async () => {
  useContract({ "records.list": { paging: null } });
  const before = rows();
  const stack = await applied({ it: zone({ "a A": ["192.0.2.1"] }) }, bound);
  const after = rows();
  shows("records.list", listOf(before), { times: 1 });
  shows("records.list", listOf(after, after.length + 1));
  const more = { it: zone({ "a A": ["192.0.2.1"], "c A": ["192.0.2.3"] }) };
  expect((await stack.up(more, atOnce)).errors["it"]).toMatch(/c\.example\.com.* exists already cannot be determined/);
  expect(live()).toEqual(["a A 192.0.2.1"]);
});

it("a row that replaces another, and whose creation stays in doubt, belongs to its zone", async () => {
  useContract({ "records.update": null });
  const stack = await applied({ it: zone({ "x A": ["192.0.2.1"] }) });
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
  const unread = registrar.sandbox.fault({ operation: "records.list", after: 2, fault: { status: 403 } });
  const { errors } = await stack.up({ it: zone({ "x A": ["192.0.2.2"] }) }, atOnce);
  expect(errors["it"]).toMatch(/^(?!.*0 records).*not known/s);
  unread.clear();
  expect(live()).toEqual(["x A 192.0.2.2"]);
  await expectDestroyed(stack);
});

it("a row isn't deleted to be recreated after a list that forbids further creates", async () => {
  useContract({ "records.update": null, "records.list": { paging: null } });
  const stack = await applied({ it: a("x", "192.0.2.1") }, {}, { oneByOne: true });
  const shown = (name: string) => ({ data: [{ id: 7, type: "A", name, content: "?" }] });
  shows("records.list", shown("other"), { times: 1 });
  shows("records.list", shown("first"));
  const after = { first: a("first", "192.0.2.3"), it: a("x", "192.0.2.2") };
  const { errors } = await stack.up(after, { ...atOnce, continueOnError: true });
  expect(errors["it"]).toMatch(/^An earlier error of this run .* says why/);
  expect(live()).toEqual(["first A 192.0.2.3", "x A 192.0.2.1"]);
});

it("a row is recreated after one reading of a list that shows only a row which can't be read", async () => {
  useContract({ "records.update": null, "records.list": { paging: null } });
  const stack = await applied({ it: a("x", "192.0.2.1") });
  shows("records.list", { data: [{ id: 7, type: "A", name: "other", content: "?" }] });
  expect((await stack.up({ it: a("x", "192.0.2.2") }, atOnce)).errors).toEqual({});
  const writes = ["DELETE records.delete", "POST records.create"];
  expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", ...writes, "GET records.list"]);
});

it.each([0, 1])("a list that could not be read after %i readings is asked for again after 30 s", async (readable) => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    if (calls > readable) throw new Error("unread");
    return { rows: [], proof: { complete: true, pages: 2, mayLack: true } };
  };
  const list = new RowList(fetch, index);
  const found: number[] = [];
  for (const days of [0, 0, 29 / 86_400, 2 / 86_400]) {
    advanceDays(days);
    await expect(list.read(() => true)).rejects.toThrow("unread");
    found.push(calls - readable);
  }
  expect(found).toEqual([1, 1, 1, 2]);
});

/** A list whose readings have rows of these IDs; a `!` says that a reading is cut. The last one is repeated. */
function listOfReadings(...readings: string[]) {
  const byId: RowIndex<{ id: string }> = { id: ({ id }) => id, identity: ({ id }) => id, keys: ({ id }) => [id] };
  const left = [...readings];
  const list = new RowList(async () => {
    const reading = (left.length > 1 ? left.shift() : left[0]) ?? "";
    const proof = reading.includes("!")
      ? ({ complete: false, cut: "short" } as const)
      : { complete: true, mayLack: true };
    return { rows: [...reading.replace("!", "")].map((id) => ({ id })), proof: { pages: 2, ...proof } };
  }, byId);
  return async (isLacking: boolean) => (await list.read(() => isLacking)).rows.map(({ id }) => id).join("");
}

it("a row that a second reading lacks is gone if a third one lacks it, and a reading that is cut isn't shared", async () => {
  const read = listOfReadings("ab", "ca", "cb", "d");
  expect([await read(false), await read(true), await read(false)]).toEqual(["ab", "cba", "cba"]);
  const readGone = listOfReadings("ab", "ca", "ca", "d");
  expect([await readGone(true), await readGone(false)]).toEqual(["ca", "ca"]);
  const readThirdCut = listOfReadings("ab", "ca", "d!");
  expect(await readThirdCut(true)).toBe("cab");
  const readCut = listOfReadings("ab", "c!", "d");
  expect([await readCut(true), await readCut(false)]).toEqual(["cab", "ab"]);
});

it("a cut reading counts for 30 s", async () => {
  const read = listOfReadings("a!", "ab");
  const found = [await read(true)];
  for (const seconds of [29, 2]) {
    advanceDays(seconds / 86_400);
    found.push(await read(true));
  }
  expect(found).toEqual(["a", "a", "ab"]);
});

const www = (ttl: number, rest: object = {}) => a("www", "192.0.2.1", { ttl, ...rest });

const silent = "writes-without-object,ids-change-on-put";
/** Waiting is what these stories do most: the long ones belong to the soak. */
const lags = ["stale-lists:1", `stale-lists:2,${silent}`];
if (isSoak) lags.push("stale-seconds:1", `stale-seconds:1,${silent}`);

it("what another machine wrote, whose clock runs ahead, may lag as well", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  const stack = await applied({ web: a("www", "192.0.2.1") }, bound);
  const { outputs = {} } = stack.state.get("web") ?? {};
  outputs[ownKey] = { ...ownOf(outputs), writtenAt: Date.now() + 3_600_000 };
  expect(await stack.refresh()).toEqual(unchanged);
});

it("a destroy deletes a record under its new ID, though the list is stale for longer than the bound says", async () => {
  registrar.sandbox.setProfile(`stale-lists:1,${silent}`);
  const stack = await applied({ web: a("www", "192.0.2.1") }, { "registrar:staleListSeconds": "0" });
  expect((await stack.up({ web: a("www", "192.0.2.2") })).errors).toEqual({});
  await expectDestroyed(stack);
});

it("a check right after a run that deleted a value of a set asks for no consent to delete it", async () => {
  registrar.sandbox.setProfile("stale-lists:1");
  const web = (...last: number[]): Program => ({
    web: set(
      "www",
      "A",
      last.map((each) => `192.0.2.${each}`),
    ),
  });
  const stack = await applied(web(1, 2), bound);
  expect((await stack.up(web(1))).errors).toEqual({});
  expect((await stack.up(web(1, 3))).errors).toEqual({});
  expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.3"]);
});

describe.each(lags.map((profile, at) => ({ profile, at })))("under $profile", ({ profile, at }) => {
  beforeEach(() => registrar.sandbox.setProfile(profile));

  it.each(someKinds)(
    "runs of a %s right after each other end in the last, and a destroy deletes all",
    async (_, of) => {
      const stack = await applied({ it: of(1) }, bound);
      for (const it of [of(2), of(2, 60), of(1)]) {
        expect((await stack.up({ it })).errors).toEqual({});
        expect(await stack.refresh()).toEqual(unchanged);
        expect((await stack.preview({ it })).steps).toEqual({ it: "same" });
      }
      await stack.up({ it: of(2) });
      await expectDestroyed(stack);
    },
  );

  const ttls = isSoak ? [300, 60] : [at === 0 ? 300 : 60];
  it.each(ttls)("a rename with the TTL %d right after an up keeps one record", async (ttl) => {
    const stack = await applied({ web: www(300) }, bound);
    const renamed = { renamed: www(ttl) };
    const { errors } = await stack.up(renamed);
    if (errors["renamed"] !== undefined) {
      expect(errors["renamed"]).toMatch(/shows? it (yet|only now).*[Rr]un `pulumi up` again/s);
      registrar.sandbox.setProfile("");
      expect((await stack.up(renamed)).errors).toEqual({});
    }
    expect([live(), [...stack.state.keys()]]).toEqual([[`www A 192.0.2.1 ttl ${ttl}`], ["renamed"]]);
    await expectDestroyed(stack);
  });

  it.each(ttls)("with the TTL %d, a record that was deleted a moment ago is made again", async (ttl) => {
    const stack = await applied({ web: www(300) }, bound);
    await stack.refresh();
    expect((await stack.destroy()).errors).toEqual({});
    expect((await stack.up({ web: www(ttl) })).errors).toEqual({});
    expect(live()).toEqual([`www A 192.0.2.1 ttl ${ttl}`]);
    expect(await stack.refresh()).toEqual(unchanged);
  });
});

it("a recreate of unknown outcome isn't sent again while lists show the deleted row, which is equal", async () => {
  registrar.sandbox.setProfile("stale-lists:4,duplicates-accepted");
  useContract({ "records.update": null });
  const stack = await applied({ it: www(300) }, bound);
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: { status: 501, done: true } });
  expect((await stack.up({ it: www(600) })).errors["it"]).toMatch(/it is not known whether/);
  expect(live()).toEqual(["www A 192.0.2.1 ttl 600"]);
});

it("a row to adopt isn't taken from an older list, if the one after the wait is cut", async () => {
  const it = set("www", "A", ["192.0.2.1"]);
  shows("records.list", listOf([{ id: 7, type: "A", name: "www", content: "192.0.2.1" }]), { times: 2 });
  shows("records.list", listOf([], 5));
  const { errors } = await new HandlerStack(bound).up({ it }, atOnce);
  expect(errors["it"]).toMatch(/ERR_REGISTRAR_INCOMPLETE_LIST/);
});
