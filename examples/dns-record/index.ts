import * as pulumi from "@pulumi/pulumi";
import { DnsRecord } from "pulumi-registrar";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

// Two addresses for one name: one resource each.
for (const [index, content] of ["192.0.2.1", "192.0.2.2"].entries()) {
  new DnsRecord(`web-${index + 1}`, { domain, name: "www", type: "A", content, ttl: 300 });
}

// The content may be the output of another resource, and may be secret.
const verification = config.getSecret("verification") ?? pulumi.output("site-verification=0123456789");
const proof = new DnsRecord("verification", { domain, name: "@", type: "TXT", content: verification });

// Renamed in the program: the alias keeps the record.
new DnsRecord(
  "documentation",
  { domain, name: "docs", type: "CNAME", content: `www.${domain}` },
  { aliases: [{ name: "handbook" }] },
);

export const recordId = proof.recordId;
