/** Functions of programs: schemas of arguments and result, and the work. Lookups read the registrar; helpers only compute. */
import * as z from "zod";
import {
  type Api,
  type Configuration,
  createClient,
  type EndpointName,
  IncompleteListError,
  type Listing,
} from "../api/index.ts";
import { ifValid, normaliseDomain, normaliseHost } from "../dns/index.ts";
import type { LookupTypes } from "./types.generated.ts";

export type FunctionName = keyof LookupTypes;

export interface Services {
  readonly api: Api;
  warn(message: string): void;
}

export interface FunctionOf<N extends FunctionName> {
  readonly summary: string;
  /** The registrar's operations that it calls. Default: none. */
  readonly endpoints?: readonly EndpointName[];
  /** Is the result personal data? */
  readonly isSecret?: true;
  /** Members of a secret result that aren't personal. */
  readonly open?: readonly string[];
  readonly args: z.ZodType<LookupTypes[N]["args"]>;
  readonly result: z.ZodType;
  /** @param args were checked */
  run(args: LookupTypes[N]["args"], services: Services): LookupTypes[N]["result"] | Promise<LookupTypes[N]["result"]>;
}

/** By name, as programs call them. */
export type Functions<Name extends FunctionName> = { readonly [N in Name]: FunctionOf<N> };

export const lookupClient = (configuration: Configuration): Api => createClient({ ...configuration, readOnly: true });

/** Arguments. Refuses others: some languages don't check them, and a misspelled filter would filter nothing. */
export const takes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `${issue.keys[0]?.slice(0, 80)} is not an argument; it takes ${Object.keys(shape).join(", ")}`
        : undefined,
  });

/** Members that may be missing. */
export const maybe = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape;

/** A type with a name in every language. */
export const named = <Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).meta({ id, description });

export const text = (description: string) => z.string().describe(description);
export const flag = (description: string) => z.boolean().describe(description);
export const amount = (description: string) => z.number().describe(description);
export const integer = (description: string) => z.int().describe(description);
export const list = <S extends z.ZodType>(element: S, description: string) => z.array(element).describe(description);

/** An argument that must not be empty. */
export function filled(description: string) {
  const error = "must be a non-empty string";
  return z.string({ error }).regex(/\S/, { error }).describe(description);
}

export const tldOf = (written: string) => written.trim().toLowerCase().replace(/^\./, "");

/** An argument with TLDs or other words, in capitals or lower case. */
export const words = (description: string) =>
  z.array(z.string().transform(tldOf), { error: "must be a list of strings" }).optional().describe(description);

/** An argument with a whole number. */
export function between(least: number, most: number, description: string) {
  const error = `must be a whole number from ${least} ${most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`}`;
  return z.int({ error }).min(least, { error }).max(most, { error }).optional().describe(description);
}

/** An argument with a domain, in A-labels. */
export const domainArgument = z
  .string({ error: "must be a non-empty string" })
  .transform(normaliseDomain)
  .describe("Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels.");
export const ofDomain = takes({ domain: domainArgument });
export const domainAsked = text("The domain that was asked for, in A-labels.");

/** The rows of a list proven complete: with a part, a program could delete the missing ones. @throws IncompleteListError */
export function proven<T>(operation: EndpointName, domain: string | undefined, listing: Listing<T>): T[] {
  if (listing.proof.complete) return listing.rows;
  throw new IncompleteListError("whether these are all rows", operation, domain, listing.proof);
}

/** A domain or host name as the registrar writes it, in A-labels if it is valid. */
export const hostName = (written: string) => ifValid(() => normaliseHost(written)) ?? written.toLowerCase();

type Camel<T extends string> = T extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : T;

/** Fields under the names of programs (`unit_price` is `unitPrice`), without absent ones. */
export function renamed<Wire extends object, const Key extends keyof Wire & string>(
  wire: Wire,
  ...keys: readonly Key[]
): { [K in Key as Camel<K>]?: Exclude<Wire[K], undefined> } {
  const given = keys.filter((key) => wire[key] !== undefined);
  const entries = given.map((key) => [key.replace(/_(.)/g, (_, first: string) => first.toUpperCase()), wire[key]]);
  // Each value keeps its type; the compiler can't follow the new names.
  return Object.fromEntries(entries) as { [K in Key as Camel<K>]?: Exclude<Wire[K], undefined> };
}
