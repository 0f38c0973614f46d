/** Checks of the mail records of a domain together. */

import { isDmarc, isSpf } from "./mail.ts";
import { type Member, ofType, rule, together, type Zone, type ZoneCheck, type ZoneProblem } from "./zoneRules.ts";

/** Does a target `.` state that there is no mail (RFC 7505)? */
const takesNone = (members: readonly Member[]) => members.some(({ target }) => target?.host === ".");

const findText = ({ byName }: Zone, name: string, isMeant: (text: string) => boolean) =>
  ofType(byName.get(name) ?? [], ["TXT"]).find(({ data }) => isMeant(data.content));

function missingDmarc(zone: Zone): ZoneProblem[] {
  const mx = ofType(zone.byName.get("@") ?? [], ["MX"]);
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

/** TXT records of which a name has at most one. */
const policies: readonly {
  id: string;
  /** In the plural. */
  kind: string;
  /** The effect of two, which follows "and". */
  effect: string;
  reference: string;
  /** Of the name. */
  at?: RegExp;
  isMeant(text: string): boolean;
}[] = [
  {
    id: "spf-multiple",
    kind: "SPF policies",
    effect: "receivers then use none",
    reference: "RFC 7208 section 4.5",
    isMeant: isSpf,
  },
  {
    id: "dmarc-multiple",
    kind: "DMARC policies",
    effect: "receivers then use none",
    reference: "RFC 7489 section 6.6.3",
    at: /^_dmarc(?:\.|$)/,
    isMeant: isDmarc,
  },
  {
    id: "mta-sts-multiple",
    kind: "MTA-STS policies",
    effect: "senders then use none",
    reference: "RFC 8461 section 3.1",
    at: /^_mta-sts(?:\.|$)/,
    isMeant: (text) => /^v=STSv1\s*;/i.test(text),
  },
  {
    id: "tls-rpt-multiple",
    kind: "policies of TLS reports",
    effect: "senders then use none",
    reference: "RFC 8460 section 3",
    at: /^_smtp\._tls(?:\.|$)/,
    isMeant: (text) => /^v=TLSRPTv1\s*;/i.test(text),
  },
  {
    id: "dkim-multiple",
    kind: "DKIM keys",
    effect: "receivers use either",
    reference: "RFC 6376 section 3.6.2.2",
    at: /^[^.].*\._domainkey(?:\.|$)/,
    isMeant: () => true,
  },
];

const policyChecks = policies.map(({ id, kind, effect, reference, at = /^/, isMeant }) => {
  const pick = ({ name, data }: Member & { data: { content: string } }) => at.test(name) && isMeant(data.content);
  return rule(id, "best-practice", {
    reference,
    description: `No name has several ${kind}: ${effect}.`,
    find: together(["TXT"], { property: "content", pick }, ({ members, at: name }) =>
      members.length > 1 ? `${name} has ${members.length} ${kind}, and ${effect}. Keep one record` : undefined,
    ),
  });
});

export const mailZoneChecks: readonly ZoneCheck[] = [
  rule("mx-null-alone", "strict", {
    reference: "RFC 7505 section 3",
    description: "A null MX must be the only MX.",
    find: together(["MX"], { property: "content" }, ({ members, at }) =>
      takesNone(members) && members.some(({ target }) => target?.host !== ".")
        ? `${at} states that it takes no mail (MX ".") and names hosts. Keep one of the two`
        : undefined,
    ),
  }),
  ...policyChecks,
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
