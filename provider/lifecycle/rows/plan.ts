/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and findings that forbid it. Pure.
 *
 * Each pass takes the entries and rows that the passes before it left, and adds steps:
 *
 * 1. `unchanged`: an entry that the state has unchanged keeps its row.
 * 2. `sameMeaning`: every other entry gets a live row of the same meaning, if there is one.
 * 3. `samePlace`: a row in the place of an entry, such as another CNAME of its name, forbids a resource with one row.
 * 4. `sameKey`: each remaining entry changes a remaining row of its key, or is created; the remaining rows are deleted.
 */
import { groupBy } from "../../dns/index.ts";
import { memoize } from "../define.ts";
import { pairUnchanged } from "./change.ts";
import type { Entries, Listed } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { isExactly, satisfies } from "./kind.ts";
import { closest, conflictsOf, inPlace, type Matching, meant } from "./match.ts";
import type { Scope } from "./scope.ts";

interface Known<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: Listed<Row> | undefined;
  /** Did the resource list the row before, or does an argument consent to adopt it? */
  readonly isOwned: boolean;
}
interface Wanted<Row extends AnyRow> {
  readonly want: Listed<Row>;
}
/** Nothing to write: the row is as wanted, or was not looked up. */
type Keep<Row extends AnyRow> = { readonly kind: "keep" } & Wanted<Row> & Partial<Omit<Known<Row>, "isOwned">>;
type Create<Row extends AnyRow> = { readonly kind: "create" } & Wanted<Row>;
/** Writes every given argument. All other arguments keep their live values. */
type Update<Row extends AnyRow> = { readonly kind: "update" } & Wanted<Row> & Known<Row>;
type Delete<Row extends AnyRow> = { readonly kind: "delete" } & Known<Row>;
export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
export type Step<Row extends AnyRow> = Keep<Row> | Write<Row>;

