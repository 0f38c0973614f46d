/** What can be wrong with a lookup beyond what the client says. */
import { type EndpointName, RegistrarError, settling } from "../api/index.ts";

/**
 * The arguments of a lookup are wrong. Nothing was sent.
 * @remedy Correct the arguments that the message names.
 */
export class InvalidLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_LOOKUP";

  constructor(lookup: string, what: string) {
    super({ what: `${lookup}: ${what}`, advice: "Nothing was sent. Correct the arguments." });
  }
}

/**
 * Nothing proves that a list is whole. What a program makes of a part of it would be wrong, and could delete what it
 * does not see any more.
 */
export class IncompleteLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INCOMPLETE_LIST";

  constructor(operation: EndpointName, domain: string | undefined, { incomplete, cut }: Doubt) {
    super({
      operation,
      domain,
      what: `${cut ? "the list could not be read completely" : "nothing proves the list whole"} (${incomplete ?? "it appears to be cut off"}), so items could be missing`,
      advice: settling(operation, cut),
    });
  }
}

interface Doubt {
  incomplete?: string | undefined;
  cut?: boolean | undefined;
}

/** The rows of a list that is proven whole. @throws IncompleteLookupError */
export function whole<T>(
  operation: EndpointName,
  domain: string | undefined,
  listing: Doubt & { rows: T[]; complete: boolean },
): T[] {
  if (listing.complete) return listing.rows;
  throw new IncompleteLookupError(operation, domain, listing);
}
