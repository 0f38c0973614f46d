/** DNS as data: names, the record types, equality and checks. Pure: no I/O, imports no other folder. */

export { isDmarc, isSpf } from "./checks/mail.ts";
export { type Finding, invalidity } from "./checks/record.ts";
export { checkBeside, checks, checkZone, indexLive } from "./checks/zone.ts";
export * from "./errors.ts";
export { mapOf, mapOfRecords } from "./join.ts";
export * from "./names.ts";
export { once } from "./once.ts";
export * from "./records.ts";
export * from "./registry.ts";
export * from "./schemas.ts";
export * from "./text.ts";
export * from "./wire.ts";
export * from "./zoneFile.ts";
