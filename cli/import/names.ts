/** Readable names of resources in a stack: the same live account always gets the same names. */
import { createHash } from "node:crypto";
import type { Forward } from "../../provider/api/forward.ts";
import {
  fieldOf,
  groupBy,
  identityKey,
  type LiveRecord,
  recordTypes,
  secondaryValues,
} from "../../provider/dns/index.ts";

const maxMemberLength = 32;

/** Makes a part of a name: letters, digits and single hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("*", "wildcard")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

const joined = (...parts: string[]) =>
  parts
    .map(slug)
    .filter((part) => part !== "")
    .join("-");

export const domainResourceName = (domain: string, kind: string): string => joined(domain, kind);

/** The part of data that tells it from other data of its type: of a TXT, the first word. */
function labelOf(data: LiveRecord["data"]): string {
  const { named } = recordTypes[data.type];
  const values = named.flatMap(([key, { kind }]) => (kind === "string" ? [fieldOf(data, key)] : []));
  return values.join("-").replace(/[\s;].*$/s, "");
}

/** `example-com-www-cname`; if several records have the name and type, with a part of the data. */
export function recordName(domain: string, record: LiveRecord, isAlone: boolean): string {
  const { name, data } = record;
  return joined(domain, name === "@" ? "" : name, data.type, isAlone ? "" : shortened(labelOf(data)));
}

/** `example-com-forward-shop`. */
export function forwardName(domain: string, { source, destination }: Forward, isAlone: boolean): string {
  return joined(domain, "forward", source === "@" ? "" : source, isAlone ? "" : shortened(destination));
}

const shortened = (text: string) => slug(text.slice(0, 4 * maxMemberLength)).slice(0, maxMemberLength);

/** A digest that stays the same while the row does. */
export function fingerprint(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

export function recordFingerprint(domain: string, { name, data, id }: LiveRecord): string {
  const [priority] = Object.values(secondaryValues(data));
  return fingerprint("record", domain, identityKey(name, data), priority, id);
}

export function forwardFingerprint(domain: string, { source, destination, id }: Forward): string {
  return fingerprint("forward", domain, source, destination, id);
}

/** Makes names unique: equal ones get a part of their fingerprint. */
export function uniqueNames<T extends { name: string; fingerprint: string }>(items: readonly T[]): T[] {
  const groups = groupBy(items, ({ name }) => name);
  return items.map((item) =>
    groups.get(item.name)?.length === 1 ? item : { ...item, name: `${item.name}-${item.fingerprint.slice(0, 8)}` },
  );
}
