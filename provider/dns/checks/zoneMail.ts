/** Checks of the mail records of a domain together. */

import { isDmarc, isSpf } from "./mail.ts";
import type { ZoneCheck } from "./zoneRules.ts";
import { type Member, ofType, rule, together, type Zone, type ZoneProblem } from "./zoneRules.ts";

/** Does a target `.` state that there is no mail (RFC 7505)? */
const takesNone = (members: readonly Member[]) => members.some(({ target }) => target?.host === ".");

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

/** TXT records of which a name has at most one, and what receivers do with two. */
const policies: readonly Policy[] = [
  {
    id: "spf-multiple",
    kind: "SPF policies",
    effect: "receivers then use none",
    reference: "RFC 7208 section 4.5",
    description: "A name has at most one SPF policy; receivers reject two.",
    isMeant: isSpf,
  },
  {
    id: "dmarc-multiple",
    kind: "DMARC policies",
    effect: "receivers then use none",
    reference: "RFC 7489 section 6.6.3",
    description: "A name has at most one DMARC policy; receivers ignore two.",
    isMeant: (text, name) => /^_dmarc(?:\.|$)/.test(name) && isDmarc(text),
  },
  {
    id: "mta-sts-multiple",
    kind: "MTA-STS policies",
    effect: "senders then use none",
    reference: "RFC 8461 section 3.1",
    description: "A name has at most one MTA-STS policy; senders ignore two.",
    isMeant: (text, name) => /^_mta-sts(?:\.|$)/.test(name) && /^v=STSv1\s*;/i.test(text),
  },
  {
    id: "tls-rpt-multiple",
    kind: "policies of TLS reports",
    effect: "senders then use none",
    reference: "RFC 8460 section 3",
    description: "A name has at most one policy of TLS reports; senders ignore two.",
    isMeant: (text, name) => /^_smtp\._tls(?:\.|$)/.test(name) && /^v=TLSRPTv1\s*;/i.test(text),
  },
  {
    id: "dkim-multiple",
    kind: "DKIM keys",
    effect: "receivers use either",
    reference: "RFC 6376 section 3.6.2.2",
    description: "A selector has one DKIM key; of two, receivers may use either.",
    isMeant: (_, name) => /^[^.].*\._domainkey(?:\.|$)/.test(name),
  },
];

interface Policy {
  id: string;
  /** In the plural. */
  kind: string;
  effect: string;
  reference: string;
  description: string;
  isMeant(text: string, name: string): boolean;
}

const policyCheck = ({ id, kind, effect, reference, description, isMeant }: Policy) =>
  rule(id, "best-practice", {
    reference,
    description,
    find: together(
      ["TXT"],
      { property: "content", pick: ({ name, data }) => isMeant(data.content, name) },
      ({ members, at }) =>
        members.length > 1 ? `${at} has ${members.length} ${kind}, and ${effect}. Keep one record` : undefined,
    ),
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
  ...policies.map(policyCheck),
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
