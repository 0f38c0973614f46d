/** `ignoreChanges` for records that the engine does not find by their keys, as it does it itself for those that it finds. */

const stepForm = /\["((?:[^"\\]|\\.)*)"\]|\[(\*|\d+)\]|([^.[\]"]+)/g;

/** `records["www A"].ttl` in steps, without the first; `*` is any. */
function stepsOf(path: string): string[] {
  const steps = [...path.matchAll(stepForm)].map(([, quoted, inBrackets, bare]) => {
    return quoted?.replace(/\\(.)/g, "$1") ?? inBrackets ?? bare ?? "";
  });
  return steps.slice(1);
}

/**
 * What is wanted, but as it was where a path names something. What was not there is not there.
 * @param paths paths that begin with the name of the argument
 */
export function keeping(before: object, wanted: object, paths: readonly string[]): object {
  return paths.reduce((kept, path) => reset(before, kept, stepsOf(path)), wanted);
}

function reset(before: object, wanted: object, [step, ...rest]: readonly string[]): object {
  if (step === undefined) return before;
  const [old, kept] = [new Map(Object.entries(before)), new Map<string, unknown>(Object.entries(wanted))];
  for (const key of step === "*" ? new Set([...old.keys(), ...kept.keys()]) : [step]) {
    const [was, is] = [old.get(key), kept.get(key)];
    if (rest.length > 0) {
      if (isObject(was) && isObject(is)) kept.set(key, reset(was, is, rest));
    } else if (old.has(key)) kept.set(key, was);
    else kept.delete(key);
  }
  return Array.isArray(wanted) ? [...kept.values()] : Object.fromEntries(kept);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
