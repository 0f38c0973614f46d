/** The scope of a resource made of rows, and how it reads its arguments and state. */
import { groupBy } from "../../dns/index.ts";
import type { CheckContext, Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import { type Entries, type Entry, isListed, type Listed } from "./entry.ts";
import { type AnyRow, isExactly, type RowKind } from "./kind.ts";

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
  /** The memory of rows (entry.ts). */
  readonly rows?: string | undefined;
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
 * The entries before and after a change. The resource owns an imported row, and a row that a refresh found, once the program lists it.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function changeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
): Change<Row> {
  const { kind } = spec;
  const all = spec.wantedIn(args);
  const shown = before === undefined ? [] : spec.shownIn(before);
  const own = isImported ? [] : shown.filter(isListed);
  if (own.length === shown.length) return { wanted: all, stored: own, apart: [], left: [], ignores: () => false };
  const copies = isImported ? new Map<Listed<Row>, Listed<Row>>() : copiesIn(kind, all, shown);
  const wanted = all.filter((want) => !copies.has(want));
  const found = shown.filter((entry) => !own.includes(entry));
  const { paired, left } = pairByMeaning(kind, found, pairByMeaning(kind, wanted, own).left);
  const exacts = new Set([...copies.values()].map(({ row }) => kind.keys(row).exact));
  return {
    wanted,
    stored: [...own, ...paired],
    apart: [...copies.values()],
    left: isImported ? left : [],
    ignores: (row) => exacts.size > 0 && exacts.has(kind.keys(row).exact),
  };
}

/**
 * Unlisted entries that the engine may have copied from the state (`ignoreChanges`), each under its wanted entry: the arguments of
 * their key, TTL included, equal the state's in the same order.
 */
function copiesIn<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, shown: Entries<Row>) {
  const ttlOf = ({ row }: Listed<Row>) => kind.secondary(row)["ttl"];
  const wantedBy = groupBy(wanted, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(shown, (entry) => entry.key)) {
    const wants = wantedBy.get(key) ?? [];
    const isCopied = (entry: Listed<Row>, place: number) => {
      const want = wants[place];
      return want !== undefined && isExactly(kind, want.row, entry.row) && ttlOf(want) === ttlOf(entry);
    };
    if (wants.length !== entries.length || !entries.every(isCopied)) continue;
    for (const [place, want] of wants.entries()) {
      const { id, unlisted } = entries[place] ?? {};
      if (unlisted) copies.set(want, { ...want, id, unlisted });
    }
  }
  return copies;
}

/**
 * Splits entries by whether a wanted entry has the same meaning, equal ones first. Example: of the stored `10 mail` and `20 mail`, a
 * wanted `20 mail` pairs with the second.
 */
function pairByMeaning<Row extends AnyRow>(kind: RowKind<Row>, entries: Entries<Row>, wanted: Entries<Row>) {
  const paired = new Set<Listed<Row>>();
  let open = [...wanted];
  for (const level of ["exact", "meaning"] as const) {
    const free = groupBy(
      entries.filter((entry) => !paired.has(entry)),
      ({ row }) => kind.keys(row)[level],
    );
    open = open.filter(({ row }) => {
      const entry = free.get(kind.keys(row)[level])?.shift();
      if (entry !== undefined) paired.add(entry);
      return entry === undefined;
    });
  }
  return {
    paired: entries.filter((entry) => paired.has(entry)),
    left: entries.filter((entry) => !paired.has(entry)),
  };
}
