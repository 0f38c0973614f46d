/** Arguments and results of the lookups. */
export * from "./contacts.ts";
export * from "./dns.ts";
export * from "./domains.ts";
export * from "./marketplace.ts";
