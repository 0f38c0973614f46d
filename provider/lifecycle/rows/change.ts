/** The entries of a resource before and after a change, and the scope of its plan. Pure. */
import { groupBy } from "../../dns/index.ts";
import type { Run } from "../run.ts";
import {
  type Bag,
  type Entries,
  ignoring,
  isListed,
  type Listed,
  memoryIn,
  type RowsSpec,
  type Scope,
  scopeIn,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { isExactly, pairOff } from "./match.ts";

export interface Transition<Row extends AnyRow> {
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  /** Former entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Former entries that the resource doesn't own, and the program doesn't list: imported ones, and ones that a refresh found. */
  readonly unowned: Entries<Row>;
}

/** A transition, and entries that stay unlisted: a refresh found their rows, and the engine copied them into the arguments. */
interface Change<Row extends AnyRow> extends Transition<Row> {
  readonly keptUnlisted: Entries<Row>;
}

/**
 * The change of a resource. A set or zone owns an imported row, and a row that a refresh found, once the program lists it; an
 * import of one row names that row. Example: of the state `192.0.2.1` and, found by a refresh, `192.0.2.2`, a program that lists
 * both values with another TTL owns both.
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 */
export function changeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
  run?: Run,
): Change<Row> {
  const { kind } = spec;
  const scope = scopeIn(spec, args, run);
  const wanted = spec.wantedIn(args);
  const former = before === undefined ? [] : spec.shownIn(before).map(before.unfinished ? unpairable : asIs);
  const isOwned = (entry: Listed<Row>) => isListed(entry) && (!isImported || scope.isOne);
  const owned = former.filter(isOwned);
  const foreign = former.filter((entry) => !isOwned(entry));
  if (foreign.length === 0) return { scope, wanted, stored: owned, unowned: [], keptUnlisted: [] };
  // With `ignoreChanges`, an engine copies `192.0.2.2`, which a refresh found, into the arguments: it stays unlisted. The refresh
  // wrote its memory into the arguments, too. A row that only the update itself found has none there.
  const mayBeCopied = !isImported && memoryIn(args)?.some(({ unlisted }) => unlisted) === true;
  const copies = mayBeCopied ? copiedByEngine(kind, wanted, former) : new Map<Listed<Row>, Listed<Row>>();
  const copied = new Set(copies.values());
  const listing = wanted.filter((want) => !copies.has(want));
  // An entry that lists an owned row lists no other.
  const meaningOf = ({ row }: Listed<Row>) => kind.keys(row).meaning;
  const formerBy = groupBy([...owned, ...foreign], meaningOf);
  const pairs = pairOff(
    listing,
    (want) => formerBy.get(meaningOf(want)) ?? [],
    (want, entry) => isExactly(kind, entry.row, want.row),
  );
  const listed = new Set(pairs.values());
  const exacts = new Set([...copied].map(({ row }) => kind.keys(row).exact));
  return {
    scope: ignoring(scope, (row) => exacts.has(kind.keys(row).exact)),
    wanted: listing,
    stored: [...owned, ...foreign.filter((entry) => listed.has(entry))],
    unowned: foreign.filter((entry) => !listed.has(entry) && !copied.has(entry)),
    keptUnlisted: [...copies].map(([want, { id, unlisted }]) => ({ ...want, id, unlisted })),
  };
}

const asIs = <T>(entry: T): T => entry;

/**
 * An entry of unknown outcome: its empty signature equals none, so that the plan looks up the row, and doesn't simply keep it.
 */
const unpairable = <Row extends AnyRow>(entry: Listed<Row>): Listed<Row> => ({ ...entry, signature: "" });

/**
 * Unlisted entries that the engine may have copied from the state, by the wanted entries that are their copies. The arguments of
 * a key are a copy if they equal the state's in the same order, and have the TTL of each unlisted entry: a program that lists
 * just these values itself can't be told apart.
 */
function copiedByEngine<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, former: Entries<Row>) {
  const ttlOf = ({ row }: Listed<Row>) => kind.secondary(row)["ttl"];
  const isCopy = (want: Listed<Row>, entry: Listed<Row>) =>
    isExactly(kind, want.row, entry.row) && (isListed(entry) || ttlOf(want) === ttlOf(entry));
  const wantedBy = groupBy(wanted, ({ key }) => key);
  const copies = new Map<Listed<Row>, Listed<Row>>();
  for (const [key, entries] of groupBy(former, (entry) => entry.key)) {
    const wants = wantedBy.get(key) ?? [];
    const pairs = wants.flatMap((want, place) => entries.slice(place, place + 1).map((entry) => ({ want, entry })));
    if (wants.length !== entries.length || !pairs.every(({ want, entry }) => isCopy(want, entry))) continue;
    for (const { want, entry } of pairs) if (!isListed(entry)) copies.set(want, entry);
  }
  return copies;
}
