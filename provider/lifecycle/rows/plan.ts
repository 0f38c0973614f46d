/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and findings that forbid it. Pure.
 *
 * 1. An entry that the state has unchanged keeps its row.
 * 2. Every other entry gets a live row of the same meaning, if there is one.
 * 3. Each remaining entry updates a remaining row of its key, or is created.
 * 4. The remaining rows are deleted.
 */
import { groupBy } from "../../dns/index.ts";
import type { AnyRow, Entries, Listed, Scope } from "./kind.ts";
import { isExactly, satisfies } from "./kind.ts";
import { closest, conflictsOf, inPlace, type Matching, meant } from "./match.ts";

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
  /** May the plan change this row, which the resource never listed? In an update, only if the check of the same run planned it. */
  isPlanned(row: Row): boolean;
  /** May a resource with one row adopt this row without consent, because its own row is gone and this one is as wanted? */
  isSuccessor(row: Row): boolean;
}

/** Live rows in the scope of a set or an authoritative zone. A row that the provider can't read is left out, so that it stays. */
export function rowsOf<Row extends AnyRow>({ kind, rows, scope }: Pick<View<Row>, "kind" | "rows" | "scope">): Row[] {
  const all = scope.key === undefined ? rows.rows : rows.withKey(scope.key);
  return all.filter((row) => kind.unreadable(row) === undefined);
}

