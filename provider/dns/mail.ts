/**
 * Records of e-mail in programs, as plain data: the arguments of a `DnsRecord` without its domain, and records of a `DnsZone`.
 * What makes no valid record throws an error with `code` `ERR_REGISTRAR_INVALID_INPUT`, whose message says what to write.
 */
// Types apart: the oldest TypeScript of a program knows no type among values.
export type { DkimKey } from "./mail/dkim.ts";
export { dkim } from "./mail/dkim.ts";
export type { DmarcPolicy, DmarcTags } from "./mail/dmarc.ts";
export { dmarc } from "./mail/dmarc.ts";
export type { MailRecord, MailService, MailTextRecord } from "./mail/services.ts";
export { mailServices } from "./mail/services.ts";
export { spf } from "./mail/spf.ts";
