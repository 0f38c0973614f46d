/** Arguments and outputs that resources share: how they are read, checked by a schema, reported, and compared with a state. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
// The namespace `z.core` would bring all translations of zod into the bundle.
import { toDotPath } from "zod/v4/core";
import { isObject } from "../api/index.ts";
import {
  checks,
  type Finding,
  fullName,
  ifValid,
  invalidity,
  nearest,
  normaliseDomain,
  normaliseHost,
  recordOwner,
  showText,
} from "../dns/index.ts";
import type { Change, CheckContext, CheckFailure, Properties, Resource } from "./definition.ts";
import { areRecordsSecret, isSecretArgument } from "./redactionScope.ts";

/** Adds an issue for a name that isn't valid. */
const checkName =
  (what: string) =>
  (name: string, context: z.RefinementCtx): void => {
    const problem = invalidity(() => normaliseDomain(name));
    if (problem !== undefined) context.addIssue(`must be ${what}: ${problem}`);
  };

export const domainArgument = z
  .string()
  .superRefine(checkName("a full domain name such as `example.com`"))
  .describe("Domain name, such as `example.com`; may be internationalised. A change replaces the resource.");

const twoNames = "must name at least 2 different nameservers (RFC 1034 4.1)";
export const nameserversArgument = z
  .array(z.string().superRefine(checkName("a full host name such as `ns1.example.net`")))
  .min(2, { message: twoNames })
  .max(13, { message: "must name at most 13 nameservers, as registries accept them" })
  .refine((names) => canonicalHosts(names).length >= 2, { message: twoNames });

/** A set of host names as one comparable list. */
export const canonicalHosts = (names: readonly string[] = []): string[] =>
  [...new Set(names.map((name) => ifValid(() => normaliseHost(name)) ?? name.toLowerCase()))].sort();

/** The contacts of a domain, by role. */
export const contactRoles = (byDefault: string) => {
  const handle = (role: string) =>
    z
      .string()
      .regex(/^[^\s@]+$/, { message: "must be a contact's handle, such as `CONTACT_1-67890`" })
      .optional()
      .describe(`Handle of the ${role}. ${byDefault}`);
  return {
    registrant: handle(
      "registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail",
    ),
    admin: handle("administrative contact"),
    tech: handle("technical contact"),
    billing: handle("billing contact"),
  };
};

export const skipChecksArgument = z.array(z.string()).optional().meta({
  description: "IDs of checks to switch off for this resource (see the page on checks). Default: none.",
  tsType: "pulumi.Input<pulumi.Input<CheckId>[]>",
});

export const fqdnOutput = {
  fqdn: z
    .string()
    .describe(
      "Full owner name, such as `www.example.com`: A-labels, lower case, no trailing dot. An SRV's includes service " +
        "and protocol.",
    ),
};

/** Arguments of which the output `fqdn` is made: it is known if they are, and secret if one is. */
export const fqdnParts = ["domain", "type", "name", "service", "protocol"] as const;

/** The output `fqdn` of a record or a set; `undefined` if the arguments aren't valid. */
export const fqdnOf = ({ type, name, service, protocol, ...args }: Properties): string | undefined =>
  typeof name === "string" && typeof type === "string"
    ? ifValid(() => fullName(recordOwner({ type, name, service, protocol }, domainOf(args)), domainOf(args)))
    : undefined;

