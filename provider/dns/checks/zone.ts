/** The checks of all records of a domain together, and the list of all checks. */
import { fullName, normaliseDomain, ownerOfHost } from "../names.ts";
import { groupBy, identityKey, printData } from "../records.ts";
import { type RecordData, type RecordTypeName, recordTypeNames, recordTypes } from "../registry.ts";
import type { Check, CheckInfo, CheckSet, Finding } from "./check.ts";
import { isDmarc, isSpf } from "./mail.ts";

interface ZoneRecord {
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
}

interface ZoneFinding extends Finding {
  /** Indexes in the list that was checked. */
  records: number[];
}

interface Member extends ZoneRecord {
  index: number;
  /** Its target, the argument that has it, and the target's owner name if it is in the zone. */
  target?: { host: string; property: string; owner: string | undefined };
}

type MemberOf<T extends RecordTypeName> = Member & { data: Extract<RecordData, { type: T }> };

/** The records, indexed so that each check is linear. */
interface Zone {
  /** Canonical. */
  domain: string;
  members: readonly Member[];
  byName: ReadonlyMap<string, readonly Member[]>;
  aliases: ReadonlyMap<string, Member>;
  /** Names below the apex that have name servers. */
  delegated: ReadonlySet<string>;
}

function zoneOf(records: readonly ZoneRecord[], domain: string): Zone {
  const members = records.map((record, index) => ({ ...record, index, ...targetOf(record.data, domain) }));
  const aliases = new Map<string, Member>();
  for (const member of ofType(members, ["CNAME"])) if (!aliases.has(member.name)) aliases.set(member.name, member);
  const delegated = new Set(ofType(members, ["NS"]).map(({ name }) => name));
  delegated.delete("@");
  return { domain, members, byName: groupBy(members, ({ name }) => name), aliases, delegated };
}

function targetOf(data: RecordData, domain: string): Pick<Member, "target"> {
  const { target: property } = recordTypes[data.type];
  const host: unknown = property === undefined ? undefined : Reflect.get(data, property);
  if (property === undefined || typeof host !== "string") return {};
  return { target: { host, property, owner: ownerOfHost(host, domain) } };
}

function ofType<T extends RecordTypeName>(members: readonly Member[], types: readonly T[]): MemberOf<T>[] {
  const isOf = (member: Member): member is MemberOf<T> => types.some((type) => type === member.data.type);
  return members.filter(isOf);
}

interface ZoneProblem {
  members: readonly Member[];
  property?: string | undefined;
  reason: string;
}
/** The reason, or a problem that overrides the usual members and property of its rule. */
type Outcome = string | (Pick<ZoneProblem, "reason"> & Partial<ZoneProblem>) | undefined;
type Find = (zone: Zone) => Iterable<ZoneProblem>;

const problems = (outcome: Outcome, usual: Omit<ZoneProblem, "reason">): ZoneProblem[] =>
  outcome === undefined ? [] : [{ ...usual, ...(typeof outcome === "string" ? { reason: outcome } : outcome) }];

/** A rule for groups of records of some types. Default: records of one name and type. */
const together =
  <T extends RecordTypeName>(
    types: readonly T[],
    { property, by = ({ name, data }) => `${name} ${data.type}`, pick = () => true }: Grouping<MemberOf<T>>,
    judge: (group: { members: MemberOf<T>[]; first: MemberOf<T>; at: string; zone: Zone }) => Outcome,
  ): Find =>
  (zone) =>
    [...groupBy(ofType(zone.members, types).filter(pick), by).values()].flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      return problems(judge({ members, first, at: fullName(first.name, zone.domain), zone }), { members, property });
    });

interface Grouping<M> {
  property?: string | undefined;
  by?: (member: M) => string;
  pick?: (member: M) => boolean;
}

/** A rule for single records of some types, about their targets. */
const each =
  (types: readonly RecordTypeName[], judge: (member: Member, zone: Zone) => Outcome): Find =>
  (zone) =>
    ofType(zone.members, types).flatMap((member) =>
      problems(judge(member, zone), { members: [member], property: member.target?.property }),
    );

interface ZoneCheck extends Check {
  /** Is it about missing records, so that all records of the zone must be known? */
  needsAll?: boolean;
  find: Find;
}

const rule = (id: string, set: CheckSet, rest: Omit<ZoneCheck, "id" | "set">): ZoneCheck => ({ id, set, ...rest });

/** Does a target `.` state that there is no mail (RFC 7505)? */
const takesNone = (members: readonly Member[]) => members.some(({ target }) => target?.host === ".");

const policiesTwice = (kind: string, isPolicy: (text: string, name: string) => boolean) =>
  together(
    ["TXT"],
    { property: "content", pick: ({ name, data }) => isPolicy(data.content, name) },
    ({ members, at }) =>
      members.length > 1
        ? `${at} has ${members.length} ${kind} policies, and receivers then use none. Keep one record`
        : undefined,
  );

