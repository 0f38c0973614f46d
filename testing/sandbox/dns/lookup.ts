/** Answers a question from zones, as an authoritative name server does (RFC 1034 section 4.3.2, RFC 4592). */
import type { Answer } from "dns-packet";
import type { RecordData } from "./data.ts";
import { type Node, negativeTtl, type RecordSet, type Zone } from "./zone.ts";

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

/** Answers for a name that asks for a type. Names outside the zones are refused. */
export function lookUp(findZone: FindZone, asked: string, type: string): Reply {
  const zone = findZone(asked.toLowerCase());
  const answers: Answer[] = [];
  const authorities: Answer[] = [];
  const additionals: Answer[] = [];
  const reply = (rcode: Rcode, authoritative = true) => ({ rcode, authoritative, answers, authorities, additionals });
  if (zone === undefined) return reply("REFUSED", false);

  const negative = (rcode: Rcode) => {
    for (const each of rows(zone.apex, "SOA", zone.nodes.get(zone.apex), negativeTtl)) authorities.push(each);
    return reply(rcode);
  };
  const seen = new Set<string>();
  for (let owner = asked; ; ) {
    const name = owner.toLowerCase();
    if (seen.has(name) || findZone(name) !== zone) return reply("NOERROR");
    seen.add(name);

    const cut = zoneCut(zone, name);
    if (cut !== undefined && !(cut === name && type === "DS")) {
      const servers = zone.nodes.get(cut);
      if (servers?.get("NS")?.broken !== undefined) return reply("SERVFAIL");
      for (const each of rows(cut, "NS", servers)) authorities.push(each);
      for (const each of glue(zone, servers)) additionals.push(each);
      return reply("NOERROR", answers.length > 0);
    }
    const node = zone.nodes.get(name) ?? zone.nodes.get(wildcardFor(zone, name));
    if (node === undefined) return negative("NXDOMAIN");

    const alias = type === "CNAME" ? undefined : node.get("CNAME");
    const set = alias ?? node.get(type);
    if (set?.broken !== undefined) return reply("SERVFAIL");
    if (set !== undefined) {
      for (const each of set.data.map((data) => row(owner, data, set.ttl))) answers.push(each);
      const target = alias?.data[0];
      if (target?.type !== "CNAME" || type === "ANY") return reply("NOERROR");
      owner = target.data;
      continue;
    }
    // RFC 8482 section 4.2: one synthesised record instead of everything there is.
    if (type === "ANY") {
      if (node.size === 0) return negative("NOERROR");
      answers.push(row(owner, { type: "HINFO", data: { cpu: "RFC8482", os: "" } }, 3789));
      return reply("NOERROR");
    }
    return negative("NOERROR");
  }
}

const row = (name: string, data: RecordData, ttl: number): Answer => ({ ...data, name, ttl, class: "IN" });

function rows(name: string, type: string, node: Node | undefined, atMost = Number.POSITIVE_INFINITY): Answer[] {
  const set: RecordSet | undefined = node?.get(type);
  return set === undefined ? [] : set.data.map((data) => row(name, data, Math.min(set.ttl, atMost)));
}

/** The names from just below the apex down to the name itself. */
function path(zone: Zone, name: string): string[] {
  if (name === zone.apex) return [];
  const labels = name.slice(0, -zone.apex.length - 1).split(".");
  return labels.map((_, n) => `${labels.slice(labels.length - 1 - n).join(".")}.${zone.apex}`);
}

/** Where others take over: the highest name with NS records below the apex, at or above this one. */
const zoneCut = (zone: Zone, name: string) => path(zone, name).find((part) => zone.nodes.get(part)?.has("NS") ?? false);

/** RFC 4592 section 3.3.1: `*` directly below the closest name that exists. */
function wildcardFor(zone: Zone, name: string): string {
  const encloser = path(zone, name).findLast((part) => zone.nodes.has(part)) ?? zone.apex;
  return `*.${encloser}`;
}

/** Addresses of name servers that lie inside the zone. */
function glue(zone: Zone, servers: Node | undefined): Answer[] {
  const hosts = (servers?.get("NS")?.data ?? []).flatMap((record) => (record.type === "NS" ? [record.data] : []));
  return hosts.flatMap((host) => ["A", "AAAA"].flatMap((type) => rows(host, type, zone.nodes.get(host))));
}
