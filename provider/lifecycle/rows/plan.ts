/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and findings that forbid it. Pure.
 *
 * 1. An entry that the state lists with the same meaning keeps its row.
 * 2. Every other entry takes the live row that means the same, if there is one.
 * 3. An entry left over takes the place of a row left over of its key (one update), or is created.
 * 4. Rows left over are deleted.
 */
import { groupBy } from "../../dns/index.ts";
import type { Adopt } from "../arguments.ts";
import type { Rows } from "../list.ts";
import {
  type AnyRow,
  changedKeys,
  givenKeys,
  hasValues,
  isExactly,
  isMeant,
  isSame,
  type Listed,
  type RowKind,
} from "./kind.ts";
import { closest, inPlace, meant } from "./match.ts";

/** Which rows a resource owns, and what it may do with rows that exist already. */
export interface Scope<Row extends AnyRow> {
  /** `own`: rows that it lists or listed; `key`: every row of one name and type; `all`: every row of the domain. */
  readonly extent: "own" | "key" | "all";
  /** Key of the extent `key` in the list. */
  readonly key?: string | undefined;
  /** Does it have exactly one row? Then even an equal row that exists is adopted only with consent. */
  readonly isOne: boolean;
  /** Consent to adopt: `matching`: rows of the same meaning; `overwrite`: also another row in the place of a wanted one. */
  readonly adopt: Adopt;
  /** Consent to change or delete so many rows. Default: 30 % of them, from 10 rows on. */
  readonly maxChange?: number | undefined;
  /** Consent to delete or overwrite so many rows that it never listed. */
  readonly deleteUnlisted?: number | undefined;
  /** Is the row left alone? */
  ignores(row: Row): boolean;
}

/** Nothing to write: the row is as wanted, or was not looked up. */
export interface Keep<Row extends AnyRow> {
  readonly kind: "keep";
  readonly want: Listed<Row>;
  readonly row?: Row;
  readonly stored?: Listed<Row> | undefined;
}
export interface Create<Row extends AnyRow> {
  readonly kind: "create";
  readonly want: Listed<Row>;
}
export interface Update<Row extends AnyRow> {
  readonly kind: "update";
  readonly want: Listed<Row>;
  readonly row: Row;
  /** Arguments to write; all others keep their live values. */
  readonly keys: readonly string[];
  readonly stored?: Listed<Row> | undefined;
  /** Did the resource list the row before, or does an argument consent to adopt it? */
  readonly isOwned: boolean;
}
export interface Delete<Row extends AnyRow> {
  readonly kind: "delete";
  readonly row: Row;
  readonly stored?: Listed<Row> | undefined;
  readonly isOwned: boolean;
}
export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
export type Step<Row extends AnyRow> = Keep<Row> | Write<Row>;

export const isWrite = <Row extends AnyRow>(step: Step<Row>): step is Write<Row> => step.kind !== "keep";
export const targetOf = <Row extends AnyRow>(step: Step<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** A row that exists and forbids the plan. */
export interface Finding<Row extends AnyRow> {
  /**
   * - `exists`: it means what an entry does, and nothing consents to adopt it.
   * - `several`: more than one such row exists.
   * - `others`: such a row belongs to another resource of the program.
   * - `in place`: it has the name and type of an entry, of which only one row can exist.
   * - `conflict`: it cannot exist together with an entry (a CNAME and an A of one name).
   */
  readonly kind: "exists" | "several" | "others" | "in place" | "conflict";
  readonly want: Row;
  readonly rows: readonly Row[];
}

export interface Plan<Row extends AnyRow> {
  readonly steps: readonly Step<Row>[];
  readonly findings: readonly Finding<Row>[];
  /** Number of rows that exist and could change: the share of changes counts in them. */
  readonly base: number;
  /** Rows that the resource gives up and that stay, because another resource owns them. */
  readonly stays: readonly Row[];
}

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly scope: Scope<Row>;
  readonly wanted: readonly Listed<Row>[];
  /** Entries that the resource owns. */
  readonly stored: readonly Listed<Row>[];
  /** The live rows. */
  readonly rows: Rows<Row>;
  /** Live rows of stored entries. */
  readonly found: ReadonlyMap<Listed<Row>, Row>;
  /** Do the stored entries have the registrar's IDs? The arguments of a check have none. */
  readonly hasIds: boolean;
  /** Does another resource of the program own the row? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
  /** Did a resource list the row that is replaced in this run? */
  isReleased(row: Row): boolean;
}

