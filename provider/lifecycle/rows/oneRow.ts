/** Resources with exactly one row: `DnsRecord`, `UrlForward`. */
import * as z from "zod";
import { withCode } from "../../api/index.ts";
import { memoize } from "../../dns/index.ts";
import { diffArgs, fqdnOf, isSameBut, managedArgs, managedKeys, pick, reader } from "../arguments.ts";
import type { CheckFailure, Properties } from "../definition.ts";
import { PlanCheck, RowsCheck, requireShown } from "./check.ts";
import type { Bag, Entry, RowEntry, RowsSpec, WantedRow } from "./entry.ts";
import type { AnyRow, RowArgs, RowKind } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isExactly, isOneMeant, rowsMeaning, satisfies } from "./match.ts";
import { ownShape, type RowMemory, readMemory, writtenMemory } from "./memory.ts";
import type { RowReader } from "./read.ts";
import { rowsLifeCycle } from "./resource.ts";
import type { Obstacle, Planned, View } from "./step.ts";

/** Arguments that control the provider, and say nothing about the live row. */
const rowControls = ["adopt", "skipChecks"] as const;

/** Names of the given arguments that describe the live row. */
const givenKeys = (args: object): string[] => managedKeys({ ...args }, rowControls);

const readOutputs = reader({ ...ownShape, recordId: z.string(), forwardId: z.string(), fqdn: z.string() });

/** State of a resource with one row: arguments with live values, the outputs, and data that only the provider needs. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readOutputs>;

/** How the arguments of a resource describe its row. */
interface OneRowOptions<Row extends AnyRow, Args> {
  /** Name of the registrar's ID in programs and states. */
  readonly idName: "recordId" | "forwardId";
  /** Outputs other than the ID. */
  readonly outputs?: z.ZodRawShape;
  /** Reads the arguments in a program or state. Never fails: a missing value, or one of the wrong type, is left out. */
  read(bag: Properties): Partial<Args>;
  /** The row that complete arguments describe. */
  wanted(args: Partial<Args>): WantedRow<Row>;
  /** Do two values of an argument mean the same? */
  same(key: string, a: unknown, b: unknown, args: Partial<Args>): boolean;
  /** Arguments that can't change in place. */
  readonly replaces: readonly string[];
  /** Do these arguments identify the row? */
  isComplete(args: Partial<Args>): boolean;
  /** Do these arguments have data of such a row? Those of another kind of resource have none. */
  hasData(args: Partial<Args>): boolean;
}

/** A resource with exactly one row: `DnsRecord`, `UrlForward`. */
export function oneRow<Row extends AnyRow, Args extends RowArgs>(
  kind: RowKind<Row>,
  { idName, outputs, read, wanted, same, replaces, isComplete, hasData }: OneRowOptions<Row, Args>,
) {
  const argsIn = memoize((bag: object) => read({ ...bag }));
  const entryIn = (bag: object, { id, granted, renamedFrom }: RowMemory = {}): RowEntry<Row> => {
    const args = argsIn(bag);
    const { row, over, shownAs } = wanted(args);
    const keys = givenKeys(args);
    const signature = JSON.stringify([kind.keys(row).exact, kind.secondary(row), keys]);
    return { key: "", value: pick({ ...args }, keys), row, over, shownAs, signature, id, granted, renamedFrom };
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isSame: (args, previous) => isSameBut(rowControls, { ...args }, { ...previous }),
    hasData,
    unknownKeys: (args) => (isComplete(args) ? new Set() : undefined),
    scopeOf: ({ adopt }) => ({ extent: "one", adopt, ignores: () => false }),
    wantedIn: (bag) => [entryIn(bag)],
    rememberedIn(bag) {
      const { rows, [idName]: id } = readOutputs({ ...bag });
      const [memory, ...others] = readMemory({ rows });
      const { domain } = argsIn(bag);
      return [
        entryIn(bag, { ...memory, id }),
        ...others.map(({ value, ...rest }) => entryIn({ ...value, domain }, rest)),
      ];
    },
    entryOf: (value) => ({ key: "", value }),
    stateOf({ domain }, [entry, ...others], { writtenAt }) {
      if (entry === undefined) return undefined;
      const memoryOf = ({ id, granted, renamedFrom }: Entry) => ({ id, granted, renamedFrom });
      const { id, ...memory } = memoryOf(entry);
      const value = { ...entry.value, domain };
      const made = { [idName]: id, fqdn: fqdnOf(value) };
      const rows = writtenMemory([memory, ...others.map((other) => ({ value: other.value, ...memoryOf(other) }))]);
      return { ...read(pick(value, givenKeys(value))), ...readOutputs({ writtenAt, rows, ...made }) };
    },
  };
  const lifeCycle = {
    outputs: {
      [idName]: z
        .string()
        .optional()
        .meta({ description: "The registrar's ID; absent until the registrar has shown it." }),
      ...outputs,
    },
    controls: rowControls,
    deleteBeforeReplace: true,
    diff(state: OneRowState<Args>, args: Partial<Args>, unread?: readonly string[]) {
      const isSame = (key: string, old: unknown, wanted: unknown) => same(key, old, wanted, args);
      const how = { controls: rowControls, replaces, same: isSame, unread };
      return diffArgs({ ...argsIn(state) }, { ...args }, how);
    },
    ...rowsLifeCycle(spec),
    readState: (bag: Properties): OneRowState<Args> => ({ ...read(managedArgs(bag)), ...readOutputs(bag) }),
  };
  return { lifeCycle, check: new RowsCheck(spec, (...change) => new OneRowCheck(...change)) };
}