export const isWrite = <Row extends AnyRow>(step: Step<Row>): step is Write<Row> => step.kind !== "keep";
export const targetOf = <Row extends AnyRow>(step: Step<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** A row that exists and forbids the plan. */
export interface Finding<Row extends AnyRow> {
  /**
   * - `exists`: it has the meaning of an entry, and no argument consents to adopt it.
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
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}

/** The input of a plan that a resource has before the list is read. */
export interface Goal<Row extends AnyRow> {
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  /** Entries of the state, or of the last run's arguments, whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Do the stored entries have the registrar's IDs? The arguments of a check have none. */
  readonly hasIds: boolean;
}

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row>, Goal<Row> {
  /** Live rows of stored entries. */
  readonly found: ReadonlyMap<Listed<Row>, Row>;
  /** May the plan change this row, which the resource never listed? In an update, only if the check of its run planned it. */
  isPlanned(row: Row): boolean;
  /** May a resource with one row adopt this row without consent, because its own row is gone and this one is as wanted? */
  isSuccessor(row: Row): boolean;
}

/** Entries and rows that have no step yet. */
interface Left<Row extends AnyRow> {
  readonly wanted: Entries<Row>;
  /** Rows that the plan may change or delete: those of changed and dropped entries, or all in the scope of a set or zone. */
  readonly rows: ReadonlySet<Row>;
  /** Rows of entries that need no write. */
  readonly kept: ReadonlySet<Row>;
}

interface Pass<Row extends AnyRow> {
  readonly steps: readonly Step<Row>[];
  readonly findings: readonly Finding<Row>[];
  readonly left: Left<Row>;
}

/** Memoized, since an observation plans, too. */
export const planOf: <Row extends AnyRow>(view: View<Row>) => Plan<Row> = memoize(makePlan);

function makePlan<Row extends AnyRow>(view: View<Row>): Plan<Row> {
  const { kind, scope, stored } = view;
  const live = rowsOf(view).filter((row) => !scope.ignores(row) && !view.isOthers(row));
  const storedOf = new Map([...view.found].map(([entry, row]) => [row, entry]));
  const first = unchanged(view, new Set(live));
  const second = sameMeaning(view, first.left, storedOf);
  const third = samePlace(view, second.left);
  const last = sameKey(view, third.left, storedOf);
  const passes = [first, second, third, last];
  const steps = withoutKept(passes.flatMap((pass) => pass.steps));
  const findings = [...passes.flatMap((pass) => pass.findings), ...conflicts(steps, view)];
  const base = scope.extent === "own" ? stored.length : live.filter((row) => !kind.isOfService(row)).length;
  return { steps, findings, base };
}

/**
 * Live rows in the scope of a set or an authoritative zone; none for other resources. A row that the provider can't read is left
 * out, so that it stays.
 */
export function rowsOf<Row extends AnyRow>({ kind, rows, scope }: Pick<View<Row>, "kind" | "rows" | "scope">): Row[] {
  if (scope.extent === "own") return [];
  const all = scope.key === undefined ? rows.rows : rows.withKey(scope.key);
  return all.filter((row) => kind.unreadable(row) === undefined);
}

/** Entries whose existing rows the resource adopts without a write. */
export const adoptedIn = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">): Listed<Row>[] =>
  steps.flatMap((step) =>
    step.kind === "keep" && step.row !== undefined && step.stored === undefined ? [step.want] : [],
  );

/** Updates and deletes of rows that the resource never listed, and has no consent to adopt. */
export const unlistedSteps = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">) =>
  steps.filter(
    (step): step is Update<Row> | Delete<Row> => (step.kind === "delete" || step.kind === "update") && !step.isOwned,
  );

/** In a set or an authoritative zone, the row of an unchanged entry must also be live as wanted. Others look up no row. */
function unchanged<Row extends AnyRow>(view: View<Row>, live: ReadonlySet<Row>): Pass<Row> {
  const { kind, scope, wanted, stored, found } = view;
  const { same, changed, dropped } = pairUnchanged(wanted, stored);
  const isOwn = scope.extent === "own";
  const open = [...changed];
  const steps: Step<Row>[] = [];
  const kept = new Set<Row>();
  for (const pair of same) {
    const row = found.get(pair.stored);
    const isFit = row && live.has(row) && !kept.has(row) && satisfies(kind, row, pair.want.row, pair.stored);
    if (isOwn) steps.push({ kind: "keep", ...pair });
    else if (isFit) steps.push({ kind: "keep", ...pair, row });
    else open.push(pair.want);
    if (row !== undefined && (isOwn || isFit)) kept.add(row);
  }
  const mine = isOwn ? dropped.flatMap((entry) => found.get(entry) ?? []) : [...live];
  const rows = new Set(mine.filter((row) => !kept.has(row)));
  return { steps, findings: [], left: { wanted: open, rows, kept } };
}

type StoredOf<Row extends AnyRow> = ReadonlyMap<Row, Listed<Row>>;

function sameMeaning<Row extends AnyRow>(view: View<Row>, left: Left<Row>, storedOf: StoredOf<Row>): Pass<Row> {
  const { kind, scope } = view;
  const taken = new Set(left.kept);
  const steps: Step<Row>[] = [];
  const findings: Finding<Row>[] = [];
  const wanted = left.wanted.filter((want) => {
    const { all, free, isNear } = rowsFor(want, view, left, taken, storedOf);
    const row = closest(kind, free, want.row);
    if (row === undefined) {
      const theirs = scope.extent === "own" ? all.find((other) => isTwin(view, other, want.row)) : undefined;
      if (theirs !== undefined) findings.push({ kind: "others", want: want.row, rows: [theirs] });
      return theirs === undefined;
    }
    taken.add(row);
    const isSeveral = scope.isOne && !isNear && free.length > 1 && scope.adopt;
    const planned = isSeveral ? severalOf(want, free) : stepFor(want, row, view, storedOf);
    if ("rows" in planned) findings.push(planned);
    else steps.push(planned);
    return false;
  });
  const rows = new Set([...left.rows].filter((row) => !taken.has(row)));
  return { steps, findings, left: { ...left, wanted, rows } };
}

/** Live rows of an entry's meaning: `all` of them, and those that are `free` for it, the resource's own first. */
function rowsFor<Row extends AnyRow>(
  { row: want }: Listed<Row>,
  view: View<Row>,
  left: Left<Row>,
  taken: ReadonlySet<Row>,
  storedOf: StoredOf<Row>,
) {
  const all = meant(view, want)
    .filter((row) => !taken.has(row))
    .sort((a, b) => Number(storedOf.has(b)) - Number(storedOf.has(a)));
  const near = all.filter((row) => left.rows.has(row));
  const isNear = near.length > 0 || view.scope.extent !== "own";
  return { all, free: isNear ? near : all.filter((row) => !view.isOthers(row, want)), isNear };
}

/** Would a second row of this meaning be equal? It may be created only if it differs, such as in the priority of an MX. */
const isTwin = <Row extends AnyRow>({ kind }: View<Row>, row: Row, want: Row) =>
  isExactly(kind, row, want) || satisfies(kind, row, want);

const severalOf = <Row extends AnyRow>({ row }: Listed<Row>, rows: readonly Row[]) =>
  ({ kind: "several", want: row, rows }) as const;

/** The step, or the finding, for a live row that has the meaning of an entry. */
function stepFor<Row extends AnyRow>(
  want: Listed<Row>,
  row: Row,
  { kind, scope, hasIds, isSuccessor }: View<Row>,
  storedOf: StoredOf<Row>,
): Step<Row> | Finding<Row> {
  const stored = storedOf.get(row);
  const isRefused =
    stored === undefined && scope.extent === "own" && !scope.adopt && !(scope.isOne && isSuccessor(row));
  const isFit = satisfies(kind, row, want.row, stored);
  if (isFit && !(isRefused && scope.isOne)) return { kind: "keep", want, row, stored };
  // The resource owns the row, or `adopt` consents to change it.
  if (!isRefused) return { kind: "update", want, row, stored, isOwned: true };
  // A check doesn't know yet if another resource owns a row that differs in its priority: the update decides.
  const mayDiffer = scope.isOne && !hasIds && !isExactly(kind, row, want.row);
  return mayDiffer ? { kind: "create", want } : { kind: "exists", want: want.row, rows: [row] };
}

/** A row in the `place` of an entry forbids a resource with one row. */
function samePlace<Row extends AnyRow>(view: View<Row>, left: Left<Row>): Pass<Row> {
  const findings: Finding<Row>[] = [];
  if (!view.scope.isOne) return { steps: [], findings, left };
  const wanted = left.wanted.filter((entry) => {
    const want = entry.row;
    const [row] = inPlace(view, want).filter((each) => !left.rows.has(each));
    if (row === undefined) return true;
    findings.push({ kind: view.isOthers(row) ? "others" : "in place", want, rows: [row] });
    return false;
  });
  return { steps: [], findings, left: { ...left, wanted } };
}

/** Changes rows of an entry's key, and creates and deletes what is left. */
function sameKey<Row extends AnyRow>(view: View<Row>, left: Left<Row>, storedOf: StoredOf<Row>): Pass<Row> {
  const { kind, scope, isOthersListed, isPlanned } = view;
  const isOwned = ownership(view, left.rows, storedOf);
  const free = [...left.rows]
    .filter((row) => !kind.isOfService(row) && !scope.ignores(row))
    .map((row) => ({ row, isOwned: isOwned(row), stored: storedOf.get(row) }))
    .filter((each) => each.isOwned || isPlanned(each.row));
  // A row that another resource owns isn't changed to an entry. Its delete is dropped when the plan is applied.
  const [theirs, own] = [true, false].map((is) => free.filter(({ row }) => isOthersListed(row) === is));
  const rowsBy = groupBy(own ?? [], ({ row, stored }) => (scope.extent === "own" && stored?.key) || kind.title(row));
  const writes = left.wanted.map((want): Step<Row> => {
    const known = rowsBy.get(want.key)?.shift();
    return known === undefined ? { kind: "create", want } : { kind: "update", want, ...known };
  });
  const deletes = [...[...rowsBy.values()].flat(), ...(theirs ?? [])].map(
    (known) => ({ kind: "delete", ...known }) as const,
  );
  return { steps: [...writes, ...deletes], findings: [], left: { ...left, wanted: [], rows: new Set() } };
}

/**
 * Returns a test: does the resource own a live row? The test counts: call it once for each row to change or delete. A row that
 * was edited by hand is recognised by its ID. Without IDs, as many unknown rows count as edited, and so as owned, as stored
 * entries are missing.
 */
function ownership<Row extends AnyRow>(
  { kind, scope, stored, found, hasIds }: View<Row>,
  rows: ReadonlySet<Row>,
  storedOf: StoredOf<Row>,
): (row: Row) => boolean {
  const withoutId = new Set([...rows].flatMap((row) => (row.id === undefined ? [kind.title(row)] : [])));
  const missing = groupBy(
    stored.filter((entry) => !found.has(entry)),
    ({ key }) => key,
  );
  return (row) => {
    if (scope.extent === "own" || storedOf.has(row)) return true;
    const key = kind.title(row);
    return !(hasIds && !withoutId.has(key)) && missing.get(key)?.pop() !== undefined;
  };
}

/** Drops deletes of an ID that another step keeps or changes: two rows may have the same ID. */
function withoutKept<Row extends AnyRow>(steps: readonly Step<Row>[]): Step<Row>[] {
  const kept = new Set(steps.map((step) => (step.kind === "keep" || step.kind === "update" ? step.row?.id : "")));
  return steps.filter((step) => step.kind !== "delete" || step.row.id === undefined || !kept.has(step.row.id));
}

/** Findings for live rows that stay, and conflict with a row that is created or renamed. */
function conflicts<Row extends AnyRow>(steps: readonly Step<Row>[], view: View<Row>): Finding<Row>[] {
  const ownerOf = (row: Row) => view.kind.keys(row).owner;
  const isRenamed = (step: Step<Row>): step is Update<Row> =>
    step.kind === "update" && ownerOf(step.row) !== ownerOf(step.want.row);
  const leaving = steps.flatMap((step) => (step.kind === "delete" || isRenamed(step) ? [step.row] : []));
  // The stored rows of a replaced set have another key. They are deleted before the new ones are created.
  const going = new Set([...leaving, ...(view.scope.extent === "key" ? view.found.values() : [])]);
  const found = new Map<Row, Finding<Row>>();
  for (const step of steps) {
    if (step.kind !== "create" && !isRenamed(step)) continue;
    const want = step.want.row;
    for (const row of conflictsOf(view, want))
      if (!going.has(row) && !found.has(row)) found.set(row, { kind: "conflict", want, rows: [row] });
  }
  return [...found.values()];
}