/** Entries and rows of one key. */
interface Group<Row extends AnyRow> {
  /** Entries without a known row. */
  readonly wanted: readonly Listed<Row>[];
  /** Rows that become an entry, or are deleted. */
  readonly rows: readonly Row[];
  /** Rows that are an entry already. */
  readonly taken: Set<Row>;
  /** Stored entries of these rows. */
  readonly stored: readonly Listed<Row>[];
}

/** A plan being made. */
type Draft<Row extends AnyRow> = {
  [Key in keyof Plan<Row>]: Plan<Row>[Key] extends readonly (infer Each)[] ? Each[] : Plan<Row>[Key];
};

/** Readable live rows of an extent other than `own`. */
export function rowsOf<Row extends AnyRow>({ kind, rows, scope }: Pick<View<Row>, "kind" | "rows" | "scope">): Row[] {
  const all = scope.key === undefined ? rows.rows : rows.withKey(scope.key);
  return all.filter((row) => kind.unreadable(row) === undefined);
}

/** Pairs entries that say the same in both lists, in linear time. */
export function pairUnchanged<Row extends AnyRow>(wanted: readonly Listed<Row>[], stored: readonly Listed<Row>[]) {
  const unpaired = groupBy(stored.toReversed(), ({ signature }) => signature);
  const same: { want: Listed<Row>; stored: Listed<Row> }[] = [];
  const changed: Listed<Row>[] = [];
  for (const want of wanted) {
    const twin = unpaired.get(want.signature)?.pop();
    if (twin === undefined) changed.push(want);
    else same.push({ want, stored: twin });
  }
  const left = new Set([...unpaired.values()].flat());
  return { same, changed, dropped: stored.filter((entry) => left.has(entry)) };
}

/** Stored entries that are also wanted, by meaning, and the others. */
export function listedAmong<Row extends AnyRow>(
  kind: RowKind<Row>,
  stored: readonly Listed<Row>[],
  wanted: readonly Listed<Row>[],
) {
  const meaningOf = ({ row }: Listed<Row>) => kind.keys(row).meaning;
  const listed = new Set(wanted.map(meaningOf));
  const isListed = (entry: Listed<Row>) => listed.has(meaningOf(entry));
  return { own: stored.filter(isListed), others: stored.filter((entry) => !isListed(entry)) };
}

/** Rows that exist and become this resource's without a write. */
export const adoptedIn = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">): Listed<Row>[] =>
  steps.flatMap((step) =>
    step.kind === "keep" && step.row !== undefined && step.stored === undefined ? [step.want] : [],
  );

/** Changes of rows that the resource never listed. */
export const unlistedSteps = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">) =>
  steps.filter((step) => (step.kind === "delete" || step.kind === "update") && !step.isOwned);

/** The plan that deletes stored entries. @param rowOf the live row of an entry, if it is to be deleted */
export function planToEmpty<Row extends AnyRow>(
  kind: RowKind<Row>,
  stored: readonly Listed<Row>[],
  rowOf: (entry: Listed<Row>) => Row | undefined,
): Plan<Row> {
  const steps = stored.flatMap((entry): Delete<Row>[] => {
    const row = rowOf(entry);
    return row === undefined || kind.isOfService(row) ? [] : [{ kind: "delete", row, stored: entry, isOwned: true }];
  });
  return { steps, base: stored.length, findings: [], stays: [] };
}

export function planOf<Row extends AnyRow>(view: View<Row>): Plan<Row> {
  const { kind, scope, wanted, stored, found } = view;
  const isOwn = scope.extent === "own";
  const live = isOwn ? [] : rowsOf(view).filter((row) => !scope.ignores(row) && !view.isOthers(row));
  const keyOf = (entry: Listed<Row>) => (isOwn ? entry.key : kind.keys(entry.row).owner);
  const [wantedBy, storedBy] = [groupBy(wanted, keyOf), groupBy(stored, keyOf)];
  const liveBy = groupBy(live, (row) => kind.keys(row).owner);
  const base = isOwn ? stored.length : live.filter((row) => !kind.isOfService(row)).length;
  const draft: Draft<Row> = { steps: [], findings: [], base, stays: [] };
  for (const key of new Set([...wantedBy.keys(), ...(isOwn ? storedBy : liveBy).keys()])) {
    const [want = [], known = []] = [wantedBy.get(key), storedBy.get(key)];
    if (!isOwn) {
      planGroup({ wanted: want, rows: liveBy.get(key) ?? [], taken: new Set<Row>(), stored: known }, view, draft);
      continue;
    }
    // Rows of unchanged entries aren't looked at.
    const { same, changed, dropped } = pairUnchanged(want, known);
    for (const pair of same) draft.steps.push({ kind: "keep", ...pair });
    const rowsFor = (entries: readonly Listed<Row>[]) => entries.flatMap((entry) => found.get(entry) ?? []);
    const taken = new Set(rowsFor(same.map((pair) => pair.stored)));
    planGroup({ wanted: changed, rows: rowsFor(dropped), taken, stored: dropped }, view, draft);
  }
  const { steps, findings, stays } = withoutKept(draft);
  return { steps, findings: [...findings, ...conflicts(steps, view)], base, stays };
}

