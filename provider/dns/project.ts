import { isDeepStrictEqual } from "node:util";
import { canonicalIPv6 } from "./addresses.ts";
import { normaliseDomain, normaliseHost, ownerName } from "./names.ts";
import type { LiveRecord, RecordTypeName } from "./recordData.ts";
import type { RecordArgs } from "./records.ts";
import { serviceLabel, splitServiceName } from "./serviceName.ts";
import { readCaaValue, readText, writeCaaValue, writeText } from "./text.ts";

/** The canonical form of one argument written as text. @throws InvalidNameError */
function canonicalArgument(type: RecordTypeName, key: string, written: string, domain: string): string {
  switch (key) {
    case "domain":
      return normaliseDomain(written);
    case "type":
      return written.toUpperCase();
    case "name":
      return ownerName(written, domain);
    case "service":
    case "protocol":
      return serviceLabel(written);
    case "target":
      return normaliseHost(written);
    case "tag":
      return written.toLowerCase();
    case "value":
      return readCaaValue(written);
    case "content":
      if (type === "TXT") return readText(written);
      if (type === "A") return written.trim();
      if (type === "AAAA") return canonicalIPv6(written.trim());
      return normaliseHost(written);
    default:
      return written;
  }
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

/** The live values by argument, in canonical spelling; SRV names split if `split`. */
function liveArguments(live: LiveRecord, split: boolean): Record<string, unknown> {
  const { data, ttl, comment } = live;
  const service = data.type === "SRV" && split ? splitServiceName(live.name) : undefined;
  return {
    ...data,
    ...(data.type === "TXT" && { content: writeText(data.content) }),
    ...(data.type === "CAA" && { value: writeCaaValue(data.value) }),
    name: service?.host ?? live.name,
    service: service?.service,
    protocol: service?.protocol,
    ttl,
    comment,
  };
}

/** Whether what a user wrote is one of the other texts that a live record could mean. */
function isReading({ data, readings = [] }: LiveRecord, key: string, wanted: string): boolean {
  if (data.type === "TXT" && key === "content") return readings.includes(readText(wanted));
  return data.type === "CAA" && key === "value" && readings.includes(readCaaValue(wanted));
}

/**
 * The live values of exactly the keys in `args`, each in the user's spelling as long as it means the same. A value that the
 * registrar did not show keeps the user's. An SRV name is split into service, protocol and name if the user wrote it so.
 */
export function projectRecord(live: LiveRecord, args: RecordArgs, domain: string): Record<string, unknown> {
  const values = liveArguments(
    live,
    args.type === "SRV" && (args.service !== undefined || args.protocol !== undefined),
  );
  const project = (key: string, wanted: unknown): unknown => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const kept =
      value === undefined ||
      sameArgument(args.type, key, value, wanted, domain) ||
      (typeof wanted === "string" && isReading(live, key, wanted));
    return kept ? wanted : value;
  };
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, wanted]) => wanted !== undefined)
      .map(([key, wanted]) => [key, project(key, wanted)]),
  );
}

/** The order in which people write a record. */
const written = [
  ...["name", "type", "content", "priority", "weight", "port", "target", "flags", "tag", "value"],
  ...["ttl", "comment"],
];

/**
 * What a program would write for a live record, without the domain: canonical spellings, SRV with its service in the name,
 * a text bare unless that would be read as something else. What the registrar did not show is left out.
 */
export function argsFromRecord(live: LiveRecord): Record<string, unknown> {
  const values = liveArguments(live, false);
  return Object.fromEntries(written.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
}
