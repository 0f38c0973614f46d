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

/**
 * The registrar does not sell the name. Nothing was ordered.
 * @remedy Choose another name, or declare a `DomainTransfer` if you own the domain at another registrar.
 */
export class DomainUnavailableError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_UNAVAILABLE";
}

/**
 * The price is above the highest price that the program accepts. Nothing was ordered.
 * @remedy Raise the highest price in the program, if you accept the price that the message names.
 */
export class TooDearError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_TOO_DEAR";
}

/**
 * The program names no highest price. Nothing was ordered.
 * @remedy Set the argument that the message names to the highest price that you accept, with fees and tax.
 */
export class NoConsentError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_NO_CONSENT";
}

/**
 * A premium name, and the program does not say that this is intended. Nothing was ordered.
 * @remedy Set `acceptPremium: true` if you accept it; `maxPrice` applies all the same.
 */
export class PremiumError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_PREMIUM";
}

/**
 * The registrar does not say what the whole order costs. Nothing was ordered.
 * @remedy If the price has another name in the response, declare it in a contract file. Otherwise order in the
 * dashboard; `pulumi up` then takes the domain over.
 */
export class PriceUnknownError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_PRICE_UNKNOWN";
}

/**
 * Something about the domain forbids the order at this moment. Nothing was ordered.
 * @remedy The message says what stands in the way and what to do.
 */
export class OrderRefusedError extends MoneyRefusedError {
  override readonly code = "ERR_REGISTRAR_NOT_ORDERED";
}

/**
 * The note that this machine keeps of an order cannot be read, so it would not be known whether something
 * was ordered.
 * @remedy If another run is in progress, wait for its end. Otherwise look in the dashboard whether the order was placed,
 * then delete the file that the message names, and run `pulumi up` again.
 */
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
