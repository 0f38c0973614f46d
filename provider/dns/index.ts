/** DNS as data: names, the record types, equality and checks. Pure: no I/O, imports no other folder. */
export type { Finding } from "./checks/check.ts";
export { checks, checkZone } from "./checks/zone.ts";
export * from "./compare.ts";
export { type Argument, UnreadableError } from "./fields.ts";
export { isDmarc } from "./mail/dmarc.ts";
export { isSpf } from "./mail/spf.ts";
export * from "./names.ts";
export * from "./records.ts";
export { type WireForm, wireForms } from "./recordType.ts";
export * from "./registry.ts";
export * from "./schemas.ts";
export * from "./text.ts";
export * from "./wire.ts";
export { printZone } from "./zoneFile/print.ts";
export * from "./zoneFile.ts";
