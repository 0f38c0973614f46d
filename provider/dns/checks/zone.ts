/** The checks of all records of a domain together, and the list of all checks. */
import { fullName, normaliseDomain } from "../names.ts";
import { describeRecord, identityKey, printData } from "../records.ts";
import {
  type LiveRecord,
  type RecordTypeName,
  recordTypeNames,
  recordTypes,
  type WantedRecord,
  type ZoneRow,
} from "../registry.ts";
import type { CheckInfo, Finding } from "./record.ts";
import { mailZoneChecks } from "./zoneMail.ts";
import {
  type CheckedRecord,
  each,
  type Member,
  namesAbove,
  ofType,
  rule,
  targetOf,
  together,
  type Zone,
  type ZoneCheck,
  type ZoneProblem,
  zoneOf,
} from "./zoneRules.ts";

interface ZoneFinding extends Finding {
  /** Indexes in the list that was checked. */
  records: number[];
}

/** Finds records of one type whose target is another CNAME of the zone. */
const pointingAtAliases = (type: RecordTypeName) =>
  each([type], (member, { domain, aliases }) => {
    const alias = aliases.get(member.target?.owner ?? "");
    if (alias === undefined || alias.index === member.index) return undefined;
    const reason =
      `the ${type} of ${fullName(member.name, domain)} points at ${member.target?.host}, which is a CNAME. ` +
      "Name the host that the CNAME leads to";
    return { members: [member, alias], reason };
  });

/** Finds every loop once, by following each CNAME until a CNAME that was followed before. */
function* loops({ aliases, domain }: Zone): Generator<ZoneProblem> {
  const followed = new Set<Member>();
  for (const start of aliases.values()) {
    const path: Member[] = [];
    let next: Member | undefined = start;
    for (; next !== undefined && !followed.has(next); next = aliases.get(next.target?.owner ?? "")) {
      followed.add(next);
      path.push(next);
    }
    const members = next === undefined || !path.includes(next) ? [] : path.slice(path.indexOf(next));
    const names = [...members, ...members.slice(0, 1)].map(({ name }) => fullName(name, domain));
    const reason = `CNAME records lead in a circle: ${names.join(" -> ")}. Point one at a host with addresses`;
    if (members.length > 0) yield { members, property: "content", reason };
  }
}

/** Does a name have a record, a wildcard above it, or a delegation? */
const isServed = ({ byName, delegated }: Zone, owner: string): boolean =>
  byName.has(owner) ||
  (owner !== "@" && byName.has("*")) ||
  namesAbove(owner).some((above) => byName.has(`*.${above}`) || delegated.has(above));

