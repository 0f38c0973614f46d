/** The lookups: they write nothing, and know nothing of Pulumi. */
export { type Api as Lookups, readConfiguration } from "../api/index.ts";
export * from "./account.ts";
export * from "./dns.ts";
export { InvalidLookupError, lookupClient } from "./lookup.ts";
export * from "./prices.ts";
