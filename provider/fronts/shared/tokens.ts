/** The names by which Pulumi knows resources of this package: in programs, states and import files. Loads nothing. */

/** The subpath and the names of its handlers are in every state: they never change. */
export const handlers = "pulumi-registrar/provider";

/** The type token of a resource of the dynamic front. */
export function dynamicType(type: string): string {
  return `pulumi-nodejs:dynamic/registrar:${type}`;
}

/** The type token of a resource of the plugin. */
export function nativeType(type: string): string {
  return `registrar:index:${type}`;
}

/** The resource's type by the token of either front; `undefined` for resources of others. */
export function typeOfToken(token: unknown): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/registrar|registrar:index):(\w+)$/.exec(String(token))?.[1];
}

/** What a URN says beside stack and project, the same on both fronts: the types of the parents, the resource's own, and its name. */
export function identityIn(urn: string): string {
  return urn.split("::").slice(2).join("::").replaceAll(dynamicType(""), nativeType(""));
}

/** The provider's code as the state keeps it. */
export function providerText(handler: string): string {
  return `exports.handler=()=>require("${handlers}").${handler};`;
}

/**
 * Settings of a provider that the program declares win over the environment, which may be for another account. Those of the default provider
 * are the stack's, and the environment wins.
 */
export const isExplicit = (name: string): boolean => !name.startsWith("default");
