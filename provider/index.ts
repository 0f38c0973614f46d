/**
 * Domains as code: resources (DNS records, URL forwards, nameservers, registrations, ...) and lookups (domains, prices,
 * records, ...) for Pulumi programs. Importing this loads neither the HTTP client nor the schemas: the first lookup loads
 * them, and for resources the provider host does, in its own process.
 */
export type { DomainArgs, DomainParts } from "./components/domain.ts";
export { Domain } from "./components/domain.ts";
export * from "./fronts/dynamic/classes.generated.ts";
export * from "./fronts/dynamic/explicitProvider.generated.ts";
export * from "./fronts/dynamic/lookups.ts";
export * from "./fronts/dynamic/recordHelpers.ts";
export * as types from "./fronts/dynamic/types.ts";
