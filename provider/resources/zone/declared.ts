/** The valid records among those of a zone, with what they mean. */
import {
  isRecordTypeName,
  type LiveRecord,
  type RecordArgs,
  recordFromArgs,
  recordSchemas,
  sameArgument,
} from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { remembering } from "../remembering.ts";
import { contradictionOf, type Entry, entriesOf, fieldsOf } from "./records.ts";

/** A record that the program declares or declared. */
export interface Declared extends Entry {
  args: RecordArgs;
  /** The same in canonical form. */
  row: LiveRecord;
  /** What it says, whatever its spelling, and which of its arguments are given. */
  signature: string;
}

/** The record that an entry declares; `undefined` if it is not a whole and valid one. */
export const declaredOf = remembering((entry: Entry, domain: string): Declared | undefined => {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (typeof type !== "string" || !isRecordTypeName(type) || contradictionOf(entry, domain) !== undefined)
    return undefined;
  const parsed = recordSchemas[type].safeParse(fields);
  if (!parsed.success) return undefined;
  try {
    const args = parsed.data;
    const row = recordFromArgs(args, domain);
    const signature = JSON.stringify([row.name, row.data, row.ttl, row.comment, Object.keys(args).sort()]);
    return { ...entry, args, row, signature };
  } catch {
    return undefined;
  }
});

/** Every valid record of a map (or list). */
export const declaredIn = remembering((records: unknown, domain: string): readonly Declared[] =>
  (entriesOf(records, domain) ?? []).flatMap((entry) => declaredOf(entry, domain) ?? []),
);

/** Names of the arguments in which two records of one type differ by meaning. */
export function differingKeys(old: Properties, wanted: RecordArgs, domain: string): string[] {
  const after: Properties = wanted;
  return Object.keys(after).filter(
    (key) => after[key] !== undefined && !sameArgument(wanted.type, key, old[key], after[key], domain),
  );
}

/** Do two sets say the same, one by one? */
export function pairedBySignature(old: readonly Declared[], wanted: readonly Declared[]): boolean {
  const texts = (records: readonly Declared[]) => records.map(({ signature }) => signature).sort();
  return texts(old).join("\n") === texts(wanted).join("\n");
}
