/** Paths of `ignoreChanges` that name a record of a zone. Loads no table of names, so it knows no A-labels. */

const pathForm = /^records(?:\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]"]+)|\[)/;

/** The record that a path names: its key there, the key that it is kept under, and whether the path goes no deeper. */
export function recordNamed(path: string, domain: unknown) {
  const [found, quoted, bare] = pathForm.exec(path) ?? [];
  if (found === undefined) return undefined;
  const key = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
  return { key, kept: keptAs(key, domain), isWhole: found === path };
}

/** The key by name in lower case, relative to the domain, and type. */
export function keptAs(key: string, domain: unknown): string | undefined {
  const [, name, type] = /^(\S+) ([A-Za-z]+)$/.exec(key) ?? [];
  if (name === undefined || type === undefined) return undefined;
  const full = `.${name.toLowerCase().replace(/\.$/, "")}`;
  const apex = `.${String(domain).toLowerCase().replace(/\.$/, "")}`;
  const owner = full.endsWith(apex) ? full.slice(0, -apex.length) : full;
  return `${owner.slice(1) || "@"} ${type.toUpperCase()}`;
}

export const misnamed = (path: string, kept = "www A"): string =>
  `ignoreChanges names ${path}. A record is left alone as a whole, by the key that it is kept under: ` +
  `write records[${JSON.stringify(kept)}] there, and the same key in \`records\`.`;

/**
 * Why a path of `ignoreChanges` would delete a record: the engine takes what it does not find under it in the state out of the arguments.
 * `undefined`: it would not.
 */
export function droppingOf(path: string, { domain, records }: Record<string, unknown>): string | undefined {
  const { key, kept } = recordNamed(path, domain) ?? {};
  if (kept === undefined || kept === key || !Object.hasOwn(Object(records), kept)) return undefined;
  return misnamed(path, kept);
}
