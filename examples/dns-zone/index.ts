import * as pulumi from "@pulumi/pulumi";
import { DnsZone } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

const zone = new DnsZone("zone", {
  domain,
  // "authoritative" removes every record that is neither listed nor ignored.
  mode: config.get("mode") === "authoritative" ? "authoritative" : "additive",
  // Made by somebody else: certificates, a DHCP server.
  ignoreRecords: ["_acme-challenge* TXT", "*.dyn"],
  records: {
    "@ A": ["198.51.100.10"],
    "www A": ["198.51.100.10", "198.51.100.11"],
    "docs CNAME": [`www.${domain}`],
    "@ MX": ["10 mx1.example.net", "20 mx2.example.net"],
    "@ TXT": ["v=spf1 include:_spf.example.net -all"],
    "_dmarc TXT": ["v=DMARC1; p=reject; rua=mailto:dmarc@example.net"],
  },
  ttl: 3600,
  ttls: { "www A": 300 },
});

export const addresses = zone.records.apply((records) => records["www A"]);
