/** What a resource made of rows writes down, and what its checks and its life cycle derive from that. */
import { createHash, randomUUID } from "node:crypto";
import type { Adopt } from "../arguments.ts";
import type { Rows } from "../list.ts";
import type { Run } from "../run.ts";
import { type AnyRow, type Entry, type Listed, type RowKind, satisfies } from "./kind.ts";
import type { Finding, Scope, View } from "./plan.ts";
import type { DomainRows } from "./write.ts";

/** What arguments and states of such resources have in common. */
export interface Bag {
  readonly adopt?: Adopt | undefined;
  readonly domain?: string | undefined;
  /** When a row was last written, ISO 8601. */
  readonly writtenAt?: string | undefined;
  /** The plan of an authoritative zone, in words. */
  readonly plan?: string | undefined;
  /** The plan was made in the last run: a list may not show its writes yet. */
  readonly isPlanNew?: boolean | undefined;
  /** Rows that a refresh found and the resource never listed. */
  readonly unlisted?: unknown;
  /** The outcome of the last write is unknown. */
  readonly unfinished?: boolean | undefined;
}

/** How the arguments and states of a resource are made of rows. */
export interface RowsSpec<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly kind: RowKind<Row>;
  /** Does it have exactly one row? */
  readonly isOne: boolean;
  scopeOf(bag: Partial<Args> | State): Omit<Scope<Row>, "adopt" | "isOne">;
  /** Valid entries of arguments, without what is remembered of them. */
  wantedIn(args: Partial<Args> | State): readonly Listed<Row>[];
  /** Valid entries of a state, or of the inputs of the last run, with all that is remembered of them. */
  shownIn(bag: Partial<Args> | State): readonly Listed<Row>[];
  /** The entry that a live row is shown as. @param args its live values */
  entryOf(args: object, domain: string): Entry;
  /** The state; `undefined` if the entries leave nothing of the resource. */
  stateOf(bag: Args | State, entries: readonly Entry[], memory: Pick<Bag, "writtenAt" | "plan">): State | undefined;
}

/** A generated ID of a resource. @param seed makes the same ID each time; default: a random one */
export function label(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/** Stored entries that the resource listed. */
export const storedIn = <Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  bag: Partial<Args> | State,
) => spec.shownIn(bag).filter(({ isUnlisted }) => !isUnlisted);

/** The scope of a resource. @param run its settings say what to adopt where the resource doesn't */
export const scopeIn = <Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  bag: Partial<Args> | State,
  run?: Run,
): Scope<Row> => ({
  ...spec.scopeOf(bag),
  isOne: spec.isOne,
  adopt: bag.adopt ?? run?.configuration.adopt ?? "none",
});

/** Key of a scope among those of a run. */
export const scopeKey = <Row extends AnyRow>(domain: string, { key = "all" }: Pick<Scope<Row>, "key">) =>
  `${domain} ${key}`;

/** Name of a row within one run: the registrar's ID, or all that the row says. */
export const rowName = <Row extends AnyRow>(kind: RowKind<Row>, row: Row) => row.id ?? kind.keys(row).exact;

/** Key of a row that a resource gives up in this run. */
export const releasedKey = <Row extends AnyRow>(kind: RowKind<Row>, domain: string, row: Row) =>
  `${kind.group} ${domain} ${kind.keys(row).meaning}`;

/** The view of a plan. */
export function viewOf<Row extends AnyRow>(
  at: DomainRows<Row>,
  parts: Pick<View<Row>, "scope" | "wanted" | "stored" | "rows" | "hasIds">,
): View<Row> {
  return {
    kind: at.kind,
    ...parts,
    found: at.match(parts.rows, parts.stored),
    isOthers: (row, wanted) => at.claims.isOthers(row, wanted),
    isReleased: (row) => at.run.released.get(releasedKey(at.kind, at.domain, row))?.isReplaced === true,
  };
}

/**
 * The list, polled while it may be stale.
 * @param awaited entries that have to show as they were written
 * @param isQuiet does the list show no row that the last write may have removed? Default: it isn't asked
 */
export async function observe<Row extends AnyRow>(
  at: DomainRows<Row>,
  awaited: readonly Listed<Row>[],
  stored: readonly Listed<Row>[],
  writtenAt: string | undefined,
  isQuiet: (rows: Rows<Row>, found: ReadonlyMap<Listed<Row>, Row>) => boolean = () => true,
): Promise<Rows<Row>> {
  const isShown = (rows: Rows<Row>) => {
    const found = at.match(rows, stored);
    const isAsWritten = (entry: Listed<Row>) => {
      const row = found.get(entry);
      return row !== undefined && satisfies(at.kind, row, entry.row, entry);
    };
    return isQuiet(rows, found) && awaited.every(isAsWritten);
  };
  const isMissing = (rows: Rows<Row>) => rows.open && at.match(rows, stored).size < stored.length;
  return at.observe({ writtenAt }, isShown, isMissing);
}

/** Claims a row that exists already: with `--continue-on-error` the engine goes on to deletes, which leave a claimed row. */
export function claimMet<Row extends AnyRow>(at: DomainRows<Row>, { kind, rows }: Finding<Row>): void {
  if (kind === "exists" || kind === "in place") for (const row of rows) at.claims.claim(row);
}
