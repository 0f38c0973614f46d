/** Recognises fields under other names by their values. */
import { isObject, plainKey } from "../../provider/api/index.ts";
import type { Field } from "./expected.ts";
import { isFieldName } from "./shape.ts";

export type Objects = readonly Record<string, unknown>[];

export interface Naming {
  /** Fields that are present under a known name. */
  present: string[];
  /** Specification's name -> name in the response. */
  renamed: Record<string, string>;
  /** Fields that are needed, and not recognised. */
  lost: string[];
}

/**
 * The key whose values fit best. Of two that are equally good, the first own name wins, then the one that the hint describes;
 * else none is chosen.
 * @param score of at least 0.5, if its values can be those of the field
 */
export function pick(
  own: readonly string[],
  keys: readonly string[],
  score: (key: string) => number,
  hint?: RegExp,
): string | undefined {
  const bonus = (key: string) => (own.includes(key) ? 0.5 - own.indexOf(key) / 10 : hint?.test(key) ? 0.25 : 0);
  const scored = keys.flatMap((key) => {
    const value = score(key);
    return value > 0 ? [{ key, value: value + bonus(key) }] : [];
  });
  const [best, second] = scored.sort((a, b) => b.value - a.value);
  return best === undefined || best.value < 0.75 || best.value === second?.value ? undefined : best.key;
}

/** Keys of the envelope, which name nothing inside. */
const envelope = ["success", "message", "error", "data", "total", "page", "page_size"];

/** By field, the program's words for its values, and the registrar's. */
type Values = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/**
 * Compares the expected fields with those of the rows. A field of value `null` is present. Another key is a field's if its values are,
 * and if it has the field's spelling (`autoRenew`), its hint, or values that tell.
 * @param others names that the specification gives to something else
 * @param values of the contract
 */
export function nameFields(
  fields: readonly Field[],
  rows: Objects,
  others: readonly string[] = [],
  values: Values = {},
): Naming {
  const has = (key: string) => rows.some((row) => row[key] !== undefined);
  const names = (field: Field) => [field.name, ...(field.known ?? [])];
  const present = fields.filter((field) => names(field).some(has));
  const absent = fields.filter((field) => !present.includes(field));
  const taken = new Set([...present.flatMap(names), ...others, ...envelope]);
  for (const name of absent.flatMap(names)) taken.delete(name);
  const renamed: Record<string, string> = {};
  // Values that tell are named first, so that they aren't candidates for other fields.
  for (const field of absent.toSorted((a, b) => Number(b.telling ?? false) - Number(a.telling ?? false))) {
    const words = new Set(
      Object.entries(values[field.name] ?? {})
        .flat()
        .map(String),
    );
    const isValue = (value: unknown) => field.is(value) || words.has(String(value));
    const free = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !taken.has(key));
    const key = pick([], free, (each) => {
      const shown = rows.map((row) => row[each]).filter((value) => value !== undefined && value !== null);
      if (shown.length === 0 || !shown.every(isValue)) return 0;
      const isSpelling = plainKey(each).replace(/^is/, "") === plainKey(field.name);
      return Number(isSpelling) * 2 + Number(field.hint?.test(each) ?? false) + Number(field.telling ?? false);
    });
    if (key === undefined) continue;
    renamed[field.name] = key;
    taken.add(key);
  }
  const found = (field: Field) => present.includes(field) || field.name in renamed;
  const anyOf = fields.filter(({ need }) => need === "one");
  const lost = absent.filter(
    (field) =>
      !found(field) && (field.need === "all" || (field.need === "one" && field === anyOf[0] && !anyOf.some(found))),
  );
  return { present: present.map(({ name }) => name), renamed, lost: lost.map(({ name }) => name) };
}

/** All objects inside a value, with their dotted path from the top (`""` is the top itself); not those inside lists. */
export function objectsIn(value: unknown, path = "", depth = 0): { path: string; object: Record<string, unknown> }[] {
  if (!isObject(value) || depth > 4) return [];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    !isFieldName(key) ? [] : objectsIn(item, path === "" ? key : `${path}.${key}`, depth + 1),
  );
  return [{ path, object: value }, ...inner];
}

export function listsIn(value: unknown): { path: string; rows: Record<string, unknown>[] }[] {
  return objectsIn(value).flatMap(({ path, object }) =>
    Object.entries(object).flatMap(([key, item]) => {
      if (!Array.isArray(item) || !isFieldName(key) || !item.every(isObject)) return [];
      return [{ path: path === "" ? key : `${path}.${key}`, rows: item }];
    }),
  );
}
