/** What an `up` of a zone would do, record by record: the plan, the plan in words, and what of it needs consent. Pure. */
import {
  excludedBy,
  groupBy,
  identityKey,
  isOpaque,
  type LiveRecord,
  optional,
  recordTypes,
  secondaryValues,
  type ZoneRow,
} from "../../dns/index.ts";
import { recordKind } from "../../resources/dnsRecord.ts";
import type { Adopt } from "../arguments.ts";
import { areRecordsSecret } from "../redactionScope.ts";
import type { Items } from "../rows/list.ts";
import { exactKey, setKey, setKeyOf } from "../rows/recordKeys.ts";
import { changedFrom, groupByKey, type Ignores, lineOf, type ZoneRecord } from "./records.ts";
import type { ZoneArgs } from "./state.ts";

/** Nothing to do: the record is as it should be, or nobody asked to look. */
export interface Keep {
  kind: "keep";
  want: ZoneRecord;
  row?: LiveRecord;
  stored?: ZoneRecord | undefined;
}
export interface Create {
  kind: "create";
  want: ZoneRecord;
}
export interface Update {
  kind: "update";
  want: ZoneRecord;
  row: LiveRecord;
  /** Arguments to lay over what is live. */
  keys: readonly string[];
  stored?: ZoneRecord | undefined;
  /** Is it a record that this resource listed before? */
  isOwned: boolean;
}
export interface Delete {
  kind: "delete";
  row: LiveRecord;
  stored?: ZoneRecord | undefined;
  isOwned: boolean;
}
export type Write = Create | Update | Delete;
export type Step = Keep | Write;

export const isWrite = (step: Step): step is Write => step.kind !== "keep";

export interface Plan {
  steps: Step[];
  /** Records that exist and could be changed: what the share of changes is counted in. */
  base: number;
  /** What stands in the way, in words. */
  blocked: string[];
  /** Records that it gives up and that stay, because another resource of the program holds them. */
  stays: LiveRecord[];
}

export type Found = ReadonlyMap<ZoneRecord, LiveRecord>;

/** What a plan is made of. */
export interface View {
  domain: string;
  wanted: readonly ZoneRecord[];
  /** What this resource owns, as far as it knows. */
  stored: readonly ZoneRecord[];
  items: Items<ZoneRow>;
  /** Does it own the whole zone, but for what is ignored, held by others, the service's own or not understood? */
  isWhole: boolean;
  /** All but the records of this key are left alone. */
  only?: string | undefined;
  /** The live records that were stored. */
  found: Found;
  /** Are the stored records those of a state, with the registrar's ids? The arguments that a check knows have none. */
  hasIds: boolean;
  /** Does another resource of the program hold it? */
  isOthers(row: LiveRecord): boolean;
  ignores: Ignores;
  /** May an existing record of the same data be given another TTL, comment or priority? `overwrite`: also another target, where a name has one. */
  adopt: Adopt;
  /** Did a set that is replaced in this run list it? */
  isGivenUp(row: LiveRecord): boolean;
}

/** What is to be settled among the records of one name and type. */
interface Place {
  /** Records that no live one is known for. */
  wanted: readonly ZoneRecord[];
  /** Live records that are to be one of them, or to go. */
  rows: readonly LiveRecord[];
  /** Live records that are something already. */
  taken: Set<LiveRecord>;
  /** What this resource listed there. */
  known: readonly ZoneRecord[];
}

export const isApexNs = ({ name, data }: LiveRecord) => name === "@" && data.type === "NS";
/** What a row is known by within one run: the registrar's id, or, without one, all that it says. */
export const rowName = (row: LiveRecord) => row.id ?? exactKey(row);
/** The record that a step is about, as it is or is to be. */
export const rowOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row);

const isUnderstood = (row: ZoneRow): row is LiveRecord => !isOpaque(row);

/** The live records that are understood: all, or those of one key. */
export const rowsIn = (items: Items<ZoneRow>, only: string | undefined): LiveRecord[] =>
  (only === undefined ? items.rows : items.withKey(setKeyOf(only))).filter(isUnderstood);

/** Pairs what did not change between two sets of records, in linear time. */
export function pairUnchanged(wanted: readonly ZoneRecord[], stored: readonly ZoneRecord[]) {
  const unpaired = groupBy(stored.toReversed(), ({ signature }) => signature);
  const same: { want: ZoneRecord; stored: ZoneRecord }[] = [];
  const changed: ZoneRecord[] = [];
  for (const want of wanted) {
    const twin = unpaired.get(want.signature)?.pop();
    if (twin === undefined) changed.push(want);
    else same.push({ want, stored: twin });
  }
  const left = new Set([...unpaired.values()].flat());
  return { same, changed, dropped: stored.filter((record) => left.has(record)) };
}

