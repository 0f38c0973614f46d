/**
 * The map of a zone: lists of values by owner name and type, `"www A": ["192.0.2.1"]`, in the program's spelling; and patterns of
 * records that the zone leaves alone.
 */

import { isObject } from "../../api/index.ts";
import * as dns from "../../dns/index.ts";
import * as values from "./values.ts";

/** The parts of arguments or a state that describe records. `ttls` has the keys of `records`. */
export interface ZoneMap {
  readonly records?: Readonly<Record<string, unknown>> | undefined;
  readonly ttl?: number | undefined;
  readonly ttls?: Readonly<Record<string, unknown>> | undefined;
}

/** A key of the map, and its values. */
export interface KeyedList {
  /** The key in the program's spelling: `WWW A`. */
  readonly written: string;
  /** The canonical key, `www A`; the written key if that isn't valid. */
  readonly key: string;
  /** `undefined` if the key isn't a name and a type. */
  readonly type: dns.RecordTypeName | undefined;
  /** The owner name as the program wrote it. */
  readonly name: string;
  readonly values: unknown;
  /** Its own TTL, else that of all lists. */
  readonly ttl: number | undefined;
  /** Its TTL in `ttls`. */
  readonly ownTtl: number | undefined;
}

/** Reads a key: `name TYPE`, the type in capitals. */
export function readKey(written: string, domain: string): Omit<KeyedList, "values" | "ttl" | "ownTtl"> {
  const [, name = "", type = ""] = /^(\S+) (\S+)$/.exec(written) ?? [];
  if (!dns.isRecordTypeName(type)) return { written, key: written, type: undefined, name };
  return { written, key: dns.ifValid(() => values.keyOf(name, type, domain)) ?? written, type, name };
}

/** The error in a key that isn't a name and a type, and a key that may be meant. */
export function keyProblem(written: string): string {
  const [first = "", second, ...more] = written.trim().split(/\s+/);
  const typeOf = (word: string) => [word.toUpperCase()].find(dns.isRecordTypeName);
  const [name, type = "A"] = typeOf(first) && !typeOf(second ?? "") ? [second ?? "@", first] : [first, second];
  if (second !== undefined && typeOf(type) === undefined) return dns.typeProblem(second);
  const meant = name === "" || more.length > 0 ? "" : ` (did you mean "${name} ${typeOf(type)}"?)`;
  return `it isn't an owner name and a record type, such as "www A"${meant}. Types: ${dns.recordTypeNames.join(", ")}`;
}

/** The lists of the map, with the TTL of each. */
export const listsIn = dns.memoize(
  (
    records: NonNullable<ZoneMap["records"]>,
    ttl: number | undefined,
    ttls: ZoneMap["ttls"],
    domain: string,
  ): readonly KeyedList[] => {
    const own = new Map(Object.entries(ttls ?? {}).map(([key, value]) => [readKey(key, domain).key, value]));
    return Object.entries(records).map(([written, list]): KeyedList => {
      const read = readKey(written, domain);
      const found = own.get(read.key);
      const ownTtl = typeof found === "number" ? found : undefined;
      return { ...read, values: list ?? [], ttl: ownTtl ?? ttl, ownTtl };
    });
  },
);

export const listsOf = ({ records, ttl, ttls }: ZoneMap, domain: string): readonly KeyedList[] =>
  listsIn(isObject(records) ? records : {}, ttl, ttls, domain);

/** The valid records of the map. */
export const recordsIn = (map: ZoneMap, domain: string): values.ValueRecord[] =>
  listsOf(map, domain).flatMap(({ key, type, values: list, ttl }) =>
    type === undefined ? [] : values.recordsOf(key, { values: values.textsIn(list), ttl }, domain),
  );

/** Do the arguments of a zone list every record of its domain? */
export const listsAll = ({ mode, ignoreRecords }: { mode?: unknown; ignoreRecords?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignoreRecords) || ignoreRecords.length === 0);

/** Does a pattern of `ignoreRecords` match the record set of this owner name and type? */
export type Ignores = (name: string, type: string) => boolean;

/**
 * The error in a pattern, `NAME` or `NAME TYPE`, or `undefined`. The name is relative to the domain. `*` matches any
 * characters, dots too: `*.dyn TXT` means every TXT below `dyn`.
 */
export function patternProblem(pattern: string): string | undefined {
  const [name, type = "*", ...more] = pattern.trim().split(/\s+/);
  if (name === undefined || name === "" || more.length > 0)
    return 'must be a name, or a name and a type, such as "www" or "*.dyn TXT"';
  return type === "*" || dns.isRecordTypeName(type.toUpperCase())
    ? undefined
    : `${JSON.stringify(type)} is not a record type`;
}

/** Does `ignoreRecords` exclude a record set? Patterns that {@link patternProblem} refuses match nothing. */
export function ignoresOf({ ignoreRecords }: { ignoreRecords?: unknown }, domain: string): Ignores {
  const patterns = (Array.isArray(ignoreRecords) ? ignoreRecords : []).filter(
    (pattern): pattern is string => typeof pattern === "string" && patternProblem(pattern) === undefined,
  );
  const forms = patterns.map((pattern) => {
    const [name = "", type = "*"] = pattern.trim().split(/\s+/);
    return { form: nameForm(name, domain), type: type.toUpperCase() };
  });
  return (name, type) => forms.some((each) => (each.type === "*" || each.type === type) && fits(each.form, name));
}

/** The fixed parts of a pattern's name, in A-labels where they consist of complete labels. */
function nameForm(pattern: string, domain: string): string[] {
  const bare = pattern.toLowerCase().replace(/\.$/, "");
  const suffix = `.${dns.normaliseDomain(domain)}`;
  return pattern.includes("*")
    ? (bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare).split("*").map(fixedPart)
    : [dns.ifValid(() => dns.ownerName(pattern, domain)) ?? bare];
}

/** Does a name consist of these parts in this order, with any characters between them? Linear, unlike a regular expression. */
function fits([first = "", ...others]: readonly string[], name: string): boolean {
  const last = others.pop();
  if (last === undefined) return name === first;
  const end = name.length - last.length;
  let at = first.length;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

function fixedPart(part: string): string {
  const labels = part.replace(/^\.|\.$/g, "");
  const inALabels = () => dns.normaliseDomain(`${labels}.example`).slice(0, -".example".length);
  return labels === "" ? part : part.replace(labels, dns.ifValid(inALabels) ?? labels);
}
