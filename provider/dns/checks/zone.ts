/** The checks of all records of a domain together, those of mail among them, and the list of all checks. */
import { normaliseDomain } from "../names.ts";
import { once } from "../once.ts";
import { describeRecord, groupBy } from "../records.ts";
import { type LiveRecord, recordTypeNames, recordTypes, type WantedRecord, type ZoneRow } from "../registry.ts";
import { isDkimName, isDmarc, isDmarcPolicy, isSpf } from "./mail.ts";
import type { CheckInfo, Finding } from "./record.ts";
import {
  generalChecks,
  type Member,
  nameAndType,
  namesAbove,
  rule,
  targetOf,
  together,
  type Zone,
  type ZoneCheck,
  type ZoneProblem,
  zoneOf,
} from "./zoneRules.ts";

/** Does a target `.` state that there is no mail (RFC 7505)? */
const takesNone = (members: readonly Member[]) => members.some(({ target }) => target?.host === ".");

const findText = ({ recordsOf }: Zone, name: string, isMeant: (text: string) => boolean) =>
  recordsOf(name, "TXT").find(({ data }) => isMeant(data.content));

function missingDmarc(zone: Zone): ZoneProblem[] {
  const mx = zone.recordsOf("@", "MX");
  const spf = findText(zone, "@", isSpf);
  const members: Member[] = spf === undefined ? mx : [...mx, spf];
  const dmarc = findText(zone, "_dmarc", isDmarc);
  const none = takesNone(mx);
  if (members.length > 0 && dmarc === undefined) {
    const policy = `v=DMARC1; p=${none ? "reject" : "none"}`;
    const reason = `${zone.domain} has mail records and no DMARC policy. Add a TXT record at _dmarc such as "${policy}"`;
    return [{ members, reason }];
  }
  if (dmarc === undefined || !none || /;\s*p\s*=\s*reject\s*(?:;|$)/i.test(dmarc.data.content)) return [];
  const reason = `${zone.domain} takes no mail (null MX), so its DMARC policy can be strict. Write "v=DMARC1; p=reject"`;
  return [{ members: [dmarc], property: "content", reason }];
}

const isMtaSts = (text: string, name: string) => /^_mta-sts(?:\.|$)/.test(name) && /^v=STSv1\s*;/i.test(text);
const isTlsRpt = (text: string, name: string) => /^_smtp\._tls(?:\.|$)/.test(name) && /^v=TLSRPTv1\s*;/i.test(text);

/** TXT records of which a name has at most one: in the plural, with the effect of two. */
const policies: readonly [
  id: string,
  kind: string,
  effect: string,
  reference: string,
  isMeant: (text: string, name: string) => boolean,
][] = [
  ["spf-multiple", "SPF policies", "receivers then use none", "RFC 7208 section 4.5", isSpf],
  ["dmarc-multiple", "DMARC policies", "receivers then use none", "RFC 7489 section 6.6.3", isDmarcPolicy],
  ["mta-sts-multiple", "MTA-STS policies", "senders then use none", "RFC 8461 section 3.1", isMtaSts],
  ["tls-rpt-multiple", "policies of TLS reports", "senders then use none", "RFC 8460 section 3", isTlsRpt],
  ["dkim-multiple", "DKIM keys", "receivers use either", "RFC 6376 section 3.6.2.2", (_, name) => isDkimName(name)],
];

const policyChecks = policies.map(([id, kind, effect, reference, isMeant]) => {
  const pick = ({ name, data }: Member & { data: { content: string } }) => isMeant(data.content, name);
  return rule(id, "best-practice", {
    reference,
    description: `No name has several ${kind}: ${effect}.`,
    find: together(["TXT"], { property: "content", by: nameAndType, pick }, ({ members, at }) =>
      members.length > 1 ? `${at()} has ${members.length} ${kind}, and ${effect}. Keep one record` : undefined,
    ),
  });
});

