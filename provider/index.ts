/**
 * Resources and lookups of a domain registrar for Pulumi programs. The import loads neither the HTTP client nor the schemas: the
 * first lookup does, and for resources the provider host, in its own process.
 */
export type { DomainArgs, DomainChildren, DomainParts } from "./components/domain.ts";
export { Domain } from "./components/domain.ts";
export * from "./fronts/dynamic/classes.generated.ts";
export * from "./fronts/dynamic/explicitProvider.generated.ts";
export * from "./fronts/dynamic/lookups.ts";
export * from "./fronts/dynamic/recordHelpers.ts";
export type { RecordKey, RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./fronts/dynamic/recordParts.ts";
export * from "./fronts/dynamic/servedByDns.ts";
export * as types from "./fronts/dynamic/types.ts";
