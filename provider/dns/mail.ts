/** Records of e-mail as plain data, for `DnsRecord` and `DnsZone`. */
export type { DkimKey } from "./mail/dkim.ts";
export { dkim } from "./mail/dkim.ts";
export type { DmarcPolicy, DmarcTags } from "./mail/dmarc.ts";
export { dmarc } from "./mail/dmarc.ts";
export type { MailRecord, MailService, MailServices, MailTextRecord } from "./mail/services.ts";
export { InvalidMailRecordError, mailServices } from "./mail/services.ts";
export { spf } from "./mail/spf.ts";
