/**
 * Entries: the rows that the arguments or the state of a resource list, and the state's memory of each. `RowsSpec` reads them,
 * and `changeOf` compares those before and after a change.
 */
import { groupBy } from "../../dns/index.ts";
import type { Change, CheckContext, Properties } from "../definition.ts";
import type { Rows } from "../list.ts";
import type { AnyRow, RowKind, RowMeaning } from "./kind.ts";
import type { RowMemory } from "./memory.ts";

/** A row that the arguments or the state of a resource list, and the state's memory of it. */
export interface Entry extends Pick<RowMemory, "id" | "granted" | "renamedFrom"> {
  /** In a set or zone, name and type; else empty. An update may turn the row of one entry into another entry of this key. */
  readonly key: string;
  /** The row's arguments, as the program and the state of its resource write them. */
  readonly value: Properties;
}

/** The row that arguments describe. */
export interface WantedRow<Row extends AnyRow> {
  readonly row: Row;
  /** The row that an update makes of a live row: values that the arguments don't give stay. */
  over(live: Row): Row;
  /** The arguments with the values of a live row. A value that means the same keeps the program's spelling. */
  shownAs(live: Row): Properties;
}

/** A valid entry, and the row that it describes. */
export interface RowEntry<Row extends AnyRow> extends Entry, WantedRow<Row> {
  /** Equal for two entries that give the same arguments with the same meaning. */
  readonly signature: string;
}

export type Entries<Row extends AnyRow> = readonly RowEntry<Row>[];

/** The arguments from which a scope is made, other than the rows themselves. */
export const scopeArguments = ["maxChanges", "maxUnlistedDeletes", "mode"] as const;

/** The rows that a resource may plan for, and its consent to change existing ones. */
export interface Scope<Row extends AnyRow> {
  /** One row, the rows of a name and type, or those of a domain. */
  readonly extent: "one" | "set" | "zone";
  /** Does it own all rows in its extent, as a set and an authoritative zone do? All others leave rows of others alone. */
  readonly ownsAll: boolean;
  /** Of a set: the key of its rows in the list (`RowKeys.setKey`). */
  readonly setKey?: string;
  /** The key of the entry that a live row would have. */
  keyOf(row: Row): string;
  /** Most rows that a plan may change or delete. Default: 30 % of the resource's rows, or all rows if it has fewer than 10. */
  readonly maxChanges?: number | undefined;
  /** Most rows of others that a plan may delete or overwrite. Default: 0. */
  readonly maxUnlistedDeletes?: number | undefined;
  /** Does `ignoreRecords` exclude the row, so that no plan changes it? */
  ignores(row: Row): boolean;
}

/**
 * The readable rows in the scope of a set or an authoritative zone, without those of the service. None for other resources,
 * which can't tell the rows of others from those of the program's other resources.
 */
export function rowsOf<Row extends AnyRow>(
  kind: RowMeaning<Row>,
  rows: Rows<Row>,
  { ownsAll, setKey, ignores }: Scope<Row>,
): Row[] {
  if (!ownsAll) return [];
  const all = setKey === undefined ? rows.rows : rows.withKey(setKey);
  return all.filter((row) => kind.isReadable(row) && !ignores(row) && !kind.isOfService(row));
}

/** The part of arguments and states that this folder reads. docs/maintainers/design.md, "What the state holds". */
export interface Bag {
  readonly domain?: string | undefined;
  /** When a row was last written, in milliseconds since 1970. */
  readonly writtenAt?: number | undefined;
  /** The memory of rows, as `writtenMemory` makes it. */
  readonly rows?: string | undefined;
  /** Rows of others that the last refresh or update saw in the scope (`rowsOf`). */
  readonly unlisted?: readonly string[] | undefined;
}

/** How a resource made of rows reads its arguments, and reads and writes its state. */
export interface RowsSpec<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly kind: RowKind<Row>;
  /** Would a diff find no change from the arguments of the last run? */
  isSame(args: Partial<Args>, previous: Partial<Args>, context: { known(key: string): boolean }): boolean;
  /** Do arguments have data of rows of this kind? */
  hasData(args: Partial<Args>): boolean;
  /** Keys of entries with values that aren't known yet; `undefined` if an entry could be of any key. */
  unknownKeys(args: Partial<Args>, context: CheckContext<Args>): ReadonlySet<string> | undefined;
  scopeOf(bag: Partial<Args> | State): Scope<Row>;
  /** Valid entries of arguments, without the data that states remember of them. */
  wantedIn(args: Partial<Args> | State): Entries<Row>;
  /** Valid entries of a state, or of the inputs of the last run, with all remembered data. */
  rememberedIn(bag: Partial<Args> | State): Entries<Row>;
  /** Makes the entry that shows a live row. @param args the live values, without the domain */
  entryOf(args: Properties, domain: string): Entry;
  /** Makes the state from the entries; `undefined` if the resource is gone, because it has no entry left. */
  stateOf(bag: Args | State, entries: readonly Entry[], more: Pick<Bag, "writtenAt" | "unlisted">): State | undefined;
  /** A row of others as the output `unlisted` shows it. */
  readonly unlistedOf: (row: Row) => string;
  /** The argument in which a preview shows that a row must be made again. */
  readonly data: string;
}