/** What empties a zone of the records that a resource listed. @param rowOf the live one, if it is to go */
export function emptying(stored: readonly ZoneRecord[], rowOf: (record: ZoneRecord) => LiveRecord | undefined): Plan {
  const steps = stored.flatMap((record): Delete[] => {
    const row = rowOf(record);
    return row === undefined || isApexNs(row) ? [] : [{ kind: "delete", row, stored: record, isOwned: true }];
  });
  return { steps, base: stored.length, blocked: [], stays: [] };
}

/** An import takes all that is live into the state: which of it does the program list, in whatever form, and which not? */
export function listedAmong(stored: readonly ZoneRecord[], wanted: readonly ZoneRecord[]) {
  const meaningOf = ({ row }: ZoneRecord) => identityKey(row.name, row.data);
  const listed = new Set(wanted.map(meaningOf));
  const isListed = (record: ZoneRecord) => listed.has(meaningOf(record));
  return { own: stored.filter(isListed), others: stored.filter((record) => !isListed(record)) };
}

/** Records that are there, and become this resource's as they are, without a write. */
export const takeoversOf = ({ steps }: Pick<Plan, "steps">): ZoneRecord[] =>
  steps.flatMap((step) =>
    step.kind === "keep" && step.row !== undefined && step.stored === undefined ? [step.want] : [],
  );

export function planOf(view: View): Plan {
  const { wanted, stored, items, isWhole, only, found } = view;
  const isOurs = (row: LiveRecord) => !view.ignores(row.name, row.data.type) && !view.isOthers(row);
  const rows = isWhole ? rowsIn(items, only).filter(isOurs) : [];
  const live = groupBy(rows, ({ name, data }) => `${name} ${data.type}`);
  const [wantedByKey, storedByKey] = [groupByKey(wanted), groupByKey(stored)];
  const base = isWhole ? rows.filter((row) => !isApexNs(row)).length : stored.length;
  const plan: Plan = { steps: [], base, blocked: [], stays: [] };
  for (const key of new Set([...wantedByKey.keys(), ...(isWhole ? live : storedByKey).keys()])) {
    const [want = [], known = []] = [wantedByKey.get(key), storedByKey.get(key)];
    if (isWhole) {
      settle({ wanted: want, rows: live.get(key) ?? [], taken: new Set(), known }, view, plan);
      continue;
    }
    // An additive zone does not look at what did not change.
    const { same, changed, dropped } = pairUnchanged(want, known);
    for (const pair of same) plan.steps.push({ kind: "keep", ...pair });
    const rowsOf = (records: readonly ZoneRecord[]) => records.flatMap((record) => found.get(record) ?? []);
    const taken = new Set(rowsOf(same.map((pair) => pair.stored)));
    settle({ wanted: changed, rows: rowsOf(dropped), taken, known: dropped }, view, plan);
  }
  // One ID may stand for two rows: what a step keeps or changes is never deleted.
  const kept = new Set(
    plan.steps.flatMap((step) => (step.kind === "keep" || step.kind === "update" ? step.row?.id : [])),
  );
  plan.steps = plan.steps.filter(
    (step) => step.kind !== "delete" || step.row.id === undefined || !kept.has(step.row.id),
  );
  for (const obstacle of obstaclesTo(plan.steps, view)) plan.blocked.push(obstacle);
  return plan;
}

/**
 * Does this resource own a live record? Asked once of each that is to be changed or deleted. A record that was edited by hand is known by
 * its id. Where ids can't tell, as many records as are missing count as edited.
 */
function ownership(
  { rows, known }: Place,
  storedOf: ReadonlyMap<ZoneRow | undefined, ZoneRecord>,
  { isWhole, isGivenUp, hasIds }: View,
): (row: LiveRecord) => boolean {
  const found = new Set(rows.map((row) => storedOf.get(row)));
  const canTell = hasIds && rows.every(({ id }) => id !== undefined);
  let missing = canTell ? 0 : known.filter((record) => !found.has(record)).length;
  return (row) => !isWhole || storedOf.has(row) || isGivenUp(row) || --missing >= 0;
}

