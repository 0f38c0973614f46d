import { isDmarc } from "../mail/dmarcTags.ts";
import { isSpf } from "../mail/spfTerms.ts";
import {
  groupBy,
  type Member,
  namesAbove,
  ofType,
  ownerInZone,
  shown,
  targetOf,
  type Zone,
  type ZoneCheck,
} from "./zone.ts";

/** Whether something answers for a name: a record there, a wildcard above it, or the name servers it is delegated to. */
function isServed(zone: Zone, owner: string): boolean {
  if (zone.byName.has(owner) || (owner !== "@" && zone.byName.has("*"))) return true;
  for (const above of namesAbove(owner)) {
    if (zone.byName.has(`*.${above}`) || ofType(zone.byName.get(above) ?? [], "NS").length > 0) return true;
  }
  return false;
}

function findText(
  zone: Zone,
  name: string,
  isMeant: (text: string) => boolean,
): (Member & { text: string }) | undefined {
  const found = ofType(zone.byName.get(name) ?? [], "TXT").find(({ data }) => isMeant(data.content));
  return found === undefined ? undefined : { ...found, text: found.data.content };
}

/** Whether MX records say that their name takes no mail. RFC 7505. */
function takesNoMail(mx: readonly Member[]): boolean {
  return mx.some(({ data }) => targetOf(data)?.host === ".");
}

/** Checks that need every record of the zone: they speak of what is missing. */
export const completeZoneChecks: readonly ZoneCheck[] = [
  {
    id: "target-missing",
    set: "best-practice",
    reference: "RFC 1912 section 2.4",
    also: "octoDNS cname-target-resolvable-in-zone, mx-target-resolvable-in-zone, srv-target-resolvable-in-zone",
    description: "A CNAME, MX or SRV that points into the zone points at a name that is there.",
    *find(zone) {
      for (const member of ofType(zone.members, "CNAME", "MX", "SRV")) {
        const target = targetOf(member.data);
        const owner = target === undefined ? undefined : ownerInZone(zone, target.host);
        if (target === undefined || owner === undefined || isServed(zone, owner)) continue;
        yield {
          members: [member],
          property: target.property,
          reason: `the ${member.data.type} of ${shown(zone, member.name)} points at ${target.host}, and the zone has no such name. Add its address, or name another host`,
        };
      }
    },
  },
  {
    id: "ns-glue",
    set: "strict",
    reference: "RFC 1034 section 4.2.1",
    also: "octoDNS glue-for-in-zone-ns",
    description: "A name server inside the zone has an address (A or AAAA) in the zone.",
    *find(zone) {
      for (const member of ofType(zone.members, "NS")) {
        const owner = ownerInZone(zone, member.data.content);
        if (owner === undefined || ofType(zone.byName.get(owner) ?? [], "A", "AAAA").length > 0) continue;
        yield {
          members: [member],
          property: "content",
          reason: `the name server ${member.data.content} of ${shown(zone, member.name)} has no address in the zone, so nobody can reach it. Add an A or AAAA record for it`,
        };
      }
    },
  },
  {
    id: "ns-single",
    set: "best-practice",
    reference: "RFC 1034 section 4.1; RFC 2182 section 5",
    also: "octoDNS multi-value-ns",
    description: "A delegated subdomain has at least two name servers.",
    *find(zone) {
      for (const [name, members] of groupBy(ofType(zone.members, "NS"), (member) => member.name)) {
        if (members.length > 1) continue;
        yield {
          members,
          property: "content",
          reason: `${shown(zone, name)} has one name server; if it fails, the name is gone. Add a second`,
        };
      }
    },
  },
  {
    id: "caa-no-issuer",
    set: "best-practice",
    reference: "RFC 8659 section 4.1",
    also: "octoDNS caa-best-practices",
    description: "The CAA records of a name hold `issue` or `issuewild`; without them every authority may issue.",
    *find(zone) {
      for (const [name, members] of groupBy(ofType(zone.members, "CAA"), (member) => member.name)) {
        if (members.some(({ data }) => data.tag === "issue" || data.tag === "issuewild")) continue;
        yield {
          members,
          property: "tag",
          reason: `the CAA records of ${shown(zone, name)} name no issuer, so every authority may issue certificates. Add one with tag "issue"`,
        };
      }
    },
  },
  {
    id: "mail-spf",
    set: "best-practice",
    reference: "RFC 7208 section 3; RFC 7505 section 4.2",
    also: "octoDNS mail",
    description: "A name with MX records has an SPF policy; one that takes no mail (null MX) has `v=spf1 -all`.",
    *find(zone) {
      for (const [name, members] of groupBy(ofType(zone.members, "MX"), (member) => member.name)) {
        const policy = findText(zone, name, isSpf);
        const none = takesNoMail(members);
        if (policy === undefined) {
          const remedy = none ? '"v=spf1 -all"' : '"v=spf1 mx -all"';
          yield {
            members,
            reason: `${shown(zone, name)} has MX records and no SPF policy. Add a TXT record such as ${remedy}`,
          };
        } else if (none && policy.text.toLowerCase() !== "v=spf1 -all") {
          yield {
            members: [policy],
            property: "content",
            reason: `${shown(zone, name)} takes no mail (null MX), but its SPF policy lets senders pass. Write "v=spf1 -all"`,
          };
        }
      }
    },
  },
  {
    id: "mail-dmarc",
    set: "best-practice",
    reference: "RFC 7489 section 6.1",
    also: "octoDNS mail",
    description:
      "A domain with MX records or an SPF policy at its apex has a DMARC policy; `p=reject` if it takes no mail.",
    *find(zone) {
      const mx = ofType(zone.byName.get("@") ?? [], "MX");
      const spf = findText(zone, "@", isSpf);
      const members: Member[] = spf === undefined ? mx : [...mx, spf];
      if (members.length === 0) return;
      const dmarc = findText(zone, "_dmarc", isDmarc);
      const none = takesNoMail(mx);
      if (dmarc === undefined) {
        yield {
          members,
          reason: `${zone.domain} has mail records and no DMARC policy. Add a TXT record at _dmarc such as "v=DMARC1; p=${none ? "reject" : "none"}"`,
        };
      } else if (none && !/;\s*p\s*=\s*reject\s*(?:;|$)/i.test(dmarc.text)) {
        yield {
          members: [dmarc],
          property: "content",
          reason: `${zone.domain} takes no mail (null MX), so its DMARC policy can be strict. Write "v=DMARC1; p=reject"`,
        };
      }
    },
  },
];
