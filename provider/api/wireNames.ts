/** Field names of a contract override: the specification's names inside the program, the server's names on the wire. */
import { isObject } from "./json.ts";

type Names = Readonly<Record<string, string>> | undefined;

/** Renames the fields of a request, nested ones too. */
export function toWire(value: unknown, fields: Names): unknown {
  return fields === undefined ? value : renamed(value, new Map(Object.entries(fields)));
}

/** Renames the fields of an answer, nested ones too. */
export function fromWire(value: unknown, fields: Names): unknown {
  return fields === undefined
    ? value
    : renamed(value, new Map(Object.entries(fields).map(([name, wire]) => [wire, name])));
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => ({ key, item: renamed(item, names) }));
  // A renamed field wins over another that has its new name already.
  const [others, moved] = [entries.filter(({ key }) => !names.has(key)), entries.filter(({ key }) => names.has(key))];
  return Object.fromEntries([...others, ...moved].map(({ key, item }) => [names.get(key) ?? key, item]));
}