/** Checks made of a type's `alone` and `single`. */
const exclusionChecks = recordTypeNames.flatMap((type): ZoneCheck[] => {
  const { alone, single, target: property } = recordTypes[type];
  const besideOthers = together(recordTypeNames, { property: "name", by: ({ name }) => name }, ({ members, at }) => {
    const types = new Set(members.map(({ data }) => data.type));
    return types.delete(type) && types.size > 0
      ? `${at} has a ${type} and also ${[...types].join(", ")}. Remove the ${type}, or move the other records to another name`
      : undefined;
  });
  const twice = together([type], { property }, ({ members, at }) => {
    const { size } = groupBy(members, ({ name, data }) => identityKey(name, data));
    return size > 1 ? `${at} has ${size} ${type} records, and a name has at most one. Keep one` : undefined;
  });
  const id = type.toLowerCase();
  return [
    ...(alone
      ? [
          rule(`${id}-beside-others`, "strict", {
            reference: alone,
            description: `A name with a ${type} has no other records.`,
            find: besideOthers,
          }),
        ]
      : []),
    ...(single
      ? [rule(`${id}-multiple`, "strict", { reference: single, description: `No name has two ${type}s.`, find: twice })]
      : []),
  ];
});

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
    while (next !== undefined && !followed.has(next)) {
      followed.add(next);
      path.push(next);
      next = aliases.get(next.target?.owner ?? "");
    }
    const begin = next === undefined ? -1 : path.indexOf(next);
    const members = begin < 0 ? [] : path.slice(begin);
    const names = [...members, ...members.slice(0, 1)].map(({ name }) => fullName(name, domain));
    const reason = `CNAME records lead in a circle: ${names.join(" -> ")}. Point one at a host with addresses`;
    if (members.length > 0) yield { members, property: "content", reason };
  }
}

/** The names above an owner name, nearest first, without the apex. */
const namesAbove = (owner: string): string[] => {
  const labels = owner.split(".");
  return labels.slice(1).map((_, place) => labels.slice(place + 1).join("."));
};

/** Does a name have a record, a wildcard above it, or a delegation? */
const isServed = ({ byName, delegated }: Zone, owner: string): boolean =>
  byName.has(owner) ||
  (owner !== "@" && byName.has("*")) ||
  namesAbove(owner).some((above) => byName.has(`*.${above}`) || delegated.has(above));

const findText = ({ byName }: Zone, name: string, isMeant: (text: string) => boolean) =>
  ofType(byName.get(name) ?? [], ["TXT"]).find(({ data }) => isMeant(data.content));

function* missingDmarc(zone: Zone): Generator<ZoneProblem> {
  const mx = ofType(zone.byName.get("@") ?? [], ["MX"]);
  const spf = findText(zone, "@", isSpf);
  const members: Member[] = spf === undefined ? mx : [...mx, spf];
  const dmarc = findText(zone, "_dmarc", isDmarc);
  const none = takesNone(mx);
  if (members.length > 0 && dmarc === undefined) {
    const reason =
      `${zone.domain} has mail records and no DMARC policy. Add a TXT record at _dmarc such as "v=DMARC1; ` +
      `p=${none ? "reject" : "none"}"`;
    yield { members, reason };
  } else if (dmarc !== undefined && none && !/;\s*p\s*=\s*reject\s*(?:;|$)/i.test(dmarc.data.content)) {
    const reason = `${zone.domain} takes no mail (null MX), so its DMARC policy can be strict. Write "v=DMARC1; p=reject"`;
    yield { members: [dmarc], property: "content", reason };
  }
}

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
  rule("mx-null-alone", "strict", {
    reference: "RFC 7505 section 3",
    description: "A null MX must be the only MX.",
    find: together(["MX"], { property: "content" }, ({ members, at }) =>
      takesNone(members) && members.some(({ target }) => target?.host !== ".")
        ? `${at} states that it takes no mail (MX ".") and names hosts. Keep one of the two`
        : undefined,
    ),
  }),
  rule("spf-multiple", "best-practice", {
    reference: "RFC 7208 section 4.5",
    description: "A name has at most one SPF policy; receivers reject two.",
    find: policiesTwice("SPF", isSpf),
  }),
  rule("dmarc-multiple", "best-practice", {
    reference: "RFC 7489 section 6.6.3",
    description: "A name has at most one DMARC policy; receivers ignore two.",
    find: policiesTwice("DMARC", (text, name) => /^_dmarc(?:\.|$)/.test(name) && isDmarc(text)),
  }),
  rule("below-delegation", "best-practice", {
    reference: "RFC 2181 section 6.1; RFC 1034 section 4.2.1",
    description: "A delegated subdomain has only NS records and addresses of its name servers.",
    find: each(recordTypeNames, ({ name, data }, { domain, delegated }) => {
      if (data.type === "A" || data.type === "AAAA") return undefined;
      const cut = [...(data.type === "NS" ? [] : [name]), ...namesAbove(name)].findLast((above) =>
        delegated.has(above),
      );
      if (cut === undefined) return undefined;
      const reason = `${fullName(cut, domain)} is delegated to other name servers, so this record is never served. Declare it there`;
      return { property: "name", reason };
    }),
  }),
  ...exclusionChecks,
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
  rule("mail-spf", "best-practice", {
    needsAll: true,
    reference: "RFC 7208 section 3; RFC 7505 section 4.2",
    description: "A name with MX records has an SPF policy (with a null MX: `v=spf1 -all`).",
    find: together(["MX"], {}, ({ members, first, at, zone }) => {
      const policy = findText(zone, first.name, isSpf);
      const none = takesNone(members);
      if (policy === undefined)
        return `${at} has MX records and no SPF policy. Add a TXT record such as ${none ? '"v=spf1 -all"' : '"v=spf1 mx -all"'}`;
      if (!none || policy.data.content.toLowerCase() === "v=spf1 -all") return undefined;
      const reason = `${at} takes no mail (null MX), but its SPF policy lets senders pass. Write "v=spf1 -all"`;
      return { members: [policy], property: "content", reason };
    }),
  }),
  rule("mail-dmarc", "best-practice", {
    needsAll: true,
    reference: "RFC 7489 section 6.1",
    description: "A domain with MX records or an SPF policy has a DMARC policy (without mail: `p=reject`).",
    find: missingDmarc,
  }),
];

/**
 * Checks all records of a domain together, in linear time.
 * @param options.complete are these all records of the zone? Then the checks of missing records run, too
 * @throws InvalidNameError if the domain isn't valid
 */
export function checkZone(
  records: readonly ZoneRecord[],
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
