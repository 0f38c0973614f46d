/** Opaque rows: finds the fields that have another name in the registrar's list. */
import { isRecordTypeName, type OpaqueRecord, recordTypes, type ZoneRow } from "./registry.ts";
import { isOpaque, recordFromWire } from "./wire.ts";

/** The specification's name of a field -> its probable name in a row. */
export type Renamed = Readonly<Record<string, string>>;

/** Words in the names that registrars give to a field. */
const words: Readonly<Record<string, RegExp>> = {
  type: /type|kind/i,
  name: /host|label|owner|sub|record|name/i,
  content: /value|target|data|content|address|answer|destination|text|record|points|ip/i,
};

/** The field that a row lacks, if the row could be decoded with the value of another of its fields. */
export function renamedIn(row: OpaqueRecord["row"], domain: string): Renamed | undefined {
  for (const [field, word] of Object.entries(words)) {
    if (Object.hasOwn(row, field)) continue;
    const key = Object.keys(row).find(
      (each) => word.test(each) && !isOpaque(recordFromWire({ ...row, [field]: row[each] }, domain)),
    );
    if (key !== undefined) return { [field]: key };
  }
  return undefined;
}

/** Is a row of a type that isn't one of ours, such as ALIAS? */
const isOfOtherType = (row: ZoneRow): boolean =>
  isOpaque(row) && row.type !== undefined && !isRecordTypeName(row.type.trim().toUpperCase());

/** Does a row lack a field that all rows of its type need? A field of value `null` isn't lacking. */
function lacksField({ type = "", row }: OpaqueRecord): boolean {
  const typeName = type.trim().toUpperCase();
  if (!isRecordTypeName(typeName) || !Object.hasOwn(row, "name")) return true;
  const needed = Object.entries(recordTypes[typeName].fields).filter(([, { secondary }]) => !secondary);
  return !Object.hasOwn(row, "content") && needed.some(([key]) => !Object.hasOwn(row, key));
}

/** Returns the opaque rows of a list in which every row of our types lacks a field; none if any other row is of our types. */
export function allOpaque(rows: readonly ZoneRow[]): OpaqueRecord[] {
  const ours = rows.filter((row) => !isOfOtherType(row));
  const lacking = ours.filter((row) => isOpaque(row) && lacksField(row)).filter(isOpaque);
  return lacking.length === ours.length ? lacking : [];
}