/** Checks arguments by their schema, one by one, since some aren't known in a preview. @param given without filled-in ones */
export function checkShape(
  resource: Resource,
  args: Properties,
  known: (key: string) => boolean,
  given = args,
): CheckFailure[] {
  const schema = resource.schemaFor(args);
  if ("reason" in schema) return known(schema.property ?? "") ? [schema] : [];
  const { shape } = schema;
  const names = Object.keys(shape);
  const type = resource.type === "DnsRecord" ? args["type"] : undefined;
  const subject = typeof type === "string" ? `a ${resource.type} of type ${type}` : `a ${resource.type}`;
  const failures: CheckFailure[] = Object.keys(given)
    .filter((property) => !(property in shape))
    .map((property) => ({
      property,
      reason: `is not an argument of ${subject}${nearest(property, names, 2)}; it takes ${names.join(", ")}`,
    }));
  for (const [property, schema] of Object.entries(shape)) {
    const value = args[property];
    const { error } = schema.safeParse(value, { error: wordsOf, reportInput: true });
    const isKnown = ({ path: [part] }: z.core.$ZodIssue): boolean =>
      known(property) || (isObject(value) && part !== undefined && !hasUnknown(value[String(part)]));
    // The first reason of a known part says what to do. A misspelled key leaves another one missing.
    const reasons: z.core.$ZodIssue[] = error?.issues.filter(isKnown) ?? [];
    const first = reasons.find((issue) => issue.code === "unrecognized_keys") ?? reasons[0];
    if (first === undefined) continue;
    const isShown = !isSecretArgument(property) && resource.personal?.includes(property) !== true;
    // A zone file writes a priority and a host in one string.
    const missing = `is missing; ${subject} needs it${property === "priority" ? ", and the host without it" : ""}`;
    const said = `${toDotPath(first.path)} ${misquoted(first, isShown) ?? first.message}`;
    failures.push({ property, reason: args[property] === undefined ? missing : said.trimStart() });
  }
  return failures;
}

/** Makes a function that reads properties by type alone. It leaves out `null` and values of another type. */
export function reader<Shape extends z.ZodRawShape>(
  shape: Shape,
): (bag: Properties) => Partial<z.output<z.ZodObject<Shape>>> {
  return (bag) => {
    const read: Properties = {};
    for (const [name, type] of Object.entries(shape)) {
      const value = bag[name] ?? undefined;
      if (value !== undefined && isOfType(value, type)) read[name] = value;
    }
    // Each property has its schema's type, which the compiler can't follow through names.
    return read as Partial<z.output<z.ZodObject<Shape>>>;
  };
}

/** Does a value fit its schema, apart from rules beyond types? */
function isOfType(value: unknown, schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isOfType(value, schema.unwrap());
  // A part of a map may not be known yet.
  if (schema instanceof z.ZodRecord) return isObject(value);
  const ofTypes = ["invalid_type", "invalid_value", "invalid_union"];
  return z.safeParse(schema, value).error?.issues.every(({ code }) => !ofTypes.includes(code)) ?? true;
}

/** Says in words why a schema refuses a value. A schema's own messages win. */
const wordsOf: z.core.$ZodErrorMap = (refused) => {
  if (refused.input === undefined) return "is missing";
  if (refused.code === "invalid_type") return `must be ${typeNames[refused.expected] ?? "a map"}`;
  if (refused.code === "invalid_value")
    return `must be ${refused.values.map((each) => JSON.stringify(each)).join(" or ")}`;
  if (refused.code === "unrecognized_keys") return `has no key ${showText(String(refused.keys[0]))}`;
  if (refused.code === "too_small") return `must be at least ${refused.minimum}`;
  if (refused.code === "too_big") return `must be at most ${refused.maximum}`;
  return "is not a value that this argument takes";
};

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
};

/**
 * Says how to write a value that its quotes, or the lack of them, give another type: a habit of YAML and JSON.
 * @param isShown may a message show the value?
 */
function misquoted(refused: z.core.$ZodIssue, isShown: boolean): string | undefined {
  const { input: value } = refused;
  if (refused.code !== "invalid_type" || value === undefined) return undefined;
  const { expected } = refused;
  if (expected === "string" && typeof value !== "object")
    return `must be a string: write ${isShown ? `"${value}"` : "it"} in quotes`;
  if (!isShown || typeof value !== "string") return undefined;
  if (expected === "array") return `must be a list: write [${showText(value)}]`;
  const isMeant = expected === "boolean" ? /^(?:true|false)$/ : /^-?\d{1,15}$/;
  const isOfType = ["boolean", "int", "number"].includes(expected) && isMeant.test(value);
  return isOfType ? `got the string ${showText(value)}: write ${value}` : undefined;
}

