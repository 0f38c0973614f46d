/**
 * Records of e-mail in programs, as plain data: the arguments of a `DnsRecord` without its domain, and records of a `DnsZone`.
 * What makes no valid record throws an error with `code` `ERR_REGISTRAR_INVALID_INPUT`, whose message says what to write.
 */
import type { DkimKey, DmarcTags, MailServices, MailTextRecord } from "../../dns/mail.ts";

export type {
  DkimKey,
  DmarcPolicy,
  DmarcTags,
  MailRecord,
  MailService,
  MailServices,
  MailTextRecord,
} from "../../dns/mail.ts";

/**
 * An SPF policy (RFC 7208) as one TXT record at the domain itself; for a host, spread it: `{ ...spf([...]), name: "news" }`.
 * A domain has one SPF record, so give all senders here.
 * @param terms mechanisms and modifiers, such as `include:_spf.google.com`, `ip4:192.0.2.0/24`, `mx` and `~all`, in the order in
 * which receivers try them. `all` comes last wherever it stands, and modifiers after it; a repeated term counts once. A whole
 * policy (`v=spf1 ...`) stands for its terms. One term says what happens to all other senders: `-all` (refuse), `~all` (mark),
 * `?all`, or `redirect=`.
 * @throws for a term that is none, for two `all` or `redirect=`, for none, and for more than ten terms that need a DNS look-up
 * (`include`, `a`, `mx`, `ptr`, `exists`, `redirect`; section 4.6.4), at which receivers give up. Look-ups inside of included
 * policies count, too, and are not seen here.
 */
export function spf(terms: readonly string[]): MailTextRecord {
  return mail().spf(terms);
}

/**
 * A DKIM key (RFC 6376 section 3.6.1) as a TXT record at `<selector>._domainkey`.
 * @throws for a selector that is no name, and for a key that is private, cut off, of another kind or too short. The message never
 * holds the key.
 */
export function dkim(key: DkimKey): MailTextRecord {
  return mail().dkim(key);
}

/**
 * A DMARC policy (RFC 7489) as a TXT record at `_dmarc`; for a subdomain, spread it: `{ ...dmarc(...), name: "_dmarc.news" }`.
 * @throws for a value that is none, such as an address for reports without `@`
 */
export function dmarc(tags: DmarcTags): MailTextRecord {
  return mail().dmarc(tags);
}

/**
 * What mail services tell their customers to publish. The values are those of November 2026; the page of your account is the
 * authority, and has the DKIM keys that are not listed here. `noMail` is for a domain that neither sends nor takes mail.
 */
export const mailServices: MailServices = {
  googleWorkspace: () => mail().mailServices.googleWorkspace(),
  microsoft365: (host) => mail().mailServices.microsoft365(host),
  fastmail: (domain) => mail().mailServices.fastmail(domain),
  protonMail: () => mail().mailServices.protonMail(),
  noMail: () => mail().mailServices.noMail(),
};

/** Loaded at the first use: a program without e-mail does not pay for it. */
function mail(): typeof import("../../dns/mail.ts") {
  return require("../../dns/mail.ts");
}
