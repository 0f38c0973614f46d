/** The checks of all records of a domain together, and the list of all checks. */
import { identityKey } from "../compare.ts";
import { isDmarc } from "../mail/dmarc.ts";
import { isSpf } from "../mail/spf.ts";
import { normaliseDomain } from "../names.ts";
import { printData } from "../records.ts";
import { type RecordData, type RecordTypeName, recordTypeNames, recordTypes } from "../registry.ts";
import type { Check, CheckInfo, Finding } from "./check.ts";

/** A record of a zone in canonical form. */
interface ZoneRecord {
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
}

/** A finding about several records, given by their indexes in the list that was checked. */
interface ZoneFinding extends Finding {
  records: number[];
}

/** A record with its place in the list. */
interface Member extends ZoneRecord {
  index: number;
}

/** What zone checks look at: the records, and tables made of them once, so that each check stays linear. */
interface Zone {
  /** Canonical. */
  domain: string;
  members: readonly Member[];
  byName: ReadonlyMap<string, readonly Member[]>;
  /** The first CNAME of each name that has one. */
  aliases: ReadonlyMap<string, Alias>;
}

interface Alias extends Member {
  data: Extract<RecordData, { type: "CNAME" }>;
}

function isAlias(member: Member): member is Alias {
  return member.data.type === "CNAME";
}

/** What one zone check says: the records, the argument it points at, and the reason. */
interface ZoneProblem {
  members: readonly Member[];
  property?: string;
  reason: string;
}

/** One rule for all records of a domain together. */
interface ZoneCheck extends Check {
  find(zone: Zone): Iterable<ZoneProblem>;
}

