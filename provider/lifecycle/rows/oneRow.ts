/** Resources with exactly one row: `DnsRecord`, `UrlForward`. */
import * as z from "zod";
import { reader } from "../define.ts";
import { computedOutputs, diffArgs, managedArgs, type Properties, pick } from "../definition.ts";
import { isSameBut } from "../preconditions.ts";
import { RowsCheck } from "./check.ts";
import { type Listed, memoryShape, readMemory, writtenMemory } from "./entry.ts";
import type { AnyRow, RowArgs, RowKind } from "./kind.ts";
import { givenKeys, rowControls } from "./kind.ts";
import { rowsLifeCycle } from "./resource.ts";
import type { Bag, RowsSpec } from "./scope.ts";

const kept = { writtenAt: z.string(), unfinished: z.boolean(), ...memoryShape };
const readKept = reader({ ...kept, recordId: z.string(), forwardId: z.string(), fqdn: z.string() });

/** State of a resource with one row: arguments with live values, the outputs, and data that only the provider needs. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readKept>;

interface OneRowOptions<Args> {
  /** Arguments that can't change in place. */
  readonly replaces: readonly string[];
  /** Do these arguments identify the row? */
  isComplete(args: Partial<Args>): boolean;
  /** Do these arguments have data of such a row? Those of another kind of resource have none. */
  hasData(args: Partial<Args>): boolean;
}

/** A resource with exactly one row: `DnsRecord`, `UrlForward`. */
export function oneRow<Row extends AnyRow, Args extends RowArgs>(
  kind: RowKind<Row, Args>,
  { replaces, isComplete, hasData }: OneRowOptions<Args>,
) {
  const { idName } = kind;
  const listed = (bag: object): Listed<Row>[] => {
    const args = kind.read({ ...bag });
    const row = kind.wanted(args);
    const keys = givenKeys(args);
    const signature = JSON.stringify([kind.keys(row).exact, kind.secondary(row), keys]);
    return [{ key: kind.keys(row).type, value: pick({ ...args }, keys), args, row, signature }];
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isSame: (args, previous) => isSameBut(rowControls, { ...args }, { ...previous }),
    hasData,
    openKeys: (args) => (isComplete(args) ? new Set() : undefined),
    scopeOf: () => ({ extent: "own", isOne: true, ignores: () => false }),
    wantedIn: listed,
    shownIn(bag) {
      const [{ id, granted } = {}] = readMemory(readKept({ ...bag }));
      return listed(bag).map((entry) => ({ ...entry, id, granted }));
    },
    entryOf: (value) => ({ key: "", value }),
    stateOf({ domain }, [entry], { writtenAt }) {
      if (entry === undefined) return undefined;
      const { id, granted } = entry;
      const value = { ...entry.value, domain };
      const outputs = { [idName]: id, ...computedOutputs(kind.computed, value) };
      const rows = writtenMemory([{ id, granted }]);
      return { ...kind.read(pick(value, givenKeys(value))), ...readKept({ writtenAt, rows, ...outputs }) };
    },
  };
  const lifeCycle = {
    outputs: {
      [idName]: z
        .string()
        .optional()
        .meta({ description: "The registrar's ID; absent until the registrar has shown it." }),
      ...kind.outputs,
    },
    ...(kind.computed && { computed: kind.computed }),
    controls: rowControls,
    deleteBeforeReplace: true,
    diff(state: OneRowState<Args>, args: Partial<Args>, unread?: readonly string[]) {
      const same = (key: string, old: unknown, wanted: unknown) => kind.same(key, old, wanted, args);
      return diffArgs({ ...kind.read({ ...state }) }, { ...args }, { controls: rowControls, replaces, same, unread });
    },
    ...rowsLifeCycle(spec),
    readState: (bag: Properties): OneRowState<Args> => ({ ...kind.read(managedArgs(bag)), ...readKept(bag) }),
  };
  return { lifeCycle, check: new RowsCheck(spec) };
}
