/** The registrar over HTTP. Other folders import this, the table of endpoints, the shapes, forwards and redaction. */

export { type Configuration, type ConfigurationSource, readConfiguration } from "./configuration.ts";
export * from "./contract.ts";
export type { EndpointName } from "./endpoints/table.ts";
export * from "./errors.ts";
export { addressAdvice, pathAdvice } from "./explain.ts";
export { noToken, tokenAdvice } from "./http/call.ts";
export { type Api, type ClientOptions, createClient, hasSource, type ResponseOf } from "./http/client.ts";
export { callTime, maxAtOnce, timeIsUp, withinSeconds } from "./http/pace.ts";
export type { Observation } from "./http/send.ts";
export { isLoopback, parseBaseUrl, proxyFor } from "./http/transport.ts";
export { IncompleteListError, type Listing, mayBePage, type Proof } from "./lists/prove.ts";
export { decoded, findRows, forwardRows, recordRows, setKeyIn, setWords } from "./lists/rows.ts";
export * from "./readings.ts";
export * from "./response.ts";
