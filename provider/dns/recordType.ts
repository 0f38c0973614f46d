import * as z from "zod";
import type { RecordCheck } from "./checks/check.ts";
import { nameChecks } from "./checks/names.ts";
import type { RecordData, RecordDataOf, RecordTypeName, WireOptions } from "./recordData.ts";
import type { WireFields } from "./wireFields.ts";

/** A whole number from `least` to `most`; `message` says what to write. */
export function wholeNumber(least: number, most: number, message: string): z.ZodInt {
  return z.int({ error: message }).min(least, { error: message }).max(most, { error: message });
}

/** A text of any length; `message` says what to write. */
export function text(message: string): z.ZodString {
  return z.string({ error: message });
}

/** 0 to 65535, as MX and SRV use it. */
export function uint16(key: string, meaning: string): z.ZodInt {
  return wholeNumber(0, 65535, `${key} is a whole number from 0 to 65535: ${meaning}`);
}

const nameMessage = 'name is a text relative to the domain, such as "www"; "@" is the domain itself';
const ttlMessage = "ttl is a whole number of seconds from 0 to 2147483647 (RFC 2181 section 8), such as 300";

/** What all nine types share. */
function commonFields<T extends RecordTypeName>(type: T) {
  return {
    type: z.literal(type, { error: `type is ${JSON.stringify(type)}` }).meta({
      description: `The record type, \`${type}\`. A change replaces the record.`,
    }),
    name: text(nameMessage).meta({
      description:
        "Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. " +
        "A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1.",
      examples: ["www", "@"],
    }),
    ttl: wholeNumber(0, 2147483647, ttlMessage)
      .optional()
      .meta({
        description:
          "How long resolvers may keep the record, in seconds, 0 to 2147483647. Default: the registrar's. Updates in place. RFC 2181 section 8.",
        examples: [300, 3600],
      }),
    comment: text("comment is a text").optional().meta({
      description: "Free text for people; never served in DNS. Default: none. Updates in place.",
    }),
  };
}

/** How one record type is described. */
interface RecordTypeSpecification<T extends RecordTypeName, Shape extends z.ZodRawShape> {
  type: T;
  /** The arguments that hold the data, with their descriptions. */
  fields: Shape;
  /** Canonical data from a row of the registrar. @throws UnreadableError, InvalidNameError */
  fromWire(wire: WireFields, domain: string): RecordDataOf<T>;
  /** Other texts that the row could mean, where registrars quote and escape each in its own way. */
  readings?(wire: WireFields): readonly string[];
  /** The data fields of a request body. */
  toWire(data: RecordDataOf<T>, options: WireOptions): Record<string, unknown>;
  /** What makes two records the same: all data but the priority of MX and SRV. */
  identity(data: RecordDataOf<T>): readonly (string | number)[];
  /** Presentation form, RFC 1035 section 5.1; hosts with their trailing dot. */
  print(data: RecordDataOf<T>): string;
  checks: readonly RecordCheck[];
}

/** One record type without its own type parameters, for code that handles any record. */
export interface AnyRecordType {
  readonly type: RecordTypeName;
  readonly checks: readonly RecordCheck[];
  fromWire(wire: WireFields, domain: string): RecordData;
  readings(wire: WireFields): readonly string[];
  toWire(data: RecordData, options: WireOptions): Record<string, unknown>;
  identity(data: RecordData): readonly (string | number)[];
  print(data: RecordData): string;
}

/** Makes a record type of its description: adds what all types share, and guards that only its own data reaches it. */
export function recordType<T extends RecordTypeName, Shape extends z.ZodRawShape>(
  specification: RecordTypeSpecification<T, Shape>,
) {
  const { type } = specification;
  const isOwn = (data: RecordData): data is RecordDataOf<T> => data.type === type;
  const own = (data: RecordData): RecordDataOf<T> => {
    if (isOwn(data)) return data;
    throw new TypeError(`the data of a ${data.type} record was handled as ${type}`);
  };
  const schema = z.strictObject(
    { ...commonFields(type), ...specification.fields },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `${issue.keys.map((key) => JSON.stringify(key)).join(", ")}: not an argument of ${type} records, whose data is in ${Object.keys(specification.fields).join(", ")}. Correct the spelling or take it out`
          : undefined,
    },
  );
  const erased: AnyRecordType = {
    type,
    checks: [...nameChecks(type), ...specification.checks],
    fromWire: specification.fromWire,
    readings: (wire) => specification.readings?.(wire) ?? [],
    toWire: (data, options) => specification.toWire(own(data), options),
    identity: (data) => specification.identity(own(data)),
    print: (data) => specification.print(own(data)),
  };
  return { ...erased, schema };
}

/** A host in presentation form: with its trailing dot. */
export function printHost(host: string): string {
  return host === "." ? "." : `${host}.`;
}
