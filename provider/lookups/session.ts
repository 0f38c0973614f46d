/** Shared by the lookups: their client, reading of arguments, and errors. */
import {
  type Api,
  type Configuration,
  createClient,
  type EndpointName,
  IncompleteListError,
  type Listing,
  RegistrarError,
} from "../api/index.ts";
import { InvalidNameError, ifValid, longestIn, normaliseDomain, normaliseHost } from "../dns/index.ts";

export const lookupClient = (configuration: Configuration): Api => createClient({ ...configuration, readOnly: true });

/** The arguments of a lookup aren't valid. Nothing was sent. */
export class InvalidLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_INPUT";

  constructor(lookup: string, what: string) {
    super({ what: `${lookup}: ${what}`, advice: "Nothing was sent. Correct the arguments." });
  }
}

const maxBytes = 8_192;

/** Refuses strings that are too long, before any other check. @throws InvalidLookupError */
export function assertLength(lookup: string, args: object): void {
  const bytes = longestIn(args);
  if (bytes > maxBytes) throw new InvalidLookupError(lookup, `a string has ${bytes} bytes; the limit is ${maxBytes}`);
}

/**
 * The rows of a list that is proven complete: a program that got a part of the rows could delete the missing ones.
 * @throws IncompleteListError
 */
export function proven<T>(operation: EndpointName, domain: string | undefined, listing: Listing<T>): T[] {
  if (listing.proof.complete) return listing.rows;
  throw new IncompleteListError("whether these are all rows", operation, domain, listing.proof);
}

/** The argument `domain`, in A-labels. @throws InvalidLookupError */
export function domainIn(lookup: string, written: unknown): string {
  return nameIn(lookup, "domain", () => normaliseDomain(textIn(lookup, "domain", written)));
}

/** Reads a name. @throws InvalidLookupError if it isn't valid */
export function nameIn(lookup: string, argument: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidNameError) throw new InvalidLookupError(lookup, `${argument}: ${error.message}`);
    throw error;
  }
}

/** An argument that must be a string. @throws InvalidLookupError */
export function textIn(lookup: string, argument: string, written: unknown): string {
  if (typeof written === "string" && written.trim() !== "") return written;
  throw new InvalidLookupError(lookup, `${argument} must be a non-empty string`);
}

/** An argument that may be a list of strings, in lower case. @throws InvalidLookupError */
export function wordsIn(lookup: string, argument: string, written: string[] | undefined): string[] | undefined {
  if (written === undefined) return undefined;
  if (!Array.isArray(written)) throw new InvalidLookupError(lookup, `${argument} must be a list of strings`);
  return written.map((word) => word.trim().toLowerCase());
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
