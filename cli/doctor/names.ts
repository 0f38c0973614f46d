/** Recognises fields under other names. */
import { isObject } from "../../provider/api/index.ts";
import type { Field } from "./expected.ts";
import { isFieldName } from "./shape.ts";

export interface Naming {
  /** Fields that are present under a known name. */
  present: string[];
  /** Specification's name -> name in the response. */
  renamed: Record<string, string>;
  /** Fields that are needed, and not recognised. */
  lost: string[];
}

interface Guess {
  field: Field;
  key: string;
  score: number;
}

/** Keys of the envelope, which name nothing inside. */
const envelope = ["success", "message", "error", "data", "total", "page", "page_size"];

/** By field, the program's words for its values, and the registrar's. */
type Values = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/**
 * Compares the expected fields with those of the rows. A field of value `null` is present.
 * @param others names that the specification gives to something else
 * @param values of the contract
 */
export function nameFields(
  fields: readonly Field[],
  rows: readonly Record<string, unknown>[],
  others: readonly string[] = [],
  values: Values = {},
): Naming {
  const likelihood = (field: Field, key: string) => {
    const words = new Set(Object.entries(values[field.name] ?? {}).flatMap(([word, wire]) => [word, String(wire)]));
    const isValue = (value: unknown) => field.is(value) || words.has(String(value));
    return scoreOf(field, key, valuesOf(rows, key), isValue);
  };
  const has = (key: string) => rows.some((row) => row[key] !== undefined);
  const names = (field: Field) => [field.name, ...(field.known ?? [])];
  const isPresent = (field: Field) => names(field).some(has);
  const present = fields.filter(isPresent);
  const absent = fields.filter((field) => !isPresent(field));
  const taken = new Set([...present.flatMap(names), ...others, ...envelope]);
  for (const name of absent.flatMap(names)) taken.delete(name);
  const free = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !taken.has(key));

  const guesses = absent
    .flatMap((field) => free.map((key): Guess => ({ field, key, score: likelihood(field, key) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const renamed: Record<string, string> = {};
  for (const guess of guesses) {
    const isOpen = ({ field, key }: Guess) => !(field.name in renamed) && !Object.values(renamed).includes(key);
    if (!isOpen(guess)) continue;
    // Two are equally likely: neither is used.
    const conflicting = guesses.filter(
      (other) =>
        other !== guess &&
        isOpen(other) &&
        other.score === guess.score &&
        (other.field === guess.field) !== (other.key === guess.key),
    );
    if (conflicting.length === 0) renamed[guess.field.name] = guess.key;
  }

  const found = (field: Field) => present.includes(field) || field.name in renamed;
  const anyOf = fields.filter(({ need }) => need === "one");
  const lost = absent.filter((field) => {
    if (found(field) || field.instead?.some(has)) return false;
    return field.need === "all" || (field.need === "one" && field === anyOf[0] && !anyOf.some(found));
  });
  return { present: present.map(({ name }) => name), renamed, lost: lost.map(({ name }) => name) };
}

function valuesOf(rows: readonly Record<string, unknown>[], key: string): unknown[] {
  return rows.map((row) => row[key]).filter((value) => value !== undefined && value !== null);
}

/** Likelihood that a key is another name of the field, by its words and values; 0: it isn't. */
function scoreOf(field: Field, key: string, values: readonly unknown[], isValue: (value: unknown) => boolean): number {
  if (values.length === 0 || !values.every(isValue)) return 0;
  const [own, theirs] = [wordsOf(field.name), wordsOf(key)];
  const known = [...own, ...(field.words ?? []).map(stem)];
  const named = theirs.join("") === own.join("") ? 2 : Number(theirs.every((word) => known.includes(word)));
  return named + Number(field.telling === true);
}

const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ed|s)$/, "") : word);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "" && word !== "is")
    .map(stem);
}

/** All objects inside a value, with their dotted path from the top (`""` is the top itself); not those inside lists. */
export function objectsIn(value: unknown, path = "", depth = 0): { path: string; object: Record<string, unknown> }[] {
  if (!isObject(value) || depth > 4) return [];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    !isFieldName(key) ? [] : objectsIn(item, path === "" ? key : `${path}.${key}`, depth + 1),
  );
  return [{ path, object: value }, ...inner];
}

/** All lists of objects inside a value, with their dotted path. */
export function listsIn(value: unknown): { path: string; rows: Record<string, unknown>[] }[] {
  return objectsIn(value).flatMap(({ path, object }) =>
    Object.entries(object).flatMap(([key, item]) => {
      if (!Array.isArray(item) || !isFieldName(key) || !item.every(isObject)) return [];
      return [{ path: path === "" ? key : `${path}.${key}`, rows: item }];
    }),
  );
}
