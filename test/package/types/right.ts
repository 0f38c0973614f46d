// Compiled by the oldest compiler that a Pulumi project may have, against the built package.
import * as pulumi from "@pulumi/pulumi";
import type { CheckId, DnsRecordArgs, DnsRecordData, RecordPart, UrlForwardArgs } from "pulumi-registrar";
import {
  checkAvailabilityOutput,
  DnsRecord,
  DnsRecordSet,
  DnsRecordType,
  DnsZone,
  DnsZoneMode,
  Domain,
  getDnsRecords,
  getDomainsOutput,
  getUrlForwards,
  mailServices,
  searchMarketplaceOutput,
  spf,
  UrlForward,
  UrlForwardType,
  zoneRecords,
} from "pulumi-registrar";
import * as plugin from "pulumi-registrar/plugin";

const domain = pulumi.output("example.com");
const record = new DnsRecord("a", { domain, type: "A", name: "www", content: pulumi.secret("192.0.2.1"), ttl: 60 });
new DnsRecord("cname", { domain, type: "CNAME", name: "www", content: "a.example.net" }, { aliases: [{ name: "x" }] });
new UrlForward("g", { domain, source: "@", destination: "https://x.example/", type: UrlForwardType.Temporary });
new UrlForward("h", { domain, source: "@", destination: "https://x.example/", type: "moved" as UrlForwardType });
const checks: CheckId[] = ["a-reserved"];
new DnsRecordSet("s", { domain, name: "@", type: DnsRecordType.A, values: ["192.0.2.1"], skipChecks: checks });
const provider = new plugin.Provider("shop", { apiToken: "t", skipChecks: ["mx-target-cname"] });
new plugin.DnsRecord("p", { domain, type: "A", name: "@", content: "192.0.2.1" }, { provider });
new plugin.Domain("q", { records: { "www A": ["192.0.2.1"] } }, { provider });
plugin.DnsRecord.get("r", "example.com/www/A", { provider });
getDomainsOutput({}, { provider, dependsOn: record });
export const id: pulumi.Output<string | undefined> = record.recordId;
export const content: pulumi.Output<string> = record.content;
export const any: DnsRecord = record;
export const found: pulumi.Output<string | undefined> = DnsRecord.get("g", "example.com/www/A").content;
export function records(): DnsRecordArgs[] {
  return [{ domain: "example.com", type: "TXT", name: "@", content: "x" }];
}

// Live records can be declared as they are, and arguments of lookups may be outputs.
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
const shared: DnsRecordData[] = [
  { type: "MX", name: "@", content: "mail.example.net", priority: 10 },
  { type: "CAA", name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" },
];
for (const each of shared) new DnsRecord("shared", { domain: "example.com", ...each });
const forwards: Omit<UrlForwardArgs, "domain">[] = [{ source: "shop", destination: "https://shop.example/" }];
for (const each of forwards) new UrlForward("shared", { domain: "example.com", ...each });
const one: RecordPart = { type: "A", name: "www", content: "192.0.2.1" };
const host: string = "api";
const part: RecordPart = { [`${host} A`]: ["192.0.2.1"], "@ MX": pulumi.output(["10 mail.example.net"]) };
const zone = new DnsZone("zone", { domain, records: { "www A": [domain], [`${host} A`]: ["192.0.2.1"] }, ttl: 300 });
new DnsZone("parts", {
  domain,
  records: [one, part, spf(["-all"]), mailServices.noMail(), zoneRecords("$ORIGIN example.com."), { "@ TXT": ["x"] }],
  ttls: { "@ TXT": 300, [`${host} A`]: 60 },
});
new DnsZone("mode", { domain, records: {}, mode: DnsZoneMode.Additive });
new DnsZone("file", { domain, ...zoneRecords("$ORIGIN example.com.") });
const shop = new Domain("domain", { domain, records: { "www A": ["192.0.2.1"] }, ttl: 300, ttls: { "www A": 60 } });
new Domain("known later", {
  domain,
  records: pulumi.output({ "www A": [shop.records["www A"]?.fqdn ?? ""] }),
  mode: "additive",
});
new Domain("joined", { domain, records: [part, mailServices.googleWorkspace()] });
zone.records.apply((records) => records["www A"]?.[0]?.length);
zone.ttls.apply((ttls) => ttls?.["www A"]);