/** First what means the same becomes what is wanted, then what else is there; what is left goes. */
function settle(place: Place, view: View, plan: Plan): void {
  const { wanted, rows, taken, known } = place;
  const storedOf = new Map<ZoneRow | undefined, ZoneRecord>(
    known.map((record) => [view.found.get(record) ?? view.items.withId(record.recordId), record]),
  );
  const isOwned = ownership(place, storedOf, view);
  const left: ZoneRecord[] = [];
  const here = new Set(rows);
  for (const want of wanted) {
    const row = ofMeaning(want, here, taken, storedOf, view);
    if (row === undefined) left.push(want);
    else {
      taken.add(row);
      meet(want, row, storedOf.get(row), view, plan);
    }
  }
  const mine = rows.filter((row) => !taken.has(row) && !isApexNs(row));
  for (const row of mine) if (view.isOthers(row)) plan.stays.push(row);
  const { pairs, rest } = paired(
    left,
    mine.filter((row) => !view.isOthers(row)),
  );
  for (const { want, row = overwritable(want, view) } of pairs)
    plan.steps.push(
      row === undefined ? { kind: "create", want } : change(want, row, storedOf.get(row), isOwned(row), view),
    );
  for (const row of rest) {
    if (view.ignores(row.name, row.data.type)) continue;
    plan.steps.push({ kind: "delete", row, isOwned: isOwned(row), stored: storedOf.get(row) });
  }
}

/**
 * The live record of the same meaning that is still free: first among those at hand, then, for an additive zone, among all. Of identical
 * records the one that this resource owns comes first.
 */
function ofMeaning(
  { row: want }: ZoneRecord,
  here: ReadonlySet<LiveRecord>,
  taken: ReadonlySet<LiveRecord>,
  storedOf: ReadonlyMap<ZoneRow | undefined, ZoneRecord>,
  { items, isWhole }: View,
): LiveRecord | undefined {
  const rows = items
    .withKey(identityKey(want.name, want.data))
    .filter(isUnderstood)
    .filter((row) => !taken.has(row))
    .sort((a, b) => Number(storedOf.has(b)) - Number(storedOf.has(a)));
  const best = (free: readonly LiveRecord[]) => free.find((row) => exactKey(row, want) === exactKey(want)) ?? free[0];
  return best(rows.filter((row) => here.has(row))) ?? (isWhole ? undefined : best(rows));
}

/** The foreign record in whose place a wanted one can only be, as far as it may be given another target. */
function overwritable(
  { row: { name, data } }: ZoneRecord,
  { items, isWhole, adopt, isOthers }: View,
): LiveRecord | undefined {
  if (isWhole || adopt !== "overwrite" || recordTypes[data.type].single === undefined) return undefined;
  const [row, ...more] = items.withKey(setKey(name, data.type)).filter(isUnderstood);
  return row === undefined || more.length > 0 || isOthers(row) ? undefined : row;
}

/** A live record means what is wanted: is it that, may it become it, or is it in the way? */
function meet(want: ZoneRecord, row: LiveRecord, stored: ZoneRecord | undefined, view: View, plan: Plan): void {
  const isForeign = stored === undefined && !view.isWhole;
  if (isForeign && view.isOthers(row))
    plan.blocked.push(`${shownLine(row)} belongs to another resource of this program`);
  else if (isAsDeclared(row, want, view.domain, stored)) plan.steps.push({ kind: "keep", want, row, stored });
  else if (isForeign && view.adopt === "none")
    plan.blocked.push(`${shownLine(row)} exists already, with another TTL, comment or priority`);
  // Where it was not listed before, `adopt` or the mode is consent enough.
  else plan.steps.push(change(want, row, stored, true, view));
}

/** The arguments of a record as its live one shows them, in its spelling where they mean the same. */
export const shownOf = (row: LiveRecord, { args }: ZoneRecord, domain: string, acceptedTtl?: number) =>
  recordKind.project(row, { domain, ...args }, acceptedTtl);

/**
 * Does a live record show everything as declared? What the registrar does not show is as it was sent, if it was.
 * @param stored what was sent the last time, if anything
 */
export function isAsDeclared(row: LiveRecord, want: ZoneRecord, domain: string, stored?: ZoneRecord): boolean {
  const accepted = stored?.args.ttl === want.args.ttl ? stored?.acceptedTtl : undefined;
  if (changedFrom({ ...shownOf(row, want, domain, accepted) }, want.args, domain).length > 0) return false;
  const [wanted, sent] = [new Map(Object.entries(want.args)), new Map(Object.entries(stored?.args ?? {}))];
  return Object.entries(recordKind.beside(row)).every(
    ([key, shown]) => shown !== undefined || ["", sent.get(key)].includes(wanted.get(key) ?? ""),
  );
}

/** An additive zone lays over a live record what changed in the program, a whole one all that is listed. */
function change(
  want: ZoneRecord,
  row: LiveRecord,
  stored: ZoneRecord | undefined,
  isOwned: boolean,
  { isWhole, domain }: View,
): Update {
  const keys = stored === undefined || isWhole ? Object.keys(want.args) : changedFrom(stored.args, want.args, domain);
  return { kind: "update", want, row, keys, isOwned, stored };
}

