import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DnsRecordWithoutDomain,
  Domain,
  dkim,
  dmarc,
  type MailService,
  mailServices,
  spf,
} from "pulumi-registrar";

/** Records by a label, so that a domain can replace or leave out one of them. */
type Records = Record<string, DnsRecordWithoutDomain | undefined>;

/** What every domain has. */
const base: Records = {
  caa: { type: "CAA", name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" },
  dmarc: dmarc({ p: "reject" }),
};

const web = (address: string): Records => ({
  apex: { type: "A", name: "@", content: address, ttl: 300 },
  www: { type: "CNAME", name: "www", content: "web.example.net", ttl: 300 },
});

/** What a mail service publishes for its customers. Compare it with the page of your account. */
const mail = ({ records, spf: sender }: MailService): Records => ({
  ...Object.fromEntries(records.map((record, n) => [`mail${n + 1}`, record])),
  spf: spf([sender, "~all"]),
});

/** A domain that neither sends nor takes mail. */
const noMail: Records = Object.fromEntries(mailServices.noMail().records.map((record) => [record.type, record]));

const domains: Record<string, Records> = {
  "example.com": { ...base, ...web("203.0.113.10"), ...mail(mailServices.fastmail("example.com")) },
  // An exception: reports first, before the policy is strict.
  "example.org": {
    ...base,
    ...web("203.0.113.11"),
    ...mail(mailServices.googleWorkspace()),
    dkim: dkim({ selector: "google", publicKey: readFileSync(join(__dirname, "google._domainkey.pem"), "utf8") }),
    dmarc: dmarc({ p: "none", rua: "dmarc@example.org" }),
  },
};

/** Domains that are only held. */
for (const domain of ["example.info"]) domains[domain] = { ...base, ...noMail, caa: undefined };

// The lock of each domain waits for its records.
for (const [domain, records] of Object.entries(domains)) new Domain(domain, { domain, records, lock: true });

export const managed = Object.keys(domains);
