/**
 * Entries: the rows that the arguments or the state of a resource list, and the state's memory of each. `RowsSpec` reads them,
 * and `changeOf` compares those before and after a change.
 */
import type { Configuration } from "../../api/index.ts";
import { groupBy, partition } from "../../dns/index.ts";
import type { CheckContext, Properties } from "../definition.ts";
import type { Rows } from "../list.ts";
import type { AnyRow, RowKind, RowMeaning } from "./kind.ts";
import { isExactly, pairOff } from "./match.ts";
import { isListed, memoryIn, type RowMemory, writtenMemory } from "./memory.ts";

/** A row that the arguments or the state of a resource list, or that a refresh found, and the state's memory of it. */
export interface Entry extends Pick<RowMemory, "id" | "granted" | "renamedFrom" | "unlisted"> {
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

/**
 * The rows that a resource owns: its only one, those that it lists or listed, all of one name and type (`key`), which
 * `Rows.withKey` finds by this key, or all of the domain.
 */
type Extent = { readonly extent: "key"; readonly setKey: string } | { readonly extent: "one" | "listed" | "all" };

/** The arguments from which a scope is made, other than the rows themselves. */
export const scopeArguments = ["adopt", "maxChanges", "maxUnlistedDeletes", "mode"] as const;

/** The extent of a resource, and its consent to change existing rows. */
export type Scope<Row extends AnyRow> = Extent & {
  /** May a plan adopt existing rows of the same meaning? Default: the setting `adopt` of the run. */
  readonly adopt?: boolean | undefined;
  /** Most rows that a plan may change or delete. Default: 30 % of the resource's rows, or all rows if it has fewer than 10. */
  readonly maxChanges?: number | undefined;
  /** Most rows that a plan may delete or overwrite although the resource never listed them. Default: 0. */
  readonly maxUnlistedDeletes?: number | undefined;
  /** Does `ignoreRecords` exclude the row, so that no plan changes it? */
  ignores(row: Row): boolean;
};

/** Does a resource own all rows in its scope, as a set or an authoritative zone does, or only those that it lists or listed? */
export const ownsAll = ({ extent }: Pick<Scope<AnyRow>, "extent">): boolean => extent === "key" || extent === "all";

/** The readable rows in the scope of a set or an authoritative zone that it doesn't ignore; none for other resources. */
export function rowsOf<Row extends AnyRow>(kind: RowMeaning<Row>, rows: Rows<Row>, scope: Scope<Row>): Row[] {
  if (!ownsAll(scope)) return [];
  const all = scope.extent === "key" ? rows.withKey(scope.setKey) : rows.rows;
  return all.filter((row) => kind.isReadable(row) && !scope.ignores(row));
}

/** The part of arguments and states that this folder reads. docs/maintainers/design.md, "What the state holds". */
export interface Bag {
  readonly domain?: string | undefined;
  /** When a row was last written, in milliseconds since 1970. */
  readonly writtenAt?: number | undefined;
  /** The memory of rows, as `writtenMemory` makes it. */
  readonly rows?: string | undefined;
  /** Of inputs, as `inputShape` says. */
  readonly imported?: "found" | "checked" | undefined;
}

/** Of previous inputs, and of new ones after a check (`inputShape`): is this the first check or update after an import? */
export const isUnconfirmed = (previous: Bag | undefined): boolean => previous?.imported === "found";
export const isFirstAfterImport = ({ imported }: Bag): boolean => imported === "checked";

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
  stateOf(bag: Args | State, entries: readonly Entry[], memory: Pick<Bag, "writtenAt">): State | undefined;
}

/** A change with the settings of the run, where the arguments don't say. */
export const withSettings = <Of extends Transition<Row>, Row extends AnyRow>(
  change: Of,
  { adopt }: Configuration,
): Of => ({
  ...change,
  scope: { ...change.scope, adopt: change.scope.adopt ?? adopt },
});

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
  /** Former entries whose rows the resource owns. */
  readonly stored: Entries<Row>;
}

export const transition = <Row extends AnyRow>(parts: Omit<Transition<Row>, keyof Pairs<Row>>): Transition<Row> => ({
  ...parts,
  ...pairUnchanged(parts.wanted, parts.stored),
});

/** Does a change need a plan? A set or an authoritative zone always does, since it also owns rows that it doesn't list. */
export const needsPlan = <Row extends AnyRow>({ scope, changed, dropped }: Transition<Row>): boolean =>
  ownsAll(scope) || changed.length + dropped.length > 0;

/**
 * The stored entries whose rows a plan has to find, or to prove gone: those that it changes or deletes. A set or an authoritative
 * zone also restores the others.
 */
export const entriesToFind = <Row extends AnyRow>({ scope, stored, dropped }: Transition<Row>): Entries<Row> =>
  ownsAll(scope) ? stored : dropped;

/** May a plan write to the stored ID of a row that an incomplete list lacks? An additive zone's may, if it creates none. */
export const mayAssumeRows = <Row extends AnyRow>({ scope, wanted }: Transition<Row>): boolean =>
  scope.extent === "one" || (!ownsAll(scope) && wanted.length === 0);

/** A transition, and former entries that the resource doesn't own. */
export interface OwnChange<Row extends AnyRow> extends Transition<Row> {
  /** Those that the program doesn't list: imported ones, and ones that a refresh found. */
  readonly unowned: Entries<Row>;
}

