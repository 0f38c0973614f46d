/** The registrar over HTTP. */
export type { AnswerOf, Api } from "./api.ts";
export type { Observation } from "./attempt.ts";
export { callTime, forEverybody, inTime, timeIsUp, withinSeconds } from "./callTime.ts";
export { type ClientOptions, createClient } from "./client.ts";
export { type Configuration, readConfiguration } from "./configuration.ts";
export { type Contract, type Override, parseContract } from "./contract.ts";
export type { EndpointName } from "./endpoints.ts";
export * from "./errors.ts";
