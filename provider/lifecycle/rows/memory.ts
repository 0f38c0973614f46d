/** The memory of rows in a state, as one string. */
import * as z from "zod";
import { ifNoError, ifValid, memoize, UnreadableError } from "../../dns/index.ts";

/** Data of a row that the arguments in the state don't show. Rows of one key have the order of its values. */
const memorySchema = z.object({
  /** In a zone, name and type, as previews show them, however its map writes them: `www A`. */
  key: z.string().optional(),
  /** The registrar's ID. */
  id: z.string().optional(),
  /** The program's value of an argument, if the state shows another one: of a list, the TTL that was edited in one row. */
  sent: z.object({ ttl: z.number() }).optional(),
  /** The registrar's value, if it isn't the program's: a raised TTL. `null` until the registrar shows it after a write. */
  granted: z.object({ ttl: z.number().nullable() }).optional(),
  /** After an update of unknown outcome: the former name and type (`RowKeys`), which the row may still have. */
  renamedFrom: z.string().optional(),
});
export type RowMemory = z.output<typeof memorySchema>;
const memoriesSchema = z.array(memorySchema);

/** Arguments or a state, of which this file reads only the memory. */
interface WithMemory {
  readonly rows?: string | undefined;
}

/** The data of states that programs don't see (`Bag`). */
export const ownShape = { rows: z.string().optional(), writtenAt: z.number() };

/** The output of sets and zones that names rows of others. */
export const unlistedShape = { unlisted: z.array(z.string()).optional() };

/** The memory as one string: an engine logs each key of a map in each call. `undefined` if there is nothing to remember. */
export function writtenMemory(rows: readonly RowMemory[]): string | undefined {
  const isEmpty = ({ key: _, ...row }: RowMemory) => Object.values(row).every((value) => value === undefined);
  return rows.every(isEmpty) ? undefined : JSON.stringify(rows);
}

/** @throws UnreadableError if a person edited the state: without its memory, rows of others would count as the resource's own */
export const readMemory = memoize(({ rows }: WithMemory): readonly RowMemory[] => {
  if (rows === undefined) return [];
  const read = ifNoError(() => memoriesSchema.parse(JSON.parse(rows)));
  if (read === undefined) throw new UnreadableError("`rows`, the provider's memory of its rows, can't be read");
  return read;
});

/** `undefined` if the memory can't be read. A diff never fails, and reads the memory so. */
export const memoryIn = (bag: WithMemory) => ifValid(() => readMemory(bag));
