import type { PropertyChange } from "./types.ts";
import { equal, isPlainObject, isSecret, type Props, redact, reveal, type Value } from "./values.ts";

/** A property path: names, indices, and `*` for all elements. `a.b[0]["odd.name"]`. */
type Path = (string | number)[];

export function parsePath(text: string): Path {
  const path: Path = [];
  const part = /\.?([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\[(\*)\]/gy;
  let end = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [, name, index, quoted, star] = match;
    if (index !== undefined) path.push(Number(index));
    else path.push(name ?? star ?? (quoted ?? "").replace(/\\(.)/g, "$1"));
    end = part.lastIndex;
  }
  return end === text.length ? path : [text];
}

/** The inputs with the given paths set back to their values in `old`, or removed if absent there. */
export function ignoreChanges(inputs: Props, old: Props, paths: readonly string[]): Props {
  let result: Value = inputs;
  for (const path of paths) result = reset(result, old, parsePath(path)) ?? result;
  return isPlainObject(result) ? result : inputs;
}

function reset(now: Value | undefined, old: Value | undefined, path: Path): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return old;
  if (isSecret(now)) return { ...now, value: reset(now["value"], isSecret(old) ? old["value"] : old, path) ?? null };
  if (isSecret(old)) return reset(now, old["value"], path);
  if (Array.isArray(now)) {
    const before: Value[] = Array.isArray(old) ? old : [];
    return now.map((element, i) => (key === "*" || key === i ? (reset(element, before[i], rest) ?? element) : element));
  }
  return isPlainObject(now) ? resetProps(now, isPlainObject(old) ? old : {}, key, rest) : now;
}

function resetProps(now: Props, old: Props, key: string | number, rest: Path): Props {
  const result = { ...now };
  for (const name of key === "*" ? keysOf(now, old) : [String(key)]) {
    const inner = rest.length > 0 && now[name] === undefined ? undefined : reset(now[name], old[name], rest);
    if (inner === undefined) delete result[name];
    else result[name] = inner;
  }
  return result;
}

/** The leaves that differ. Compares the values of secrets, and shows `[secret]`. */
export function compare(before: Props, after: Props): PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const key of keysOf(before, after)) collect(changes, key, before[key], after[key]);
  return changes;
}

/** Omits properties whose names begin with two underscores, as the CLI does. */
export function shownChanges(before: Props, after: Props): PropertyChange[] {
  return compare(before, after).filter(({ path }) => !path.startsWith("__"));
}

function keysOf(a: Props, b: Props): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}

function collect(changes: PropertyChange[], path: string, before: Value | undefined, after: Value | undefined): void {
  if (before === undefined) {
    if (after !== undefined) changes.push({ path, kind: "add", new: redact(after) });
  } else if (after === undefined) changes.push({ path, kind: "delete", old: redact(before) });
  else if (!equal(reveal(before), reveal(after))) {
    const inner = innerOf(path, before, after);
    if (inner === undefined) changes.push({ path, kind: "update", old: redact(before), new: redact(after) });
    else for (const each of inner) collect(changes, ...each);
  }
}

/** The parts of two objects, or of two lists, with their paths. */
function innerOf(
  path: string,
  before: Value,
  after: Value,
): [string, Value | undefined, Value | undefined][] | undefined {
  if (isPlainObject(before) && isPlainObject(after)) {
    return keysOf(before, after).map((key) => [joined(path, key), before[key], after[key]]);
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const longer = before.length > after.length ? before : after;
  return longer.map((_, i) => [`${path}[${i}]`, before[i], after[i]]);
}

function joined(path: string, key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
