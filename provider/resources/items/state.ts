/** What the state of an item holds: the arguments that the program manages, and beside them what is remembered. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { reader } from "../define.ts";
import {
  type Change,
  diffArgs,
  managedArgs,
  managedKeys,
  PartialFailure,
  type Properties,
  pick,
} from "../definition.ts";
import { UnfinishedError, UnknownOutcomeError } from "../errors.ts";
import type { Run } from "../run.ts";
import { type DeclaredKind, type Item, type ItemArgs, itemControls } from "./kind.ts";

export interface ItemState<Args> {
  /** Live values of the arguments that the program manages. */
  args: Partial<Args>;
  /** The registrar's id, where it has shown one. */
  recordId?: string | undefined;
  /** When the item was last written. */
  writtenAt?: string | undefined;
  /** The last write was a change: a list that still shows what was there before is read again. */
  lastWrite?: "update" | undefined;
  /** The TTL that the registrar made of the program's. */
  acceptedTtl?: number | undefined;
  /** Nobody knows whether the item is there: the next update looks, whatever it is to change. */
  unfinished?: boolean | undefined;
}

/** Reads what is remembered beside the arguments. */
const memory = {
  recordId: z.string(),
  writtenAt: z.string(),
  lastWrite: z.literal("update"),
  acceptedTtl: z.number(),
  unfinished: z.boolean(),
};
const memoryKeys = Object.keys(memory);
export const readMemory = reader(memory);

export function readState<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  bag: Properties,
): ItemState<Args> {
  return { args: kind.read(managedArgs(bag)), ...readMemory(bag) };
}

/** All arguments in it are managed by the program: what it does not give is not kept. */
export function writeState<Args>({ args, ...memory }: ItemState<Args>): Properties {
  return pick({ ...args, ...memory }, [...givenKeys(args), ...memoryKeys]);
}

/** The state after a look. Nothing was written, so that what is remembered stays. */
export function seenState<Args>(args: Partial<Args>, state: ItemState<Args>, row?: Item): ItemState<Args> {
  const { recordId, writtenAt, lastWrite, acceptedTtl } = state;
  return { args, recordId: row?.id ?? recordId, writtenAt, lastWrite, acceptedTtl };
}

/**
 * The state after a write.
 * @param before the row that was there, if one was: if it was changed, lists may still show it
 */
export function writtenState<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  args: Args,
  row: Row,
  before: Row | undefined,
  run: Run,
): ItemState<Args> {
  return {
    args,
    recordId: row.id,
    writtenAt: new Date(run.now()).toISOString(),
    lastWrite: before !== undefined && row !== before ? "update" : undefined,
    acceptedTtl: kind.acceptedTtl?.(row, kind.wanted(args)),
  };
}

/** Names of the arguments that say what is live. */
export const givenKeys = <Args>(args: Partial<Args>): string[] => managedKeys({ ...args }, itemControls);

const givenArgs = <Args>(args: Partial<Args>): Properties => pick({ ...args }, givenKeys(args));

/** Names of the arguments that have to be written: new ones, and those that mean something else now. */
export function changedKeys<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  state: Pick<ItemState<Args>, "args">,
  args: Partial<Args>,
): string[] {
  const [old, wanted]: Properties[] = [{ ...state.args }, { ...args }];
  return givenKeys(args).filter((key) => old?.[key] === undefined || !kind.same(key, old[key], wanted?.[key], args));
}

/** Do the live values of all arguments mean what the state says? */
export function isAsStored<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  shown: Partial<Args>,
  stored: Partial<Args>,
): boolean {
  return changedKeys(kind, { args: shown }, stored).length === 0;
}

/**
 * What differs between a state and what the program wants.
 * @param replaces arguments that cannot change in place
 * @param unread arguments that are given, but not known yet: each may differ
 */
export function diffItem<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  state: ItemState<Args>,
  args: Partial<Args>,
  replaces: readonly string[],
  unread: readonly string[] = [],
): Change[] {
  const known = diffArgs(givenArgs(state.args), { ...args }, itemControls, replaces, (key, old, wanted) =>
    kind.same(key, old, wanted, args),
  );
  const open = unread
    .filter((key) => givenKeys({ [key]: true }).length > 0)
    .map((path): Change => ({ path, kind: replaces.includes(path) ? "replace" : "update", reason: "differs" }));
  return [...known.filter(({ path }) => !unread.includes(path)), ...open];
}

/** Runs writes after which the item may be there although they failed: then the state keeps it as unfinished. */
export async function keepingUnfinished<T, Args>(
  id: string,
  state: () => ItemState<Args>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnfinishedError || error instanceof UnknownOutcomeError)) throw error;
    throw new PartialFailure(id, writeState({ ...state(), unfinished: true }), error.message);
  }
}

/** A made-up label for a resource whose registrar id is not known, or is another resource's label. */
export function label(domain: string): string {
  return `${domain}/${randomUUID().slice(0, 13)}`;
}
