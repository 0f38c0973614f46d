/** DNS as data: names, the nine record types, equality and checks. Pure: no I/O, imports no other room. */
export type { CheckInfo, CheckSet, Finding } from "./checks/check.ts";
export type { ZoneFinding, ZoneRecord } from "./checks/zone.ts";
export { type ComparableData, identityKey, identityKeys, sameData, sameTarget, settleReading } from "./compare.ts";
export {
  fullName,
  InvalidNameError,
  normaliseDomain,
  normaliseHost,
  ownerName,
  ownerOfHost,
  unicodeName,
} from "./names.ts";
export { optional } from "./optional.ts";
export { argsFromRecord, projectRecord, sameArgument } from "./project.ts";
export type {
  LiveRecord,
  OpaqueRecord,
  RecordData,
  RecordDataOf,
  RecordTypeName,
  WireForm,
  WireOptions,
  ZoneRow,
} from "./recordData.ts";
export { isRecordTypeName, recordTypeNames, wireForms } from "./recordData.ts";
export {
  checkRecord,
  describeRecord,
  printData,
  type RecordArgs,
  recordFromArgs,
  recordOwner,
  recordSchemas,
  type WantedRecord,
} from "./records.ts";
export { byteLength, quote, quoteInChunks, readText, unquote } from "./text.ts";
export { isOpaque, liveToWire, recordFromWire, recordToWire } from "./wire.ts";
export { checks, checkZone } from "./zone.ts";
export { type PrintOptions, printZone } from "./zoneFile/print.ts";
export * from "./zoneFile.ts";
