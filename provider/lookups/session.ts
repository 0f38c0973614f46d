/** Shared by the lookups: their client, reading of arguments, and errors beyond the client's. */
import {
  type Api,
  type Configuration,
  createClient,
  type EndpointName,
  IncompleteListError,
  type Listing,
  RegistrarError,
  UnexpectedShapeError,
} from "../api/index.ts";
import { InvalidNameError, ifValid, longestIn, normaliseDomain, normaliseHost } from "../dns/index.ts";

/** A client that only reads, and asks the same question once. */
export type Lookups = Api;

export function lookupClient(configuration: Configuration): Api {
  return createClient({ ...configuration, readOnly: true });
}

/** The arguments of a lookup are wrong. Nothing was sent. */
export class InvalidLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_INPUT";

  constructor(lookup: string, what: string) {
    super({ what: `${lookup}: ${what}`, advice: "Nothing was sent. Correct the arguments." });
  }
}

const maxBytes = 8_192;

/** Refuses strings that no argument may hold, before anything looks into them. @throws InvalidLookupError */
export function assertLength(lookup: string, args: object): void {
  const bytes = longestIn(args);
  if (bytes > maxBytes)
    throw new InvalidLookupError(lookup, `a string has ${bytes} bytes, and may have at most ${maxBytes}`);
}

export const lacking = (operation: EndpointName, domain: string | undefined, what: string): UnexpectedShapeError =>
  new UnexpectedShapeError({
    operation,
    domain,
    what,
    advice: `If its key is different, set it in a contract file (\`registrar:contractFile\`, \`${operation}\`, \`fields\`).`,
  });

/** The rows of a list that is proven complete: what a program makes of a part of it could delete what it does not see. @throws IncompleteListError */
export function whole<T>(operation: EndpointName, domain: string | undefined, listing: Listing<T>): T[] {
  if (listing.complete) return listing.rows;
  throw new IncompleteListError("whether these are all items", operation, domain, listing);
}

/** A domain as a program wrote it, in A-labels. @throws InvalidLookupError */
export function domainIn(lookup: string, written: unknown): string {
  try {
    return normaliseDomain(textIn(lookup, "domain", written));
  } catch (error) {
    if (error instanceof InvalidNameError) throw new InvalidLookupError(lookup, `domain: ${error.message}`);
    throw error;
  }
}

/** A text that a program has to give. @throws InvalidLookupError */
export function textIn(lookup: string, argument: string, written: unknown): string {
  if (typeof written === "string" && written.trim() !== "") return written;
  throw new InvalidLookupError(lookup, `${argument} must be a non-empty string`);
}

/** Texts in lower case; `undefined` if none were given. @throws InvalidLookupError */
export function wordsIn(lookup: string, argument: string, written: string[] | undefined): string[] | undefined {
  if (written === undefined) return undefined;
  if (!Array.isArray(written)) throw new InvalidLookupError(lookup, `${argument} must be a list of strings`);
  return written.map((word) => word.trim().toLowerCase());
}

/** A domain's name as the registrar writes it, in A-labels; what is none stays as it is. */
export const domainName = (written: string) => ifValid(() => normaliseDomain(written)) ?? written.toLowerCase();

/** A host name as the registrar writes it, in A-labels; what is none stays as it is. */
export const hostName = (written: string) => ifValid(() => normaliseHost(written)) ?? written.toLowerCase();

type Camel<T extends string> = T extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : T;

/** These fields under the names that programs use (`unit_price` is `unitPrice`), as far as they are there. */
export function renamed<Wire extends object, const Key extends keyof Wire & string>(
  wire: Wire,
  ...keys: readonly Key[]
): { [K in Key as Camel<K>]?: Exclude<Wire[K], undefined> } {
  const given = keys.filter((key) => wire[key] !== undefined);
  const entries = given.map((key) => [key.replace(/_(.)/g, (_, first: string) => first.toUpperCase()), wire[key]]);
  // Each stands under its own name; the compiler cannot follow that through texts.
  return Object.fromEntries(entries) as { [K in Key as Camel<K>]?: Exclude<Wire[K], undefined> };
}
