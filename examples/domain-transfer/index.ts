import * as pulumi from "@pulumi/pulumi";
import { DomainTransfer } from "pulumi-registrar";

const config = new pulumi.Config();
const authCode = config.getSecret("authCode");

const transfer = new DomainTransfer("transfer", {
  domain: config.get("domain") ?? "taken-elsewhere.com",
  maxPrice: 20,
  // Needed until the transfer is ordered; then `pulumi config rm authCode`.
  ...(authCode && { authCode }),
  // What the domain starts with. Later, Nameservers, DomainSettings and DnsRecord manage it.
  nameservers: ["ns1.atom.com", "ns2.atom.com"],
  autoRenew: true,
  dnsRecords: [{ type: "A", name: "www", content: "192.0.2.10", ttl: 3600 }],
});

export const { transferStatus, pendingSince, completedAt } = transfer;