/** One ID may be that of two rows: a row that a step keeps or changes is never deleted. */
function withoutKept<Row extends AnyRow>(draft: Draft<Row>): Draft<Row> {
  const kept = new Set(draft.steps.map((step) => (step.kind === "keep" || step.kind === "update" ? step.row?.id : "")));
  const steps = draft.steps.filter(
    (step) => step.kind !== "delete" || step.row.id === undefined || !kept.has(step.row.id),
  );
  return { ...draft, steps };
}

function planGroup<Row extends AnyRow>(group: Group<Row>, view: View<Row>, draft: Draft<Row>): void {
  const { wanted, rows, taken, stored } = group;
  const { kind, scope } = view;
  const storedOf = new Map<Row | undefined, Listed<Row>>(
    stored.map((entry) => [view.found.get(entry) ?? view.rows.withId(entry.recordId), entry]),
  );
  const isOwned = ownership(group, storedOf, view);
  const left: Listed<Row>[] = [];
  const here = new Set(rows);
  for (const want of wanted) {
    const match = rowOfMeaning(want, group, here, storedOf, view);
    if (match === undefined) left.push(want);
    else if ("kind" in match) draft.findings.push(match);
    else {
      taken.add(match.row);
      meet(want, match.row, storedOf.get(match.row), view, draft);
    }
  }
  const free = rows.filter((row) => !taken.has(row) && !kind.isOfService(row));
  for (const row of free) if (view.isOthers(row)) draft.stays.push(row);
  const unplaced = left.filter((want) => !overwrite(want, group, view, draft));
  const { pairs, rest } = paired(
    kind,
    unplaced,
    free.filter((row) => !view.isOthers(row)),
  );
  for (const { want, row } of pairs)
    draft.steps.push(
      row === undefined ? { kind: "create", want } : change(want, row, storedOf.get(row), isOwned(row), view),
    );
  for (const row of rest) {
    if (scope.ignores(row)) continue;
    draft.steps.push({ kind: "delete", row, isOwned: isOwned(row), stored: storedOf.get(row) });
  }
}

/**
 * Does the resource own a live row? Called once for each row that is changed or deleted. A row that was edited by hand is known by its ID.
 * Where IDs can't tell, as many rows as stored entries are missing count as edited.
 */
function ownership<Row extends AnyRow>(
  { rows, stored }: Group<Row>,
  storedOf: ReadonlyMap<Row | undefined, Listed<Row>>,
  { scope, isReleased, hasIds }: View<Row>,
): (row: Row) => boolean {
  const found = new Set(rows.map((row) => storedOf.get(row)));
  const canTell = hasIds && rows.every(({ id }) => id !== undefined);
  let missing = canTell ? 0 : stored.filter((entry) => !found.has(entry)).length;
  return (row) => scope.extent === "own" || storedOf.has(row) || isReleased(row) || --missing >= 0;
}

/**
 * The free live row that means what an entry does: first of this group, then, if the extent is `own`, of all rows. Of equal rows, one that
 * the resource owns comes first.
 * @returns a finding if the row can't be taken
 */
function rowOfMeaning<Row extends AnyRow>(
  { row: want }: Listed<Row>,
  { taken }: Group<Row>,
  here: ReadonlySet<Row>,
  storedOf: ReadonlyMap<Row | undefined, Listed<Row>>,
  { kind, scope, rows, isOthers }: View<Row>,
): { row: Row } | Finding<Row> | undefined {
  const all = meant({ kind, rows }, want)
    .filter((row) => kind.unreadable(row) === undefined && !taken.has(row))
    .sort((a, b) => Number(storedOf.has(b)) - Number(storedOf.has(a)));
  const row = closest(
    kind,
    all.filter((each) => here.has(each)),
    want,
  );
  if (row !== undefined) return { row };
  if (scope.extent !== "own") return undefined;
  const free = all.filter((each) => !isOthers(each, want));
  if (scope.isOne && free.length > 1 && scope.adopt !== "none") return { kind: "several", want, rows: free };
  const best = closest(kind, free, want);
  if (best !== undefined) return { row: best };
  const [theirs] = all;
  // A second row of the meaning is right if it differs, such as in the priority of an MX.
  const isTheirs = theirs !== undefined && (isExactly(kind, theirs, want) || hasValues(kind, theirs, want));
  return isTheirs ? { kind: "others", want, rows: [theirs] } : undefined;
}

