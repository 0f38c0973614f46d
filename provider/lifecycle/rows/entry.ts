/** Entries: the rows that the arguments or the state of a resource list, and the state's memory of each row. */
import * as z from "zod";
import type { Properties } from "../definition.ts";
import type { AnyRow, Given } from "./kind.ts";

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

export const readMemory = ({ rows }: { readonly rows?: string | undefined }): readonly RowMemory[] =>
  rows === undefined ? [] : (z.array(memorySchema).safeParse(JSON.parse(rows)).data ?? []);

/** A declared row: an entry of a resource's arguments or state, and the state's memory of the row. */
export interface Entry extends Pick<RowMemory, "id" | "granted" | "unlisted"> {
  /** In a set or zone, name and type; else the type. An update may turn the row of one entry into another entry of this key. */
  readonly key: string;
  /** The row's arguments, as the program and the state of its resource write them. */
  readonly value: Properties;
}

/** A valid entry, and the row that it describes. */
export interface Listed<Row extends AnyRow> extends Entry {
  readonly row: Row;
  /** The row's arguments, and the domain. */
  readonly args: Given;
  /** Equal for two entries that give the same arguments with the same meaning. */
  readonly signature: string;
}

export type Entries<Row extends AnyRow> = readonly Listed<Row>[];

/** Was the entry in the arguments, and not only found by a refresh? */
export const isListed = ({ unlisted }: Pick<Entry, "unlisted">): boolean => !unlisted;
