/** How a check of several records is written: a rule for groups of them; and the checks of records other than those of mail. */
import { fullName, ownerOfHost } from "../names.ts";
import { fieldOf, groupBy, identityKey, printContent } from "../records.ts";
import { type RecordData, type RecordTypeName, recordTypeNames, recordTypes, type WantedRecord } from "../registry.ts";
import type { Check, CheckSet } from "./record.ts";

export interface Member extends WantedRecord {
  index: number;
  /** Its target, and the target's owner name if it is in the zone. */
  target?: { host: string; owner: string | undefined };
}

type MemberOf<T extends RecordTypeName> = Member & { data: Extract<RecordData, { type: T }> };

/** The records, indexed so that each check is linear. */
export interface Zone {
  /** Canonical. */
  domain: string;
  members: readonly Member[];
  names: ReadonlySet<string>;
  recordsOf<T extends RecordTypeName>(name: string, type: T): MemberOf<T>[];
}

export function zoneOf(records: readonly WantedRecord[], domain: string): Zone {
  const members = records.map((record, index) => ({ ...record, index, ...targetOf(record.data, domain) }));
  const sets = groupBy(members, nameAndType);
  return {
    ...{ domain, members, names: new Set(members.map(({ name }) => name)) },
    // The key has the type.
    recordsOf: <T extends RecordTypeName>(name: string, type: T) =>
      (sets.get(`${name} ${type}`) ?? []) as MemberOf<T>[],
  };
}

export function targetOf(data: RecordData, domain: string): Pick<Member, "target"> {
  const host = fieldOf(data, recordTypes[data.type].target ?? "");
  return typeof host === "string" ? { target: { host, owner: ownerOfHost(host, domain) } } : {};
}

function ofType<T extends RecordTypeName>(members: readonly Member[], types: readonly T[]): MemberOf<T>[] {
  const all: readonly RecordTypeName[] = types;
  const isOf = (member: Member): member is MemberOf<T> => all.includes(member.data.type);
  return members.filter(isOf);
}

export interface ZoneProblem {
  members: readonly Member[];
  property?: string | undefined;
  reason: string;
}
type Find = (zone: Zone) => Iterable<ZoneProblem>;

interface Grouping<M> {
  property?: string | undefined;
  /** Default: each record alone. */
  by?: (member: M) => string;
  pick?: (member: M) => boolean;
}

export const nameAndType = ({ name, data }: Member): string => `${name} ${data.type}`;

/** A rule for groups of records. @param judge returns the reason, or a problem that overrides the members and the property */
export const together =
  <T extends RecordTypeName>(
    types: readonly T[],
    { property, by, pick = () => true }: Grouping<MemberOf<T>>,
    judge: (group: {
      members: MemberOf<T>[];
      first: MemberOf<T>;
      /** The full name of the first one. */
      at(): string;
      zone: Zone;
    }) => string | (Pick<ZoneProblem, "reason"> & Partial<ZoneProblem>) | undefined,
  ): Find =>
  (zone) =>
    groupsOf(ofType(zone.members, types).filter(pick), by).flatMap((members) => {
      const [first] = members;
      const outcome = first && judge({ members, first, at: () => fullName(first.name, zone.domain), zone });
      if (outcome === undefined) return [];
      return { members, property, ...(typeof outcome === "string" ? { reason: outcome } : outcome) };
    });

const groupsOf = <M>(members: M[], by: Grouping<M>["by"]) =>
  by === undefined ? members.map((member) => [member]) : [...groupBy(members, by).values()];

export interface ZoneCheck extends Check {
  /** Is it about missing records, so that all records of the zone must be known? */
  needsAll?: boolean;
  find: Find;
}

export const rule = (id: string, set: CheckSet, rest: Omit<ZoneCheck, "id" | "set">): ZoneCheck => ({
  id,
  set,
  ...rest,
});

/** The names above an owner name, nearest first, without the apex. */
export const namesAbove = (owner: string): string[] => {
  const labels = owner.split(".");
  return labels.slice(1).map((_, place) => labels.slice(place + 1).join("."));
};

