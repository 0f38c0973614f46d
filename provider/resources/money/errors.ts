/** Why nothing was ordered. Each is certain: it is thrown before anything that costs money is sent. */
import { type ErrorFacts, RegistrarError } from "../../api/index.ts";

/** The API does not say the currency. */
export const currencyNote = "in the account's currency, fees and tax included";

/** Base of what was refused before the order. */
export class MoneyRefusedError extends RegistrarError {
  /** The argument that decides. */
  readonly property: string;

  constructor(property: string, facts: ErrorFacts) {
    super(facts);
    this.property = property;
  }

  /** What happened and what to do, without the operation, for a failed check. */
  get reason(): string {
    return `${this.what}. ${this.advice}`;
  }
}

/** The registrar does not sell the name. */
export class DomainUnavailableError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_UNAVAILABLE";
}

/** The price is above what the program consents to. */
export class TooDearError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_TOO_DEAR";
}

/** The program names no highest price. */
export class NoConsentError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_NO_CONSENT";
}

/** A premium name, and the program does not say that this is meant. */
export class PremiumError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_PREMIUM";
}

/** The registrar does not say what the whole order costs. */
export class PriceUnknownError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_PRICE_UNKNOWN";
}

/** Something about the domain forbids the order at this moment. */
export class OrderRefusedError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_NOT_ORDERED";
}

/** The note of an order on this machine cannot be read, so that it is not known whether something was ordered. */
export class OrderNoteError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_ORDER_NOTE";
}

/** What left the account for good is not ordered. */
export function formerRefused(domain: string): OrderRefusedError {
  return new OrderRefusedError("domain", {
    domain,
    what: `${domain} is listed in registrar:formerDomains as a domain that has left the account for good`,
    advice: "Nothing was ordered. Remove the resource from the program, or the domain from registrar:formerDomains.",
  });
}
