/** The entries of a resource before and after a change. Pure. */
import { groupBy } from "../../dns/index.ts";
import { type Bag, type Entries, isListed, type Listed, type RowsSpec } from "./entry.ts";
import { type AnyRow, isExactly, type RowKind } from "./kind.ts";
import { pairByMeaning } from "./match.ts";

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
  const all = spec.wantedIn(args);
  const former = before === undefined ? [] : spec.shownIn(before).map(before.unfinished ? unpairable : asIs);
  const isOwned = (entry: Listed<Row>) => !isImported && isListed(entry);
  const owned = former.filter(isOwned);
  if (owned.length === former.length)
    return { wanted: all, stored: owned, left: [], keptUnlisted: [], ignores: () => false };
  const copies: ReadonlyMap<Listed<Row>, Listed<Row>> = isImported ? new Map() : copiedByEngine(kind, all, former);
  const wanted = all.filter((want) => !copies.has(want));
  const keptUnlisted = [...copies.values()];
  const exacts = new Set(keptUnlisted.map(({ row }) => kind.keys(row).exact));
  const others = former.filter((entry) => !isOwned(entry));
  const listed = newlyListed(kind, wanted, owned, others);
  return {
    wanted,
    stored: [...owned, ...others.filter((entry) => listed.has(entry))],
    left: others.filter((entry) => !listed.has(entry)),
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
  others: Entries<Row>,
): ReadonlySet<Listed<Row>> {
  const pair = (wants: Entries<Row>, entries: Entries<Row>) => {
    const byMeaning = groupBy(entries, ({ row }) => kind.keys(row).meaning);
    return pairByMeaning(kind, wants, ({ row }) => byMeaning.get(kind.keys(row).meaning) ?? [], rowIn);
  };
  const ofOwned = pair(wanted, owned);
  const free = wanted.filter((want) => !ofOwned.has(want));
  return new Set(pair(free, others).values());
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
