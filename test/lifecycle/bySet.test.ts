/** An API whose calls reach all records of a name and type: none of them is lost. */
import type { Fault } from "../../testing/sandbox/index.ts";
import { withShortWaits } from "../support/clock.ts";
import { useContractOfSets } from "../support/contract.ts";
import { sealed } from "../support/secretMarks.ts";
import { a, applied, bound, type Declared, type Program, record, set, sip, withStory, zone } from "../support/story.ts";

const { registrar, live: lines, byHand, dashboard } = withStory({ profile: "godaddy-rows" });
withShortWaits();
const domain = "example.com";
/** The registrar fills in a TTL. */
const live = () => lines().map((line) => line.replace(" ttl 3600", ""));

beforeEach(useContractOfSets);

const srv = (service: string, target: string) =>
  record("SRV", `${service}._tcp`, { priority: 1, weight: 2, port: 3, target });
const three = (...ends: number[]): Program =>
  Object.fromEntries(ends.map((end, n) => [`www${n}`, a("www", `192.0.2.${end}`)]));
const www = (...ends: number[]) => ends.map((end) => `www A 192.0.2.${end}`);

it("several resources of one name and type change at once, beside a row of someone else", async () => {
  byHand("www", "192.0.2.99", { ttl: 900 });
  const theirs = "www A 192.0.2.99 ttl 900";
  const stack = await applied(three(1, 2, 3));
  expect((await stack.up(three(11, 12, 13))).errors).toEqual({});
  expect(live()).toEqual([...www(11, 12, 13), theirs]);
  expect(await stack.up(three(11, 12, 13))).toMatchObject({ steps: { www0: "same" }, errors: {} });
  expect((await stack.up(three(11, 14))).errors).toEqual({});
  expect(live()).toEqual([...www(11, 14), theirs]);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual([theirs]);
});

it("a record takes another name, and the rows of both names stay", async () => {
  for (const name of ["www", "web"]) byHand(name, "192.0.2.99");
  const stack = await applied(three(1));
  expect((await stack.up({ www0: a("web", "192.0.2.1") })).errors).toEqual({});
  expect(live()).toEqual(["web A 192.0.2.1", "web A 192.0.2.99", "www A 192.0.2.99"]);
});

it("SRV records of other services share the name of their host, and stay", async () => {
  dashboard().addRecord(domain, { ...sip, service: "_imaps", target: "imap.example.net" });
  const theirs = "_imaps._tcp SRV 1 2 3 imap.example.net";
  const both = (target: string): Program => ({ sip: srv("_sip", target), xmpp: srv("_xmpp", target) });
  const stack = await applied(both("a.example.net"));
  expect((await stack.up(both("b.example.net"))).errors).toEqual({});
  expect(live()).toEqual([theirs, "_sip._tcp SRV 1 2 3 b.example.net", "_xmpp._tcp SRV 1 2 3 b.example.net"]);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual([theirs]);
});

it("a list that may be cut stops a change before it is sent", async () => {
  const stack = await applied(three(1));
  registrar.sandbox.setProfile("godaddy-rows,silent-cap");
  expect((await stack.up(three(2))).errors["www0"]).toMatch(/cannot be determined/);
  expect((await stack.destroy()).errors["www0"]).toMatch(/cannot be determined/);
  registrar.sandbox.setProfile("godaddy-rows");
  expect([registrar.writes(), live()]).toEqual([[], www(1)]);
});

