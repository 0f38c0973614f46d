/**
 * The same resources and lookups through the plugin, with an account per provider resource, `pulumi import`, and detailed diffs.
 * A stack can switch to the plugin, and back.
 */
export * from "./components/plugin.ts";
export * from "./fronts/dynamic/both.ts";
export * from "./fronts/dynamic/plugin.generated.ts";
export * from "./fronts/dynamic/pluginLookups.generated.ts";
