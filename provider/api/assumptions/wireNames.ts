/**
 * Field names and values of a contract override: the specification's inside the program, the server's on the wire.
 * Whatever has no other name or value there goes through as it is.
 */
import { isObject } from "../json.ts";

interface Translation {
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Field -> the program's word -> the server's. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined;
}

/** Renames the fields of a request and translates their values, nested ones too. */
export function toWire(value: unknown, { fields, values }: Translation): unknown {
  const words = new Map(Object.entries(values ?? {}).map(([field, by]) => [field, new Map(Object.entries(by))]));
  const translated = words.size === 0 ? value : withValues(value, words);
  return fields === undefined ? translated : renamed(translated, new Map(Object.entries(fields)), new Set());
}

/**
 * Renames the fields of an answer and translates their values, nested ones too. What has another name on the wire is not
 * read under its own.
 */
export function fromWire(value: unknown, { fields, values }: Translation): unknown {
  const names = Object.entries(fields ?? {}).map(([name, wire]): [string, string] => [wire, name]);
  const named = fields === undefined ? value : renamed(value, new Map(names), new Set(Object.keys(fields)));
  const words = new Map(Object.entries(values ?? {}).map(([field, by]) => [field, backwards(by)]));
  return words.size === 0 ? named : withValues(named, words);
}

const backwards = (words: Readonly<Record<string, string | number>>) =>
  new Map(Object.entries(words).map(([word, wire]) => [String(wire), word]));

function renamed(value: unknown, names: ReadonlyMap<string, string>, dropped: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names, dropped));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => ({ key, item: renamed(item, names, dropped) }));
  // A renamed field wins over another that has its new name already.
  const others = entries.filter(({ key }) => !names.has(key) && !dropped.has(key));
  const moved = entries.filter(({ key }) => names.has(key));
  return Object.fromEntries([...others, ...moved].map(({ key, item }) => [names.get(key) ?? key, item]));
}

type Words = ReadonlyMap<string, ReadonlyMap<string, string | number>>;

function withValues(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, words));
  if (!isObject(value)) return value;
  const translate = (key: string, item: unknown): unknown => {
    const isWord = typeof item === "string" || typeof item === "number";
    return (isWord ? words.get(key)?.get(String(item)) : undefined) ?? withValues(item, words);
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translate(key, item)]));
}
