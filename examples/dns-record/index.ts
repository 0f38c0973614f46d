import * as pulumi from "@pulumi/pulumi";
import { DnsRecord, DnsRecordSet } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

// Two addresses for one name: one resource, whose list may change in any way.
const web = new DnsRecordSet("web", { domain, name: "www", type: "A", ttl: 300, values: ["192.0.2.1", "192.0.2.2"] });
// Each value as zone files write it.
new DnsRecordSet("mail", { domain, name: "@", type: "MX", values: ["10 mail.example.net", "20 mail2.example.net"] });

// The content may be the output of another resource, and may be secret.
const verification = config.getSecret("verification") ?? pulumi.output("site-verification=0123456789");
const proof = new DnsRecord("verification", { domain, name: "@", type: "TXT", content: verification });

// Renamed in the program: the alias keeps the record.
new DnsRecord(
  "documentation",
  { domain, name: "docs", type: "CNAME", content: web.fqdn },
  { aliases: [{ name: "handbook" }] },
);

export const recordId = proof.recordId;
