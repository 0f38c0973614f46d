/** DNS as data: names, the record types, equality and checks. Pure: no I/O, imports no other folder. */
export type { CheckInfo, CheckSet, Finding } from "./checks/check.ts";
export type { ZoneFinding, ZoneRecord } from "./checks/zone.ts";
export {
  type ComparableData,
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
export type { LiveRecord, OpaqueRecord, WantedRecord, WireOptions, ZoneRow } from "./recordData.ts";
export { checkRecord, describeRecord, printData, recordFromArgs, recordOwner } from "./records.ts";
export {
  forEachType,
  isRecordTypeName,
  type KindsOfAllTypes,
  type RecordArgs,
  type RecordArgsOf,
  type RecordData,
  type RecordDataOf,
  type RecordTypeName,
  recordTypeNames,
  recordTypes,
  typesWithForms,
} from "./registry.ts";
export { argumentsOfAllTypes, recordSchemas, unionOfTypes } from "./schemas.ts";
export { byteLength, quote, quoteInChunks, readText, unquote } from "./text.ts";
export { isOpaque, liveToWire, recordFromWire, recordToWire } from "./wire.ts";
export { checks, checkZone } from "./zone.ts";
export { type PrintOptions, printZone } from "./zoneFile/print.ts";
export * from "./zoneFile.ts";
