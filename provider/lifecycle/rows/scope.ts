/** The entries of a resource made of rows, its scope, and how it reads its arguments and state. */
import { groupBy } from "../../dns/index.ts";
import type { CheckContext, Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import { type AnyRow, type Given, isExactly, type RowKind } from "./kind.ts";

/** A declared row: an entry of a resource's arguments or state, with the data that the state remembers of the row. */
export interface Entry {
  /** In a set or zone, name and type; else the type. An update may turn the row of one entry into another entry of this key. */
  key: string;
  /** The row's arguments, as the program and the state of its resource write them. */
  value: Properties;
  recordId?: string | undefined;
  /** TTL that the registrar stored instead of the program's TTL, or {@link notShown}. */
  acceptedTtl?: number | undefined;
  /** Was the row found by a refresh, and never listed by the resource? */
  isUnlisted?: boolean | undefined;
}

/** A valid entry, and the row that it describes. */
export interface Listed<Row extends AnyRow> extends Entry {
  row: Row;
  /** The row's arguments, and the domain. */
  args: Given;
  /** Equal for two entries that give the same arguments with the same meaning. */
  signature: string;
}

export type Entries<Row extends AnyRow> = readonly Listed<Row>[];

/** Was the entry in the arguments, and not only found by a refresh? */
export const isListed = ({ isUnlisted }: Entry): boolean => !isUnlisted;

/** The rows that a resource owns, and its consent to change existing rows. */
export interface Scope<Row extends AnyRow> {
  /** Rows that it owns: those of its arguments and state (`own`), of one name and type (`key`), or of the domain (`all`). */
  readonly extent: "own" | "key" | "all";
  /** For the extent `key`: the key by which `Rows.withKey` finds the rows of this name and type. */
  readonly key?: string | undefined;
  /** Does the resource have exactly one row? Then even an equal existing row is adopted only with consent. */
  readonly isOne: boolean;
  /** Consent to adopt existing rows of the same meaning. */
  readonly adopt: boolean;
  /** Most rows that a plan may change or delete. Default: 30 % of the resource's rows, or all rows if it has fewer than 10. */
  readonly maxChanges?: number | undefined;
  /** Most rows that a plan may delete or overwrite although the resource never listed them. Default: 0. */
  readonly maxUnlistedDeletes?: number | undefined;
  /** Does `ignoreRecords` exclude the row, so that no plan changes it? */
  ignores(row: Row): boolean;
}

/** The part of arguments and states that this folder reads. docs/maintainers/design.md, "What the state holds". */
export interface Bag {
  readonly adopt?: boolean | undefined;
  readonly domain?: string | undefined;
  /** When a row was last written, ISO 8601. */
  readonly writtenAt?: string | undefined;
  readonly unfinished?: boolean | undefined;
}

/** How a resource made of rows reads its arguments, and reads and writes its state. */
export interface RowsSpec<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly kind: RowKind<Row>;
  /** Are arguments those of the last run, apart from arguments that control the provider? */
  isSame(args: Partial<Args>, previous: Partial<Args>): boolean;
  /** Do arguments have data of rows of this kind? */
  hasData(args: Partial<Args>): boolean;
  /** Keys of entries with values that aren't known yet; `undefined` if an entry could be of any key. */
  openKeys(args: Partial<Args>, context: CheckContext<Args>): ReadonlySet<string> | undefined;
  scopeOf(bag: Partial<Args> | State): Omit<Scope<Row>, "adopt">;
  /** Valid entries of arguments, without the data that states remember of them. */
  wantedIn(args: Partial<Args> | State): Entries<Row>;
  /** Valid entries of a state, or of the inputs of the last run, with all remembered data. */
  shownIn(bag: Partial<Args> | State): Entries<Row>;
  /** Makes the entry that shows a live row. @param args the live values, without the domain */
  entryOf(args: Properties, domain: string): Entry;
  /** Makes the state from the entries; `undefined` if the resource is gone, because it has no entry left. */
  stateOf(bag: Args | State, entries: readonly Entry[], memory: Pick<Bag, "writtenAt">): State | undefined;
}