/** Groups of members by a key, in the order of the list. */
function groupBy<M extends Member>(members: readonly M[], keyOf: (member: M) => string): Map<string, M[]> {
  const groups = new Map<string, M[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
}

function zoneOf(records: readonly ZoneRecord[], domain: string): Zone {
  const members = records.map((record, index) => ({ ...record, index }));
  const aliases = new Map<string, Alias>();
  for (const member of members) {
    if (isAlias(member) && !aliases.has(member.name)) aliases.set(member.name, member);
  }
  return { domain, members, byName: groupBy(members, ({ name }) => name), aliases };
}

/** The members of some types. */
function ofType<T extends RecordData["type"]>(
  members: readonly Member[],
  ...types: T[]
): (Member & { data: Extract<RecordData, { type: T }> })[] {
  const isOf = (member: Member): member is Member & { data: Extract<RecordData, { type: T }> } =>
    types.some((type) => type === member.data.type);
  return members.filter(isOf);
}

/** The host that a record points at and the argument that names it; `undefined` for types without a target. */
function targetOf(data: RecordData): { host: string; property: string } | undefined {
  const { target } = recordTypes[data.type];
  const host: unknown = target === undefined ? undefined : Reflect.get(data, target);
  return target === undefined || typeof host !== "string" ? undefined : { host, property: target };
}

/** The owner name of a canonical host inside the zone, or `undefined` for a host elsewhere. */
function ownerInZone({ domain }: Zone, host: string): string | undefined {
  if (host === domain) return "@";
  if (!host.endsWith(`.${domain}`)) return undefined;
  const relative = host.slice(0, -domain.length - 1);
  // The canonical form of a name that repeats the domain keeps it: see ownerName.
  return relative === domain || relative.endsWith(`.${domain}`) ? `${host}.` : relative;
}

/** Members that share a key with others. */
const groupsOf = <M extends Member>(members: readonly M[], keyOf: (member: M) => string) =>
  [...groupBy(members, keyOf).values()].flatMap(([first, ...more]): [M, ...M[]][] =>
    first === undefined || more.length === 0 ? [] : [[first, ...more]],
  );

/** The records of some types at each name. */
const setsOf = <T extends RecordData["type"]>(zone: Zone, ...types: T[]) => [
  ...groupBy(ofType(zone.members, ...types), ({ name }) => name),
];

/** The names above an owner name inside the zone, nearest first, without the apex. */
const namesAbove = (owner: string): string[] => {
  const labels = owner.split(".");
  return labels.slice(1).map((_, place) => labels.slice(place + 1).join("."));
};

/** The full name of an owner, for messages. */
function shown({ domain }: Zone, owner: string): string {
  if (owner === "@") return domain;
  return owner.endsWith(".") ? owner.slice(0, -1) : `${owner}.${domain}`;
}

/** Names where records of one type say both "there is none" (target `.`) and name hosts. */
const noneAndSome = (zone: Zone, type: "MX" | "SRV", meaning: string): ZoneProblem[] =>
  setsOf(zone, type).flatMap(([name, members]) => {
    const none = members.filter(({ data }) => targetOf(data)?.host === ".");
    if (none.length === 0 || none.length === members.length) return [];
    const reason = `${shown(zone, name)} says that ${meaning} (${type} ".") and names hosts. Keep one or the other`;
    return [{ members, property: type === "MX" ? "content" : "target", reason }];
  });

/** Names with more than one policy of a kind. */
const policiesTwice = (zone: Zone, kind: string, isPolicy: (text: string, name: string) => boolean): ZoneProblem[] =>
  setsOf(zone, "TXT").flatMap(([name, texts]) => {
    const members = texts.filter(({ data }) => isPolicy(data.content, name));
    if (members.length < 2) return [];
    const reason = `${shown(zone, name)} has ${members.length} ${kind} policies, and receivers then use none. Keep one record`;
    return [{ members, property: "content", reason }];
  });

/** A type that stands alone at its name. */
const aloneCheck = (type: RecordTypeName): ZoneCheck[] => {
  const { alone } = recordTypes[type];
  if (alone === undefined) return [];
  const find = (zone: Zone) =>
    setsOf(zone, type).flatMap(([name]) => {
      const members = zone.byName.get(name) ?? [];
      const others = new Set(members.map(({ data }) => data.type).filter((other) => other !== type));
      if (others.size === 0) return [];
      const reason = `${shown(zone, name)} has a ${type} and also ${[...others].join(", ")}. Take the ${type} out, or move the other records to another name`;
      return [{ members, property: "name", reason }];
    });
  const description = `A name with a ${type} has no other records.`;
  return [{ id: `${type.toLowerCase()}-beside-others`, set: "strict", ...alone, description, find }];
};

/** A type of which a name has one record. */
const singleCheck = (type: RecordTypeName): ZoneCheck[] => {
  const { single, target } = recordTypes[type];
  if (single === undefined) return [];
  const find = (zone: Zone) =>
    setsOf(zone, type).flatMap(([name, members]) => {
      const { size } = groupBy(members, ({ data }) => identityKey(name, data));
      if (size < 2) return [];
      const reason = `${shown(zone, name)} has ${size} ${type} records, and a name has one of them. Keep one`;
      return [{ members, ...(target !== undefined && { property: target }), reason }];
    });
  return [
    { id: `${type.toLowerCase()}-multiple`, set: "strict", ...single, description: `A name has one ${type}.`, find },
  ];
};

/** Checks about records of one name and type, for any list of records, whole zone or not. */
const setChecks: readonly ZoneCheck[] = [
  {
    id: "zone-duplicate",
    set: "strict",
    reference: "RFC 2181 section 5",
    also: "DNSControl checkDuplicates",
    description: "No two records with the same name, type and data.",
    find: (zone) =>
      groupsOf(zone.members, ({ name, data }) => `${name} ${data.type} ${printData(data)}`).map(([first, ...more]) => ({
        members: [first, ...more],
        reason: `${shown(zone, first.name)} has the same ${first.data.type} record ${more.length + 1} times: ${printData(first.data).slice(0, 100)}. Keep one`,
      })),
  },
  {
    id: "zone-same-target",
    set: "best-practice",
    reference: "RFC 5321 section 5.1; RFC 2782",
    also: "",
    description: "No two MX or SRV records that differ in their priority only: the registrar may not tell them apart.",
    find: (zone) =>
      groupsOf(ofType(zone.members, "MX", "SRV"), ({ name, data }) => identityKey(name, data)).flatMap((members) => {
        const [{ name, data }] = members;
        const printed = new Set(members.map((member) => printData(member.data)));
        if (printed.size < 2) return [];
        const reason = `${shown(zone, name)} has ${data.type} records that differ in their priority only: ${[...printed].join(", ")}. Keep one of them`;
        return [{ members, property: "priority", reason }];
      }),
  },
  {
    id: "ttl-mixed",
    set: "best-practice",
    reference: "RFC 2181 section 5.2",
    also: "DNSControl checkRecordSetHasMultipleTTLs",
    description: "All records of one name and type have the same TTL.",
    find: (zone) =>
      groupsOf(
        zone.members.filter(({ ttl }) => ttl !== undefined),
        ({ name, data }) => `${name} ${data.type}`,
      ).flatMap((members) => {
        const [{ name, data }] = members;
        const ttls = new Set(members.map(({ ttl }) => ttl));
        if (ttls.size < 2) return [];
        const reason = `the ${data.type} records of ${shown(zone, name)} have the TTLs ${[...ttls].join(", ")}, and resolvers treat them as one set. Give them one TTL`;
        return [{ members, property: "ttl", reason }];
      }),
  },
  {
    id: "mx-null-alone",
    set: "strict",
    reference: "RFC 7505 section 3",
    also: "octoDNS mail",
    description: "A null MX (no mail) is the only MX of its name.",
    find: (zone) => noneAndSome(zone, "MX", "it takes no mail"),
  },
  {
    id: "srv-null-alone",
    set: "best-practice",
    reference: "RFC 2782",
    also: "",
    description: "An SRV with target `.` (no such service) is the only SRV of its name.",
    find: (zone) => noneAndSome(zone, "SRV", "there is no such service"),
  },
  {
    id: "spf-multiple",
    set: "best-practice",
    reference: "RFC 7208 section 4.5",
    also: "octoDNS mail",
    description: "A name has one SPF policy: receivers reject two.",
    find: (zone) => policiesTwice(zone, "SPF", isSpf),
  },
  {
    id: "dmarc-multiple",
    set: "best-practice",
    reference: "RFC 7489 section 6.6.3",
    also: "octoDNS mail",
    description: "A name has one DMARC policy: receivers ignore two.",
    find: (zone) => policiesTwice(zone, "DMARC", (text, name) => /^_dmarc(?:\.|$)/.test(name) && isDmarc(text)),
  },
  {
    id: "below-delegation",
    set: "best-practice",
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    also: "",
    description: "At and below a delegated subdomain stand only its NS records and the addresses of its name servers.",
    find(zone) {
      const delegated = new Set(ofType(zone.members, "NS").map(({ name }) => name));
      delegated.delete("@");
      return zone.members.flatMap((member) => {
        const { name, data } = member;
        if (delegated.size === 0 || data.type === "A" || data.type === "AAAA") return [];
        const above = namesAbove(name).find((each) => delegated.has(each));
        const cut = above ?? (data.type !== "NS" && delegated.has(name) ? name : undefined);
        if (cut === undefined) return [];
        const reason = `${shown(zone, cut)} is delegated to other name servers, so this record is never served. Declare it there`;
        return [{ members: [member], property: "name", reason }];
      });
    },
  },
  ...recordTypeNames.flatMap((type) => [...aloneCheck(type), ...singleCheck(type)]),
];

/** Every record of one type whose target is a CNAME of the zone. */
const pointingAtAliases = (zone: Zone, type: "MX" | "NS" | "SRV" | "CNAME"): ZoneProblem[] =>
  ofType(zone.members, type).flatMap((member) => {
    const target = targetOf(member.data);
    const alias = target && zone.aliases.get(ownerInZone(zone, target.host) ?? "");
    // A CNAME that points at itself is a loop, which has a check of its own.
    if (target === undefined || alias === undefined || alias.index === member.index) return [];
    const reason = `the ${type} of ${shown(zone, member.name)} points at ${target.host}, which is a CNAME. Name the host that the CNAME leads to`;
    return [{ members: [member, alias], property: target.property, reason }];
  });

/** Every loop once, by following each CNAME until something is met that was followed before. */
function* loops(zone: Zone): Generator<ZoneProblem> {
  const done = new Set<Alias>();
  for (const start of zone.aliases.values()) {
    const path: Alias[] = [];
    const seen = new Set<Alias>();
    let next: Alias | undefined = start;
    while (next !== undefined && !done.has(next) && !seen.has(next)) {
      seen.add(next);
      path.push(next);
      const owner: string | undefined = ownerInZone(zone, next.data.content);
      next = owner === undefined ? undefined : zone.aliases.get(owner);
    }
    if (next !== undefined && seen.has(next)) {
      const loop = path.slice(path.indexOf(next));
      yield {
        members: loop,
        property: "content",
        reason: `CNAME records lead in a circle: ${[...loop, next].map(({ name }) => shown(zone, name)).join(" -> ")}. Point one of them at a host with addresses`,
      };
    }
    for (const alias of path) done.add(alias);
  }
}

/** Checks about CNAME records, for any list of records, whole zone or not. */
const aliasChecks: readonly ZoneCheck[] = [
  ...(["MX", "NS", "SRV"] as const).map(
    (type): ZoneCheck => ({
      id: `${type.toLowerCase()}-target-cname`,
      set: "strict",
      reference: type === "SRV" ? "RFC 2782" : "RFC 2181 section 10.3",
      also: `octoDNS ${type.toLowerCase()}-target-not-cname`,
      description: `The target of ${type} is a host with addresses, not a CNAME of the same zone.`,
      find: (zone) => pointingAtAliases(zone, type),
    }),
  ),
  {
    id: "cname-loop",
    set: "strict",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS no-cname-loop; DNSControl checkTargets",
    description: "No CNAME leads back to itself.",
    find: loops,
  },
  {
    id: "cname-chain",
    set: "best-practice",
    reference: "RFC 1034 section 3.6.2",
    also: "octoDNS cname-target-not-cname",
    description: "A CNAME does not point at another CNAME of the same zone.",
    find: (zone) => pointingAtAliases(zone, "CNAME"),
  },
];

/** Whether something answers for a name: a record there, a wildcard above it, or the name servers it is delegated to. */
const isServed = ({ byName }: Zone, owner: string): boolean =>
  byName.has(owner) ||
  (owner !== "@" && byName.has("*")) ||
  namesAbove(owner).some((above) => byName.has(`*.${above}`) || ofType(byName.get(above) ?? [], "NS").length > 0);

/** The first TXT record of a name that is meant. */
function findText({ byName }: Zone, name: string, isMeant: (text: string) => boolean) {
  const [found] = ofType(byName.get(name) ?? [], "TXT").filter(({ data }) => isMeant(data.content));
  return found && { ...found, text: found.data.content };
}

/** Whether MX records say that their name takes no mail. RFC 7505. */
function takesNoMail(mx: readonly Member[]): boolean {
  return mx.some(({ data }) => targetOf(data)?.host === ".");
}

/** Checks that need every record of the zone: they speak of what is missing. */
const completeZoneChecks: readonly ZoneCheck[] = [
  {
    id: "target-missing",
    set: "best-practice",
    reference: "RFC 1912 section 2.4",
    also: "octoDNS cname-target-resolvable-in-zone, mx-target-resolvable-in-zone, srv-target-resolvable-in-zone",
    description: "A CNAME, MX or SRV that points into the zone points at a name that is there.",
    find: (zone) =>
      ofType(zone.members, "CNAME", "MX", "SRV").flatMap((member) => {
        const target = targetOf(member.data);
        const owner = target && ownerInZone(zone, target.host);
        if (target === undefined || owner === undefined || isServed(zone, owner)) return [];
        const reason = `the ${member.data.type} of ${shown(zone, member.name)} points at ${target.host}, and the zone has no such name. Add its address, or name another host`;
        return [{ members: [member], property: target.property, reason }];
      }),
  },
  {
    id: "ns-glue",
    set: "strict",
    reference: "RFC 1034 section 4.2.1",
    also: "octoDNS glue-for-in-zone-ns",
    description: "A name server inside the zone has an address (A or AAAA) in the zone.",
    find: (zone) =>
      ofType(zone.members, "NS").flatMap((member) => {
        const host = member.data.content;
        const owner = ownerInZone(zone, host);
        if (owner === undefined || ofType(zone.byName.get(owner) ?? [], "A", "AAAA").length > 0) return [];
        const reason = `the name server ${host} of ${shown(zone, member.name)} has no address in the zone, so nobody can reach it. Add an A or AAAA record for it`;
        return [{ members: [member], property: "content", reason }];
      }),
  },
  {
    id: "ns-single",
    set: "best-practice",
    reference: "RFC 1034 section 4.1; RFC 2182 section 5",
    also: "octoDNS multi-value-ns",
    description: "A delegated subdomain has at least two name servers.",
    find: (zone) =>
      setsOf(zone, "NS").flatMap(([name, members]) => {
        const reason = `${shown(zone, name)} has one name server; if it fails, the name is gone. Add a second`;
        return members.length > 1 ? [] : [{ members, property: "content", reason }];
      }),
  },
  {
    id: "caa-no-issuer",
    set: "best-practice",
    reference: "RFC 8659 section 4.1",
    also: "octoDNS caa-best-practices",
    description: "The CAA records of a name hold `issue` or `issuewild`; without them every authority may issue.",
    find: (zone) =>
      setsOf(zone, "CAA").flatMap(([name, members]) => {
        const reason = `the CAA records of ${shown(zone, name)} name no issuer, so every authority may issue certificates. Add one with tag "issue"`;
        const isIssuing = members.some(({ data }) => data.tag === "issue" || data.tag === "issuewild");
        return isIssuing ? [] : [{ members, property: "tag", reason }];
      }),
  },
  {
    id: "mail-spf",
    set: "best-practice",
    reference: "RFC 7208 section 3; RFC 7505 section 4.2",
    also: "octoDNS mail",
    description: "A name with MX records has an SPF policy; one that takes no mail (null MX) has `v=spf1 -all`.",
    find: (zone) =>
      setsOf(zone, "MX").flatMap(([name, members]): ZoneProblem[] => {
        const policy = findText(zone, name, isSpf);
        const none = takesNoMail(members);
        if (policy === undefined) {
          const remedy = none ? '"v=spf1 -all"' : '"v=spf1 mx -all"';
          const reason = `${shown(zone, name)} has MX records and no SPF policy. Add a TXT record such as ${remedy}`;
          return [{ members, reason }];
        }
        if (!none || policy.text.toLowerCase() === "v=spf1 -all") return [];
        const reason = `${shown(zone, name)} takes no mail (null MX), but its SPF policy lets senders pass. Write "v=spf1 -all"`;
        return [{ members: [policy], property: "content", reason }];
      }),
  },
  {
    id: "mail-dmarc",
    set: "best-practice",
    reference: "RFC 7489 section 6.1",
    also: "octoDNS mail",
    description:
      "A domain with MX records or an SPF policy at its apex has a DMARC policy; `p=reject` if it takes no mail.",
    find(zone) {
      const mx = ofType(zone.byName.get("@") ?? [], "MX");
      const spf = findText(zone, "@", isSpf);
      const members: Member[] = spf === undefined ? mx : [...mx, spf];
      if (members.length === 0) return [];
      const dmarc = findText(zone, "_dmarc", isDmarc);
      const none = takesNoMail(mx);
      if (dmarc === undefined) {
        const reason = `${zone.domain} has mail records and no DMARC policy. Add a TXT record at _dmarc such as "v=DMARC1; p=${none ? "reject" : "none"}"`;
        return [{ members, reason }];
      }
      if (!none || /;\s*p\s*=\s*reject\s*(?:;|$)/i.test(dmarc.text)) return [];
      const reason = `${zone.domain} takes no mail (null MX), so its DMARC policy can be strict. Write "v=DMARC1; p=reject"`;
      return [{ members: [dmarc], property: "content", reason }];
    },
  },
];

const partialZoneChecks = [...setChecks, ...aliasChecks];
const zoneChecks = [...partialZoneChecks, ...completeZoneChecks];

/**
 * The checks of all records of a domain together, in time linear in their number. With `complete`, `records` is the whole
 * zone, and the checks that speak of missing records run too; without, they would be wrong about a program that declares
 * only a part of its zone.
 * @throws InvalidNameError if the domain is not valid
 */
export function checkZone(
  records: readonly ZoneRecord[],
  domain: string,
  { complete = false }: { complete?: boolean } = {},
): ZoneFinding[] {
  const zone = zoneOf(records, normaliseDomain(domain));
  const findings: ZoneFinding[] = [];
  for (const { id, set, reference, find } of complete ? zoneChecks : partialZoneChecks) {
    for (const { members, ...problem } of find(zone)) {
      findings.push({ check: id, set, reference, ...problem, records: members.map(({ index }) => index) });
    }
  }
  return findings;
}

/** Every check there is: those of one record with the types they look at, then those of the zone. One id, one row. */
function listChecks(): CheckInfo[] {
  const infos = new Map<string, CheckInfo>();
  const typesOf = new Map<string, RecordTypeName[]>();
  for (const type of recordTypeNames) {
    for (const { id, set, reference, also, description } of recordTypes[type].checks) {
      const types = [...(typesOf.get(id) ?? []), type];
      typesOf.set(id, types);
      infos.set(id, { id, set, types, reference, also, description });
    }
  }
  for (const check of zoneChecks) {
    const { id, set, reference, also, description: said } = check;
    const description = completeZoneChecks.includes(check) ? `${said} Only when the whole zone is known.` : said;
    if (!infos.has(id)) infos.set(id, { id, set, types: "zone", reference, also, description });
  }
  return [...infos.values()];
}

/** The registry of checks: what `docs/reference/checks.md` shows. */
export const checks: readonly CheckInfo[] = listChecks();
