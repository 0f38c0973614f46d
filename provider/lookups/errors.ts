/** What can be wrong with a lookup beyond what the client says. */
import { type OperationName, RegistrarError } from "../api/index.ts";

/** The arguments of a lookup are wrong; nothing was sent. */
export class InvalidLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_LOOKUP";

  constructor(lookup: string, what: string) {
    super({ what: `${lookup}: ${what}`, advice: "Nothing was sent. Correct the arguments." });
  }
}

/** A list could not be read whole. What a program makes of a list that is cut off would be wrong. */
export class IncompleteLookupError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INCOMPLETE_LIST";

  constructor(operation: OperationName, domain: string | undefined, why: string) {
    super({
      operation,
      domain,
      what: `the list could not be read whole (${why}), and a part of it would be taken for all`,
      advice: `Tell the program how this registrar pages "${operation}" in a contract file (REGISTRAR_CONTRACT, key \`paging\`).`,
    });
  }
}

/** The rows of a list that was read whole. @throws IncompleteLookupError */
export function whole<T>(
  operation: OperationName,
  domain: string | undefined,
  listing: { rows: T[]; complete: boolean; incomplete?: string | undefined },
): T[] {
  if (listing.complete) return listing.rows;
  throw new IncompleteLookupError(operation, domain, listing.incomplete ?? "it looks cut off");
}
