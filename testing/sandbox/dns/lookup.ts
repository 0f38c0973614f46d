/** Looks up names in zones, as an authoritative name server does (RFC 1034 section 4.3.2, RFC 4592). */
import type { Answer } from "dns-packet";
import { resourceRecord } from "./data.ts";
import { negativeTtl, type Zone } from "./zone.ts";

/** RFC 1035 section 4.1.1. */
export const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
export type Rcode = keyof typeof rcodes;

export interface Reply {
  readonly rcode: Rcode;
  readonly answers?: Answer[];
  readonly authorities?: Answer[];
}

/** The zone that holds a name: the longest one it ends in. */
export type FindZone = (name: string) => Zone | undefined;

/** Looks up a name and type, and follows aliases inside the zone. Refuses names outside the zones. */
export function lookUp(findZone: FindZone, asked: string, type: string): Reply {
  const zone = findZone(asked.toLowerCase());
  if (zone === undefined) return { rcode: "REFUSED" };
  const answers: Answer[] = [];
  const seen = new Set<string>();
  let owner = asked;
  while (!seen.has(owner.toLowerCase()) && findZone(owner.toLowerCase()) === zone) {
    seen.add(owner.toLowerCase());
    const { alias, ...found } = lookUpName(zone, owner, type);
    for (const answer of found.answers ?? []) answers.push(answer);
    if (alias === undefined) return { ...found, answers };
    owner = alias;
  }
  return { rcode: "NOERROR", answers };
}

/** Looks up one name. For an alias, also returns its target. */
function lookUpName(zone: Zone, owner: string, type: string): Reply & { alias?: string } {
  const name = owner.toLowerCase();
  const node = zone.nodes.get(name) ?? zone.nodes.get(wildcardFor(zone, name));
  if (node === undefined) return negative(zone, "NXDOMAIN");
  const set = node.get("CNAME") ?? node.get(type);
  if (set === undefined) return negative(zone, "NOERROR");
  if (set.broken) return { rcode: "SERVFAIL" };
  const answers = set.data.map((data) => resourceRecord(owner, data, set.ttl));
  const [first] = set.data;
  const isFollowed = first !== undefined && "alias" in first && type !== "CNAME";
  return { rcode: "NOERROR", answers, ...(isFollowed && { alias: first.alias }) };
}

function negative(zone: Zone, rcode: Rcode): Reply {
  const soa = zone.nodes.get(zone.apex)?.get("SOA")?.data ?? [];
  return { rcode, authorities: soa.map((data) => resourceRecord(zone.apex, data, negativeTtl)) };
}

/** RFC 4592 section 3.3.1: `*` directly below the closest name that exists. */
function wildcardFor(zone: Zone, name: string): string {
  let closest = name;
  while (closest !== zone.apex && !zone.nodes.has(closest)) closest = closest.slice(closest.indexOf(".") + 1);
  return `*.${closest}`;
}
