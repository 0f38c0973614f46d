/** DNS as data: names, the record types, equality and checks. Pure: no I/O, imports no other folder. */
export type { Finding } from "./checks/check.ts";
export { checks, checkZone, groupBy } from "./checks/zone.ts";
export {
  argsFromRecord,
  identityKey,
  identityKeys,
  projectRecord,
  sameArgument,
  secondaryValues,
  settleInterpretation,
} from "./compare.ts";
export type { Argument } from "./fields.ts";
export { UnreadableError } from "./fields.ts";
export {
  fullName,
  InvalidNameError,
  ifValid,
  normaliseDomain,
  normaliseHost,
  ownerName,
  ownerOfHost,
} from "./names.ts";
export {
  checkRecord,
  describeRecord,
  optional,
  printData,
  printValue,
  readValue,
  recordFromArgs,
  recordOwner,
} from "./records.ts";
export { type WireForm, wireForms } from "./recordType.ts";
export type { LiveRecord, WantedRecord, WireOptions, ZoneRow } from "./registry.ts";
export {
  aloneRule,
  excludedBy,
  forEachType,
  isRecordTypeName,
  type KindsOfAllTypes,
  type RecordArgs,
  type RecordData,
  type RecordTypeName,
  recordTypeNames,
  recordTypes,
  typesWithForms,
} from "./registry.ts";
export { argumentsOfAllTypes, recordArgumentNames, recordSchemas, unionOfTypes } from "./schemas.ts";
export { byteLength, quote, quoteInChunks, readText, unquote } from "./text.ts";
export { isOpaque, liveToWire, recordFromWire, recordToWire } from "./wire.ts";
export { printZone } from "./zoneFile/print.ts";
export * from "./zoneFile.ts";
