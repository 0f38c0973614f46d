/** The entries of a resource before and after a change. Pure. */
import { groupBy } from "../../dns/index.ts";
import { type Bag, type Entries, isListed, type Listed, type RowsSpec } from "./entry.ts";
import { type AnyRow, isExactly, type RowKind } from "./kind.ts";
import { pairByMeaning } from "./match.ts";

export interface Change<Row extends AnyRow> {
  readonly wanted: Entries<Row>;
  /** Stored entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Imported entries, and those that a refresh found, that the program doesn't list. */
  readonly left: Entries<Row>;
  /** Entries that stay unlisted: a refresh found their rows, and the arguments of their key still equal the state's. */
  readonly apart: Entries<Row>;
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
  const shown = before === undefined ? [] : entriesBefore(spec, before);
  const own = isImported ? [] : shown.filter(isListed);
  if (own.length === shown.length) return { wanted: all, stored: own, left: [], apart: [], ignores: () => false };
  const copies = isImported ? new Map<Listed<Row>, Listed<Row>>() : copiesIn(kind, all, shown);
  const wanted = all.filter((want) => !copies.has(want));
  const apart = [...copies.values()];
  const exacts = new Set(apart.map(({ row }) => kind.keys(row).exact));
  const ignores = (row: Row) => exacts.size > 0 && exacts.has(kind.keys(row).exact);
  // An entry that stands for an own row doesn't list another one of the same meaning.
  const standing = pairEntries(kind, wanted, own);
  const isOwn = new Set(own);
  const found = shown.filter((entry) => !isOwn.has(entry));
  const newlyListed = pairEntries(
    kind,
    wanted.filter((want) => !standing.has(want)),
    found,
  );
  const listed = new Set(newlyListed.values());
  const stored = [...own, ...found.filter((entry) => listed.has(entry))];
  return { wanted, stored, left: found.filter((entry) => !listed.has(entry)), apart, ignores };
}

/** Without a signature, an entry of unknown outcome equals no wanted entry, so that its row is looked up, and not simply kept. */
function entriesBefore<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  before: Partial<Args> | State,
): Entries<Row> {
  const shown = spec.shownIn(before);
  return before.unfinished ? shown.map((entry) => ({ ...entry, signature: "" })) : shown;
}

/** Gives each wanted entry a former entry of its meaning, as `pairByMeaning` gives it a row. */
function pairEntries<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, former: Entries<Row>) {
  const formerOf = new Map(former.map((entry) => [{ ...entry.row }, entry]));
  const rowsBy = groupBy([...formerOf.keys()], (row) => kind.keys(row).meaning);
  const pairs = pairByMeaning(kind, wanted, ({ row }) => rowsBy.get(kind.keys(row).meaning) ?? []);
  return new Map([...pairs].map(([want, row]) => [want, formerOf.get(row)]));
}

/**
 * Unlisted entries that the engine may have copied from the state (`ignoreChanges`), each under its wanted entry: the arguments of
 * their key equal the state's in the same order, and their TTL equals that of each unlisted entry.
 */
function copiesIn<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, shown: Entries<Row>) {
  const ttlOf = ({ row }: Listed<Row>) => kind.secondary(row)["ttl"];
  const wantedBy = groupBy(wanted, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(shown, (entry) => entry.key)) {
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
