/** DNS as data: names, the nine record types, equality and checks. Pure: no I/O, imports no other room. */
export type { CheckInfo, CheckSet, Finding } from "./checks/check.ts";
export type { ZoneFinding, ZoneRecord } from "./checks/zone.ts";
export {
  fullName,
  InvalidNameError,
  normaliseDomain,
  normaliseHost,
  ownerName,
  ownerOfHost,
  unicodeName,
} from "./names.ts";
export { projectRecord, sameArgument } from "./project.ts";
export type {
  LiveRecord,
  OpaqueRecord,
  RecordData,
  RecordDataOf,
  RecordTypeName,
  WireOptions,
  ZoneRow,
} from "./recordData.ts";
export { isRecordTypeName, recordTypeNames } from "./recordData.ts";
export {
  type ComparableData,
  checkRecord,
  describeRecord,
  identityKey,
  isOpaque,
  liveToWire,
  printData,
  type RecordArgs,
  recordFromArgs,
  recordFromWire,
  recordSchemas,
  recordToWire,
  sameData,
  sameTarget,
  settleReading,
  type WantedRecord,
} from "./records.ts";
export { byteLength, quote, quoteInChunks, readText, unquote } from "./text.ts";
export { checks, checkZone } from "./zone.ts";