/** The scope of a resource. @param run has the setting `adopt`, for resources that don't give this argument */
export const scopeIn = <Row extends AnyRow, Each extends Bag>(
  spec: { scopeOf(bag: Each): Omit<Scope<Row>, "adopt"> },
  bag: Each,
  run?: Run,
): Scope<Row> => ({ ...spec.scopeOf(bag), adopt: bag.adopt ?? run?.configuration.adopt ?? false });

/** The entries of a change. */
export interface Change<Row extends AnyRow> {
  readonly wanted: Entries<Row>;
  /** Stored entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Entries that stay unlisted: a refresh found their rows, and the arguments of their key still equal the state's. */
  readonly apart: Entries<Row>;
  /** Imported entries that the program doesn't list. */
  readonly left: Entries<Row>;
  /** Is it a row of `apart`? */
  ignores(row: Row): boolean;
}

/**
 * Splits entries: `own` pair with a wanted entry of the same meaning, equal ones first, and `others` don't. Example: of the stored
 * `10 mail` and `20 mail`, a wanted `20 mail` pairs with the second.
 */
function listedAmong<Row extends AnyRow>(kind: RowKind<Row>, stored: Entries<Row>, wanted: Entries<Row>) {
  const paired = new Set<Listed<Row>>();
  let left = [...wanted];
  for (const level of ["exact", "meaning"] as const) {
    const free = groupBy(
      stored.filter((entry) => !paired.has(entry)),
      ({ row }) => kind.keys(row)[level],
    );
    left = left.filter(({ row }) => {
      const entry = free.get(kind.keys(row)[level])?.shift();
      if (entry !== undefined) paired.add(entry);
      return entry === undefined;
    });
  }
  return { own: stored.filter((entry) => paired.has(entry)), others: stored.filter((entry) => !paired.has(entry)) };
}

/**
 * The entries before and after a change. A row that a refresh found becomes the resource's own if the program lists it. But if
 * the arguments of its key equal the state's, the engine may have copied them (`ignoreChanges`), so the row stays unlisted.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function goalOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
): Change<Row> {
  const { kind } = spec;
  const all = spec.wantedIn(args);
  const none = { apart: [], left: [], ignores: () => false };
  if (before === undefined) return { wanted: all, stored: [], ...none };
  const shown = spec.shownIn(before);
  const own = shown.filter(isListed);
  if (isImported) {
    const { own: stored, others: left } = listedAmong(kind, own, all);
    return { wanted: all, stored, ...none, left };
  }
  if (own.length === shown.length) return { wanted: all, stored: own, ...none };
  const wantedBy = groupBy(all, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(shown, (entry) => entry.key)) {
    const copied = wantedBy.get(key) ?? [];
    const isCopied = ({ row }: Listed<Row>, place: number) => {
      const want = copied[place];
      return want !== undefined && isExactly(kind, want.row, row);
    };
    if (copied.length !== entries.length || !entries.every(isCopied)) continue;
    for (const [place, want] of copied.entries()) {
      const entry = entries[place];
      if (entry?.isUnlisted) copies.set(want, { ...want, recordId: entry.recordId, isUnlisted: true });
    }
  }
  const wanted = all.filter((want) => !copies.has(want));
  const apart = [...copies.values()];
  const exacts = new Set(apart.map(({ row }) => kind.keys(row).exact));
  const found = shown.filter((entry) => !isListed(entry));
  const listed = listedAmong(kind, found, listedAmong(kind, wanted, own).others).own;
  const ignores = (row: Row) => exacts.size > 0 && exacts.has(kind.keys(row).exact);
  return { wanted, stored: [...own, ...listed], apart, left: [], ignores };
}