const mail = (priority: number) => record("MX", "parked", { content: "mx.example.net", priority, adopt: true });
const parked = { type: "MX", name: "parked", content: "mx.example.net", priority: 10 } as const;
it.each([
  { row: "of the same name and type", before: mail(10), beside: parked, after: mail(20), says: /isn't understood/ },
  {
    row: "of the same host, an SRV,",
    before: srv("_sip", "a.example.net"),
    beside: { ...sip, service: "_imaps", target: "not a host" },
    after: srv("_sip", "b.example.net"),
    says: /dashboard/,
  },
])("a row $row that isn't understood stops a change before it is sent", async ({ before, beside, after, says }) => {
  // Each zone has a parked MX without content. Its twin can be read, and is adopted.
  if (beside === parked) dashboard().addRecord(domain, parked);
  const stack = await applied({ it: before });
  if (beside !== parked) dashboard().addRecord(domain, beside);
  expect((await stack.up({ it: after })).errors["it"]).toMatch(says);
  expect(registrar.writes()).toEqual([]);
});

it.each([
  ["change", three(1, 3)],
  ["delete", three(1)],
])("a %s without a readable response fails, if the list doesn't show it", async (_write, after) => {
  const stack = await applied(three(1, 2));
  registrar.sandbox.fault({ operation: "records.update", fault: { status: 200, body: "<html>" } });
  expect(Object.keys((await stack.up(after)).errors)).toEqual(["www1"]);
  expect(live()).toEqual(www(1, 2));
});

const faults: Fault[] = ["reset-before", "reset-after", { status: 501, done: true }];
it.each(faults)("a change and a delete are found after the fault %j", async (fault) => {
  const stack = await applied(three(1, 2));
  for (const { after, rows } of [
    { after: three(1, 3), rows: www(1, 3) },
    { after: { www0: a("www", "192.0.2.1", { ttl: 1200 }) }, rows: ["www A 192.0.2.1 ttl 1200"] },
    { after: {}, rows: [] },
  ]) {
    registrar.sandbox.clearFaults();
    for (const operation of ["records.update", "records.delete"])
      registrar.sandbox.fault({ operation, times: 1, fault });
    expect((await stack.up(after)).errors).toEqual({});
    expect(live()).toEqual(rows);
  }
});

it("a row that a stale list lacks stays", async () => {
  const stack = await applied(three(1), bound);
  registrar.sandbox.setProfile("godaddy-rows,stale-lists:1");
  expect((await stack.up(three(2), { beforeWrites: () => byHand("www", "192.0.2.99") })).errors).toEqual({});
  expect(live()).toEqual(www(2, 99));
});

it.each([
  { write: "change", after: three(2), says: { www0: expect.stringMatching(/only be managed on the service's own/) } },
  { write: "delete", after: {}, says: {} },
])("the nameservers explain a refused $write", async ({ after, says }) => {
  const stack = await applied(three(1));
  dashboard().editDomain(domain, { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] });
  expect((await stack.up(after)).errors).toEqual(says);
});

const ofRows: [kind: string, declared: (end: number) => Declared][] = [
  ["record", (end) => a("www", `192.0.2.${end}`, { secretInputs: ["content"] })],
  ["set", (end) => set("www", "A", [`192.0.2.${end}`])],
  ["zone", (end) => zone({ "www A": [`192.0.2.${end}`] })],
];
const doubts = ofRows.flatMap(([kind, declared]) =>
  [true, false].flatMap((done) => [[], [1], [2], [3]].map((ends) => ({ kind, declared, done, ends }))),
);
it.each(doubts)(
  "after an update of a $kind to 2 of unknown outcome (carried out: $done), a program of $ends leaves just that",
  async ({ kind, declared, done, ends }) => {
    const theirs = kind === "set" ? [] : ["www A 192.0.2.99 ttl 900"];
    if (kind !== "set") byHand("www", "192.0.2.99", { ttl: 900 });
    const stack = await applied({ it: declared(1) });
    registrar.sandbox.fault({ operation: "records.update", fault: { status: 501, done } });
    registrar.sandbox.fault({ operation: "records.list", after: 3, fault: { status: 400 } });
    expect(Object.keys((await stack.up({ it: declared(2) }, { skipPreview: true })).errors)).toEqual(["it"]);
    expect(JSON.stringify(sealed(stack.state.get("it")?.outputs["__registrar"]))).not.toContain("192.0.2");
    registrar.sandbox.clearFaults();
    expect(live()).toEqual([...www(done ? 2 : 1), ...theirs]);
    const next = Object.fromEntries(ends.map((end) => ["it", declared(end)]));
    expect((await stack.up(next)).errors).toEqual({});
    expect(live()).toEqual([...www(...ends), ...theirs]);
    expect(Object.values((await stack.up(next)).steps)).toEqual(ends.map(() => "same"));
  },
);

it("a refusal that quotes the former secret of a row in doubt isn't shown", async () => {
  const secret = (content: string) => ({ it: record("TXT", "www", { content, secretInputs: ["content"] }) });
  const stack = await applied(secret("aaaaaaaaaaaa"));
  registrar.sandbox.fault({ operation: "records.update", times: 1, fault: { status: 501, done: true } });
  registrar.sandbox.fault({ operation: "records.list", after: 3, fault: { status: 400 } });
  await stack.up(secret("bbbbbbbbbbbb"), { skipPreview: true });
  registrar.sandbox.clearFaults();
  const body = { message: "cannot change record bbbbbbbbbbbb now" };
  registrar.sandbox.fault({ operation: "records.update", fault: { status: 422, body } });
  const { errors } = await stack.up(secret("cccccccccccc"));
  expect(errors["it"]).toMatch(/repeats a secret/);
  expect(errors["it"]).not.toContain("bbbbbbbb");
});
