// Compiled by the oldest compiler that a Pulumi project may have, against the built package.
import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordArgs } from "pulumi-registrar";
import { Contact, DnsRecord, DomainLock, Nameservers, UrlForward } from "pulumi-registrar";

const domain = pulumi.output("example.com");
const record = new DnsRecord("a", { domain, type: "A", name: "www", content: pulumi.secret("192.0.2.1"), ttl: 60 });
new DnsRecord("mx", { domain, type: "MX", name: "@", content: "mail.example.net", priority: 10, adopt: true });
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
new DnsRecord("srv2", {
  domain,
  type: "SRV",
  name: "_sip._tcp",
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
new Contact("c", {
  name: "A B",
  email: "a@example.org",
  phone: "+1.2025550123",
  address: ["x"],
  city: "x",
  zip: "1",
  country: "GB",
});

export const id: pulumi.Output<string | undefined> = record.recordId;
export const content: pulumi.Output<string | undefined> = record.content;
export function records(): DnsRecordArgs[] {
  return [{ domain: "example.com", type: "TXT", name: "@", content: "x" }];
}
