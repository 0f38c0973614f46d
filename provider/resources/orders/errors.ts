/** Why nothing was ordered. Each is certain: it is thrown before anything that costs money is sent. */
import { type ErrorFacts, RegistrarError, withCode } from "../../api/index.ts";

/** The API does not say the currency. */
export const currencyNote = "in the account's currency, fees and tax included";

/**
 * Something about the domain, its price or the note of an earlier order forbids the order at this moment. Nothing was ordered.
 * @remedy The message says what stands in the way and what to do. If the price has another name in the registrar's response, declare it in a
 * contract file; or order in the dashboard: `pulumi up` then takes the domain over.
 */
export class OrderRefusedError extends RegistrarError {
  override readonly code: RegistrarError["code"] = "ERR_REGISTRAR_NOT_ORDERED";
  /** The argument that decides. */
  readonly property: string;

  constructor(property: string, facts: ErrorFacts) {
    super(facts);
    this.property = property;
  }

  /** What happened and what to do, without the operation, for a failed check. */
  get reason(): string {
    return withCode(`${this.what}. ${this.advice}`, this.code);
  }
}

/** The price is above what the program accepts, or the program accepts none, or no premium name. */
export class NoConsentError extends OrderRefusedError {
  override readonly code = "ERR_REGISTRAR_CONSENT_NEEDED";
}

/** The note that this machine keeps of an order cannot be read, so it would not be known whether something was ordered. */
export class OrderNoteError extends OrderRefusedError {}

/** What left the account for good is not ordered. */
export function formerRefused(domain: string): OrderRefusedError {
  return new OrderRefusedError("domain", {
    domain,
    what: `${domain} is listed in registrar:formerDomains as a domain that has left the account for good`,
    advice: "Nothing was ordered. Remove the resource from the program, or the domain from registrar:formerDomains.",
  });
}
