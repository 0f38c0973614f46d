/** Looks up names in zones, as an authoritative name server does (RFC 1034 section 4.3.2, RFC 4592). */
import type { Answer } from "dns-packet";
import { resourceRecord } from "./data.ts";
import { type Node, negativeTtl, type Zone } from "./zone.ts";

/** RFC 1035 section 4.1.1. */
export const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
export type Rcode = keyof typeof rcodes;

export interface Reply {
  readonly rcode: Rcode;
  readonly authoritative: boolean;
  readonly answers: Answer[];
  readonly authorities: Answer[];
  readonly additionals: Answer[];
}

/** The zone that holds a name: the longest one it ends in. */
export type FindZone = (name: string) => Zone | undefined;

export const reply = (rcode: Rcode, authoritative: boolean, more: Partial<Reply> = {}): Reply => ({
  rcode,
  authoritative,
  answers: [],
  authorities: [],
  additionals: [],
  ...more,
});

/** Looks up a name and type, and follows aliases inside the zone. Refuses names outside the zones. */
export function lookUp(findZone: FindZone, asked: string, type: string): Reply {
  const zone = findZone(asked.toLowerCase());
  if (zone === undefined) return reply("REFUSED", false);
  const answers: Answer[] = [];
  const seen = new Set<string>();
  let owner = asked;
  while (!seen.has(owner.toLowerCase()) && findZone(owner.toLowerCase()) === zone) {
    seen.add(owner.toLowerCase());
    const { alias, ...found } = lookUpName(zone, owner, type);
    for (const answer of found.answers) answers.push(answer);
    if (alias === undefined) return { ...found, authoritative: found.authoritative || answers.length > 0, answers };
    owner = alias;
  }
  return reply("NOERROR", true, { answers });
}

/** Looks up one name. For an alias, also returns its target. */
function lookUpName(zone: Zone, owner: string, type: string): Reply & { alias?: string } {
  const name = owner.toLowerCase();
  const cut = zoneCut(zone, name);
  if (cut !== undefined && !(cut === name && type === "DS")) return delegation(zone, cut);
  const node = zone.nodes.get(name) ?? zone.nodes.get(wildcardFor(zone, name));
  if (node === undefined) return negative(zone, "NXDOMAIN");
  // RFC 8482 section 4.1: for ANY, any one set.
  const set = node.get("CNAME") ?? (type === "ANY" ? [...node.values()][0] : node.get(type));
  if (set === undefined) return negative(zone, "NOERROR");
  if (set.broken) return reply("SERVFAIL", true);
  const found = reply("NOERROR", true, { answers: set.data.map((data) => resourceRecord(owner, data, set.ttl)) });
  const [first] = set.data;
  if (first?.type !== "CNAME" || !("data" in first) || ["CNAME", "ANY"].includes(type)) return found;
  return { ...found, alias: first.data };
}

const negative = (zone: Zone, rcode: Rcode) =>
  reply(rcode, true, { authorities: rows(zone.apex, "SOA", zone.nodes.get(zone.apex), negativeTtl) });

/** Delegates the name: its name servers, with addresses of those inside the zone. */
function delegation(zone: Zone, cut: string): Reply {
  const servers = zone.nodes.get(cut);
  if (servers?.get("NS")?.broken) return reply("SERVFAIL", true);
  const hosts = (servers?.get("NS")?.data ?? []).flatMap((record) =>
    "data" in record && record.type === "NS" ? [record.data] : [],
  );
  const glue = hosts.flatMap((host) => ["A", "AAAA"].flatMap((type) => rows(host, type, zone.nodes.get(host))));
  return reply("NOERROR", false, { authorities: rows(cut, "NS", servers), additionals: glue });
}

function rows(name: string, type: string, node: Node | undefined, atMost = Number.POSITIVE_INFINITY): Answer[] {
  const set = node?.get(type);
  return set === undefined ? [] : set.data.map((data) => resourceRecord(name, data, Math.min(set.ttl, atMost)));
}

/** The names from just below the apex down to the name itself. */
function path(zone: Zone, name: string): string[] {
  if (name === zone.apex) return [];
  const labels = name.slice(0, -zone.apex.length - 1).split(".");
  return labels.map((_, n) => `${labels.slice(labels.length - 1 - n).join(".")}.${zone.apex}`);
}

/** The zone cut: the highest name with NS records below the apex, at or above this one. */
const zoneCut = (zone: Zone, name: string) => path(zone, name).find((part) => zone.nodes.get(part)?.has("NS") ?? false);

/** RFC 4592 section 3.3.1: `*` directly below the closest name that exists. */
const wildcardFor = (zone: Zone, name: string) =>
  `*.${path(zone, name).findLast((part) => zone.nodes.has(part)) ?? zone.apex}`;