/** Pairs entries of the same signature. `changed` are wanted entries without a pair, `dropped` stored ones. Takes linear time. */
export function pairUnchanged<Row extends AnyRow>(wanted: Entries<Row>, stored: Entries<Row>) {
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

/** Entries and rows of one key, and the parts of the plan so far. */
interface Group<Row extends AnyRow> extends View<Row> {
  /** Wanted entries that have no row yet. */
  readonly open: Entries<Row>;
  /** Stored entries that are changed or dropped. */
  readonly known: Entries<Row>;
  /** Live rows of this key. Each is matched with a wanted entry, updated to a wanted entry, or deleted. */
  readonly here: ReadonlySet<Row>;
  /** Live rows that are matched with an entry. */
  readonly taken: Set<Row>;
  /** The stored entry of each live row that has one. */
  readonly storedOf: ReadonlyMap<Row | undefined, Listed<Row>>;
  readonly steps: Step<Row>[];
  readonly findings: Finding<Row>[];
}

export function planOf<Row extends AnyRow>(view: View<Row>): Plan<Row> {
  const { kind, scope, stored, found } = view;
  const isOwn = scope.extent === "own";
  const live = new Set(isOwn ? [] : rowsOf(view).filter((row) => !scope.ignores(row) && !view.isOthers(row)));
  const { steps, taken, open, known } = keepUnchanged(view, live);
  const findings: Finding<Row>[] = [];
  const keyOf = ({ key }: Listed<Row>) => key;
  const [wantedBy, storedBy] = [groupBy(open, keyOf), groupBy(known, keyOf)];
  const free = [...live].filter((row) => !taken.has(row));
  const liveBy = groupBy(free, (row) => kind.title(row));
  for (const key of new Set([...wantedBy.keys(), ...(isOwn ? storedBy : liveBy).keys()])) {
    const former = storedBy.get(key) ?? [];
    planGroup({
      ...view,
      open: wantedBy.get(key) ?? [],
      known: former,
      here: new Set(isOwn ? former.flatMap((entry) => found.get(entry) ?? []) : liveBy.get(key)),
      storedOf: new Map(former.map((entry) => [found.get(entry), entry])),
      ...{ taken, steps, findings },
    });
  }
  const left = withoutKept(steps);
  const base = isOwn ? stored.length : [...live].filter((row) => !kind.isOfService(row)).length;
  return { steps: left, findings: [...findings, ...conflicts(left, view)], base };
}

/**
 * Keeps unchanged entries. In a set or an authoritative zone, their rows must also be live as wanted; otherwise no row is looked up.
 * @param live all rows of a set or an authoritative zone
 * @returns the steps, the rows that they keep, and the entries without a step: wanted (`open`) and stored (`known`)
 */
function keepUnchanged<Row extends AnyRow>({ kind, scope, wanted, stored, found }: View<Row>, live: ReadonlySet<Row>) {
  const { same, changed, dropped } = pairUnchanged(wanted, stored);
  const [open, known] = [[...changed], [...dropped]];
  const steps: Step<Row>[] = [];
  const taken = new Set<Row>();
  for (const pair of same) {
    const row = found.get(pair.stored);
    if (scope.extent === "own") steps.push({ kind: "keep", ...pair });
    else if (row && live.has(row) && !taken.has(row) && satisfies(kind, row, pair.want.row, pair.stored))
      steps.push({ kind: "keep", ...pair, row });
    else {
      open.push(pair.want);
      known.push(pair.stored);
      continue;
    }
    if (row !== undefined) taken.add(row);
  }
  return { steps, taken, open, known };
}

/** Drops deletes of an ID that another step keeps or changes: two rows may have the same ID. */
function withoutKept<Row extends AnyRow>(steps: readonly Step<Row>[]): Step<Row>[] {
  const kept = new Set(steps.map((step) => (step.kind === "keep" || step.kind === "update" ? step.row?.id : "")));
  return steps.filter((step) => step.kind !== "delete" || step.row.id === undefined || !kept.has(step.row.id));
}

function planGroup<Row extends AnyRow>(group: Group<Row>): void {
  const { kind, scope, here, taken, storedOf, steps, isOthersListed, isPlanned } = group;
  const isOwned = ownership(group);
  const unmatched = group.open.filter((want) => !meet(want, group));
  const free = [...here]
    .filter((row) => !taken.has(row) && !kind.isOfService(row) && !scope.ignores(row))
    .map((row) => ({ row, isOwned: isOwned(row), stored: storedOf.get(row) }))
    .filter((each) => each.isOwned || isPlanned(each.row));
  const left = unmatched.filter((want) => !overwrite(want, group));
  // A row that another resource owns isn't updated to an entry. Its delete is dropped when the plan is applied.
  const theirs = free.filter(({ row }) => isOthersListed(row));
  const own = free.filter((each) => !theirs.includes(each));
  for (const [place, want] of left.entries()) {
    const known = own[place];
    steps.push(known === undefined ? { kind: "create", want } : change(want, known.row, group, known.isOwned));
  }
  for (const known of [...own.slice(left.length), ...theirs]) steps.push({ kind: "delete", ...known });
}

/**
 * Returns a test: does the resource own a live row? The test counts: call it once for each row to change or delete. A row that was edited
 * by hand is recognised by its ID. Without IDs, as many unknown rows count as edited, and so as owned, as stored entries are missing.
 */
function ownership<Row extends AnyRow>(group: Group<Row>): (row: Row) => boolean {
  const { scope, here, known, storedOf, hasIds } = group;
  const canTell = hasIds && [...here].every(({ id }) => id !== undefined);
  const found = new Set([...here].map((row) => storedOf.get(row)));
  let missing = canTell ? 0 : known.filter((entry) => !found.has(entry)).length;
  return (row) => scope.extent === "own" || storedOf.has(row) || --missing >= 0;
}

/**
 * Plans an entry whose meaning a free live row has: a row of this key, or, for the extent `own`, of any key. Of several such rows, a
 * row that the resource owns comes first.
 * @returns was a step or a finding added?
 */
function meet<Row extends AnyRow>(want: Listed<Row>, group: Group<Row>): boolean {
  const { kind, scope, here, taken, storedOf, steps, findings, isOthers } = group;
  const isOwn = scope.extent === "own";
  const all = meant(group, want.row)
    .filter((row) => !taken.has(row))
    .sort((a, b) => Number(storedOf.has(b)) - Number(storedOf.has(a)));
  const near = all.filter((row) => here.has(row));
  const free = near.length > 0 || !isOwn ? near : all.filter((row) => !isOthers(row, want.row));
  if (scope.isOne && near.length === 0 && free.length > 1 && scope.adopt !== "none") {
    findings.push({ kind: "several", want: want.row, rows: free });
    return true;
  }
  const row = closest(kind, free, want.row);
  if (row !== undefined) {
    taken.add(row);
    const planned = stepFor(want, row, group);
    if ("rows" in planned) findings.push(planned);
    else steps.push(planned);
    return true;
  }
  const [theirs] = isOwn ? all : [];
  // A second row of this meaning may be created if it differs, such as in the priority of an MX.
  if (theirs === undefined || !(isExactly(kind, theirs, want.row) || satisfies(kind, theirs, want.row))) return false;
  findings.push({ kind: "others", want: want.row, rows: [theirs] });
  return true;
}

/** The step, or the finding, for a live row that has the meaning of an entry. */
function stepFor<Row extends AnyRow>(want: Listed<Row>, row: Row, group: Group<Row>): Step<Row> | Finding<Row> {
  const { kind, scope, storedOf, hasIds, isSuccessor } = group;
  const stored = storedOf.get(row);
  const isRefused =
    stored === undefined && scope.extent === "own" && scope.adopt === "none" && !(scope.isOne && isSuccessor(row));
  const isFit = satisfies(kind, row, want.row, stored);
  if (isFit && !(isRefused && scope.isOne)) return { kind: "keep", want, row, stored };
  // The resource owns the row, or `adopt` consents to change it.
  if (!isRefused) return change(want, row, group, true);
  // A check doesn't know yet if another resource owns a row that differs in its priority: the update decides.
  const mayDiffer = scope.isOne && !hasIds && !isExactly(kind, row, want.row);
  return mayDiffer ? { kind: "create", want } : { kind: "exists", want: want.row, rows: [row] };
}

/** Plans to overwrite the existing row in the `place` of an entry, or adds the finding that forbids it. @returns is there such a row? */
function overwrite<Row extends AnyRow>(entry: Listed<Row>, group: Group<Row>): boolean {
  const { scope, here, steps, findings, isOthers } = group;
  if (scope.extent !== "own" || (!scope.isOne && scope.adopt !== "overwrite")) return false;
  const want = entry.row;
  const rows = inPlace(group, want).filter((row) => !here.has(row));
  const [row, ...more] = rows;
  if (row === undefined) return false;
  if (more.length > 0) findings.push({ kind: "several", want, rows });
  else if (isOthers(row)) findings.push({ kind: "others", want, rows });
  else if (scope.adopt !== "overwrite") findings.push({ kind: "in place", want, rows });
  else steps.push(change(entry, row, group, true));
  return true;
}

const change = <Row extends AnyRow>(want: Listed<Row>, row: Row, { storedOf }: Group<Row>, isOwned: boolean) =>
  ({ kind: "update", want, row, isOwned, stored: storedOf.get(row) }) as const;

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
