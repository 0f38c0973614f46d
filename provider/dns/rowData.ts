/** Reads the data of a record from a row of the registrar: from fields, from one `content`, or from both. */
import { UnreadableError } from "./errors.ts";
import { type Field, integer, mapFields, type NamedFields, type Value } from "./fields.ts";
import { showText } from "./text.ts";

/** A row of the registrar's list. `null`, like a missing field, reads as `undefined`. */
export type Row = Readonly<Record<string, unknown>>;

const valueIn = (row: Row, key: string) => (Object.hasOwn(row, key) ? (row[key] ?? undefined) : undefined);

/** @throws UnreadableError for any value but a string */
export function textIn(row: Row, key: string): string | undefined {
  const value = valueIn(row, key);
  if (value === undefined || typeof value === "string") return value;
  throw new UnreadableError(`${key} is not a string`);
}

/** A number or decimal digits; a blank string reads as `undefined`. @throws UnreadableError */
export function integerIn(row: Row, key: string, max: number): number | undefined {
  const value = valueIn(row, key);
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined;
  return integer(value, max, key);
}

/** The meanings of a value that a row gives in a field, in its content, or in both. @throws UnreadableError if these differ */
function agreed(what: string, inField: readonly Value[], inContent: readonly Value[]): readonly Value[] {
  if (inContent.length === 0) return inField;
  if (inField.every((value) => value === "")) return inContent;
  const inBoth = inField.filter((value) => inContent.includes(value));
  if (inBoth.length > 0) return inBoth;
  const [one, other] = [inField, inContent].map(([likeliest]) => showText(String(likeliest), 40));
  throw new UnreadableError(`${what} is given twice, as ${one} and ${other}`);
}

/** The data of a row, and the other values that its ambiguous field could mean. */
export interface Meaning<Data> {
  data: Data;
  interpretations: readonly string[];
}

/** Reads each value from its own field, from its part of `content`, or from both. */
export function dataFromWire(fields: NamedFields, row: Row, inContent: ReadonlyMap<string, string>, domain: string) {
  const interpretations: string[] = [];
  const data = mapFields(fields, (field, key) => {
    const part = inContent.get(key);
    const [likeliest, ...others] = agreed(
      key,
      key === "content" && fields.length > 1 ? [] : meaningsIn(row, key, field, domain),
      part === undefined ? [] : field.meanings(part, key, domain),
    );
    for (const other of others) interpretations.push(String(other));
    return likeliest;
  });
  const needed = fields.filter(([, { secondary }]) => !secondary).map(([key]) => key);
  if (needed.some((key) => data[key] === undefined)) {
    const names = needed.length === 1 ? needed.join() : `${needed.slice(0, -1).join(", ")} and ${needed.at(-1)}`;
    throw new UnreadableError(
      needed.length === 1 ? `${names} is missing` : `some of ${names} are missing, in fields and in content`,
    );
  }
  return { data, interpretations };
}

/** The meanings of a field of a row; none if the row lacks it. @throws UnreadableError, InvalidNameError */
function meaningsIn(row: Row, key: string, field: Field, domain: string): readonly Value[] {
  if (field.kind === "number") {
    const value = integerIn(row, key, field.range?.[1] ?? 0);
    return value === undefined ? [] : [value];
  }
  const text = textIn(row, key);
  const isGiven = text !== undefined && (text.trim() !== "" || field.ambiguous);
  return isGiven ? field.meanings(text, key, domain) : [];
}

/** The parts of `content`: of all fields, of all but the leading secondary ones, or of the last one alone. */
export function contentParts(order: NamedFields, row: Row, form?: RegExp): Map<string, string> {
  const content = textIn(row, "content")?.trim() ?? "";
  if (content === "") return new Map();
  const [last = ""] = order.at(-1) ?? [];
  if (form !== undefined) {
    const parts = form.exec(content)?.groups;
    if (parts !== undefined) return new Map(Object.entries(parts).map(([key, part = ""]) => [key, part]));
    // Content in another form is the last value, unless that has its own field.
    return new Map(textIn(row, last)?.trim() ? [] : [[last, content]]);
  }
  const words = content.split(/\s+/);
  const least = order.findIndex(([, { secondary }]) => !secondary);
  const isComplete = words.length <= order.length && words.length >= order.length - least;
  if (!isComplete && words.length !== 1) {
    throw new UnreadableError(`content is not ${order.map(([key]) => key).join(", ")}`);
  }
  return new Map(words.map((word, place) => [order.at(place - words.length)?.[0] ?? "", word]));
}
