/** The data of a record as values of its fields: made of arguments, read from a row, written into a request body. */
import type { Field, Value } from "./fields.ts";
import { agreed, UnreadableError, type WireFields } from "./wireFields.ts";

/** The data of any record: its type and the values of its fields. */
export type AnyData = { readonly type: string } & { readonly [key: string]: Value | undefined };

/** Where the parts of a record's data go: fields of their own, one `content` in presentation form, or both. */
export const wireForms = ["fields", "content", "both"] as const;
export type WireForm = (typeof wireForms)[number];

/** How request bodies are written: the form of each type's data by its name in lower case, and how TXT is quoted. */
export type AnyWireOptions = Readonly<Record<string, string | undefined>>;

/** Fields with their keys, in an order that matters. */
export type NamedFields = readonly (readonly [string, Field])[];

/** What `of` has for each field, in their order; what has no value is left out. */
function valuesOf<V extends Value>(fields: NamedFields, of: (key: string, field: Field) => V | undefined) {
  const values: Record<string, V> = {};
  for (const [key, field] of fields) {
    const value = of(key, field);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/** The canonical data of what a user wrote. @throws InvalidNameError */
export function dataFromArgs(type: string, fields: NamedFields, args: Readonly<Record<string, unknown>>): AnyData {
  const values = valuesOf(fields, (key, field) => {
    const written = args[key];
    // The schema has let only values of the right kind through.
    return typeof written === "string" || typeof written === "number" ? field.canonical(written) : undefined;
  });
  return { type, ...values };
}

function said<R extends Value>(data: AnyData, fields: NamedFields, say: (field: Field, value: Value) => R) {
  return valuesOf(fields, (key, field) => {
    const value = data[key];
    return value === undefined ? undefined : say(field, value);
  });
}

/** What `say` makes of the values, separated by blanks. */
export function saidInOne(data: AnyData, fields: NamedFields, say: (field: Field, value: Value) => string): string {
  return Object.values(said(data, fields, say)).join(" ");
}

/** The data as a program or a request body writes it in fields. */
export function writtenData(data: AnyData, fields: NamedFields): Readonly<Record<string, Value>> {
  return said(data, fields, (field, value) => field.write(value));
}

/** Each value in a field of its own, in a place of `content`, or in both. */
export function dataFromWire(
  type: string,
  fields: NamedFields,
  order: NamedFields,
  wire: WireFields,
  domain: string,
): AnyData {
  const inContent = contentParts(fields, order, wire);
  const data = valuesOf(fields, (key, field) => {
    const part = inContent.get(key);
    return agreed(
      key,
      key === "content" ? undefined : field.fromField(wire, key, domain),
      part === undefined ? undefined : field.fromContent(part, key, domain),
    );
  });
  const needed = fields.filter(([, { secondary }]) => !secondary).map(([key]) => key);
  if (needed.some((key) => data[key] === undefined)) {
    throw new UnreadableError(
      needed.length === 1
        ? `${needed.join()} is missing`
        : `${needed.slice(0, -1).join(", ")} and ${needed.at(-1)} are not all there, in fields or in content`,
    );
  }
  return { type, ...data };
}

/** The words of `content`: of all fields, of all but the secondary ones before them, or of the last one alone. */
function contentParts(fields: NamedFields, order: NamedFields, wire: WireFields): Map<string, string> {
  const content = wire.text("content")?.trim() ?? "";
  if (content === "") return new Map();
  const [only] = fields;
  if (fields.length === 1 && only !== undefined) return new Map([[only[0], content]]);
  const words = content.split(/\s+/);
  const least = order.findIndex(([, { secondary }]) => !secondary);
  const isWhole = words.length <= order.length && words.length >= order.length - least;
  if (!isWhole && words.length !== 1) {
    throw new UnreadableError(`content is not ${order.map(([key]) => key).join(", ")}`);
  }
  return new Map(words.map((word, place) => [order.at(place - words.length)?.[0] ?? "", word]));
}

/** The data fields of a request body: in fields of their own, as `content`, or both, as the options say of the type. */
export function bodyOf(
  data: AnyData,
  fields: NamedFields,
  order: NamedFields,
  options: AnyWireOptions,
): Readonly<Record<string, Value>> {
  const form = fields.some(([key]) => key === "content") ? "fields" : options[data.type.toLowerCase()];
  return {
    ...(form !== "content" && writtenData(data, fields)),
    ...((form === "content" || form === "both") && {
      content: saidInOne(data, order, (field, value) => field.inContent(value)),
    }),
  };
}
