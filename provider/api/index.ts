/** The registrar over HTTP. Other folders import this, the table of endpoints, the shapes, forwards and redaction. */

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
} from "./assumptions/contract.ts";
export { type Cut, doubtAbout, markIn, plainKey, saysFailure, truth, unmarked } from "./assumptions/evidence.ts";
export { type DnssecStatus, dsRecord, readDnssec, readLockStatus } from "./assumptions/status.ts";
export { fromWire } from "./assumptions/wireNames.ts";
export { type Configuration, readConfiguration } from "./configuration.ts";
export * from "./endpoints/fields.ts";
export type { EndpointName } from "./endpoints/table.ts";
export * from "./errors.ts";
export { isLoopback, parseBaseUrl, proxyFor, urlOf } from "./http/address.ts";
export type { Api, ResponseOf } from "./http/api.ts";
export { noToken, tokenAdvice } from "./http/call.ts";
export { type ClientOptions, createClient, hasSource } from "./http/client.ts";
export { contentTypeOf, envelopeFields, parseBody } from "./http/decode.ts";
export { maxAtOnce } from "./http/pace.ts";
export { callTime, type Observation, timeIsUp, withinSeconds } from "./http/send.ts";
export { isObject, UnreadableResponseError } from "./json.ts";
export { findRows } from "./lists/find.ts";
export { IncompleteListError, type Proof } from "./lists/prove.ts";
export type { Listing } from "./lists/read.ts";
export { decoded, forwardRows, recordRows } from "./rows.ts";
export { withCode } from "./withCode.ts";