/** New records and old ones of the same name and type, those of one priority beside one another: each pair is one update. */
function paired(wanted: readonly ZoneRecord[], rows: readonly LiveRecord[]) {
  const priorityOf = ({ data }: LiveRecord) => Number(Object.values(secondaryValues(data))[0] ?? 0);
  const rest = rows.toSorted((a, b) => priorityOf(a) - priorityOf(b));
  const inOrder = wanted.toSorted((a, b) => priorityOf(a.row) - priorityOf(b.row));
  const pairs = inOrder.map((want) => ({ want, row: rest.shift() }));
  return { pairs, rest };
}

/** What stays, and cannot stand beside what is new. */
function obstaclesTo(steps: readonly Step[], { items, isGivenUp }: View): Set<string> {
  const going = new Set<ZoneRow>(steps.flatMap((step) => (step.kind === "delete" ? [step.row] : [])));
  const found = new Set<string>();
  for (const step of steps) {
    if (step.kind !== "create") continue;
    const { name, data } = step.want.row;
    for (const row of excludedBy[data.type].flatMap((type) => items.withKey(setKey(name, type)))) {
      if (isOpaque(row) || going.has(row) || isGivenUp(row)) continue;
      found.add(`${shownLine(row)} stays, and ${name} ${data.type} cannot stand beside it`);
    }
  }
  return found;
}

/** A record in one line for people: without the data where the program keeps its records secret. */
const shownLine = (row: LiveRecord) => (areRecordsSecret() ? `${row.name} ${row.data.type} [secret]` : lineOf(row));

/** A record with its TTL and comment. */
const wholeLine = (row: LiveRecord) =>
  `${lineOf(row)}${row.ttl === undefined ? "" : ` ttl ${row.ttl}`}${row.comment === undefined ? "" : ` # ${row.comment}`}`;

/** One step: `+ www A 192.0.2.1`, `~ www A 192.0.2.1 => 192.0.2.2`, `- www A 192.0.2.1`. */
function formatStep(step: Write): string {
  if (areRecordsSecret()) return `${signs[step.kind]} ${shownLine(rowOf(step))}`;
  const line = `${signs[step.kind]} ${dataOf(step)}`;
  return line.length > 300 ? `${line.slice(0, 300)}...` : line;
}

const signs = { create: "+", update: "~", delete: "-" };

function dataOf(step: Write): string {
  if (step.kind === "delete") return lineOf(step.row);
  const { row: want } = step.want;
  if (step.kind === "create") return wholeLine(want);
  const after = wholeLine({
    ...want,
    ...optional({ ttl: want.ttl ?? step.row.ttl, comment: want.comment ?? step.row.comment }),
  });
  return `${wholeLine(step.row)} => ${after.slice(`${want.name} ${want.data.type} `.length)}`;
}

/** The first of some lines, each set in, and how many more there are. */
function firstOf(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${line}`);
  return lines.length > most ? [...shown, `  and ${lines.length - most} more`] : shown;
}

/** `host2` before `host10`. */
const { compare: naturally } = new Intl.Collator("en", { numeric: true });

/** The steps that do something, by name and type, each in a line. A long list is cut and counted, the sooner if it only creates. */
function formatSteps(steps: readonly Step[]): string[] {
  const doing = groupBy(steps.filter(isWrite), (step) => `${rowOf(step).name}\t${rowOf(step).data.type}`);
  const lines = [...doing.keys()]
    .sort(naturally)
    .flatMap((key) => doing.get(key) ?? [])
    .map(formatStep);
  return firstOf(lines, steps.some(({ kind }) => kind === "update" || kind === "delete") ? 50 : 10);
}

function countsOf({ steps }: Pick<Plan, "steps">) {
  const count = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { creates: count("create"), updates: count("update"), deletes: count("delete") };
}

const counted = (parts: Readonly<Record<string, number>>) =>
  Object.entries(parts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} to ${what}`]));

function writesIn(plan: Pick<Plan, "steps">): string[] {
  const { creates, updates, deletes } = countsOf(plan);
  return counted({ create: creates, change: updates, delete: deletes });
}

/** What is written: `2 to create, 1 to change, 3 to delete` */
export const formatSummary = (plan: Pick<Plan, "steps">): string => writesIn(plan).join(", ");

function namesOf(rows: readonly LiveRecord[]): string {
  const names = rows.slice(0, 5).map(({ name, data }) => `${name} ${data.type}`);
  return rows.length > 5 ? `${names.join(", ")} and ${rows.length - 5} more` : names.join(", ");
}

