/** Resources with exactly one row: `DnsRecord`, `UrlForward`. */
import * as z from "zod";
import { memoize } from "../../dns/index.ts";
import { diffArgs, fqdnOf, isSameBut, managedArgs, managedKeys, pick, reader } from "../arguments.ts";
import type { Properties } from "../definition.ts";
import { RowsCheck } from "./check.ts";
import type { Bag, Entry, RowEntry, RowsSpec, WantedRow } from "./entry.ts";
import type { AnyRow, RowArgs, RowKind } from "./kind.ts";
import { ownShape, type RowMemory, readMemory, writtenMemory } from "./memory.ts";
import { rowsLifeCycle } from "./resource.ts";

/** Arguments that control the provider, and say nothing about the live row. */
const rowControls = ["skipChecks"] as const;

/** Names of the given arguments that describe the live row. */
const givenKeys = (args: object): string[] => managedKeys({ ...args }, rowControls);

const readOutputs = reader({ ...ownShape, recordId: z.string(), forwardId: z.string(), fqdn: z.string() });

/** State of a resource with one row: arguments with live values, the outputs, and data that only the provider needs. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readOutputs>;

/** How the arguments of a resource describe its row. */
interface OneRowOptions<Row extends AnyRow, Args> {
  /** The argument in which a preview shows that the row must be made again. */
  readonly data: string;
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
  { data, idName, outputs, read, wanted, same, replaces, isComplete, hasData }: OneRowOptions<Row, Args>,
) {
  const argsIn = memoize((bag: object) => read({ ...bag }));
  const entryIn = (bag: object, { id, granted, renamedFrom }: RowMemory = {}): RowEntry<Row> => {
    const args = argsIn(bag);
    const { row, over, shownAs } = wanted(args);
    const keys = givenKeys(args);
    const signature = JSON.stringify([kind.keys(row).meaning, kind.secondary(row), keys]);
    return { key: "", value: pick({ ...args }, keys), row, over, shownAs, signature, id, granted, renamedFrom };
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isSame: (args, previous) => isSameBut(rowControls, { ...args }, { ...previous }),
    hasData,
    unknownKeys: (args) => (isComplete(args) ? new Set() : undefined),
    scopeOf: () => ({ extent: "one", ownsAll: false, keyOf: () => "", ignores: () => false }),
    wantedIn: (bag) => [entryIn(bag)],
    rememberedIn(bag) {
      const { rows, [idName]: id } = readOutputs({ ...bag });
      const [memory] = readMemory({ rows });
      return [entryIn(bag, { ...memory, id })];
    },
    entryOf: (value) => ({ key: "", value }),
    stateOf({ domain }, [entry], { writtenAt }) {
      if (entry === undefined) return undefined;
      const { id, granted, renamedFrom }: Entry = entry;
      const value = { ...entry.value, domain };
      const made = { [idName]: id, fqdn: fqdnOf(value) };
      const rows = writtenMemory([{ granted, renamedFrom }]);
      return { ...read(pick(value, givenKeys(value))), ...readOutputs({ writtenAt, rows, ...made }) };
    },
    unlistedOf: kind.line,
    data,
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
  return { lifeCycle, check: new RowsCheck(spec) };
}
