import { isDeepStrictEqual } from "node:util";
import { ifValid, normaliseDomain, ownerName } from "./names.ts";
import { optional } from "./records.ts";
import { writtenData } from "./recordType.ts";
import { type LiveRecord, type RecordArgs, type RecordData, type RecordTypeName, recordTypes } from "./registry.ts";

/** The values that are no part of the identity, such as a priority; `undefined` for one that the registrar did not show. */
export function secondaryValues(data: RecordData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(recordTypes[data.type].secondary.map((key) => [key, Reflect.get(data, key)]));
}

/** The text that registrars quote and escape in ways of their own, where the type has one: of TXT and CAA. */
function textOf(data: RecordData): unknown {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? undefined : Reflect.get(data, ambiguous);
}

function withText<D extends RecordData>(data: D, text: string): D {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? data : { ...data, [ambiguous]: text };
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  return `${name} ${JSON.stringify([data.type, ...recordTypes[data.type].identity(data)])}`;
}

/** The keys of everything that a live record may mean: {@link identityKey} of each interpretation, the likeliest first. */
export function identityKeys({ name, data, interpretations = [] }: LiveRecord): string[] {
  return [data, ...interpretations.map((text) => withText(data, text))].map((meaning) => identityKey(name, meaning));
}

/**
 * The live record with the text that `data` has, if its wire form could mean that; else the record itself. Settle a record
 * before {@link liveToWire} sends it back, so that an ambiguous text is not sent with another meaning.
 */
export function settleInterpretation(live: LiveRecord, data: RecordData): LiveRecord {
  const { interpretations = [], ...rest } = live;
  const [shown, meant] = [textOf(live.data), textOf(data)];
  if (live.data.type !== data.type || typeof shown !== "string" || typeof meant !== "string") return live;
  if (!interpretations.includes(meant)) return live;
  const others = [shown, ...interpretations.filter((interpretation) => interpretation !== meant)];
  return { ...rest, data: withText(live.data, meant), ...optional({ interpretations: others }) };
}

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
  if (isDeepStrictEqual(a, b)) return true;
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [one, other] = [a, b].map((text) => ifValid(() => canonicalArgument(type, key, text, domain)));
  return one !== undefined && one === other;
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

/** True if what a user wrote is one of the other texts that a live record could mean. */
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