interface RowsChange<Row extends AnyRow> extends OwnChange<Row> {
  /** Those that a refresh found, and the engine copied into the arguments: they stay unlisted. */
  readonly keptUnlisted: Entries<Row>;
}

/**
 * The change of a resource. Whose is the row of a former entry?
 *
 * | the entry is | the program lists it | it doesn't |
 * |---|---|---|
 * | one of the last run, or the only one of an imported resource | own | own, until the plan drops it |
 * | imported into a set or zone, which no program has confirmed | own | unowned |
 * | one that a refresh found, or a failed run left | own; if the engine copied it, kept unlisted | unowned |
 *
 * @param before the state, or the inputs of the last run; `undefined` for a new resource
 * @param isImported is it that of an import which no program has confirmed (`inputShape`)?
 */
export function changeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  before: Partial<Args> | State | undefined,
  isImported: boolean,
): RowsChange<Row> {
  const { kind } = spec;
  const scope = spec.scopeOf(args);
  const wanted = spec.wantedIn(args);
  const former = before === undefined ? [] : spec.rememberedIn(before);
  const [own, ownIfListed] = partition(former, (entry) => isListed(entry) && (!isImported || scope.extent === "one"));
  if (ownIfListed.length === 0) return { ...transition({ scope, wanted, stored: own }), unowned: [], keptUnlisted: [] };
  // With `ignoreChanges`, an engine copies `192.0.2.2`, which a refresh found, into the arguments: it stays unlisted. The refresh
  // wrote its memory into the arguments, too. A row that a failed run left has none there.
  const mayBeCopied = !isImported && memoryIn(args)?.some(({ unlisted }) => unlisted) === true;
  const copies = mayBeCopied ? copiedByEngine(kind, wanted, former) : new Map<RowEntry<Row>, RowEntry<Row>>();
  const copied = new Set(copies.values());
  const ofProgram = wanted.filter((want) => !copies.has(want));
  const listed = listedOf(kind, ofProgram, [...own, ...ownIfListed]);
  const stored = [...own, ...ownIfListed.filter((entry) => listed.has(entry))];
  const exacts = new Set([...copied].map(({ row }) => kind.keys(row).exact));
  const withoutCopied = ignoring(scope, (row) => exacts.has(kind.keys(row).exact));
  return {
    ...transition({ scope: withoutCopied, wanted: ofProgram, stored }),
    unowned: ownIfListed.filter((entry) => !listed.has(entry) && !copied.has(entry)),
    keptUnlisted: [...copies].map(([want, { id, unlisted }]) => ({ ...want, id, unlisted })),
  };
}

/** The former entries that wanted ones list, each one: of two that it means, an equal one, else the first. */
function listedOf<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, former: Entries<Row>) {
  const meaningOf = ({ row }: RowEntry<Row>) => kind.keys(row).meaning;
  const formerBy = groupBy(former, meaningOf);
  const formerOf = (want: RowEntry<Row>) => formerBy.get(meaningOf(want)) ?? [];
  return new Set(pairOff(wanted, formerOf, (want, entry) => isExactly(kind, entry.row, want.row)).values());
}

/**
 * Unlisted entries that the engine may have copied from the state, by the wanted entries that are their copies. The arguments of
 * a key are a copy if they equal the state's in the same order, and have the TTL of each unlisted entry: a program that lists
 * just these values itself can't be told apart.
 */
function copiedByEngine<Row extends AnyRow>(kind: RowKind<Row>, wanted: Entries<Row>, former: Entries<Row>) {
  const isCopy = (want: RowEntry<Row>, entry: RowEntry<Row>) =>
    isExactly(kind, want.row, entry.row) && (isListed(entry) || want.row.ttl === entry.row.ttl);
  const wantedBy = groupBy(wanted, ({ key }) => key);
  const copies = new Map<RowEntry<Row>, RowEntry<Row>>();
  for (const [key, entries] of groupBy(former, (entry) => entry.key)) {
    const wants = wantedBy.get(key) ?? [];
    const pairs = wants.flatMap((want, place) => entries.slice(place, place + 1).map((entry) => ({ want, entry })));
    if (wants.length !== entries.length || !pairs.every(({ want, entry }) => isCopy(want, entry))) continue;
    for (const { want, entry } of pairs) if (!isListed(entry)) copies.set(want, entry);
  }
  return copies;
}

/**
 * The part of a memory that inputs need for the next check, since its lists may be copies of the engine. Example: a refresh found
 * `192.0.2.2`, and `ignoreChanges` hands it to the program. Without the memory, the next check would take it for a listed value.
 */
export function copiedMemory<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  previous: Partial<Args>,
): string | undefined {
  const memory = memoryIn(previous);
  if (!memory?.some(({ unlisted }) => unlisted)) return undefined;
  const copies = copiedByEngine(spec.kind, spec.wantedIn(args), spec.rememberedIn(previous));
  const copied = new Set([...copies.keys()].map(({ key }) => key));
  // The memory of a set, whose rows all have one key, doesn't name that.
  const kept = memory.filter(({ key }) => key === undefined || copied.has(key));
  return copied.size === 0 ? undefined : writtenMemory(kept);
}
