import { fullName } from "../names.ts";
import type { RecordData } from "../recordData.ts";
import type { CheckSet, Finding } from "./check.ts";

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

/** What zone checks look at: the records, and tables made of them once, so that each check stays linear. */
export interface Zone {
  /** Canonical. */
  domain: string;
  records: readonly ZoneRecord[];
  /** Indexes by owner name. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** The first CNAME of each name that has one, by index. */
  cnames: ReadonlyMap<string, number>;
}

/** What one zone check says: the records, the argument it points at, and the reason. */
export interface ZoneProblem {
  records: number[];
  property?: string;
  reason: string;
}

/** One rule for all records of a domain together. */
export interface ZoneCheck {
  id: string;
  set: CheckSet;
  reference: string;
  also: string;
  description: string;
  /** Whether the rule only makes sense when every record of the zone is in the list. */
  completeOnly: boolean;
  find(zone: Zone): Iterable<ZoneProblem>;
}

export function zoneOf(records: readonly ZoneRecord[], domain: string): Zone {
  const byName = new Map<string, number[]>();
  const cnames = new Map<string, number>();
  records.forEach(({ name, data }, index) => {
    const there = byName.get(name);
    if (there === undefined) byName.set(name, [index]);
    else there.push(index);
    if (data.type === "CNAME" && !cnames.has(name)) cnames.set(name, index);
  });
  return { domain, records, byName, cnames };
}

/** The host that a record points at and the argument that names it; `undefined` for types without a target. */
export function targetOf(data: RecordData): { host: string; property: "content" | "target" } | undefined {
  switch (data.type) {
    case "CNAME":
    case "MX":
    case "NS":
      return { host: data.content, property: "content" };
    case "SRV":
      return { host: data.target, property: "target" };
    default:
      return undefined;
  }
}

/** The owner name of a host inside the zone, or `undefined` for a host elsewhere. */
export function ownerInZone(zone: Zone, host: string): string | undefined {
  if (host === zone.domain) return "@";
  if (!host.endsWith(`.${zone.domain}`)) return undefined;
  const relative = host.slice(0, -zone.domain.length - 1);
  // The canonical form of a name that repeats the domain keeps it: see ownerName.
  return relative === zone.domain || relative.endsWith(`.${zone.domain}`) ? `${host}.` : relative;
}

/** The names above an owner name inside the zone, nearest first, without the apex. */
export function* namesAbove(owner: string): Generator<string> {
  for (let dot = owner.indexOf("."); dot >= 0; dot = owner.indexOf(".", dot + 1)) yield owner.slice(dot + 1);
}

/** The full name of an owner for messages, without validation. */
export function shown(zone: Zone, owner: string): string {
  return fullName(owner, zone.domain);
}

/** Groups of indexes by a key; records without a key are left out. */
export function groupBy(zone: Zone, keyOf: (record: ZoneRecord) => string | undefined): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  zone.records.forEach((record, index) => {
    const key = keyOf(record);
    if (key === undefined) return;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  });
  return groups;
}
