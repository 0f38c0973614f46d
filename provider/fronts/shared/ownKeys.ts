/**
 * The names by which Pulumi knows resources of this package and what the provider keeps for itself: under one key of inputs and state.
 * Pulumi shows no key that begins with two underscores: neither in a preview or `--diff`, nor in stack outputs.
 */
import { type Properties, pick } from "../../lifecycle/definition.ts";

/** Key under which the SDK keeps the provider's code. */
export const providerKey = "__provider";
/** Key of what only the provider needs. */
export const ownKey = "__registrar";
/** Under `ownKey`: names of the arguments that the program marked secret. */
export const secretInputsKey = "secretInputs";
/**
 * Under `ownKey`: the types of the resource's parents, its own, and its name. The dynamic host does not say whose check it is. The
 * check removes it.
 */
export const identityKey = "identity";
/** Under `ownKey`: the records of a zone are texts (recordTexts.ts), which only the classes may send. */
export const textsKey = "texts";

const frontKeys: readonly string[] = [ownKey, providerKey];

/** Inputs or state as the definitions know them: with the provider's own beside the rest. */
export function unpacked(properties: Properties): Properties {
  const known: Properties = {};
  for (const key of Object.keys(properties)) {
    const value = properties[key];
    if (!frontKeys.includes(key) && isThere(value)) known[key] = value;
  }
  for (const [key, value] of Object.entries(ownOf(properties))) if (isThere(value)) known[key] = value;
  return known;
}

const isThere = (value: unknown) => value !== undefined && value !== null;

function ownOf(properties: Properties): object {
  const own = properties[ownKey];
  return typeof own === "object" && own !== null ? own : {};
}

export function markedSecret(properties: Properties): string[] {
  const names: unknown = Reflect.get(ownOf(properties), secretInputsKey) ?? properties[secretInputsKey];
  return Array.isArray(names) ? names.map(String) : [];
}

/** The identity that the class sent; `undefined` where no class did. */
export function identityOf(properties: Properties): string | undefined {
  const identity: unknown = Reflect.get(ownOf(properties), identityKey);
  return typeof identity === "string" ? identity : undefined;
}

export const areTexts = (properties: Properties): boolean => Reflect.get(ownOf(properties), textsKey) === true;

/** Marks that only a class sends. */
export const classMarks = (properties: Properties) => pick(unpacked(properties), [secretInputsKey, textsKey]);

/** All but that. */
export function plainOf(properties: Properties): Properties {
  const { [secretInputsKey]: _names, [textsKey]: _texts, [identityKey]: _identity, ...plain } = unpacked(properties);
  return plain;
}

/**
 * The other way round: what is neither an argument nor an output goes under the key that nobody is shown.
 * @param open names of the properties that people may see
 */
export function packed(properties: Properties, open: ReadonlySet<string>): Properties {
  const own: Properties = {};
  const shown: Properties = {};
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) (open.has(key) ? shown : own)[key] = value;
  }
  return Object.keys(own).length === 0 ? shown : { ...shown, [ownKey]: own };
}

/** The subpath and the names of its handlers are in every state: they never change. */
export const handlers = "pulumi-registrar/provider";

export function dynamicType(type: string): string {
  return `pulumi-nodejs:dynamic/registrar:${type}`;
}

export function nativeType(type: string): string {
  return `registrar:index:${type}`;
}

/** The resource's type by the token of either front; `undefined` for resources of others. */
export function typeOfToken(token: unknown): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/registrar|registrar:index):(\w+)$/.exec(String(token))?.[1];
}

/** A URN without stack and project, the same on both fronts: the types of the parents, the resource's own, and its name. */
export function identityIn(urn: string): string {
  return urn.split("::").slice(2).join("::").replaceAll(dynamicType(""), nativeType(""));
}

/** The resource's name in the program, which an identity ends with. */
export const nameIn = (identity = ""): string => identity.split("::").at(-1) ?? "";

/** The provider's code as the state keeps it. */
export function providerText(handler: string): string {
  return `exports.handler=()=>require("${handlers}").${handler};`;
}

/**
 * Settings of a provider that the program declares win over the environment, which may be for another account. Those of the default provider
 * are the stack's, and the environment wins.
 */
export const isExplicit = (name: string): boolean => !name.startsWith("default");

/** The engine's sign for a value that is not known yet, for any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Is a value, or any part of it, not known yet? */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/** Marks an object as something else than plain data; the values say as what. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

export const secret = (value: unknown): Properties => ({ [signatureKey]: secretSignature, value });

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * Plain JSON: what the host can carry. It fails after the work was done if it meets `undefined`, so everything passes
 * through here before a call counts as done.
 */
export function cleanJson(properties: object): Record<string, JsonValue> {
  return JSON.parse(
    JSON.stringify(properties, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
}
