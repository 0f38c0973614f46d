/** Buying a domain: availability and price directly before, one order, and a look whether it arrived. */
import { PartialFailure, type Properties } from "../definition.ts";
import type { Session } from "../session.ts";
import { requireConsent } from "./consent.ts";
import { detailsOf } from "./domains.ts";
import { amount, DomainUnavailableError } from "./errors.ts";
import { forgetOrder, type Order } from "./journal.ts";
import { lookUntil, sendOrder, verifyText } from "./orders.ts";
import { noTotal, offerOf, type Price, transferHint } from "./prices.ts";

export interface Purchase {
  domain: string;
  years: number;
  maxPrice: unknown;
  acceptPremium: unknown;
}

/**
 * The price, if the registrar sells the name at one that the program consents to. Nothing is ordered.
 * @param isKnown is the highest price known? In a preview it may not be
 * @throws MoneyRefusedError
 */
export async function consentedPrice(
  { domain, years, maxPrice, acceptPremium }: Purchase,
  session: Session,
  isKnown = true,
): Promise<Price> {
  const offer = await offerOf(domain, years, session);
  if (!offer.isAvailable) throw await unavailable(domain, offer.status, maxPrice, session);
  if (offer.price === undefined) throw noTotal(domain, years);
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

async function unavailable(domain: string, status: string, maxPrice: unknown, session: Session) {
  const hint = await transferHint(domain, session);
  const bound = typeof maxPrice === "number" ? `; \`maxPrice\` is ${amount(maxPrice)}` : "";
  const price = hint === undefined ? "" : ` (an inbound transfer under this TLD is listed at ${hint}${bound})`;
  return new DomainUnavailableError("domain", {
    operation: "domains.check",
    domain,
    what: `${domain} cannot be registered: the registrar says "${status.slice(0, 100)}"${price}`,
    advice:
      "Nothing was ordered. If it is yours at another registrar, declare a DomainTransfer; if it is in another account of this registrar, use that account's token.",
  });
}

/**
 * Orders a registration, once.
 * @param facts what the state knows beside the arguments; @param stateOf makes a state of such facts
 * @returns the facts of the domain that was bought
 */
export async function buyDomain(
  purchase: Purchase,
  facts: Properties,
  stateOf: (facts: Properties) => Properties,
  session: Session,
): Promise<Properties> {
  const { domain, years } = purchase;
  const price = await consentedPrice(purchase, session);
  const order: Order = {
    kind: "registration",
    domain,
    years,
    total: price.total,
    at: new Date(session.now()).toISOString(),
  };
  const sent = await sendOrder(order, session, () =>
    session.api.domains.register({ body: { domain_name: domain, registration_length: years } }),
  );
  const live = await lookUntil(session, () => session.api.domains.get({ domain }));
  const paid = "answer" in sent ? (sent.answer.price_breakdown?.total ?? price.total) : undefined;
  const bought = {
    ...facts,
    ...(paid !== undefined && { pricePaid: paid }),
    ...(price.isPremium && { isPremium: true }),
  };
  if (live !== undefined) {
    forgetOrder("registration", domain, session);
    return { ...bought, ...detailsOf(live) };
  }
  const doubt = "doubt" in sent ? sent.doubt : "accepted";
  throw new PartialFailure(
    domain,
    stateOf({ ...bought, status: "unverified", unverifiedOrder: order }),
    verifyText(order, "rebuy", session, doubt),
  );
}
