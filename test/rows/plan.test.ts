/** Matching, planning and remembering, as pure functions over tables of cases. */
import { recordFromWire, type ZoneRow } from "../../provider/dns/index.ts";
import { Rows } from "../../provider/lifecycle/list.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { keyOf, listOf, recordOf } from "../../provider/lifecycle/records/lists.ts";
import { type Entry, type RowEntry, transition } from "../../provider/lifecycle/rows/entry.ts";
import { grantedIn, matchStored } from "../../provider/lifecycle/rows/match.ts";
import { planOf } from "../../provider/lifecycle/rows/plan.ts";
import type { Step } from "../../provider/lifecycle/rows/step.ts";
import { casesIn } from "../support/cases.ts";

const domain = "example.com";

function partsOf(text: string) {
  const [id = "-", name = "", type = "", ttl = "-", ...data] = text.split(" ");
  const priority = type === "MX" ? Number(data.shift()) : undefined;
  return { id, name, type, ttl, priority, content: data.join(" ") };
}

const live = (text: string): ZoneRow => {
  const { id, name, type, ttl, priority, content } = partsOf(text);
  return recordFromWire(
    { id, name, type, content, ttl: Number(ttl), ...(priority !== undefined && { priority }) },
    domain,
  );
};

function listed(text: string): RowEntry<ZoneRow> {
  const { id, name, type, ttl, priority, content } = partsOf(text);
  const value = priority === undefined ? content : `${priority} ${content}`;
  const record = recordOf(domain, keyOf(name, type, domain), value, ttl === "-" ? undefined : Number(ttl));
  if (record === undefined) throw new TypeError(`${text} is not a record`);
  return id === "-" ? record : { ...record, id };
}

const rowsOf = (texts: readonly string[]) =>
  new Rows<ZoneRow>({ rows: texts.map(live), proof: { complete: true, pages: 1 } }, recordKind.index);

function formatStep(step: Step<ZoneRow>): string {
  if (step.kind === "create") return `create ${recordKind.entryKey(step.want.row)}`;
  const mark = "isUnlisted" in step && step.isUnlisted ? "!" : "";
  return `${mark}${step.kind} ${step.row?.id ?? step.stored?.id}`;
}

/**
 * The parts of a case in `cases/plans.txt`: `live`, `stored` and `wanted` rows, as `ID NAME TYPE TTL DATA`, with `-` for no ID or TTL;
 * IDs of rows that other resources `claimed`, and that they `declared`; and what comes of it: `steps`, with `!` before a row of others,
 * `findings`, and the rows of others that `stay`.
 */
function partsOfCase(cells: readonly string[]) {
  const parts = new Map(cells.map((cell) => cell.split(/: (.*)/s, 2) as [string, string]));
  return {
    scope: JSON.parse(parts.get("scope") ?? "{}"),
    rows: (name: string) => (parts.get(name) ?? "").split("; ").filter(Boolean),
  };
}

function planCase({ scope, rows: textsOf }: ReturnType<typeof partsOfCase>) {
  const { ignores, isNew = false, mayAdopt = true, ...given } = scope;
  const { extent = "zone", ownsAll = extent === "set" } = given;
  const isOne = extent === "one";
  const [texts, stored, wanted] = [textsOf("live"), textsOf("stored"), textsOf("wanted")];
  const rows = rowsOf(texts);
  const entriesOf = (rows: string[]) => rows.map(listed).map((entry) => (isOne ? { ...entry, key: "" } : entry));
  const known = entriesOf(stored);
  const isIn = (name: string) => (row: ZoneRow) => textsOf(name).includes(row.id ?? "");
  const matching = { kind: recordKind, rows, isOthers: isIn("claimed"), isDeclared: isIn("declared") };
  const entries = entriesOf(wanted);
  const [setKey] = [...entries, ...known].map(({ row }) => recordKind.keys(row).setKey);
  const ignored = ({ name }: ZoneRow) => name === ignores;
  const entryKey = isOne ? () => "" : recordKind.entryKey;
  const ofSet = extent === "set" && { setKey };
  const scoped = { extent, ownsAll, keyOf: entryKey, ...ofSet, ...given, ignores: ignored };
  const { plan } = planOf<ZoneRow>({
    ...matching,
    ...transition({ scope: scoped, wanted: entries, stored: known, isNew }),
    found: matchStored(matching, known),
    mayAdopt,
  });
  return {
    steps: [...plan.kept, ...plan.writes].map(formatStep),
    findings: plan.obstacles.map(({ kind, rows }) => `${kind}: ${rows.map(({ id }) => id).join(" ")}`),
    stay: (plan.unlisted ?? []).map(({ id }) => id),
  };
}

