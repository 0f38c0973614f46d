import { identityKey } from "../compare.ts";
import { isDmarc } from "../mail/dmarcTags.ts";
import { isSpf } from "../mail/spfTerms.ts";
import { printData } from "../records.ts";
import { type RecordTypeName, recordTypeNames, recordTypes } from "../registry.ts";
import {
  groupBy,
  type Member,
  namesAbove,
  ofType,
  shown,
  targetOf,
  type Zone,
  type ZoneCheck,
  type ZoneProblem,
} from "./zone.ts";

/** Names where records of one type say both "there is none" (target `.`) and name hosts. */
function* noneAndSome(zone: Zone, type: "MX" | "SRV", meaning: string): Generator<ZoneProblem> {
  for (const [name, members] of groupBy(ofType(zone.members, type), (member) => member.name)) {
    const none = members.filter(({ data }) => targetOf(data)?.host === ".");
    if (none.length === 0 || none.length === members.length) continue;
    yield {
      members,
      property: type === "MX" ? "content" : "target",
      reason: `${shown(zone, name)} says that ${meaning} (${type} ".") and names hosts. Keep one or the other`,
    };
  }
}

/** Names with more than one policy of a kind. */
function* policiesTwice(
  zone: Zone,
  kind: string,
  isPolicy: (member: Member, text: string) => boolean,
): Generator<ZoneProblem> {
  const policies = ofType(zone.members, "TXT").filter((member) => isPolicy(member, member.data.content));
  for (const [name, members] of groupBy(policies, (member) => member.name)) {
    if (members.length < 2) continue;
    yield {
      members,
      property: "content",
      reason: `${shown(zone, name)} has ${members.length} ${kind} policies, and receivers then use none. Keep one record`,
    };
  }
}

/** A type that stands alone at its name. */
const aloneCheck = (type: RecordTypeName): ZoneCheck[] => {
  const { alone } = recordTypes[type];
  if (alone === undefined) return [];
  return [
    {
      id: `${type.toLowerCase()}-beside-others`,
      set: "strict",
      ...alone,
      description: `A name with a ${type} has no other records.`,
      *find(zone) {
        for (const name of new Set(ofType(zone.members, type).map((member) => member.name))) {
          const members = zone.byName.get(name) ?? [];
          const others = new Set(members.map(({ data }) => data.type).filter((other) => other !== type));
          if (others.size === 0) continue;
          yield {
            members,
            property: "name",
            reason: `${shown(zone, name)} has a ${type} and also ${[...others].join(", ")}. Take the ${type} out, or move the other records to another name`,
          };
        }
      },
    },
  ];
};

/** A type of which a name has one record. */
const singleCheck = (type: RecordTypeName): ZoneCheck[] => {
  const { single, target } = recordTypes[type];
  if (single === undefined) return [];
  return [
    {
      id: `${type.toLowerCase()}-multiple`,
      set: "strict",
      ...single,
      description: `A name has one ${type}.`,
      *find(zone) {
        for (const [name, members] of groupBy(ofType(zone.members, type), (member) => member.name)) {
          const { size } = groupBy(members, ({ data }) => identityKey(name, data));
          if (size < 2) continue;
          yield {
            members,
            ...(target !== undefined && { property: target }),
            reason: `${shown(zone, name)} has ${size} ${type} records, and a name has one of them. Keep one`,
          };
        }
      },
    },
  ];
};

/** Checks about records of one name and type, for any list of records, whole zone or not. */
export const setChecks: readonly ZoneCheck[] = [
  {
    id: "zone-duplicate",
    set: "strict",
    reference: "RFC 2181 section 5",
    also: "DNSControl checkDuplicates",
    description: "No two records with the same name, type and data.",
    *find(zone) {
      for (const members of groupBy(
        zone.members,
        ({ name, data }) => `${name} ${data.type} ${printData(data)}`,
      ).values()) {
        const [first] = members;
        if (first === undefined || members.length < 2) continue;
        yield {
          members,
          reason: `${shown(zone, first.name)} has the same ${first.data.type} record ${members.length} times: ${printData(first.data).slice(0, 100)}. Keep one`,
        };
      }
    },
  },
  {
    id: "zone-same-target",
    set: "best-practice",
    reference: "RFC 5321 section 5.1; RFC 2782",
    also: "",
    description: "No two MX or SRV records that differ in their priority only: the registrar may not tell them apart.",
    *find(zone) {
      for (const members of groupBy(ofType(zone.members, "MX", "SRV"), ({ name, data }) =>
        identityKey(name, data),
      ).values()) {
        const [first] = members;
        const printed = new Set(members.map(({ data }) => printData(data)));
        if (first === undefined || printed.size < 2) continue;
        yield {
          members,
          property: "priority",
          reason: `${shown(zone, first.name)} has ${first.data.type} records that differ in their priority only: ${[...printed].join(", ")}. Keep one of them`,
        };
      }
    },
  },
  {
    id: "ttl-mixed",
    set: "best-practice",
    reference: "RFC 2181 section 5.2",
    also: "DNSControl checkRecordSetHasMultipleTTLs",
    description: "All records of one name and type have the same TTL.",
    *find(zone) {
      for (const members of groupBy(zone.members, ({ name, data, ttl }) =>
        ttl === undefined ? undefined : `${name} ${data.type}`,
      ).values()) {
        const [first] = members;
        const ttls = new Set(members.map(({ ttl }) => ttl));
        if (first === undefined || ttls.size < 2) continue;
        yield {
          members,
          property: "ttl",
          reason: `the ${first.data.type} records of ${shown(zone, first.name)} have the TTLs ${[...ttls].join(", ")}, and resolvers treat them as one set. Give them one TTL`,
        };
      }
    },
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
    find: (zone) => policiesTwice(zone, "SPF", (_, text) => isSpf(text)),
  },
  {
    id: "dmarc-multiple",
    set: "best-practice",
    reference: "RFC 7489 section 6.6.3",
    also: "octoDNS mail",
    description: "A name has one DMARC policy: receivers ignore two.",
    find: (zone) => policiesTwice(zone, "DMARC", ({ name }, text) => /^_dmarc(?:\.|$)/.test(name) && isDmarc(text)),
  },
  {
    id: "below-delegation",
    set: "best-practice",
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    also: "",
    description: "At and below a delegated subdomain stand only its NS records and the addresses of its name servers.",
    *find(zone) {
      const delegated = new Set(ofType(zone.members, "NS").map(({ name }) => name));
      delegated.delete("@");
      if (delegated.size === 0) return;
      for (const member of zone.members) {
        const { name, data } = member;
        if (data.type === "A" || data.type === "AAAA") continue;
        const above = [...namesAbove(name)].find((each) => delegated.has(each));
        const cut = above ?? (data.type !== "NS" && delegated.has(name) ? name : undefined);
        if (cut === undefined) continue;
        yield {
          members: [member],
          property: "name",
          reason: `${shown(zone, cut)} is delegated to other name servers, so this record is never served. Declare it there`,
        };
      }
    },
  },
  ...recordTypeNames.flatMap((type) => [...aloneCheck(type), ...singleCheck(type)]),
];
