/** Resources with exactly one row: `DnsRecord`, `UrlForward`. */
import * as z from "zod";
import { reader } from "../define.ts";
import {
  computedOutputs,
  diffArgs,
  managedArgs,
  type Precondition,
  type Properties,
  pick,
  type Resource,
} from "../definition.ts";
import { RowsCheck } from "./check.ts";
import { type AnyRow, givenKeys, type Listed, type RowArgs, type RowKind, rowControls } from "./kind.ts";
import { rowsLifeCycle } from "./resource.ts";
import type { Bag, RowsSpec } from "./spec.ts";

/** Remembered in a state, in addition to the registrar's ID. */
const memory = {
  /** When the row was last written. */
  writtenAt: z.string(),
  /** TTL that the registrar made of the program's. */
  acceptedTtl: z.number(),
  /** The outcome of the last write is unknown. */
  unfinished: z.boolean(),
};
const readMemory = reader({ ...memory, recordId: z.string(), forwardId: z.string(), fqdn: z.string() });

/** Arguments with live values, and what is remembered. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readMemory>;

/**
 * @param replaces arguments that can't change in place
 * @param isComplete do these arguments say which row it is?
 */
export function oneRow<Row extends AnyRow, Args extends RowArgs>(
  kind: RowKind<Row, Args>,
  { replaces, isComplete }: { replaces: readonly string[]; isComplete(args: Partial<Args>): boolean },
) {
  const { idName } = kind;
  const listed = (args: Partial<Args>): Listed<Row>[] => {
    const given = pick({ ...args }, givenKeys(args));
    const row = kind.wanted(args);
    return [{ key: kind.keys(row).type, value: given, args, row, signature: JSON.stringify(given) }];
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isOne: true,
    scopeOf: () => ({ extent: "own", ignores: () => false }),
    wantedIn: (args) => listed(kind.read({ ...args })),
    shownIn(bag) {
      const { acceptedTtl, [idName]: recordId } = readMemory({ ...bag });
      return listed(kind.read({ ...bag })).map((entry) => ({ ...entry, recordId, acceptedTtl }));
    },
    entryOf: (args) => ({ key: "", value: { ...args } }),
    stateOf(_, [entry], { writtenAt }) {
      if (entry === undefined) return undefined;
      const { value, recordId, acceptedTtl } = entry;
      const outputs = { [idName]: recordId, ...computedOutputs(kind.computed, value) };
      return { ...kind.read(pick(value, givenKeys(value))), ...readMemory({ writtenAt, acceptedTtl, ...outputs }) };
    },
  };
  const outputs = {
    [idName]: z
      .string()
      .optional()
      .meta({ description: "The registrar's id of the item; absent until the registrar has shown it." }),
    ...kind.outputs,
  };
  const lifeCycle = {
    outputs,
    ...(kind.computed && { computed: kind.computed }),
    controls: rowControls,
    deleteBeforeReplace: true,
    diff(state, args, unread) {
      const same = (key: string, old: unknown, wanted: unknown) => kind.same(key, old, wanted, args);
      return diffArgs({ ...kind.read({ ...state }) }, { ...args }, rowControls, replaces, same, unread);
    },
    ...rowsLifeCycle(spec),
    readState: (bag: Properties) => ({ ...kind.read(managedArgs(bag)), ...readMemory(bag) }),
  } satisfies Partial<Resource<Args, OneRowState<Args>>> & { readState(bag: Properties): OneRowState<Args> };
  const check = new RowsCheck(spec);
  const isFree: Precondition<Args> = async (args, question) => {
    if (isComplete(args)) await check.precondition(args, question);
  };
  return { lifeCycle, isFree };
}