it.each(casesIn("plans", "cases"))("a plan %s", (_title, ...cells) => {
  const each = partsOfCase(cells);
  expect(planCase(each)).toEqual({
    steps: each.rows("steps"),
    findings: each.rows("findings"),
    stay: each.rows("stay"),
  });
});

const own = "1 www A 300 192.0.2.1";
const [ten, twenty] = ["- @ MX 300 10 mail.example.net", "- @ MX 300 20 mail.example.net"];
/** `found`: the IDs of the live rows of the stored ones, or `-`. */
it.each<{ what: string; stored: string[]; live: string[]; others?: string[]; found: string }>([
  { what: "by its ID, although it was edited", stored: [own], live: ["1 www A 300 192.0.2.7"], found: "1" },
  { what: "by its meaning under another ID", stored: [own], live: ["7 www A 300 192.0.2.1"], found: "7" },
  { what: "by its ID, although another row is equal", stored: [own], live: ["7 www A 300 192.0.2.1", own], found: "1" },
  { what: "at no other name", stored: [own], live: ["1 ftp A 300 192.0.2.1"], found: "-" },
  { what: "at no other ID and priority", stored: [`1${ten.slice(1)}`], live: [`7${twenty.slice(1)}`], found: "-" },
  {
    what: "at no other priority, although its ID isn't known",
    stored: [ten],
    live: [`7${twenty.slice(1)}`],
    found: "-",
  },
  { what: "by its priority", stored: [ten, twenty], live: [`7${twenty.slice(1)}`], found: "- 7" },
  { what: "once", stored: [own, "- www A 300 192.0.2.1"], live: [own], found: "1 -" },
  { what: "once by its ID, the equal one", stored: ["1 www A 300 192.0.2.7", own], live: [own], found: "- 1" },
  { what: "at no row of others", stored: [ten], live: [`1${ten.slice(1)}`], others: ["1"], found: "-" },
  { what: "by its ID, although others claim it", stored: [own], live: [own], others: ["1"], found: "1" },
])("a stored row is found $what", ({ stored, live: texts, others = [], found }) => {
  const isOthers = ({ id = "" }: ZoneRow) => others.includes(id);
  const entries = stored.map(listed);
  const rows = matchStored({ kind: recordKind, rows: rowsOf(texts), isOthers }, entries);
  expect(entries.map((entry) => rows.get(entry)?.id ?? "-").join(" ")).toBe(found);
});

/** TTLs, `any` after a write that showed none, or `-`: as a list shows it, and the granted one before and after. */
it.each(casesIn("plans", "granted"))("a TTL of 60, listed as %s, turns the granted one from %s into %s", (...cells) => {
  const [granted, after] = cells.slice(1).map((cell) => (cell === "-" ? undefined : { ttl: Number(cell) || null }));
  const last = { ...listed("1 www A 60 192.0.2.1"), granted };
  expect(grantedIn(live(`1 www A ${cells[0]} 192.0.2.1`), last)).toEqual(after);
});

/** `live`: the TTLs of rows; `remembers`: those of single rows. */
it.each<{ what: string; ttl?: number; live: string; shown?: number; remembers: string }>([
  { what: "no TTL, if the program gives none", live: "300 900", remembers: "- -" },
  { what: "one TTL for all rows", ttl: 300, live: "300 300", shown: 300, remembers: "- -" },
  { what: "the TTL that was edited", ttl: 300, live: "300 900", shown: 900, remembers: "300 -" },
  { what: "its own TTL, if a row has none", ttl: 300, live: "300 -", shown: 300, remembers: "- -" },
])("a state shows $what", ({ ttl, live, shown, remembers }) => {
  const ttls = live.split(" ");
  const values = ttls.map((_, at) => `192.0.2.${at}`);
  const entries = ttls.map((own, at): Entry => {
    const value = { value: values[at], ttl: own.startsWith("-") ? undefined : Number.parseInt(own, 10) };
    return { key: "www A", value };
  });
  const list = listOf(entries, "A", { values, ttl });
  expect([list.values, list.ttl, list.rows.map(({ sent }) => (sent ? sent.ttl : "-")).join(" ")]).toEqual([
    values,
    shown,
    remembers,
  ]);
});
