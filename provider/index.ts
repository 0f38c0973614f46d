/**
 * Domains as code: DNS records, URL forwards, nameservers, contacts and the registrar lock as Pulumi resources.
 * Importing this loads neither the HTTP client nor the schemas; the provider host does that in its own process.
 */
export * from "./pulumi/classes.generated.ts";
