/** What lookups take from a program, and names as the registrar writes them. */
import { InvalidNameError, normaliseDomain, normaliseHost } from "../dns/index.ts";
import { InvalidLookupError } from "./errors.ts";

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

/** One text or several, in lower case; `undefined` if none was given. */
export function wordsIn(written: string | string[] | undefined): string[] | undefined {
  if (written === undefined) return undefined;
  return [written].flat().map((word) => word.trim().toLowerCase());
}

/** A domain's name as the registrar writes it, in A-labels; what is none stays as it is. */
export function domainName(written: string): string {
  return nameOr(normaliseDomain, written);
}

/** A host name as the registrar writes it, in A-labels; what is none stays as it is. */
export function hostName(written: string): string {
  return nameOr(normaliseHost, written);
}

function nameOr(normalise: (name: string) => string, written: string): string {
  try {
    return normalise(written);
  } catch (error) {
    if (error instanceof InvalidNameError) return written.toLowerCase();
    throw error;
  }
}