/** The scope, which also ignores further rows. */
export const ignoring = <Row extends AnyRow>(scope: Scope<Row>, ignores: (row: Row) => boolean): Scope<Row> => ({
  ...scope,
  ignores: (row) => scope.ignores(row) || ignores(row),
});

/** Entries after and before a change, paired by their signatures. */
interface Pairs<Row extends AnyRow> {
  readonly same: readonly { readonly want: RowEntry<Row>; readonly stored: RowEntry<Row> }[];
  /** Wanted entries without a pair. */
  readonly changed: Entries<Row>;
  /** Stored entries without a pair. */
  readonly dropped: Entries<Row>;
}

/** Pairs entries of the same signature, in linear time. */
export function pairUnchanged<Row extends AnyRow>(wanted: Entries<Row>, stored: Entries<Row>): Pairs<Row> {
  const unpaired = groupBy(stored.toReversed(), ({ signature }) => signature);
  const same: { want: RowEntry<Row>; stored: RowEntry<Row> }[] = [];
  const changed: RowEntry<Row>[] = [];
  for (const want of wanted) {
    const twin = unpaired.get(want.signature)?.pop();
    if (twin === undefined) changed.push(want);
    else same.push({ want, stored: twin });
  }
  const left = new Set([...unpaired.values()].flat());
  return { same, changed, dropped: stored.filter((entry) => left.has(entry)) };
}

/** The entries of a resource before and after a change, and the scope of its plan. */
export interface Transition<Row extends AnyRow> extends Pairs<Row> {
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  /** Former entries, whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Keys whose entries differ. A plan leaves the rows of all others alone. */
  readonly changedKeys: ReadonlySet<string>;
  /** Has the resource no former entries in this scope, so that it meets rows of others for the first time? */
  readonly isNew: boolean;
}

export function transition<Row extends AnyRow>(
  parts: Pick<Transition<Row>, "scope" | "wanted" | "stored" | "isNew">,
): Transition<Row> {
  const pairs = pairUnchanged(parts.wanted, parts.stored);
  return { ...parts, ...pairs, changedKeys: new Set([...pairs.changed, ...pairs.dropped].map(({ key }) => key)) };
}

/** Does a change need a plan? Also if the scope is new, or if rows of others are to be deleted. */
export const needsPlan = <Row extends AnyRow>({ scope, changedKeys, isNew }: Transition<Row>): boolean =>
  changedKeys.size > 0 || (scope.ownsAll && (isNew || (scope.maxUnlistedDeletes ?? 0) > 0));

/**
 * The stored entries whose rows a plan has to find, or to prove gone: those that it changes or deletes. A set or an authoritative
 * zone also restores the others of a changed key.
 */
export const entriesToFind = <Row extends AnyRow>({
  scope,
  stored,
  dropped,
  changedKeys,
}: Transition<Row>): Entries<Row> => (scope.ownsAll ? stored.filter(({ key }) => changedKeys.has(key)) : dropped);

/**
 * May a plan write to the stored ID of a row that an incomplete list lacks? Only if the resource leaves rows of others alone, and
 * has one row or creates none.
 */
export const mayAssumeRows = <Row extends AnyRow>({ scope, wanted }: Transition<Row>): boolean =>
  scope.extent === "one" || (!scope.ownsAll && wanted.length === 0);

/**
 * The change of a resource.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function changeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
): Transition<Row> {
  const scope = spec.scopeOf(args);
  const former = before === undefined ? undefined : spec.scopeOf(before);
  const isNew = former?.ownsAll !== scope.ownsAll || former.setKey !== scope.setKey;
  const stored = before === undefined ? [] : spec.rememberedIn(before);
  return transition({ scope, wanted: spec.wantedIn(args), stored, isNew });
}

/** The deletion of rows of others that a refresh found, if `maxUnlistedDeletes` covers them. */
export const unlistedChanges = (
  { unlisted = [] }: Pick<Bag, "unlisted">,
  { maxUnlistedDeletes = 0 }: { readonly maxUnlistedDeletes?: number | undefined },
): Change[] =>
  unlisted.length === 0 || unlisted.length > maxUnlistedDeletes ? [] : [{ path: "unlisted", kind: "delete" }];
