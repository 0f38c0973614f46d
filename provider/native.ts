/**
 * Domains as code through the plugin: the same resources and lookups as the package itself, with an account per provider
 * instance, `pulumi import`, and detailed diffs. Pulumi.yaml names the plugin. A stack can go over to it, and back.
 */
export * from "./components/native.ts";
export * from "./fronts/dynamic/lookups.ts";
export * from "./fronts/dynamic/native.generated.ts";
export * from "./fronts/dynamic/recordHelpers.ts";
export * as types from "./fronts/dynamic/types.ts";
