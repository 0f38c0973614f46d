import { DnsRecord, type DnsRecordWithoutDomain, DomainLock } from "pulumi-registrar";

/** Records by a label, so that a domain can replace or leave out one of them. */
type Records = Record<string, DnsRecordWithoutDomain | undefined>;

/** What every domain has. */
const base: Records = {
  caa: { type: "CAA", name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" },
  dmarc: { type: "TXT", name: "_dmarc", content: "v=DMARC1; p=reject" },
};

const web = (address: string): Records => ({
  apex: { type: "A", name: "@", content: address, ttl: 300 },
  www: { type: "CNAME", name: "www", content: "web.example.net", ttl: 300 },
});

/** A domain that neither sends nor takes mail. RFC 7505, RFC 7208. */
const noMail: Records = {
  mx: { type: "MX", name: "@", content: ".", priority: 0 },
  spf: { type: "TXT", name: "@", content: "v=spf1 -all" },
};

/** What mail services publish for their customers; compare it with the page of your account. */
const mail = {
  fastmail: (domain: string): Records => ({
    mx1: { type: "MX", name: "@", content: "in1-smtp.messagingengine.com", priority: 10 },
    mx2: { type: "MX", name: "@", content: "in2-smtp.messagingengine.com", priority: 20 },
    spf: { type: "TXT", name: "@", content: "v=spf1 include:spf.messagingengine.com ~all" },
    ...Object.fromEntries(
      [1, 2, 3].map((key): [string, DnsRecordWithoutDomain] => [
        `dkim${key}`,
        { type: "CNAME", name: `fm${key}._domainkey`, content: `fm${key}.${domain}.dkim.fmhosted.com` },
      ]),
    ),
  }),
  googleWorkspace: (): Records => ({
    mx: { type: "MX", name: "@", content: "smtp.google.com", priority: 1 },
    spf: { type: "TXT", name: "@", content: "v=spf1 include:_spf.google.com ~all" },
  }),
  /** @param host the MX host that the admin center shows, such as `example-com.mail.protection.outlook.com` */
  microsoft365: (host: string): Records => ({
    mx: { type: "MX", name: "@", content: host, priority: 0 },
    spf: { type: "TXT", name: "@", content: "v=spf1 include:spf.protection.outlook.com -all" },
    autodiscover: { type: "CNAME", name: "autodiscover", content: "autodiscover.outlook.com" },
  }),
  proton: (): Records => ({
    mx1: { type: "MX", name: "@", content: "mail.protonmail.ch", priority: 10 },
    mx2: { type: "MX", name: "@", content: "mailsec.protonmail.ch", priority: 20 },
    spf: { type: "TXT", name: "@", content: "v=spf1 include:_spf.protonmail.ch ~all" },
  }),
};

const domains: Record<string, Records> = {
  "example.com": { ...base, ...web("203.0.113.10"), ...mail.fastmail("example.com") },
  // An exception: reports first, before the policy is strict.
  "example.org": {
    ...base,
    ...web("203.0.113.11"),
    ...mail.googleWorkspace(),
    dmarc: { type: "TXT", name: "_dmarc", content: "v=DMARC1; p=none; rua=mailto:dmarc@example.org" },
  },
};

/** Domains that are only held. */
for (const domain of ["example.info"]) domains[domain] = { ...base, ...noMail, caa: undefined };

for (const [domain, records] of Object.entries(domains)) {
  for (const [label, record] of Object.entries(records)) {
    if (record !== undefined) new DnsRecord(`${domain} ${label}`, { domain, ...record });
  }
  new DomainLock(`${domain} lock`, { domain });
}

export const managed = Object.keys(domains);