const aliasAt = ({ recordsOf }: Zone, { target }: Member) => recordsOf(target?.owner ?? "", "CNAME")[0];

/** Finds records of one type whose target is another CNAME of the zone. */
const pointingAtAliases = (type: RecordTypeName) =>
  together([type], { property: recordTypes[type].target }, ({ first, at, zone }) => {
    const alias = aliasAt(zone, first);
    if (alias === undefined || alias.index === first.index) return undefined;
    const reason =
      `the ${type} of ${at()} points at ${first.target?.host}, which is a CNAME. ` +
      "Name the host that the CNAME leads to";
    return { members: [first, alias], reason };
  });

/** Finds every loop once, by following each CNAME until a CNAME that was followed before. */
function* loops(zone: Zone): Generator<ZoneProblem> {
  const followed = new Set<Member>();
  for (const { name: start } of ofType(zone.members, ["CNAME"])) {
    const path: Member[] = [];
    let [next] = zone.recordsOf(start, "CNAME");
    for (; next !== undefined && !followed.has(next); next = aliasAt(zone, next)) {
      followed.add(next);
      path.push(next);
    }
    const members = next === undefined || !path.includes(next) ? [] : path.slice(path.indexOf(next));
    const names = [...members, ...members.slice(0, 1)].map(({ name }) => fullName(name, zone.domain));
    const reason = `CNAME records lead in a circle: ${names.join(" -> ")}. Point one at a host with addresses`;
    if (members.length > 0) yield { members, property: "content", reason };
  }
}

/** Does a name have a record, a wildcard above it, or a delegation? */
const isServed = ({ names, recordsOf }: Zone, owner: string): boolean =>
  names.has(owner) ||
  (owner !== "@" && names.has("*")) ||
  namesAbove(owner).some((above) => names.has(`*.${above}`) || recordsOf(above, "NS").length > 0);

