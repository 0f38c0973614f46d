import { isDmarc, isSpf } from "./mail.ts";
import { groupBy, namesAbove, ownerInZone, shown, targetOf, type Zone, type ZoneCheck } from "./zone.ts";

/** Checks that need every record of the zone: they speak of what is missing. */
export const completeZoneChecks: readonly ZoneCheck[] = [
  {
    id: "target-missing",
    set: "best-practice",
    reference: "RFC 1912 section 2.4",
    also: "octoDNS cname-target-resolvable-in-zone, mx-target-resolvable-in-zone, srv-target-resolvable-in-zone",
    description: "A CNAME, MX or SRV that points into the zone points at a name that is there.",
    completeOnly: true,
    *find(zone) {
      for (const [index, { name, data }] of zone.records.entries()) {
        const target = data.type === "NS" ? undefined : targetOf(data);
        const owner = target === undefined ? undefined : ownerInZone(zone, target.host);
        if (target === undefined || owner === undefined || isServed(zone, owner)) continue;
        yield {
          records: [index],
          property: target.property,
          reason: `the ${data.type} of ${shown(zone, name)} points at ${target.host}, and the zone has no such name. Add its address, or name another host`,
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
    completeOnly: true,
    *find(zone) {
      for (const [index, { name, data }] of zone.records.entries()) {
        const owner = data.type === "NS" ? ownerInZone(zone, data.content) : undefined;
        if (data.type !== "NS" || owner === undefined) continue;
        const hasAddress = zone.byName.get(owner)?.some((each) => {
          const type = zone.records[each]?.data.type;
          return type === "A" || type === "AAAA";
        });
        if (hasAddress === true) continue;
        yield {
          records: [index],
          property: "content",
          reason: `the name server ${data.content} of ${shown(zone, name)} has no address in the zone, so nobody can reach it. Add an A or AAAA record for it`,
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
    completeOnly: true,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) => (data.type === "NS" ? name : undefined))) {
        if (records.length > 1) continue;
        yield {
          records,
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
    completeOnly: true,
    *find(zone) {
      for (const [name, records] of groupBy(zone, ({ name, data }) => (data.type === "CAA" ? name : undefined))) {
        const limits = records.some((index) => {
          const data = zone.records[index]?.data;
          return data?.type === "CAA" && data.tag.startsWith("issue");
        });
        if (limits) continue;
        yield {
          records,
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
    completeOnly: true,
    *find(zone) {
      for (const [name, records] of mailNames(zone)) {
        const policy = textsAt(zone, name).find(({ content }) => isSpf(content));
        const sendsNone = records.some((index) => isNullMx(zone, index));
        if (policy === undefined) {
          yield {
            records,
            reason: `${shown(zone, name)} has MX records and no SPF policy. Add a TXT record such as ${sendsNone ? '"v=spf1 -all"' : '"v=spf1 mx -all"'}`,
          };
        } else if (sendsNone && policy.content.toLowerCase() !== "v=spf1 -all") {
          yield {
            records: [policy.index],
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
    completeOnly: true,
    *find(zone) {
      const records = mailNames(zone).get("@") ?? [];
      const policy = textsAt(zone, "@").find(({ content }) => isSpf(content));
      const about = [...records, ...(policy === undefined ? [] : [policy.index])];
      if (about.length === 0) return;
      const dmarc = textsAt(zone, "_dmarc").find(({ content }) => isDmarc(content));
      const sendsNone = records.some((index) => isNullMx(zone, index));
      if (dmarc === undefined) {
        yield {
          records: about,
          reason: `${zone.domain} has mail records and no DMARC policy. Add a TXT record at _dmarc such as "v=DMARC1; p=${sendsNone ? "reject" : "none"}"`,
        };
      } else if (sendsNone && !/;\s*p\s*=\s*reject\s*(?:;|$)/i.test(dmarc.content)) {
        yield {
          records: [dmarc.index],
          property: "content",
          reason: `${zone.domain} takes no mail (null MX), so its DMARC policy can be strict. Write "v=DMARC1; p=reject"`,
        };
      }
    },
  },
];

function mailNames(zone: Zone): Map<string, number[]> {
  return groupBy(zone, ({ name, data }) => (data.type === "MX" ? name : undefined));
}

function isNullMx(zone: Zone, index: number): boolean {
  const data = zone.records[index]?.data;
  return data?.type === "MX" && data.content === ".";
}

function textsAt(zone: Zone, name: string): { index: number; content: string }[] {
  return (zone.byName.get(name) ?? []).flatMap((index) => {
    const data = zone.records[index]?.data;
    return data?.type === "TXT" ? [{ index, content: data.content }] : [];
  });
}

/** Whether something answers for a name: a record there, a wildcard above it, or the name servers it is delegated to. */
function isServed(zone: Zone, owner: string): boolean {
  if (zone.byName.has(owner) || zone.byName.has("*")) return true;
  for (const above of namesAbove(owner)) {
    if (zone.byName.has(`*.${above}`)) return true;
    if (zone.byName.get(above)?.some((index) => zone.records[index]?.data.type === "NS") === true) return true;
  }
  return false;
}
