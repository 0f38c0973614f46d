/**
 * Resources in inputs, states and import files: their types and identities, and the provider's own data. Pulumi hides keys that
 * begin with two underscores in previews, `--diff` and stack outputs. Programs load this file, so it loads no library.
 */
import type { Captured } from "../../imports/capture.ts";
import type { Properties } from "../../lifecycle/definition.ts";

/** Key under which the SDK keeps the provider's code. */
export const providerKey = "__provider";
/** Key of the provider's own data. */
export const ownKey = "__registrar";
/** Under `ownKey`: names of the arguments that the program marked secret. */
export const secretInputsKey = "secretInputs";
/** Under `ownKey`: the identity, made of parents' types, type and name. The dynamic host sends no URN. `check` removes it. */
export const identityKey = "identity";
/** Under `ownKey` of a state: names the registrar of the run that last wrote the state. */
export const registrarKey = "registrar";
/** Under `ownKey` of the state of rows: when they were last written, in milliseconds since 1970. */
const writtenAtKey = "writtenAt";

const frontKeys: readonly string[] = [ownKey, providerKey, secretInputsKey, identityKey, registrarKey];

/** The provider's own data in inputs or a state. As a string, it is an identity, or what `writtenOwn` makes. */
export function ownOf(properties: Properties): Properties {
  const own = properties[ownKey];
  if (typeof own !== "string") return typeof own === "object" ? { ...own } : {};
  if (own.includes("::")) return { [identityKey]: own };
  const [registrar, writtenAt] = own.split(" ");
  return { [registrarKey]: registrar, [writtenAtKey]: Number(writtenAt) };
}

/** The own data as stored. Most rows have these two values alone, and an engine writes every state for each resource. */
function writtenOwn(own: Properties): Properties | string {
  const { [registrarKey]: registrar, [writtenAtKey]: writtenAt, ...others } = own;
  const isShort = typeof registrar === "string" && typeof writtenAt === "number" && Object.keys(others).length === 0;
  return isShort ? `${registrar} ${writtenAt}` : own;
}

export function markedSecret(properties: Properties): string[] {
  const names = ownOf(properties)[secretInputsKey] ?? properties[secretInputsKey];
  return Array.isArray(names) ? names.map(String) : [];
}

function ownText(properties: Properties, key: string): string | undefined {
  const text = ownOf(properties)[key];
  return typeof text === "string" ? text : undefined;
}

/** The identity, if a class sent it. */
export const identityOf = (properties: Properties) => ownText(properties, identityKey);

/** Names the registrar of the run that last wrote the state, if a run did. */
export const registrarOf = (state: Properties) => ownText(state, registrarKey);

/** Inputs or state as a definition takes them: the provider's own data at the top level, without keys of classes and engine. */
export function plainOf(properties: Properties): Properties {
  const plain: Properties = {};
  for (const [key, value] of Object.entries({ ...properties, ...ownOf(properties) })) {
    if (!frontKeys.includes(key) && value !== undefined && value !== null) plain[key] = value;
  }
  return plain;
}

/** The subpath and its handlers' names are in every state, and never change. */
export const handlers = "pulumi-registrar/provider";

export function dynamicType(type: string): string {
  return `pulumi-nodejs:dynamic/registrar:${type}`;
}

export function pluginType(type: string): string {
  return `registrar:index:${type}`;
}

/** The resource's type from the token of a class or the plugin; `undefined` for tokens of other packages. */
export function typeOfToken(token: unknown): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/registrar|registrar:index):(\w+)$/.exec(String(token))?.[1];
}

/** A URN without stack and project, the same for classes and plugin. */
export function identityIn(urn: string): string {
  return urn.split("::").slice(2).join("::").replaceAll(dynamicType(""), pluginType(""));
}

/** The type of the component `Domain` in every language, so that a stack can change its language. */
export const componentType = "registrar-components:index:Domain";
const zoneOfDomain = new RegExp(`${componentType}\\$registrar:index:DnsZone::(.*)-zone$`, "s");

/** The resource's name in messages: that of the `Domain` for the zone of one, since the `Domain` has its arguments. */
export const nameIn = (identity = ""): string => zoneOfDomain.exec(identity)?.[1] ?? identity.split("::").at(-1) ?? "";
/** The resource's type in messages. */
export const typeIn = (identity: string, type: string): string => (zoneOfDomain.test(identity) ? "Domain" : type);

/** The provider's code in a state. */
export function providerText(handler: string): string {
  return `exports.handler=()=>require("${handlers}").${handler};`;
}

/** Does the program declare the provider? Then its settings win over the environment; otherwise, the environment wins. */
export const isExplicit = (name: string): boolean => !name.startsWith("default");

/** Key by which the engine marks special objects, such as secrets. Its value is the kind of object. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

export const secret = (value: unknown): Properties => ({ [signatureKey]: secretSignature, value });

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Converts properties to plain JSON. On `undefined`, the dynamic host would fail after the registrar was changed. */
export const cleanJson = (properties: object): Record<string, JsonValue> => JSON.parse(JSON.stringify(properties));

/**
 * Inputs or outputs in the form that the engine takes, with the provider's own data under its hidden key.
 * @param open names of arguments and outputs @param from has the names of secret arguments, and the provider's code
 */
export function forEngine(properties: Properties, open: ReadonlySet<string>, from: Properties = {}): Properties {
  const [own, shown]: [Properties, Properties] = [{}, {}];
  for (const [key, value] of Object.entries(properties)) (open.has(key) ? shown : own)[key] = value;
  const secretInputs = markedSecret(from);
  if (secretInputs.length > 0) own[secretInputsKey] = secretInputs;
  const { [providerKey]: code } = from;
  return cleanJson({
    ...shown,
    ...(Object.keys(own).length > 0 && { [ownKey]: writtenOwn(own) }),
    ...(code !== undefined && { [providerKey]: code }),
  });
}

/** A resource of a file for `pulumi import --file`. Since it has `inputs` and `outputs`, the engine imports it without a read. */
export interface ImportRow {
  type: string;
  name: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** @param open names of its arguments and outputs @param handler its name in `provider.ts`, such as `dnsRecord` */
export function importRow(
  type: string,
  open: ReadonlySet<string>,
  { handler, name, id, args, state }: Captured & { handler: string; name: string },
): ImportRow {
  const code = { [providerKey]: providerText(handler) };
  return {
    ...{ type: dynamicType(type), name, id },
    inputs: forEngine(args, open, code),
    outputs: forEngine(state, open, code),
  };
}

/** Converts a row of the classes to one of the plugin, which has another type and no provider's code. */
export function pluginRow({ type, inputs, ...row }: ImportRow): ImportRow {
  const { [providerKey]: _, ...given } = inputs;
  return { ...row, type: pluginType(typeOfToken(type) ?? type), inputs: given };
}