/** Plans for a live row that means what an entry does. */
function meet<Row extends AnyRow>(
  want: Listed<Row>,
  row: Row,
  stored: Listed<Row> | undefined,
  view: View<Row>,
  draft: Draft<Row>,
): void {
  const { kind, scope } = view;
  const isForeign = stored === undefined && scope.extent === "own";
  const isRefused = isForeign && scope.adopt === "none";
  if (hasValues(kind, row, want.row, stored) && !(isRefused && scope.isOne))
    draft.steps.push({ kind: "keep", want, row, stored });
  // A check doesn't know yet whether another resource owns a row of another priority.
  else if (isRefused && scope.isOne && !view.hasIds && !isExactly(kind, row, want.row))
    draft.steps.push({ kind: "create", want });
  else if (isRefused) draft.findings.push({ kind: "exists", want: want.row, rows: [row] });
  // The extent, or `adopt`, consents to a change of a row that was never listed.
  else draft.steps.push(change(want, row, stored, true, view));
}

/** Plans to overwrite a foreign row that has the only place of an entry. @returns whether it was handled */
function overwrite<Row extends AnyRow>(
  want: Listed<Row>,
  { rows: here }: Group<Row>,
  view: View<Row>,
  draft: Draft<Row>,
): boolean {
  const { scope, isOthers } = view;
  if (scope.extent !== "own") return false;
  const there = inPlace(view, want.row).filter((row) => !here.some((each) => isSame(each, row)));
  const [row, ...more] = there;
  if (row === undefined || (!scope.isOne && scope.adopt !== "overwrite")) return false;
  if (more.length > 0) draft.findings.push({ kind: "several", want: want.row, rows: there });
  else if (isOthers(row)) draft.findings.push({ kind: "others", want: want.row, rows: there });
  else if (scope.adopt !== "overwrite") draft.findings.push({ kind: "in place", want: want.row, rows: there });
  else draft.steps.push(change(want, row, undefined, true, view));
  return true;
}

/** An update of a row that the resource knows writes the arguments that changed, all others every argument. */
function change<Row extends AnyRow>(
  want: Listed<Row>,
  row: Row,
  stored: Listed<Row> | undefined,
  isOwned: boolean,
  { kind, scope }: View<Row>,
): Update<Row> {
  const isKnown = stored !== undefined && scope.extent === "own";
  const keys = isKnown ? changedKeys(kind, stored.args, want.args) : givenKeys(want.args);
  return { kind: "update", want, row, keys, isOwned, stored };
}

/** Pairs new entries with rows to be given up, in the order of their priorities: each pair is one update. */
function paired<Row extends AnyRow>(kind: RowKind<Row>, wanted: readonly Listed<Row>[], rows: readonly Row[]) {
  const free = rows.toSorted((a, b) => kind.keys(a).rank - kind.keys(b).rank);
  const inOrder = wanted.toSorted((a, b) => kind.keys(a.row).rank - kind.keys(b.row).rank);
  return { pairs: inOrder.map((want, place) => ({ want, row: free[place] })), rest: free.slice(inOrder.length) };
}

/** Rows that stay, and conflict with a row that is created or gets another name. */
function conflicts<Row extends AnyRow>(
  steps: readonly Step<Row>[],
  { kind, rows, isReleased }: View<Row>,
): Finding<Row>[] {
  const ownerOf = (row: Row) => kind.keys(row).owner;
  const isRenamed = (step: Update<Row>) => ownerOf(step.row) !== ownerOf(step.want.row);
  const isGoing = (step: Step<Row>) => step.kind === "delete" || (step.kind === "update" && isRenamed(step));
  const going = new Set(steps.filter(isGoing).map((step) => ("row" in step ? step.row : undefined)));
  const found = new Map<Row, Finding<Row>>();
  for (const step of steps) {
    if (step.kind !== "create" && !(step.kind === "update" && isRenamed(step))) continue;
    const want = step.want.row;
    for (const row of kind.keys(want).excludes.flatMap((key) => rows.withKey(key))) {
      if (kind.unreadable(row) !== undefined || isMeant(kind, row, want) || going.has(row) || isReleased(row)) continue;
      if (!found.has(row)) found.set(row, { kind: "conflict", want, rows: [row] });
    }
  }
  return [...found.values()];
}
