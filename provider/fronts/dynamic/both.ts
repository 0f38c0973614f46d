/** Exports that both ways to use the package share. */
export type * from "../../lookups/types.generated.ts";
export type { SearchMarketplaceAllArgs } from "./lookupOptions.ts";
export { LookupError } from "./lookupOptions.ts";
export * from "./recordHelpers.ts";
export type { RecordKey, RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./recordParts.ts";
export * from "./servedByDns.ts";
export * as types from "./types.ts";
