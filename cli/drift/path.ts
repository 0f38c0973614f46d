/** The value at a property path such as `content`, `nameservers[0]` or `records["www A"].ttl`. */
export function valueAt(bag: unknown, path: string): unknown {
  const here = memberOf(bag, path);
  if (here !== undefined) return here;
  let value = bag;
  for (const [, name, index, quoted] of path.matchAll(/([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/g)) {
    const key = quoted === undefined ? (name ?? index ?? "") : quoted.replace(/\\(.)/g, "$1");
    value = memberOf(value, key);
  }
  return value;
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(key);
}
