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

/** The inputs with the given paths set back to what they were in `old`; absent there means taken out. */
export function ignoreChanges(inputs: Props, old: Props, paths: readonly string[]): Props {
  let result: Value = inputs;
  for (const path of paths) result = reset(result, old, parsePath(path)) ?? result;
  return isPlainObject(result) ? result : inputs;
}

function reset(now: Value | undefined, old: Value | undefined, path: Path): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return old;
  if (isSecret(now) || isSecret(old)) {
    const inner = reset(isSecret(now) ? now["value"] : now, isSecret(old) ? old["value"] : old, path);
    return isSecret(now) ? { ...now, value: inner ?? null } : inner;
  }
  if (Array.isArray(now)) {
    const before: Value[] = Array.isArray(old) ? old : [];
    return now.map((element, i) => (key === "*" || key === i ? (reset(element, before[i], rest) ?? element) : element));
  }
  if (!isPlainObject(now)) return now;
  const before: Props = isPlainObject(old) ? old : {};
  const keys = key === "*" ? [...new Set([...Object.keys(now), ...Object.keys(before)])] : [String(key)];
  const result = { ...now };
  for (const name of keys) {
    const inner = rest.length > 0 && now[name] === undefined ? undefined : reset(now[name], before[name], rest);
    if (inner === undefined) delete result[name];
    else result[name] = inner;
  }
  return result;
}

/** The leaves that differ. Secrets count as their inner values and are shown as `[secret]`. */
export function compare(before: Props, after: Props): PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const key of keysOf(before, after)) collect(changes, key, before[key], after[key]);
  return changes;
}

/** What people are shown of it: the CLI leaves out properties whose names begin with two underscores. */
export function shownChanges(before: Props, after: Props): PropertyChange[] {
  return compare(before, after).filter(({ path }) => !path.startsWith("__"));
}

function keysOf(a: Props, b: Props): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}

function collect(changes: PropertyChange[], path: string, before: Value | undefined, after: Value | undefined): void {
  if (before === undefined && after === undefined) return;
  if (before === undefined && after !== undefined) changes.push({ path, kind: "add", new: redact(after) });
  else if (after === undefined && before !== undefined) changes.push({ path, kind: "delete", old: redact(before) });
  else if (before !== undefined && after !== undefined && !equal(reveal(before), reveal(after))) {
    if (isPlainObject(before) && isPlainObject(after)) {
      for (const key of keysOf(before, after)) collect(changes, joined(path, key), before[key], after[key]);
    } else if (Array.isArray(before) && Array.isArray(after)) {
      const length = Math.max(before.length, after.length);
      for (let i = 0; i < length; i++) collect(changes, `${path}[${i}]`, before[i], after[i]);
    } else changes.push({ path, kind: "update", old: redact(before), new: redact(after) });
  }
}

function joined(path: string, key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
