/** DNS as data: names, the record types, equality and checks. Pure: no I/O, imports no other folder. */
export type { Finding } from "./checks/check.ts";
export { checks, checkZone } from "./checks/zone.ts";
export {
  identityKey,
  identityKeys,
  sameData,
  sameTarget,
  secondaryValues,
  settleInterpretation,
} from "./compare.ts";
export type { Argument } from "./fields.ts";
export { type WireForm, wireForms } from "./fieldValues.ts";
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
export {
  checkRecord,
  describeRecord,
  printData,
  printValue,
  readValue,
  recordFromArgs,
  recordOwner,
} from "./records.ts";
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
export { UnreadableError } from "./wireFields.ts";
export { printZone } from "./zoneFile/print.ts";
export * from "./zoneFile.ts";