/** The checks of records other than those of mail. */
export const generalChecks: readonly ZoneCheck[] = [
  rule("zone-duplicate", "strict", {
    reference: "RFC 2181 section 5",
    description: "No two records have the same name, type and data.",
    find: together(
      recordTypeNames,
      { by: (member) => `${nameAndType(member)} ${printContent(member.data)}` },
      ({ members, first: { data }, at }) =>
        members.length > 1
          ? `${at()} has the same ${data.type} record ${members.length} times: ${printContent(data).slice(0, 100)}. Keep one`
          : undefined,
    ),
  }),
  rule("zone-same-target", "best-practice", {
    reference: "RFC 5321 section 5.1; RFC 2782",
    description: "No two MX or SRV records differ only in priority.",
    find: together(
      ["MX", "SRV"],
      { property: "priority", by: ({ name, data }) => identityKey(name, data) },
      ({ members, first, at }) => {
        const printed = new Set(members.map(({ data }) => printContent(data)));
        return printed.size > 1
          ? `${at()} has ${first.data.type} records that differ in their priority only: ${[...printed].join(", ")}. Keep one`
          : undefined;
      },
    ),
  }),
  rule("ttl-mixed", "best-practice", {
    reference: "RFC 2181 section 5.2",
    description: "All records of one name and type have the same TTL.",
    find: together(
      recordTypeNames,
      { property: "ttl", by: nameAndType, pick: ({ ttl }) => ttl !== undefined },
      ({ members, first, at }) => {
        const ttls = new Set(members.map(({ ttl }) => ttl));
        return ttls.size > 1
          ? `the ${first.data.type} records of ${at()} have the TTLs ${[...ttls].join(", ")}, and resolvers treat them ` +
              "as one set. Give them one TTL"
          : undefined;
      },
    ),
  }),
  rule("below-delegation", "best-practice", {
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    description: "A delegated subdomain has only NS records and addresses of its name servers.",
    find: together(recordTypeNames, { property: "name" }, ({ first, zone: { domain, recordsOf } }) => {
      const { name, data } = first;
      if (data.type === "A" || data.type === "AAAA") return undefined;
      const names = [...(data.type === "NS" || name === "@" ? [] : [name]), ...namesAbove(name)];
      const cut = names.flatMap((above) => recordsOf(above, "NS")).at(-1);
      if (cut === undefined) return undefined;
      const at = fullName(cut.name, domain);
      const reason = `${at} is delegated to other name servers, so this record is never served. Declare it there`;
      return { members: [first, cut], reason };
    }),
  }),
  rule("cname-beside-others", "strict", {
    reference: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
    description: "A name with a CNAME has no other records.",
    find: together(recordTypeNames, { property: "name", by: ({ name }) => name }, ({ members, at }) => {
      const types = new Set(members.map(({ data }) => data.type));
      return types.delete("CNAME") && types.size > 0
        ? `${at()} has a CNAME and also ${[...types].join(", ")}. Remove the CNAME, or move the other records to another name`
        : undefined;
    }),
  }),
  rule("cname-multiple", "strict", {
    reference: "RFC 2181 section 10.1",
    description: "No name has two CNAMEs.",
    find: together(["CNAME"], { property: "content", by: nameAndType }, ({ members, at }) => {
      const { size } = new Set(members.map(({ data }) => data.content));
      return size > 1 ? `${at()} has ${size} CNAME records, and a name has at most one. Keep one` : undefined;
    }),
  }),
  ...(["MX", "NS", "SRV"] as const).map((type) =>
    rule(`${type.toLowerCase()}-target-cname`, "strict", {
      reference: type === "SRV" ? "RFC 2782" : "RFC 2181 section 10.3",
      description: `The target of ${type} isn't a CNAME of the zone.`,
      find: pointingAtAliases(type),
    }),
  ),
  rule("cname-loop", "strict", {
    reference: "RFC 1034 section 3.6.2",
    description: "No chain of CNAMEs leads back to itself.",
    find: loops,
  }),
  rule("cname-chain", "best-practice", {
    reference: "RFC 1034 section 3.6.2",
    description: "A CNAME doesn't point to another CNAME of the zone.",
    find: pointingAtAliases("CNAME"),
  }),
  rule("target-missing", "best-practice", {
    needsAll: true,
    reference: "RFC 1912 section 2.4",
    description: "A CNAME, MX or SRV target inside the zone exists.",
    find: together(["CNAME", "MX", "SRV"], {}, ({ first: { data, target }, at, zone }) => {
      if (target?.owner === undefined || isServed(zone, target.owner)) return undefined;
      const lacks = `points at ${target.host}, and the zone has no such name`;
      const reason = `the ${data.type} of ${at()} ${lacks}. Add its address, or name another host`;
      return { reason, property: recordTypes[data.type].target };
    }),
  }),
  rule("ns-glue", "strict", {
    needsAll: true,
    reference: "RFC 1034 section 4.2.1",
    description: "A name server inside the zone has an A or AAAA record.",
    find: together(["NS"], { property: "content" }, ({ first: { target }, at, zone: { recordsOf } }) =>
      target?.owner === undefined || [...recordsOf(target.owner, "A"), ...recordsOf(target.owner, "AAAA")].length > 0
        ? undefined
        : `the name server ${target.host} of ${at()} has no address in the zone, so no resolver can reach it. ` +
          "Add an A or AAAA record for it",
    ),
  }),
  rule("ns-single", "best-practice", {
    needsAll: true,
    reference: "RFC 1034 section 4.1; RFC 2182 section 5",
    description: "A delegated subdomain has at least two name servers.",
    find: together(["NS"], { property: "content", by: nameAndType }, ({ members, at }) =>
      members.length > 1 ? undefined : `${at()} has one name server; if it fails, the name is gone. Add a second`,
    ),
  }),
  rule("caa-no-issuer", "best-practice", {
    needsAll: true,
    reference: "RFC 8659 section 4.1",
    description: "The CAA records of a name include `issue` or `issuewild`.",
    find: together(["CAA"], { property: "tag", by: nameAndType }, ({ members, at }) =>
      members.some(({ data }) => data.tag === "issue" || data.tag === "issuewild")
        ? undefined
        : `the CAA records of ${at()} name no issuer, so every authority may issue certificates. Add one with tag "issue"`,
    ),
  }),
];