const mailChecks: readonly ZoneCheck[] = [
  rule("mx-null-alone", "strict", {
    reference: "RFC 7505 section 3",
    description: "A null MX must be the only MX.",
    find: together(["MX"], { property: "content", by: nameAndType }, ({ members, at }) =>
      takesNone(members) && members.some(({ target }) => target?.host !== ".")
        ? `${at()} states that it takes no mail (MX ".") and names hosts. Keep one of the two`
        : undefined,
    ),
  }),
  ...policyChecks,
  rule("mail-spf", "best-practice", {
    needsAll: true,
    reference: "RFC 7208 section 3; RFC 7505 section 4.2",
    description: "A name with MX records has an SPF policy (with a null MX: `v=spf1 -all`).",
    find: together(["MX"], { by: nameAndType }, ({ members, first, at, zone }) => {
      const policy = findText(zone, first.name, isSpf);
      const none = takesNone(members);
      const example = none ? '"v=spf1 -all"' : '"v=spf1 mx -all"';
      if (policy === undefined) return `${at()} has MX records and no SPF policy. Add a TXT record such as ${example}`;
      if (!none || policy.data.content.toLowerCase() === "v=spf1 -all") return undefined;
      const reason = `${at()} takes no mail (null MX), but its SPF policy lets senders pass. Write "v=spf1 -all"`;
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

const zoneChecks: readonly ZoneCheck[] = [...generalChecks, ...mailChecks];

/**
 * Checks all records of a domain together, in linear time.
 * @param options.complete are these all records of the zone? Then the checks of missing records run, too
 * @returns findings, each with the indexes of its records in the list
 * @throws InvalidNameError if the domain isn't valid
 */
export function checkZone(
  records: readonly WantedRecord[],
  domain: string,
  { complete = false }: { complete?: boolean } = {},
): (Finding & { records: number[] })[] {
  const zone = zoneOf(records, normaliseDomain(domain));
  return zoneChecks.flatMap(({ id, set, reference, find, needsAll = false }) =>
    (needsAll && !complete ? [] : [...find(zone)]).map(({ members, property, reason }) => ({
      ...{ check: id, set, reference, reason, records: members.map(({ index }) => index) },
      ...(property !== undefined && { property }),
    })),
  );
}

/** Live records by each name at which a check may compare them: their own, the names above, and that of their target. */
type LiveIndex = ReadonlyMap<string, readonly { row: LiveRecord }[]>;

/** Names of the records with which a check may compare this one. */
function namesOf({ name, data }: WantedRecord, domain: string): Set<string> {
  const owner = targetOf(data, domain).target?.owner;
  return new Set([name, ...namesAbove(name), ...(owner === undefined ? [] : [owner])]);
}

export function indexLive(rows: readonly ZoneRow[], domain: string): LiveIndex {
  const named = rows.flatMap((row) =>
    "opaque" in row ? [] : [...namesOf(row, domain)].map((name) => ({ name, row })),
  );
  return groupBy(named, ({ name }) => name);
}

/**
 * The findings about a written record and a live one. They name the live one, and only warn: another resource may be about
 * to change it.
 * @param written records to create or update, without TTLs: another resource of the program may be about to change that of its
 * record of the same name and type
 * @param isOther is a live record neither one of the resource nor gone?
 */
export function checkBeside(
  written: readonly Pick<WantedRecord, "name" | "data">[],
  live: LiveIndex,
  domain: string,
  isOther: (record: LiveRecord) => boolean,
): Finding[] {
  const names = new Set(written.flatMap((record) => [...namesOf(record, domain)]));
  const found = [...names].flatMap((name) => live.get(name) ?? []).map(({ row }) => row);
  const others = [...new Set(found)].filter(isOther);
  if (others.length === 0) return [];
  return checkZone([...written, ...others], domain).flatMap(({ records, ...finding }): Finding[] => {
    const shared = records.flatMap((index) => others[index - written.length] ?? []);
    if (shared.length === 0 || shared.length === records.length) return [];
    const [first, ...more] = shared.map(({ name, data }) => describeRecord(name, data, domain));
    const shown = more.length === 0 ? first : `${first}, and ${more.length} more`;
    return [
      { ...finding, set: "best-practice", reason: `${finding.reason}. Live, and not of this resource: ${shown}` },
    ];
  });
}

/** All checks, as `docs/reference/checks.md` shows them: those of one record with their types, then those of zones. */
export const checks = once((): readonly CheckInfo[] => {
  const infos = new Map<string, CheckInfo>();
  for (const type of recordTypeNames) {
    for (const { id, set, reference, description } of recordTypes[type].checks)
      infos.set(id, { id, set, types: [...(infos.get(id)?.types ?? []), type], reference, description });
  }
  for (const { id, set, reference, description: text, needsAll } of zoneChecks) {
    const description = needsAll ? `${text} In complete zones only.` : text;
    infos.set(id, { id, set, types: "zone", reference, description });
  }
  return [...infos.values()];
});
