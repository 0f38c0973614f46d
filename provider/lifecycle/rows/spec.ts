/** How a resource is made of rows: its file writes a {@link RowsSpec}; its checks and its life cycle follow from that. */
import type { Adopt } from "../arguments.ts";
import type { Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import type { AnyRow, Entries, Entry, RowKind } from "./kind.ts";
import type { Scope } from "./plan.ts";

/** The part of arguments and states that this folder reads. docs/maintainers/design.md, "What the state holds". */
export interface Bag {
  readonly adopt?: Adopt | undefined;
  readonly domain?: string | undefined;
  /** When a row was last written, ISO 8601. */
  readonly writtenAt?: string | undefined;
  readonly plan?: string | undefined;
  readonly isPlanNew?: boolean | undefined;
  readonly unlisted?: unknown;
  readonly unfinished?: boolean | undefined;
}

export interface RowsSpec<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly kind: RowKind<Row>;
  scopeOf(bag: Partial<Args> | State): Omit<Scope<Row>, "adopt">;
  /** Valid entries of arguments, without the data that states remember of them. */
  wantedIn(args: Partial<Args> | State): Entries<Row>;
  /** Valid entries of a state, or of the inputs of the last run, with all remembered data. */
  shownIn(bag: Partial<Args> | State): Entries<Row>;
  /** The entry that a live row is shown as. @param args its live values, without the domain */
  entryOf(args: Properties, domain: string): Entry;
  /** The state; `undefined` if the entries leave nothing of the resource. */
  stateOf(bag: Args | State, entries: readonly Entry[], memory: Pick<Bag, "writtenAt" | "plan">): State | undefined;
}

/** The scope of a resource. @param run its settings say what to adopt where the resource doesn't */
export const scopeIn = <Row extends AnyRow, Each extends Bag>(
  spec: { scopeOf(bag: Each): Omit<Scope<Row>, "adopt"> },
  bag: Each,
  run?: Run,
): Scope<Row> => ({ ...spec.scopeOf(bag), adopt: bag.adopt ?? run?.configuration.adopt ?? "none" });

/** Key of a scope among those of a run. */
export const scopeKey = (domain: string, { key = "all" }: { readonly key?: string | undefined }) => `${domain} ${key}`;

/** Name of a row within one run: the registrar's ID, or all data of the row. */
export const rowName = <Row extends AnyRow>(kind: RowKind<Row>, row: Row) => row.id ?? kind.keys(row).exact;
