/**
 * Records of e-mail in programs, as plain data: the arguments of a `DnsRecord` without its domain, and records of a `DnsZone`.
 * What makes no valid record throws an error with `code` `ERR_REGISTRAR_INVALID_INPUT`, whose message says what to write.
 */
export { type DkimKey, dkim } from "./mail/dkim.ts";
export { type DmarcPolicy, type DmarcTags, dmarc } from "./mail/dmarc.ts";
export { type MailRecord, type MailService, type MailTextRecord, mailServices } from "./mail/services.ts";
export { spf } from "./mail/spf.ts";
