/** The registrar over HTTP. Other folders import this, the table of endpoints, the shapes, forwards and redaction. */

export { type Configuration, readConfiguration } from "./configuration.ts";
export {
  type Contract,
  type FieldNames,
  foreignAmong,
  type Override,
  parseContract,
  rowFieldsIn,
  serviceNameservers,
  wireOptions,
  wordsFor,
} from "./contract.ts";
export {
  type ContactField,
  type ContactKind,
  contactFieldNames,
  contactFields,
  type DomainSetting,
  domainSettingNames,
  domainSettings,
  identifyingFields,
  type PerField,
  type PerSetting,
  perSetting,
  type ShownFields,
  settingsOf,
  shownFields,
} from "./endpoints/shapes.ts";
export type { EndpointName } from "./endpoints/table.ts";
export * from "./errors.ts";
export { noToken, tokenAdvice } from "./http/call.ts";
export { type Api, type ClientOptions, createClient, hasSource, type ResponseOf } from "./http/client.ts";
export { maxAtOnce } from "./http/pace.ts";
export { callTime, type Observation, timeIsUp, withinSeconds } from "./http/send.ts";
export { isLoopback, parseBaseUrl, proxyFor, urlOf } from "./http/transport.ts";
export { contentTypeOf, envelopeFields, fromWire, parseBody } from "./http/wire.ts";
export { findRows } from "./lists/find.ts";
export { IncompleteListError, type Proof } from "./lists/prove.ts";
export { decoded, forwardRows, type Listing, recordRows } from "./lists/read.ts";
export { type DnssecStatus, dsRecord, readDnssec, readLockStatus } from "./readings.ts";
export {
  type Cut,
  doubtAbout,
  isObject,
  markIn,
  plainKey,
  saysFailure,
  truth,
  UnreadableResponseError,
  unmarked,
} from "./response.ts";