/**
 * All that a plan does, once: a line for each write, and one for all that is taken over or stays.
 * @param isRead was it made of what the registrar shows? Else what is there already is not known
 * @returns `undefined` when nothing happens
 */
export function formatPlan(plan: Plan, domain: string, isRead: boolean): string | undefined {
  const taken = takeoversOf(plan).map(({ row }) => row);
  const { stays, steps } = plan;
  const { creates, deletes } = countsOf(plan);
  const rest = counted({
    "take over unchanged": taken.length,
    "leave to other resources of this program": stays.length,
  });
  const summary = [...writesIn(plan), ...rest].join(", ");
  if (summary === "") return undefined;
  const remarks = [
    taken.length > 0 &&
      `  existing records, taken over: ${namesOf(taken)}. If another stack declares them as well, remove them from one of the two stacks: each stack would delete them for the other.`,
    stays.length > 0 && `  no longer managed here, because other resources manage them: ${namesOf(stays)}.`,
    creates > 0 && !isRead && "  Records that exist by then are taken over, not created again.",
    deletes > 0 && "  Records that another resource of this program takes over are not deleted.",
  ].filter((line) => line !== false);
  return [`${domain}: ${summary}`, ...formatSteps(steps), ...remarks].join("\n");
}

/** What an import found, and the program does not list. */
export const formatLeft = (left: readonly ZoneRecord[], domain: string): string =>
  `${domain}: ${left.length} imported ${left.length === 1 ? "record" : "records"} that the program does not list ${left.length === 1 ? "stays" : "stay"}: ${namesOf(left.map(({ row }) => row))}`;

/** Changes of records that this resource never listed. */
export const unlistedSteps = ({ steps }: Plan): Step[] =>
  steps.filter((step) => (step.kind === "delete" || step.kind === "update") && !step.isOwned);

/** Above this share of the records that exist, changes and deletions need consent, in zones of at least this size. */
const maxPercent = 30;
const smallest = 10;

type Consent = Pick<ZoneArgs, "maxChange" | "deleteUnlisted" | "only">;

/** Why a plan must not be carried out without more consent, before the first write and in a preview; empty if it may. */
export function refusals(plan: Plan, args: Consent): string[] {
  const blocked = [
    "records of this zone that belong to other owners conflict with the declared records:",
    ...firstOf(plan.blocked, 10),
    `Declare them with their live values, or delete them in the registrar's dashboard.${args.only === undefined ? ' `adopt: "matching"` takes over what differs in TTL, comment or priority only, `adopt: "overwrite"` also a CNAME with another target.' : ""}`,
  ].join("\n");
  return [...(plan.blocked.length > 0 ? [blocked] : []), ...shareText(plan, args), ...unlistedText(plan, args)];
}

function shareText(plan: Plan, { maxChange }: Consent): string[] {
  const { updates, deletes } = countsOf(plan);
  const changes = updates + deletes;
  const isAllowed =
    maxChange !== undefined ? changes <= maxChange : plan.base < smallest || changes * 100 <= plan.base * maxPercent;
  if (isAllowed) return [];
  const limit = maxChange !== undefined ? `\`maxChange\` allows ${maxChange}` : `the limit is ${maxPercent} %`;
  return [
    [
      `this would change ${updates} and delete ${deletes} of ${plan.base} records, but ${limit}:`,
      ...formatSteps(plan.steps.filter(({ kind }) => kind !== "create")),
      `Nothing was changed. If you intend this, set \`maxChange: ${changes}\` on this DnsZone for this run.`,
    ].join("\n"),
  ];
}

function unlistedText(plan: Plan, { deleteUnlisted = 0, only }: Consent): string[] {
  const steps = unlistedSteps(plan);
  if (steps.length <= deleteUnlisted) return [];
  const isNew = plan.steps.every((step) => step.kind === "create" || step.stored === undefined);
  const renamed = " If this resource only has a new name in the program, name the old one in its option `aliases`.";
  return [
    [
      `this would remove or overwrite ${steps.length} ${steps.length === 1 ? "record" : "records"} that this resource never listed${deleteUnlisted > 0 ? `, but \`deleteUnlisted\` allows ${deleteUnlisted}` : ""}:`,
      ...formatSteps(steps),
      `Nothing was changed. List them in ${only === undefined ? "`records`, name them in `ignore`" : "`values`"}, or, to delete them, set \`deleteUnlisted: ${steps.length}\` for this run.${isNew ? renamed : ""}`,
    ].join("\n"),
  ];
}
