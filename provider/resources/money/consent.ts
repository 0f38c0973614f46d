/** Whether a program consents to a price. */
import { Amount } from "./amount.ts";
import { currencyNote, NoConsentError, PremiumError, TooDearError } from "./errors.ts";
import { yearsText } from "./moments.ts";
import type { Price } from "./prices.ts";

export interface Consent {
  /** What would be done, such as `registering`. */
  verb: "registering" | "renewing" | "transferring";
  domain: string;
  /** The argument that bounds the price, and its value. */
  argument: "maxPrice" | "maxRenewalPrice";
  most: number | undefined;
  /** May it be a premium name? */
  premium?: boolean;
}

/** @throws MoneyRefusedError unless the whole price is within what the program names */
export function requireConsent(price: Price, { verb, domain, argument, most, premium = true }: Consent): void {
  const whole = `${verb} ${domain}${verb === "transferring" ? "" : ` for ${yearsText(price.years)}`} costs ${price.total}`;
  const bound = Amount.bound(most);
  if (price.isPremium !== false && !premium) {
    const premiumIs = price.isPremium
      ? "is a premium name"
      : "may be a premium name (the registrar does not report whether it is)";
    throw new PremiumError("acceptPremium", {
      domain,
      what: `${domain} ${premiumIs}: ${whole}${bound === undefined ? "" : `, and \`${argument}\` is ${bound}`} (${currencyNote})`,
      advice: `Nothing was ordered. If you intend this, set \`acceptPremium: true\` and a \`${argument}\` that covers the price.`,
    });
  }
  if (bound === undefined) {
    throw new NoConsentError(argument, {
      domain,
      what: `${whole} (${currencyNote}), and the program does not set \`${argument}\``,
      advice: `Nothing was ordered. Set \`${argument}\` to the most that the whole order may cost.`,
    });
  }
  if (!price.total.isAbove(bound)) return;
  throw new TooDearError(argument, {
    domain,
    what: `${whole}, more than the \`${argument}\` of ${bound} (both ${currencyNote}; price from ${price.source})`,
    advice: `Nothing was ordered. Raise \`${argument}\` if you accept this price.`,
  });
}