const zoneChecks: readonly ZoneCheck[] = [
  rule("zone-duplicate", "strict", {
    reference: "RFC 2181 section 5",
    description: "No two records have the same name, type and data.",
    find: together(
      recordTypeNames,
      { by: ({ name, data }) => `${name} ${data.type} ${printData(data)}` },
      ({ members, first: { data }, at }) =>
        members.length > 1
          ? `${at} has the same ${data.type} record ${members.length} times: ${printData(data).slice(0, 100)}. Keep one`
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
        const printed = new Set(members.map(({ data }) => printData(data)));
        return printed.size > 1
          ? `${at} has ${first.data.type} records that differ in their priority only: ${[...printed].join(", ")}. Keep one`
          : undefined;
      },
    ),
  }),
  rule("ttl-mixed", "best-practice", {
    reference: "RFC 2181 section 5.2",
    description: "All records of one name and type have the same TTL.",
    find: together(
      recordTypeNames,
      { property: "ttl", pick: ({ ttl }) => ttl !== undefined },
      ({ members, first, at }) => {
        const ttls = new Set(members.map(({ ttl }) => ttl));
        return ttls.size > 1
          ? `the ${first.data.type} records of ${at} have the TTLs ${[...ttls].join(", ")}, and resolvers treat them ` +
              "as one set. Give them one TTL"
          : undefined;
      },
    ),
  }),
  rule("below-delegation", "best-practice", {
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    description: "A delegated subdomain has only NS records and addresses of its name servers.",
    find: each(recordTypeNames, (member, { domain, delegated }) => {
      const { name, data } = member;
      if (data.type === "A" || data.type === "AAAA") return undefined;
      const names = [...(data.type === "NS" ? [] : [name]), ...namesAbove(name)];
      const cut = names.flatMap((above) => delegated.get(above) ?? []).at(-1);
      if (cut === undefined) return undefined;
      const at = fullName(cut.name, domain);
      const reason = `${at} is delegated to other name servers, so this record is never served. Declare it there`;
      return { members: [member, cut], property: "name", reason };
    }),
  }),
  rule("cname-beside-others", "strict", {
    reference: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
    description: "A name with a CNAME has no other records.",
    find: together(recordTypeNames, { property: "name", by: ({ name }) => name }, ({ members, at }) => {
      const types = new Set(members.map(({ data }) => data.type));
      return types.delete("CNAME") && types.size > 0
        ? `${at} has a CNAME and also ${[...types].join(", ")}. Remove the CNAME, or move the other records to another name`
        : undefined;
    }),
  }),
  rule("cname-multiple", "strict", {
    reference: "RFC 2181 section 10.1",
    description: "No name has two CNAMEs.",
    find: together(["CNAME"], { property: "content" }, ({ members, at }) => {
      const { size } = new Set(members.map(({ data }) => data.content));
      return size > 1 ? `${at} has ${size} CNAME records, and a name has at most one. Keep one` : undefined;
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
    find: each(["CNAME", "MX", "SRV"], ({ name, data, target }, zone) =>
      target?.owner === undefined || isServed(zone, target.owner)
        ? undefined
        : `the ${data.type} of ${fullName(name, zone.domain)} points at ${target.host}, and the zone has no such ` +
          "name. Add its address, or name another host",
    ),
  }),
  rule("ns-glue", "strict", {
    needsAll: true,
    reference: "RFC 1034 section 4.2.1",
    description: "A name server inside the zone has an A or AAAA record.",
    find: each(["NS"], ({ name, target }, { domain, byName }) =>
      target?.owner === undefined || ofType(byName.get(target.owner) ?? [], ["A", "AAAA"]).length > 0
        ? undefined
        : `the name server ${target.host} of ${fullName(name, domain)} has no address in the zone, so no resolver ` +
          "can reach it. Add an A or AAAA record for it",
    ),
  }),
  rule("ns-single", "best-practice", {
    needsAll: true,
    reference: "RFC 1034 section 4.1; RFC 2182 section 5",
    description: "A delegated subdomain has at least two name servers.",
    find: together(["NS"], { property: "content" }, ({ members, at }) =>
      members.length > 1 ? undefined : `${at} has one name server; if it fails, the name is gone. Add a second`,
    ),
  }),
  rule("caa-no-issuer", "best-practice", {
    needsAll: true,
    reference: "RFC 8659 section 4.1",
    description: "The CAA records of a name include `issue` or `issuewild`.",
    find: together(["CAA"], { property: "tag" }, ({ members, at }) =>
      members.some(({ data }) => data.tag === "issue" || data.tag === "issuewild")
        ? undefined
        : `the CAA records of ${at} name no issuer, so every authority may issue certificates. Add one with tag "issue"`,
    ),
  }),
  ...mailZoneChecks,
];

/**
 * Checks all records of a domain together, in linear time.
 * @param options.complete are these all records of the zone? Then the checks of missing records run, too
 * @throws InvalidNameError if the domain isn't valid
 */
export function checkZone(
  records: readonly CheckedRecord[],
  domain: string,
  { complete = false }: { complete?: boolean } = {},
): ZoneFinding[] {
  const zone = zoneOf(records, normaliseDomain(domain));
  return zoneChecks.flatMap(({ id, set, reference, find, needsAll = false }) =>
    (needsAll && !complete ? [] : [...find(zone)]).map(({ members, property, reason }) => ({
      ...{ check: id, set, reference, reason, records: members.map(({ index }) => index) },
      ...(property !== undefined && { property }),
    })),
  );
}

/** Live records by each name at which a check may compare them: their own, the names above, and that of their target. */
export type LiveIndex = ReadonlyMap<string, readonly LiveRecord[]>;

/** Names of the records with which a check may compare this one. */
function namesOf({ name, data }: WantedRecord, domain: string): Set<string> {
  const owner = targetOf(data, domain).target?.owner;
  return new Set([name, ...namesAbove(name), ...(owner === undefined ? [] : [owner])]);
}

export function indexLive(rows: readonly ZoneRow[], domain: string): LiveIndex {
  const index = new Map<string, LiveRecord[]>();
  for (const row of rows) {
    if ("opaque" in row) continue;
    for (const name of namesOf(row, domain)) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [row]);
      else known.push(row);
    }
  }
  return index;
}

/** Another resource of the program may be about to change the TTL of its record of the same name and type. */
const comparesDeclared = ["ttl-mixed"];

/**
 * The findings about a written record and a live one. They name the live one, and only warn: another resource may be about
 * to change it.
 * @param written records to create or update
 * @param isOther is a live record neither one of the resource nor gone?
 */
export function checkBeside(
  written: readonly WantedRecord[],
  live: LiveIndex,
  domain: string,
  isOther: (record: LiveRecord) => boolean,
): Finding[] {
  const names = new Set(written.flatMap((record) => [...namesOf(record, domain)]));
  const others = [...new Set([...names].flatMap((name) => live.get(name) ?? []))].filter(isOther);
  if (others.length === 0) return [];
  return checkZone([...written, ...others], domain).flatMap(({ records, ...finding }): Finding[] => {
    const shared = records.flatMap((index) => others[index - written.length] ?? []);
    if (shared.length === 0 || shared.length === records.length || comparesDeclared.includes(finding.check)) return [];
    const [first, ...more] = shared.map(({ name, data }) => describeRecord(name, data, domain));
    const shown = more.length === 0 ? first : `${first}, and ${more.length} more`;
    return [
      { ...finding, set: "best-practice", reason: `${finding.reason}. Live, and not of this resource: ${shown}` },
    ];
  });
}

/** The checks of one record with their types, then the checks of zones, each ID once. */
function listChecks(): CheckInfo[] {
  const infos = new Map<string, CheckInfo>();
  for (const type of recordTypeNames) {
    for (const { id, set, reference, description } of recordTypes[type].checks) {
      const types = [...(infos.get(id)?.types ?? []), type];
      infos.set(id, { id, set, types, reference, description });
    }
  }
  for (const { id, set, reference, description: text, needsAll } of zoneChecks) {
    const description = needsAll ? `${text} In complete zones only.` : text;
    if (!infos.has(id)) infos.set(id, { id, set, types: "zone", reference, description });
  }
  return [...infos.values()];
}

/** All checks, as `docs/reference/checks.md` shows them. */
export const checks: readonly CheckInfo[] = listChecks();
