/** The lookups, over the client: no writes, and nothing of Pulumi. */
export { readConfiguration } from "../api/index.ts";
export * from "./account.ts";
export * from "./dns.ts";
export * from "./marketplace.ts";
export { assertLength, InvalidLookupError, type Lookups, lookupClient } from "./session.ts";
