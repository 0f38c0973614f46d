/**
 * `ignoreChanges` is the engine's: it goes by the keys under which the records are kept. A path that names one otherwise
 * would take the record out of what the program declares, so that it is deleted; or would leave nothing alone.
 */
import { entriesOf } from "./records.ts";

/** The key in `records["www A"].ttl`, or in `records.www A`. */
const keyIn = /^records(?:\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]"]+))/;

/** What is wrong with the paths, each with its remedy. */
export function misnamedKeys(records: unknown, paths: readonly string[], domain: string): string[] {
  const keys = new Map(
    paths.flatMap((path) => {
      const [, quoted, bare] = keyIn.exec(path) ?? [];
      const key = quoted?.replace(/\\(.)/g, "$1") ?? bare;
      return key === undefined || key === "*" ? [] : [[key, path] as const];
    }),
  );
  if (keys.size === 0 || typeof records !== "object" || records === null) return [];
  if (Array.isArray(records)) {
    return [...keys].map(
      ([, path]) =>
        `\`ignoreChanges\` names ${path}, which works on a map only, and \`records\` is a list: write a map by name and type, such as { "www A": { content: "192.0.2.1" } }`,
    );
  }
  const written = new Map<string, unknown>(Object.entries(records));
  const keptAs = (key: string) =>
    (entriesOf({ [key]: written.get(key) ?? {} }, domain) ?? []).map((entry) => entry.key);
  const wrong = [...keys.keys(), ...written.keys()].flatMap((key) => {
    const kept = keptAs(key).find((other) => other !== key);
    const path = keys.get(key) ?? keys.get(kept ?? "");
    return kept === undefined || path === undefined ? [] : [{ key, kept, path }];
  });
  const reasons = wrong.map(
    ({ key, kept, path }) =>
      `\`ignoreChanges\` names ${path}, and what is written under ${JSON.stringify(key)} is kept under ${JSON.stringify(kept)}: write that, in \`records\` and in \`ignoreChanges\``,
  );
  return [...new Set(reasons)];
}