/** Strict findings that aren't switched off. Best-practice findings are logged as warnings. */
export function failuresOf(
  findings: readonly Finding[],
  { skipChecks, advise }: Pick<CheckContext, "skipChecks" | "advise">,
): CheckFailure[] {
  return findings.flatMap(({ check, set, property, reason, reference }): CheckFailure[] => {
    if (skipChecks.includes(check)) return [];
    const isSecret = areRecordsSecret() || (property !== undefined && isSecretArgument(property));
    // A reason may quote the value. The rule of the check doesn't.
    const rule = checks().find(({ id }) => id === check)?.description ?? "is not valid";
    const text = `${isSecret ? rule : reason} [${check}, ${reference}]`;
    if (set === "strict") return [{ ...(property !== undefined && { property }), check, reason: text }];
    advise(check, property === undefined ? text : `${property}: ${text}`);
    return [];
  });
}

/** The domain of arguments or a state, in canonical form. @throws InvalidNameError */
export function domainOf({ domain }: { domain?: unknown }): string {
  return normaliseDomain(String(domain));
}

/** Do two strings name the same domain, in any spelling? */
export function sameDomain(a: unknown, b: unknown): boolean {
  const meaning = (domain: unknown) => ifValid(() => normaliseDomain(String(domain))) ?? domain;
  return meaning(a) === meaning(b);
}

/** Are both equal, apart from these arguments? */
export function isSameBut(names: readonly string[], args: Properties, previous: Properties): boolean {
  const rest = (bag: Properties) => Object.fromEntries(Object.entries(bag).filter(([name]) => !names.includes(name)));
  return isDeepStrictEqual(rest(args), rest(previous));
}

/** The properties of these names that have a value. */
export function pick<T extends object>(properties: T, keys: readonly string[]): Partial<T> {
  const picked: Partial<T> = {};
  for (const key in properties) if (keys.includes(key) && properties[key] !== undefined) picked[key] = properties[key];
  return picked;
}

/** Names of the arguments that the program manages: those that it gives, without those that control the provider. */
export function managedKeys(args: Properties, controls: readonly string[]): string[] {
  return Object.keys(args)
    .filter((key) => args[key] !== undefined && !controls.includes(key))
    .sort();
}

/** The engine's placeholder for an unknown value of any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Is a value, or a part of it, unknown? */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/** The names in the form of a state: one short string, so that a resource shown in full stays readable. */
export const managedText = (keys: readonly string[]): string => keys.join(" ");

/** The arguments that a state lists as managed by the program. */
export function managedIn(state: Properties): string[] {
  const { managed } = state;
  return typeof managed === "string" ? managed.split(" ") : [];
}

/** The managed arguments with the state's values. A state without the list has no other arguments. */
export const managedArgs = (state: Properties): Properties =>
  typeof state["managed"] === "string" ? pick(state, managedIn(state)) : state;

/** How a state is compared with arguments. */
export interface Comparison {
  /** Arguments that control the provider, and aren't compared. */
  readonly controls: readonly string[];
  /** Arguments that can't change in place. Default: none. */
  readonly replaces?: readonly string[];
  /** Controls that the state keeps: a change of one is an update. Default: none. */
  readonly kept?: readonly string[];
  /** Given arguments that aren't known yet: each may differ. */
  readonly unread?: readonly string[] | undefined;
  /** Do two values of an argument mean the same? */
  same(key: string, old: unknown, wanted: unknown): boolean;
}

/** Compares a state with the program's arguments. @param state lists the managed arguments, or has no others */
export function diffArgs(state: Properties, args: Properties, how: Comparison): Change[] {
  const { controls, replaces = [], kept = [], unread = [], same } = how;
  const old = managedArgs(state);
  const awaited = unread.filter((key) => !controls.includes(key));
  const keys = [...new Set([...Object.keys(old), ...managedKeys(args, controls), ...awaited])].sort();
  const steered = kept.filter((key) => unread.includes(key) || !isDeepStrictEqual(state[key], args[key]));
  const changes = keys.flatMap((key): Change[] => {
    const isAwaited = awaited.includes(key);
    // From now on, or no longer, managed by the program.
    if (!(key in old) || (args[key] === undefined && !isAwaited)) return [{ path: key, kind: "update" }];
    if (!isAwaited && same(key, old[key], args[key])) return [];
    return [{ path: key, kind: replaces.includes(key) ? "replace" : "update" }];
  });
  return [...changes, ...steered.map((path): Change => ({ path, kind: "update" }))];
}
