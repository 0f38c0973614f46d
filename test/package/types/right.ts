// Compiled by the oldest compiler that a Pulumi project may have, against the built package.
import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordArgs, DnsRecordWithoutDomain, UrlForwardWithoutDomain, ZoneRecord } from "pulumi-registrar";
import {
  checkAvailabilityOutput,
  DnsRecord,
  DnsZone,
  DomainLock,
  getDnsRecords,
  getDomainsOutput,
  getUrlForwards,
  Nameservers,
  searchMarketplaceOutput,
  UrlForward,
} from "pulumi-registrar";

const domain = pulumi.output("example.com");
const record = new DnsRecord("a", { domain, type: "A", name: "www", content: pulumi.secret("192.0.2.1"), ttl: 60 });
new DnsRecord("mx", { domain, type: "MX", name: "@", content: "mail.example.net", priority: 10, adopt: "matching" });
new DnsRecord("srv", {
  domain,
  type: "SRV",
  name: "@",
  service: "sip",
  protocol: "tcp",
  priority: 1,
  weight: 1,
  port: 5060,
  target: "a.example.net",
});
new DnsRecord("caa", { domain, type: "CAA", name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" });
new DnsRecord(
  "cname",
  { domain, type: "CNAME", name: "www", content: "a.example.net", adopt: "overwrite" },
  { aliases: [{ name: "x" }] },
);
new UrlForward("f", { domain, source: "@", destination: "https://x.example/", type: "permanent" });
new DomainLock("l", { domain });
new Nameservers("n", {
  domain,
  nameservers: ["ns1.example.net", pulumi.output("ns2.example.net")],
  restoreOnDelete: true,
});
export const id: pulumi.Output<string | undefined> = record.recordId;
export const content: pulumi.Output<string | undefined> = record.content;
export function records(): DnsRecordArgs[] {
  return [{ domain: "example.com", type: "TXT", name: "@", content: "x" }];
}

// What is live can be declared as it is, and arguments of lookups may be outputs.
export const taken = Promise.all([
  getDnsRecords({ domain: "example.com" }).then(({ records: live }) =>
    live.map((row, n) => new DnsRecord(`r${n}`, row)),
  ),
  getUrlForwards({ domain: "example.com" }).then(({ forwards }) => forwards.map((row) => new UrlForward("f", row))),
]);
export const names = getDomainsOutput({ tlds: pulumi.output(["com"]), statuses: [pulumi.output("active")] }).apply(
  ({ domains }) => domains.map((one) => one.domain),
);
export const offers = checkAvailabilityOutput({ domains: ["a.com", pulumi.output("b.com")] }, { dependsOn: record });
export const page = searchMarketplaceOutput({ query: "calm", filters: pulumi.output(9).apply((max) => ({ max })) });

// Records, forwards and zone records that many domains share.
const shared: DnsRecordWithoutDomain[] = [
  { type: "MX", name: "@", content: "mail.example.net", priority: 10 },
  { type: "CAA", name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" },
];
for (const each of shared) new DnsRecord("shared", { domain: "example.com", ...each });
const forwards: UrlForwardWithoutDomain[] = [{ source: "shop", destination: "https://shop.example/" }];
for (const each of forwards) new UrlForward("shared", { domain: "example.com", ...each });
const zoneRecords: ZoneRecord[] = [{ type: "A", name: "www", content: "192.0.2.1" }];
const zone = new DnsZone("zone", { domain: "example.com", records: zoneRecords });
new DnsZone("single", {
  domain,
  records: { "www A": { content: domain }, "@ MX": [{ content: "mx.example.net" }] },
});
zone.records.apply((records) => records["www A"]?.[0]?.ttl);
zone.recordIds.apply((ids) => ids?.["www A"]?.[0]?.length);
