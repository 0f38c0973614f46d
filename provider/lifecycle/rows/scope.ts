/** The scope of a resource made of rows, and how it reads its arguments and state. */
import type { CheckContext, Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import type { Entries, Entry } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";

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
