import * as pulumi from "@pulumi/pulumi";
import { DnsZone } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

const zone = new DnsZone("zone", {
  domain,
  // "authoritative" removes every record that is neither listed nor ignored.
  mode: config.get("mode") === "authoritative" ? "authoritative" : "additive",
  // Made by somebody else: certificates, a DHCP server.
  ignore: ["_acme-challenge* TXT", "*.dyn"],
  records: [
    { type: "A", name: "@", content: "198.51.100.10", ttl: 3600 },
    { type: "A", name: "www", content: "198.51.100.10", ttl: 300 },
    { type: "A", name: "www", content: "198.51.100.11", ttl: 300 },
    { type: "CNAME", name: "docs", content: `www.${domain}` },
    { type: "MX", name: "@", content: "mx1.example.net", priority: 10 },
    { type: "MX", name: "@", content: "mx2.example.net", priority: 20 },
    { type: "TXT", name: "@", content: "v=spf1 include:_spf.example.net -all" },
    { type: "TXT", name: "_dmarc", content: "v=DMARC1; p=reject; rua=mailto:dmarc@example.net" },
  ],
});

export const recordIds = zone.recordIds;
