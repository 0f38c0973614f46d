/** Keys under which records stand in the shared list of their domain. */
import {
  identityKey,
  identityKeys,
  interpretAs,
  type LiveRecord,
  secondaryValues,
  type ZoneRow,
} from "../../dns/index.ts";

/** All keys of a record: what it is, what it means (in each interpretation of a text), and its name and type. */
export function recordKeys(row: ZoneRow): string[] {
  if ("opaque" in row) return [];
  return [...new Set([exactKey(row), ...identityKeys(row), setKey(row.name, row.data.type)])];
}

/**
 * Key of what can exist only once in a zone: name, type and data, the priority included.
 * @param wanted where the text of a row can be interpreted in more than one way, the interpretation that this has counts
 */
export function exactKey(row: Pick<LiveRecord, "name" | "data">, wanted?: Pick<LiveRecord, "data">): string {
  const { name, data } = wanted === undefined ? row : interpretAs(row, wanted.data);
  return `exact ${identityKey(name, data)} ${Object.values(secondaryValues(data)).join()}`;
}

/** Key of a record set: all records of one name and type. */
export const setKey = (name: string, type: string): string => setKeyOf(`${name} ${type}`);

/** The same, from the key that a zone knows them by: `www A`. */
export const setKeyOf = (key: string): string => `set ${key}`;
