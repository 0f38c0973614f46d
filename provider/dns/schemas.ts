/** Schemas of records' arguments, made of the fields of their types. */
import * as z from "zod";
import { memoizeByText } from "./names.ts";
import { type Argument, expected, LARGEST_TTL } from "./recordType.ts";
import { type RecordArgs, type RecordTypeName, recordTypeNames, recordTypes } from "./registry.ts";

const common: Readonly<Record<"name" | "ttl" | "comment", Argument>> = {
  name: {
    kind: "string",
    description:
      "Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. " +
      "A fully qualified name ends in a dot. Unicode or A-labels. Updates in place. RFC 1035 section 2.3.1.",
    examples: ["www", "@"],
  },
  ttl: {
    kind: "number",
    range: [0, LARGEST_TTL],
    optional: true,
    description:
      "Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. Updates in " +
      "place. RFC 2181 section 8.",
    examples: [300, 3600],
  },
  comment: {
    kind: "string",
    optional: true,
    description: "Free text, never served in DNS. Default: none. Updates in place.",
  },
};

/** The arguments of a type other than `type`, in the order of the reference. */
function argumentsOf(type: RecordTypeName): Readonly<Record<string, Argument>> {
  const { owner, fields } = recordTypes[type];
  return { ...common, ...owner.arguments, ...fields };
}

function schemaOf(argument: Argument): z.ZodType {
  const { kind, pattern, range, optional, description, examples } = argument;
  const error = expected(argument);
  const text = pattern === undefined ? z.string({ error }) : z.string({ error }).regex(pattern, { error });
  const [least, most] = range ?? [0, Number.MAX_SAFE_INTEGER];
  const schema = kind === "string" ? text : z.int({ error }).min(least, { error }).max(most, { error });
  return (optional ? schema.optional() : schema).meta({ description, ...(examples && { examples: [...examples] }) });
}

type RecordSchema = z.ZodType<RecordArgs> & { readonly shape: Readonly<Record<string, z.ZodType>> };

/** The schema of one record's arguments, without the domain. Made at its first use, since few programs have all types. */
export const recordSchema = memoizeByText((type: RecordTypeName): RecordSchema => {
  const shape = Object.entries(argumentsOf(type)).map(([key, argument]) => [key, schemaOf(argument)] as const);
  const literal = z.literal(type, { error: `must be ${JSON.stringify(type)}` });
  const schema: z.ZodType<unknown> & Pick<RecordSchema, "shape"> = z.strictObject({
    type: literal.describe(`The record type, \`${type}\`. A change replaces the record.`),
    ...Object.fromEntries(shape),
  });
  // The shape is made of the fields from which `RecordArgs` follows.
  return schema as RecordSchema;
});

/** The arguments of any record: a union discriminated by `type`. */
export function unionOfTypes(memberOf: (type: RecordTypeName) => z.ZodObject): z.ZodType<RecordArgs> {
  const [first, ...rest] = recordTypeNames.map(memberOf) as z.ZodObject<{ type: z.ZodLiteral }>[];
  if (first === undefined) throw new TypeError("there is no record type");
  return z.discriminatedUnion("type", [first, ...rest]) as z.ZodType<unknown> as z.ZodType<RecordArgs>;
}

/** Names of the arguments of all types, without `type`. */
export const recordArgumentNames: readonly string[] = [
  ...new Set(recordTypeNames.flatMap((type) => Object.keys(argumentsOf(type)))),
];
