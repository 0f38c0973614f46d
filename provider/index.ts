/**
 * Resources and lookups of a domain registrar for Pulumi programs. The import loads neither the HTTP client nor the schemas: the
 * first lookup does, and for resources the provider host, in its own process.
 */
export type { DomainArgs } from "./components/domain.ts";
export { Domain } from "./components/domain.ts";
export * from "./fronts/dynamic/both.ts";
export * from "./fronts/dynamic/classes.generated.ts";
export * from "./fronts/dynamic/lookups.generated.ts";
