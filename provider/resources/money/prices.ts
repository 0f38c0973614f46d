/** What an order would cost, read directly before it. The currency is not stated by the API. */
import { randomUUID } from "node:crypto";
import type * as z from "zod";
import {
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  RefusedError,
  UnexpectedShapeError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import { price as priceShape } from "../../api/shapes.ts";
import { sameDomain } from "../arguments.ts";
import type { Session } from "../session.ts";
import { PriceUnknownError } from "./errors.ts";
import { yearsText } from "./moments.ts";

type WirePrice = z.output<typeof priceShape>;

/** The price of a whole order, fees and tax included. */
export interface Price {
  total: number;
  years: number;
  isPremium: boolean;
  /** Where it was read. */
  source: string;
}

export type Offer =
  | { isAvailable: true; price: Price | undefined; isPremium: boolean }
  /** The registrar's word for it, such as `unavailable`. */
  | { isAvailable: false; status: string };

/** Availability and price of a registration. Specification, `GET /registrar/v1/domains/check/{domain_name}`. */
export async function offerOf(domain: string, years: number, session: Session): Promise<Offer> {
  const answer = await session.api.domains.check({ domain, query: { years } });
  if (answer.domain !== undefined && !sameDomain(answer.domain, domain)) {
    throw new UnexpectedShapeError({
      operation: "domains.check",
      domain,
      what: `the answer speaks of ${answer.domain.slice(0, 255)}`,
      advice: "Nothing was ordered. Check registrar:baseUrl.",
    });
  }
  const status = answer.status?.trim().toLowerCase();
  if (status !== "available") return { isAvailable: false, status: status ?? "no status" };
  const { domain_price: found } = answer;
  const isPremium = found?.is_premium === true;
  const total = found && wholeOf(found, years);
  const price = total === undefined ? undefined : { total, years, isPremium, source: "domains.check" };
  return { isAvailable: true, price, isPremium };
}

/** The total for all the years asked for; `undefined` when it is not said, or said for another length. */
function wholeOf(price: WirePrice, years: number): number | undefined {
  const { total, subtotal = 0, registration_length = years } = price;
  if (total === undefined || total < 0 || registration_length !== years) return undefined;
  return Math.max(total, subtotal);
}

/**
 * The price of a renewal or an inbound transfer. There is no quote for either: the domain's own availability check may
 * tell a renewal price; else the price list does, per TLD. Where that gives no total, fees and tax are those of
 * registering a name under the same TLD.
 * @throws PriceUnknownError when the total cannot be known
 */
export async function listedPrice(
  kind: "renew" | "transfer",
  domain: string,
  years: number,
  session: Session,
): Promise<Price> {
  const own = kind === "renew" ? await quoteOf(domain, years, session) : undefined;
  const ownUnit = own?.renewal_price;
  if (own !== undefined && ownUnit !== undefined) {
    const total = withFees(ownUnit, years, own);
    if (total !== undefined) return { total, years, isPremium: own.is_premium === true, source: "domains.check" };
  }
  const entry = await listEntry(kind, domain, session);
  if (entry === undefined) throw unknownPrice(kind, domain, "the price list (tlds.pricing) does not name it");
  if (entry.total !== undefined) {
    const { registration_length: length = 1 } = entry;
    const whole = (Math.max(entry.total, entry.subtotal ?? 0) * years) / length;
    // Each year's fee and tax may have been rounded down.
    return {
      total: centsUp(whole + 0.01 * Math.max(0, years - length)),
      years,
      isPremium: false,
      source: "tlds.pricing",
    };
  }
  const unit = entry.unit_price;
  if (unit === undefined) throw unknownPrice(kind, domain, "the price list (tlds.pricing) has no price in it");
  const total = await withSampleFees(unit, years, domain, session);
  if (total === undefined) {
    throw unknownPrice(
      kind,
      domain,
      `the price list says ${unit} a year, and no availability check under the TLD says which fees and tax come on top`,
    );
  }
  return { total, years, isPremium: false, source: "tlds.pricing, with fees and tax from domains.check" };
}

/** The fees and tax of a name that nobody has registered. A TLD whose shortest registration is 2 years has no quote for 1. */
async function withSampleFees(unit: number, years: number, domain: string, session: Session) {
  const name = `price-check-${randomUUID().slice(0, 13)}.${tldOf(domain)}`;
  for (const length of years === 1 ? [1, 2] : [years]) {
    const sample = await quoteOf(name, length, session);
    const total = sample && withFees(unit, years, sample, length);
    if (total !== undefined) return total;
  }
  return undefined;
}

/** The price of a check, if the registrar gives one. */
async function quoteOf(domain: string, years: number, session: Session): Promise<WirePrice | undefined> {
  try {
    const { domain_price } = await session.api.domains.check({ domain, query: { years } });
    return domain_price;
  } catch (error) {
    const isNone = [BadRequestError, ForbiddenError, NotFoundError, RefusedError, UnsupportedOperationError].some(
      (kind) => error instanceof kind,
    );
    if (!isNone) throw error;
    return undefined;
  }
}

/** Another price per year with the fees and tax of a quote for at least as many years; never less than what they can be. */
function withFees(unit: number, years: number, quote: WirePrice, length = years): number | undefined {
  const { total, registration_length = length } = quote;
  if (total === undefined || registration_length !== length) return undefined;
  const fee = quote.icann_fee ?? 0;
  const net = (quote.unit_price ?? 0) * length;
  const subtotal = quote.subtotal ?? (quote.unit_price === undefined ? undefined : net + fee);
  if (subtotal === undefined || subtotal <= 0) return undefined;
  const fees = Math.max(fee, quote.unit_price === undefined ? 0 : subtotal - net, 0);
  const ours = cents(unit * years + fees);
  const { vat_rate } = quote;
  // The quote's own rate where the quote was made with it; else what its total is above its subtotal.
  const isRate = vat_rate !== undefined && Math.abs(cents(subtotal * (1 + vat_rate)) - total) < 0.011;
  return isRate ? cents(ours + cents(ours * vat_rate)) : centsUp(ours * Math.max(1, total / subtotal));
}

/** The entry of the price list for a name's TLD; a bare number is a price a year. */
async function listEntry(kind: "renew" | "transfer", domain: string, session: Session): Promise<WirePrice | undefined> {
  const { pricing } = await session.api.tlds.pricing();
  const byTld = new Map(Object.entries(pricing).map(([tld, prices]) => [tld.toLowerCase().replace(/^\./, ""), prices]));
  const labels = domain.split(".");
  // The longest ending that is listed: `co.uk` before `uk`.
  const tld = labels.map((_, index) => labels.slice(index + 1).join(".")).find((ending) => byTld.has(ending));
  const prices = tld === undefined ? undefined : byTld.get(tld);
  if (typeof prices !== "object" || prices === null) return undefined;
  const value: unknown = Reflect.get(prices, kind);
  if (typeof value === "object" && value !== null) {
    const { price, ...rest }: Record<string, unknown> = { ...value };
    return priceShape.safeParse({ unit_price: price, ...rest }).data;
  }
  const found = priceShape.safeParse({ unit_price: value });
  return found.success && found.data.unit_price !== undefined ? found.data : undefined;
}

function unknownPrice(kind: "renew" | "transfer", domain: string, why: string): PriceUnknownError {
  const argument = kind === "renew" ? "expiresAfter" : "maxPrice";
  const verb = kind === "renew" ? "renewing" : "transferring";
  return new PriceUnknownError(argument, {
    domain,
    what: `what ${verb} ${domain} costs in all is not known: ${why}`,
    advice:
      "Nothing was ordered. Order it in the registrar's dashboard, then run `pulumi up` again: it takes that over.",
  });
}

/** The registrar gives no total for a registration. */
export function noTotal(domain: string, years: number): PriceUnknownError {
  return new PriceUnknownError("maxPrice", {
    operation: "domains.check",
    domain,
    what: `the registrar does not say what ${domain} costs in all for ${yearsText(years)}`,
    advice:
      "Nothing was ordered. If the price has another name in the answer, say so in a contract file (`registrar:contract`, `domains.check`, `fields`); else register it in the dashboard, and `pulumi up` takes it over.",
  });
}

/** What a transfer of an unavailable name would cost, for a message; `undefined` when that is not to be had. */
export async function transferHint(domain: string, session: Session): Promise<string | undefined> {
  try {
    const { unit_price, total } = (await listEntry("transfer", domain, session)) ?? {};
    const price = total ?? unit_price;
    return price === undefined ? undefined : price.toFixed(2);
  } catch {
    // Only a hint: what matters is that the name cannot be registered.
    return undefined;
  }
}

const tldOf = (domain: string) => domain.slice(domain.indexOf(".") + 1);
const cents = (value: number) => Math.round(value * 100) / 100;
/** To whole cents, upwards; what is less than a hundredth of a cent is no amount. */
const centsUp = (value: number) => Math.ceil(Math.round(value * 10_000) / 100) / 100;
