/** Where two bags differ, as the engine wants it: a path to each value, into maps and lists. */
import { isDeepStrictEqual } from "node:util";
import type { Change, Properties } from "../../resources/definition.ts";

export type DifferenceKind = "add" | "delete" | "update";

export interface Difference {
  /** Such as `ttl`, `records["www A"].ttl` or `nameservers[1]`. */
  path: string;
  kind: DifferenceKind;
  isReplace: boolean;
}

/** What differs by meaning, in as much detail as the values tell. */
export function detailed(changes: readonly Change[], olds: Properties, news: Properties): Difference[] {
  const found = new Map<string, Difference>();
  for (const { path, kind } of changes) {
    const steps = stepsOf(path);
    for (const each of differences(path, valueAt(olds, steps), valueAt(news, steps))) {
      found.set(each.path, { ...each, isReplace: kind === "replace" });
    }
  }
  return [...found.values()];
}

type Leaf = Omit<Difference, "isReplace">;

/** At least one: what differs by meaning may be written in the same way, and differ elsewhere. */
function differences(path: string, old: unknown, wanted: unknown): Leaf[] {
  const found = leaf(path, old, wanted);
  return found.length === 0 ? [{ path, kind: isMissing(old) ? "add" : "update" }] : found;
}

function leaves(path: string, old: unknown, wanted: unknown): Leaf[] {
  if (isDeepStrictEqual(old, wanted)) return [];
  if (Array.isArray(old) && Array.isArray(wanted)) {
    const count = Math.max(old.length, wanted.length);
    return Array.from({ length: count }, (_, at) => at).flatMap((at) => leaf(`${path}[${at}]`, old[at], wanted[at]));
  }
  if (isMap(old) && isMap(wanted)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(wanted)])].sort();
    return keys.flatMap((key) => leaf(pathTo(path, key), Reflect.get(old, key), Reflect.get(wanted, key)));
  }
  return [{ path, kind: "update" }];
}

function leaf(path: string, old: unknown, wanted: unknown): Leaf[] {
  if (isMissing(old) && isMissing(wanted)) return [];
  if (isMissing(old)) return [{ path, kind: "add" }];
  if (isMissing(wanted)) return [{ path, kind: "delete" }];
  return leaves(path, old, wanted);
}

const isMissing = (value: unknown) => value === undefined || value === null;
const isMap = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
const pathTo = (path: string, key: string) =>
  /^[A-Za-z_][\w-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

/** The keys of a path. */
function stepsOf(path: string): string[] {
  const parts = path.match(/[^.[\]"]+|\["(?:[^"\\]|\\.)*"\]/g) ?? [];
  return parts.map((part) => (part.startsWith("[") ? String(JSON.parse(part.slice(1, -1))) : part));
}

function valueAt(bag: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    bag,
  );
}
