/**
 * Entries: the rows that the arguments or the state of a resource list. How a resource reads them, the scope in which it plans,
 * and the entries before and after a change. Pure.
 */
import { groupBy } from "../../dns/index.ts";
import type { CheckContext, Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import type { AnyRow, Given, RowKind } from "./kind.ts";
import { isExactly, pairByMeaning } from "./match.ts";
import type { RowMemory } from "./memory.ts";

/** A row that the arguments or the state of a resource list, or that a refresh found, and the state's memory of it. */
export interface Entry extends Pick<RowMemory, "id" | "granted" | "unlisted"> {
  /** In a set or zone, name and type; else empty. An update may turn the row of one entry into another entry of this key. */
  readonly key: string;
  /** The row's arguments, as the program and the state of its resource write them. */
  readonly value: Properties;
}

/** A valid entry, and the row that it describes. */
export interface Listed<Row extends AnyRow> extends Entry {
  readonly row: Row;
  /** The row's arguments, and the domain. */
  readonly args: Given;
  /** Equal for two entries that give the same arguments with the same meaning. */
  readonly signature: string;
}

export type Entries<Row extends AnyRow> = readonly Listed<Row>[];

/** Was the entry in the arguments, and not only found by a refresh? */
export const isListed = ({ unlisted }: Pick<Entry, "unlisted">): boolean => !unlisted;

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
  /** The memory of rows (memory.ts). */
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

/** The scope without further rows. */
export const ignoring = <Row extends AnyRow>(scope: Scope<Row>, ignores: (row: Row) => boolean): Scope<Row> => ({
  ...scope,
  ignores: (row) => scope.ignores(row) || ignores(row),
});

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

/** The entries of a resource before and after a change. */
export interface Change<Row extends AnyRow> {
  readonly wanted: Entries<Row>;
  /** Former entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /**
   * Former entries that the resource doesn't own, and the program doesn't list: imported ones, and those that a refresh found.
   */
  readonly left: Entries<Row>;
  /** Entries that stay unlisted: a refresh found their rows, and the arguments of their key still equal the state's. */
  readonly keptUnlisted: Entries<Row>;
  /** Is it a row of `keptUnlisted`? */
  ignores(row: Row): boolean;
}

/**
 * The entries before and after a change. The resource owns an imported row, and a row that a refresh found, once the program
 * lists it. Example: of the state `192.0.2.1` and, found by a refresh, `192.0.2.2`, a program that lists both values with
 * another TTL owns both.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function changeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
): Change<Row> {
  const { kind } = spec;
  const wanted = spec.wantedIn(args);
  const former = before === undefined ? [] : spec.shownIn(before).map(before.unfinished ? unpairable : asIs);
  const isOwned = (entry: Listed<Row>) => !isImported && isListed(entry);
  const owned = former.filter(isOwned);
  const found = former.filter((entry) => !isOwned(entry));
  if (found.length === 0) return { wanted, stored: owned, left: [], keptUnlisted: [], ignores: () => false };
  const copies: ReadonlyMap<Listed<Row>, Listed<Row>> = isImported ? new Map() : copiedByEngine(kind, wanted, former);
  const asked = wanted.filter((want) => !copies.has(want));
  const listed = newlyListed(kind, asked, owned, found);
  const keptUnlisted = [...copies.values()];
  const exacts = new Set(keptUnlisted.map(({ row }) => kind.keys(row).exact));
  return {
    wanted: asked,
    stored: [...owned, ...found.filter((entry) => listed.has(entry))],
    left: found.filter((entry) => !listed.has(entry)),
    keptUnlisted,
    ignores: (row) => exacts.has(kind.keys(row).exact),
  };
}

const asIs = <T>(entry: T): T => entry;

/**
 * An entry of unknown outcome: its empty signature equals none, so that the plan looks up the row, and doesn't simply keep it.
 */
const unpairable = <Row extends AnyRow>(entry: Listed<Row>): Listed<Row> => ({ ...entry, signature: "" });

/**
 * Of former entries that the resource doesn't own, those that the program lists. An entry that lists an owned row lists no
 * other.
 */
function newlyListed<Row extends AnyRow>(
  kind: RowKind<Row>,
  wanted: Entries<Row>,
  owned: Entries<Row>,
  found: Entries<Row>,
): ReadonlySet<Listed<Row>> {
  const pair = (wants: Entries<Row>, entries: Entries<Row>) => {
    const byMeaning = groupBy(entries, ({ row }) => kind.keys(row).meaning);
    return pairByMeaning(kind, wants, ({ row }) => byMeaning.get(kind.keys(row).meaning) ?? [], rowIn);
  };
  const ofOwned = pair(wanted, owned);
  const free = wanted.filter((want) => !ofOwned.has(want));
  return new Set(pair(free, found).values());
}

const rowIn = <Row extends AnyRow>({ row }: Listed<Row>): Row => row;

/**
 * Unlisted entries that the engine may have copied from the state (`ignoreChanges`), each under its wanted entry: the arguments
 * of their key equal the state's in the same order, and their TTL equals that of each unlisted entry.
 */
function copiedByEngine<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, former: Entries<Row>) {
  const ttlOf = ({ row }: Listed<Row>) => kind.secondary(row)["ttl"];
  const wantedBy = groupBy(wanted, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(former, (entry) => entry.key)) {
    const wants = wantedBy.get(key) ?? [];
    const isCopied = (entry: Listed<Row>, place: number) => {
      const want = wants[place];
      return (
        want !== undefined && isExactly(kind, want.row, entry.row) && (isListed(entry) || ttlOf(want) === ttlOf(entry))
      );
    };
    if (wants.length !== entries.length || !entries.every(isCopied)) continue;
    for (const [place, want] of wants.entries()) {
      const { id, unlisted } = entries[place] ?? {};
      if (unlisted) copies.set(want, { ...want, id, unlisted });
    }
  }
  return copies;
}
