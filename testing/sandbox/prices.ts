/** Invented prices, in major units. Names beginning with `premium` are premium; those beginning with `taken` are taken. */
import { prices } from "./invented.json";
import type { TldPrice } from "./state.ts";

export const tldPrices: Readonly<Record<string, TldPrice>> = prices;

/** Tax rate on the subtotal. */
const vatRate = 0.2;

const cents = (amount: number) => Math.round(amount * 100) / 100;
const tldOf = (domain: string) => domain.slice(domain.lastIndexOf(".") + 1);

/** The price of a name's TLD. @param changed prices that differ from the invented ones, by TLD */
export function priceOf(domain: string, changed: typeof tldPrices = {}): TldPrice | undefined {
  const prices = { ...tldPrices, ...changed };
  return Object.hasOwn(prices, tldOf(domain)) ? prices[tldOf(domain)] : undefined;
}

const isPremium = (domain: string) => domain.startsWith("premium");

/** Default years of a registration. Specification: "default 1, default 2 for .ai". */
export const defaultYears = (domain: string) => (tldOf(domain) === "ai" ? 2 : 1);

/** The price fields of a quote or an order. The ICANN fee is part of the subtotal. */
export function quote(domain: string, kind: "register" | "renew" | "transfer", years: number, price: TldPrice) {
  const factor = isPremium(domain) && kind === "register" ? 100 : 1;
  const unit = cents(price[kind] * factor);
  const fee = cents(price.icannFee * years);
  const subtotal = cents(unit * years + fee);
  const vat = cents(subtotal * vatRate);
  return {
    unit_price: unit,
    renewal_price: price.renew,
    icann_fee: fee,
    is_premium: isPremium(domain),
    registration_length: years,
    subtotal,
    vat_rate: vatRate,
    vat_amount: vat,
    total: cents(subtotal + vat),
  };
}
