import { type RecordData, recordTypes } from "../registry.ts";
import type { Check, Finding } from "./check.ts";

/** A record of a zone in canonical form. */
export interface ZoneRecord {
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
}

/** A finding about several records, given by their indexes in the list that was checked. */
export interface ZoneFinding extends Finding {
  records: number[];
}

/** A record with its place in the list. */
export interface Member extends ZoneRecord {
  index: number;
}

/** What zone checks look at: the records, and tables made of them once, so that each check stays linear. */
export interface Zone {
  /** Canonical. */
  domain: string;
  members: readonly Member[];
  byName: ReadonlyMap<string, readonly Member[]>;
  /** The first CNAME of each name that has one. */
  aliases: ReadonlyMap<string, Alias>;
}

export interface Alias extends Member {
  data: Extract<RecordData, { type: "CNAME" }>;
}

function isAlias(member: Member): member is Alias {
  return member.data.type === "CNAME";
}

/** What one zone check says: the records, the argument it points at, and the reason. */
export interface ZoneProblem {
  members: readonly Member[];
  property?: string;
  reason: string;
}

/** One rule for all records of a domain together. */
export interface ZoneCheck extends Check {
  find(zone: Zone): Iterable<ZoneProblem>;
}

/** Groups of members by a key, in the order of the list; members without a key are left out. */
export function groupBy<M extends Member>(
  members: readonly M[],
  keyOf: (member: M) => string | undefined,
): Map<string, M[]> {
  const groups = new Map<string, M[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
}

export function zoneOf(records: readonly ZoneRecord[], domain: string): Zone {
  const members = records.map((record, index) => ({ ...record, index }));
  const aliases = new Map<string, Alias>();
  for (const member of members) {
    if (isAlias(member) && !aliases.has(member.name)) aliases.set(member.name, member);
  }
  return { domain, members, byName: groupBy(members, ({ name }) => name), aliases };
}

/** The members of some types. */
export function ofType<T extends RecordData["type"]>(
  members: readonly Member[],
  ...types: T[]
): (Member & { data: Extract<RecordData, { type: T }> })[] {
  const isOf = (member: Member): member is Member & { data: Extract<RecordData, { type: T }> } =>
    types.some((type) => type === member.data.type);
  return members.filter(isOf);
}

/** The host that a record points at and the argument that names it; `undefined` for types without a target. */
export function targetOf(data: RecordData): { host: string; property: string } | undefined {
  const { target } = recordTypes[data.type];
  const host: unknown = target === undefined ? undefined : Reflect.get(data, target);
  return target === undefined || typeof host !== "string" ? undefined : { host, property: target };
}

/** The owner name of a canonical host inside the zone, or `undefined` for a host elsewhere. */
export function ownerInZone({ domain }: Zone, host: string): string | undefined {
  if (host === domain) return "@";
  if (!host.endsWith(`.${domain}`)) return undefined;
  const relative = host.slice(0, -domain.length - 1);
  // The canonical form of a name that repeats the domain keeps it: see ownerName.
  return relative === domain || relative.endsWith(`.${domain}`) ? `${host}.` : relative;
}

/** The names above an owner name inside the zone, nearest first, without the apex. */
export function* namesAbove(owner: string): Generator<string> {
  for (let dot = owner.indexOf("."); dot >= 0; dot = owner.indexOf(".", dot + 1)) yield owner.slice(dot + 1);
}

/** The full name of an owner, for messages. */
export function shown({ domain }: Zone, owner: string): string {
  if (owner === "@") return domain;
  return owner.endsWith(".") ? owner.slice(0, -1) : `${owner}.${domain}`;
}
