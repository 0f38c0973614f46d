/** The state's memory of each row, and its form in the state: one string. */
import * as z from "zod";
import { PreconditionError } from "../errors.ts";

/** Data of a row that the arguments in the state don't show. Rows of one key have the order of its values. */
const memorySchema = z.object({
  /** In a zone, name and type, as its map writes them: `www A`. */
  key: z.string().optional(),
  /** The registrar's ID. */
  id: z.string().optional(),
  /** The program's value of an argument, if the state shows another one: of a list, the TTL that was edited in one row. */
  sent: z.object({ ttl: z.number() }).optional(),
  /** The registrar's value, if it isn't the program's: a raised TTL. `null` until the registrar shows it after a write. */
  granted: z.object({ ttl: z.number().nullable() }).optional(),
  /** Did a refresh find the row, and did the resource never list it? */
  unlisted: z.literal(true).optional(),
});
export type RowMemory = z.output<typeof memorySchema>;

/** The key of the memory in a state, and in the inputs after a refresh. */
export const memoryShape = { rows: z.string().optional() };

/** The memory as one string: an engine logs each key of a map in each call. `undefined` if there is nothing to remember. */
export function writtenMemory(rows: readonly RowMemory[]): string | undefined {
  const isEmpty = ({ key: _, ...row }: RowMemory) => Object.values(row).every((value) => value === undefined);
  return rows.every(isEmpty) ? undefined : JSON.stringify(rows);
}

/**
 * @throws PreconditionError if a person edited the state: without its memory, rows of others would count as the resource's own
 */
export function readMemory({ rows = "[]" }: { readonly rows?: string | undefined }): readonly RowMemory[] {
  try {
    return z.array(memorySchema).parse(JSON.parse(rows));
  } catch {
    throw new PreconditionError({
      what: "the state of this resource was edited: `rows`, the provider's memory of its rows, can't be read",
      advice:
        "Nothing was changed. Restore the state, or remove the resource from it (`pulumi state delete`) and import the " +
        "resource again.",
    });
  }
}
