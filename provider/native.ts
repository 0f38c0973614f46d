/**
 * The same resources and lookups through the plugin, with an account per provider resource, `pulumi import`, and detailed diffs.
 * A stack can switch to the plugin, and back.
 */
export * from "./components/native.ts";
export * from "./fronts/dynamic/lookups.ts";
export * from "./fronts/dynamic/native.generated.ts";
export * from "./fronts/dynamic/recordHelpers.ts";
export type { RecordKey, RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./fronts/dynamic/recordParts.ts";
export * from "./fronts/dynamic/servedByDns.ts";
export * as types from "./fronts/dynamic/types.ts";
