import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Domain, mailServices, type RecordPart } from "pulumi-registrar";

/** Certificates, for every domain. */
const base: RecordPart = { "@ CAA": ['0 issue "letsencrypt.org"'] };

const web = (address: string): RecordPart => ({
  records: { "@ A": [address], "www CNAME": ["web.example.net"] },
  ttl: 300,
});

const publicKey = readFileSync(join(__dirname, "google._domainkey.pem"), "utf8");

/** Parts of the records. Values under one key add up: the SPF policy and a site verification are both `@ TXT`. */
const domains: Record<string, RecordPart[]> = {
  // What a mail service publishes for its customers. Compare it with the page of your account.
  "example.com": [base, web("203.0.113.10"), mailServices.fastmail({ domain: "example.com", dmarc: { p: "reject" } })],
  // An exception: reports first, before the policy is strict.
  "example.org": [
    base,
    web("203.0.113.11"),
    mailServices.googleWorkspace({ dkim: publicKey, dmarc: { p: "none", rua: "dmarc@example.org" } }),
    { "@ TXT": ["google-site-verification=0123456789"] },
  ],
};

/** Domains that are only held: they neither send nor take mail. */
for (const domain of ["example.info"]) domains[domain] = [mailServices.noMail()];

// The lock of each domain waits for its records.
for (const [domain, records] of Object.entries(domains)) new Domain(domain, { domain, records, lock: true });

export const managed = Object.keys(domains);
