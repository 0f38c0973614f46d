import { isDeepStrictEqual } from "node:util";
import { writtenData } from "./fieldValues.ts";
import { normaliseDomain, ownerName } from "./names.ts";
import type { LiveRecord } from "./registry.ts";
import { type RecordArgs, type RecordTypeName, recordTypes } from "./registry.ts";

/** The canonical form of one argument written as text. @throws InvalidNameError */
function canonicalArgument(type: RecordTypeName, key: string, written: string, domain: string): unknown {
  if (key === "domain") return normaliseDomain(written);
  if (key === "type") return written.toUpperCase();
  if (key === "name") return ownerName(written, domain);
  const { fields, owner } = recordTypes[type];
  return (owner.arguments[key] ?? fields[key])?.canonical(written) ?? written;
}

/**
 * Whether one argument means the same in both values. `key` is a field name such as `content`, `name` or `ttl`. Values that
 * are no texts, or not valid, mean the same only if they are deeply and strictly equal. Never throws.
 */
export function sameArgument(type: RecordTypeName, key: string, a: unknown, b: unknown, domain: string): boolean {
  try {
    if (isDeepStrictEqual(a, b)) return true;
    if (typeof a !== "string" || typeof b !== "string") return false;
    return canonicalArgument(type, key, a, domain) === canonicalArgument(type, key, b, domain);
  } catch {
    return false;
  }
}

/** The live values by argument, in canonical spelling and the order in which people write them; the owner in its parts if `split`. */
function liveArguments({ name, data, ttl, comment }: LiveRecord, split: boolean): Record<string, unknown> {
  const { owner, fields } = recordTypes[data.type];
  const parts = split ? owner.split(name) : undefined;
  return {
    name: parts?.name ?? name,
    type: data.type,
    ...parts?.values,
    ...writtenData(data, Object.entries(fields)),
    ttl,
    comment,
  };
}

/** Whether what a user wrote is one of the other texts that a live record could mean. */
function isInterpretation({ data, interpretations = [] }: LiveRecord, key: string, wanted: string): boolean {
  const { ambiguous, fields } = recordTypes[data.type];
  return (
    key === ambiguous && interpretations.some((interpretation) => interpretation === fields[key]?.canonical(wanted))
  );
}

/**
 * The live values of exactly the keys in `args`, each in the user's spelling as long as it means the same. A value that the
 * registrar did not show keeps the user's. An SRV name is split into service, protocol and name if the user wrote it so.
 */
export function projectRecord(live: LiveRecord, args: RecordArgs, domain: string): Record<string, unknown> {
  const ownerKeys = Object.keys(recordTypes[args.type].owner.arguments);
  const split = Object.entries(args).some(([key, value]) => ownerKeys.includes(key) && value !== undefined);
  const values = liveArguments(live, split);
  const project = (key: string, wanted: unknown): unknown => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const kept =
      value === undefined ||
      sameArgument(args.type, key, value, wanted, domain) ||
      (typeof wanted === "string" && isInterpretation(live, key, wanted));
    return kept ? wanted : value;
  };
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, wanted]) => wanted !== undefined)
      .map(([key, wanted]) => [key, project(key, wanted)]),
  );
}

/**
 * What a program would write for a live record, without the domain: canonical spellings, SRV with its service in the name,
 * a text bare unless that would be read as something else. What the registrar did not show is left out.
 */
export function argsFromRecord(live: LiveRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(liveArguments(live, false)).filter(([, value]) => value !== undefined));
}