/**
 * The check of one row. It doesn't know the ID of the stored row, and often doesn't find one that was edited by hand:
 *
 * | the list shows the stored row | the check | the update |
 * |---|---|---|
 * | as it was, or the resource is new | plans | plans the same |
 * | by its meaning, with another priority | notes a successor or warns, and plans | the same, or another, as it knows the ID |
 * | not at all | notes a successor or warns, and fails at conflicts | finds it by its ID, or adopts the successor, or creates |
 */
class OneRowCheck<Row extends AnyRow> extends PlanCheck<Row> {
  /** None: the engine shows the change of one row. */
  override planAsRemembered(): CheckFailure[] {
    return [];
  }

  protected override judge(at: RowReader<Row>, first: Planned<Row>): CheckFailure[] {
    const { view, plan } = first;
    const [want] = view.wanted.map(({ row }) => row);
    if (want === undefined) throw new TypeError("a check of one row wants one row");
    const shown = shownIn(view);
    if (shown !== "as it was") this.#noteSuccessorOrWarn(at, view, want);
    if (shown === "missing") return this.#failAtConflicts(at, view, want);
    requireShown(at, first);
    const [obstacle] = plan.obstacles;
    if (obstacle !== undefined) return this.#failAt(at, obstacle);
    this.#warn(othersBeside(first, want), view, want);
    // The resource's own row isn't noted: other resources may change any noted row.
    this.note(at, plan, ({ stored }) => stored === undefined);
    this.compare(first);
    return [];
  }

  /** Only an update can plan without the stored row. Fails at rows that exclude the wanted one, and can't be the stored row. */
  #failAtConflicts(at: RowReader<Row>, view: View<Row>, want: Row): CheckFailure[] {
    const { kind, rows, stored, found } = view;
    for (const entry of stored) if (!found.has(entry)) at.requireReadable(rows, entry.row);
    const declared = [want, ...stored.map(({ row }) => row)];
    const isOther = (row: Row) => !declared.some((each) => areNamedAlike(kind, row, each));
    const conflicts = conflictsOf(view, want).filter(isOther);
    return conflicts.length === 0 ? [] : this.#failAt(at, { kind: "conflict", want, rows: conflicts });
  }

  #failAt(at: RowReader<Row>, obstacle: Obstacle<Row>): CheckFailure[] {
    const error = at.errorOf(obstacle, this.change.stored.length > 0);
    return [{ reason: withCode(error.message, error.code), error }];
  }

  /**
   * The list doesn't show the stored row as it was. A person may have:
   *
   * - deleted it and made another one, the only row that is as wanted: notes it for the update or the replacement, which adopts
   *   it (`meetAsOne`, case 1).
   * - edited it: warns of each row that may be it.
   */
  #noteSuccessorOrWarn(at: RowReader<Row>, view: View<Row>, want: Row): void {
    // A check doesn't know the Pulumi ID: in the second check of a replacement, claims of its own resource count as another's.
    const unclaimed = rowsMeaning(view, want).filter((row) => !at.claims.isOthers(row, want));
    const [successor, ...others] = unclaimed.filter((row) => satisfies(view.kind, row, want));
    const isOnly = view.rows.isProof && successor !== undefined && others.length === 0;
    if (isOnly) at.claims.notePlanned(successor, "successor");
    else this.#warn(possiblyEdited(view, want, unclaimed), view, want);
  }

  #warn(rows: Iterable<Row>, { scope }: View<Row>, want: Row): void {
    for (const row of rows) this.context.log(this.words.editedOrOther(row, want, scope), true);
  }
}

/** How the list shows the stored row; a new resource has none. */
function shownIn<Row extends AnyRow>({ kind, stored, found }: View<Row>): "as it was" | "by its meaning" | "missing" {
  if (stored.some((entry) => !found.has(entry))) return "missing";
  const isAsItWas = [...found].every(([entry, row]) => isExactly(kind, row, entry.row));
  return isAsItWas ? "as it was" : "by its meaning";
}

/** Rows beside a row that the plan makes, of its meaning, and of another priority (`meetAsOne`, case 3). */
function othersBeside<Row extends AnyRow>({ view, plan }: Planned<Row>, want: Row): readonly Row[] {
  const rows = rowsMeaning(view, want);
  const isMade = plan.writes.some(
    (step) => step.kind === "create" || (step.kind === "update" && !rows.includes(step.row)),
  );
  return isMade ? rows : [];
}

/**
 * Rows that an update changes if they are the stored row, edited by hand. Else it fails at them, or leaves another priority be:
 *
 * | a row that | example: the state has `www CNAME one`, and the program | unless |
 * |---|---|---|
 * | the wanted one means, and no resource claims so far (`unclaimed`) | `www CNAME two`, and the list, too | `adopt` means it |
 * | is in the place of the wanted one | `www CNAME two`, and the list shows `www CNAME three` | - |
 * | excludes it, and has the name and type of the stored one | `www A`, and the list shows `www CNAME three` | - |
 */
function possiblyEdited<Row extends AnyRow>(view: View<Row>, want: Row, unclaimed: readonly Row[]): Set<Row> {
  const { kind, scope, stored } = view;
  const isNamedAsStored = (row: Row) => stored.some((entry) => areNamedAlike(kind, row, entry.row));
  const rivals = [...inPlace(view, want), ...conflictsOf(view, want).filter(isNamedAsStored)];
  const isAdopted = scope.adopt === true && isOneMeant(kind, want, unclaimed);
  return new Set([...(isAdopted ? [] : unclaimed), ...rivals.filter((row) => !unclaimed.includes(row))]);
}
