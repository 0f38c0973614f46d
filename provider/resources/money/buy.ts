/** Buying a domain: availability and price directly before, one order, and a look whether it arrived. */
import { PartialFailure } from "../definition.ts";
import type { Run } from "../run.ts";
import { Amount } from "./amount.ts";
import { requireConsent } from "./consent.ts";
import { detailsOf, shown } from "./domains.ts";
import { currencyNote, DomainUnavailableError } from "./errors.ts";
import { forgetOrder, type Order } from "./journal.ts";
import { yearsText } from "./moments.ts";
import { paidFor, sendOrder, verifyText } from "./orders.ts";
import { noQuote, offerOf, type Price, transferHint } from "./prices.ts";
import type { RegistrationState } from "./registrationArguments.ts";

export interface Purchase {
  domain: string;
  years: number;
  maxPrice: number | undefined;
  acceptPremium: boolean | undefined;
}

/**
 * The price, if the registrar sells the name at one that the program consents to. Nothing is ordered.
 * @param isKnown is the highest price known? In a preview it may not be
 * @throws MoneyRefusedError
 */
export async function consentedPrice(
  { domain, years, maxPrice, acceptPremium }: Purchase,
  run: Run,
  isKnown = true,
): Promise<Price> {
  const offer = await offerOf(domain, years, run);
  if (!offer.isAvailable) throw await unavailable(domain, offer.status, maxPrice, run);
  if ("problem" in offer.price) throw noQuote(domain, years, offer.price.problem);
  if (isKnown) {
    requireConsent(offer.price, {
      verb: "registering",
      domain,
      argument: "maxPrice",
      most: maxPrice,
      premium: acceptPremium === true,
    });
  }
  return offer.price;
}

async function unavailable(domain: string, status: string, maxPrice: number | undefined, run: Run) {
  const hint = await transferHint(domain, run);
  const most = Amount.bound(maxPrice);
  const bound = most === undefined ? "" : `; \`maxPrice\` is ${most}`;
  const price = hint === undefined ? "" : ` (an inbound transfer under this TLD is listed at ${hint}${bound})`;
  return new DomainUnavailableError("domain", {
    operation: "domains.check",
    domain,
    what: `${domain} cannot be registered: the registrar reports "${status.slice(0, 100)}"${price}`,
    advice:
      "Nothing was ordered. If you hold the domain at another registrar, declare a DomainTransfer. If another account at this registrar holds it, use that account's token.",
  });
}

/**
 * Orders a registration, once.
 * @param state what it begins with; @param next where the order is noted
 * @returns the state of the domain that was bought
 */
export async function buyDomain(
  purchase: Purchase,
  state: RegistrationState,
  next: string,
  run: Run,
): Promise<RegistrationState> {
  const { domain, years } = purchase;
  const { total, isPremium } = await consentedPrice(purchase, run);
  const order: Order = {
    kind: "registration",
    domain,
    years,
    total: total.toNumber(),
    at: new Date(run.now()).toISOString(),
  };
  const sent = await sendOrder(order, next, run, {
    look: () => shown(domain, run),
    send: () => run.api.domains.register({ body: { domain_name: domain, registration_length: years } }),
  });
  if ("meanwhile" in sent) {
    run.say(
      `${domain} is in the account now, because somebody else bought it. The domain is taken over, and nothing was ordered.`,
    );
    return { ...state, ...detailsOf(sent.meanwhile) };
  }
  const live = await run.looks.patiently(() => run.api.domains.get({ domain }));
  const paid = "answer" in sent ? paidFor(sent.answer, total) : undefined;
  const bought: RegistrationState = {
    ...state,
    ...(paid !== undefined && { pricePaid: paid.toNumber() }),
    ...(isPremium !== false && { isPremium: true }),
  };
  if (live !== undefined) {
    forgetOrder("registration", domain, run);
    run.say(`Bought ${domain} for ${paid ?? `${total} or less`} for ${yearsText(years)} (${currencyNote}).`);
    return { ...bought, ...detailsOf(live) };
  }
  const doubt = "doubt" in sent ? sent.doubt : "accepted";
  throw new PartialFailure(
    domain,
    { ...bought, status: "unverified", unverifiedOrder: order },
    verifyText(order, "rebuy", run, doubt),
  );
}
