/** URNs and types of resources. */

/** The type of the stack's own resource. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

export function isProviderType(type: string): boolean {
  return type.startsWith("pulumi:providers:");
}

/** `urn:pulumi:STACK::PROJECT::PARENTTYPE$TYPE::NAME`; the stack does not count as a parent. */
export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const qualified = qualifiedType(parent);
  const prefix = qualified === "" || qualified === STACK_TYPE ? "" : `${qualified}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

/** The type after its parents' types, joined by `$`. */
export function qualifiedType(urn: string): string {
  return urn.split("::")[2] ?? "";
}

/** The resource's own type. */
export function typeOf(urn: string): string {
  const qualified = qualifiedType(urn);
  return qualified.slice(qualified.lastIndexOf("$") + 1);
}

export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
