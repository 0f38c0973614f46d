/** What a price that the registrar names says, and whether its parts say the same. */
import { isObject } from "../../api/json.ts";
import { Amount, millionthsOf } from "./amount.ts";
import { yearsText } from "./moments.ts";

/** A whole price: for so many years, fees and tax included. */
export interface Quote {
  total: Amount;
  years: number;
  /** Price of a year; absent in price lists that name totals only. */
  unit: Amount | undefined;
  /** What is paid before tax. */
  subtotal: Amount | undefined;
  fee: Amount;
  /** Price of a year's renewal, where it is shown. */
  renewal: Amount | undefined;
  /** Tax in millionths, where its rate is shown. */
  vatRate: number | undefined;
}

/** A quote, or why it is none that somebody could consent to. */
export type Read = Quote | { problem: string };

/** The most that tax is taken to be where nothing shows it: 30 %. */
const [maxTax, whole] = [13, 10];

const amountKeys = ["unit_price", "icann_fee", "subtotal", "vat_amount", "total"] as const;
type Amounts = Partial<Record<(typeof amountKeys)[number], Amount>>;

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A whole number of years from 1 to 10, as a number or as text. */
export function yearsIn(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
  return /^([1-9]|10)$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads a quote for so many years. Its total, its length and its price of a year have to be there and to agree.
 * @param price the fields of `domain_price`. Specification, "Availability result"
 */
export function readQuote(price: unknown, years: number): Read {
  if (!isObject(price)) return { problem: "the response contains no price" };
  for (const key of ["total", "unit_price", "registration_length"]) {
    if (!isGiven(price[key])) return { problem: `its price has no \`${key}\`` };
  }
  return agreed(price, years);
}

/** Reads an entry of a price list that names a total; where it does not say a length, it is for a year. */
export function readListed(price: Readonly<Record<string, unknown>>): Read {
  const length = isGiven(price["registration_length"]) ? yearsIn(price["registration_length"]) : 1;
  return length === undefined
    ? { problem: "its `registration_length` is not a number of years" }
    : agreed(price, length);
}

function agreed(price: Readonly<Record<string, unknown>>, years: number): Read {
  const amounts: Amounts = {};
  for (const key of amountKeys) {
    if (!isGiven(price[key])) continue;
    const amount = Amount.read(price[key]);
    if (amount === undefined) return { problem: `its \`${key}\` is not an amount` };
    amounts[key] = amount;
  }
  const length = isGiven(price["registration_length"]) ? yearsIn(price["registration_length"]) : years;
  if (length === undefined) return { problem: "its `registration_length` is not a number of years" };
  if (length !== years)
    return {
      problem: `it is for ${yearsText(length)}, but ${yearsText(years)} ${years === 1 ? "was" : "were"} requested`,
    };
  const { total, unit_price: unit, subtotal, icann_fee: fee = Amount.none } = amounts;
  if (total === undefined) return { problem: "its price has no `total`" };
  const renewal = Amount.read(price["renewal_price"]);
  const problem = disagreement({ ...amounts, total }, years, renewal);
  if (problem !== undefined) return { problem };
  return { total, years, unit, subtotal, fee, renewal, vatRate: millionthsOf(price["vat_rate"]) };
}

/** What of a price contradicts the rest of it; each amount may be rounded, and so may each year's. */
function disagreement(
  { total, unit_price: unit, subtotal, icann_fee: fee = Amount.none, vat_amount: tax }: Amounts & { total: Amount },
  years: number,
  renewal: Amount | undefined,
): string | undefined {
  const rounding = years + 1;
  if (total.cents === 0) return "its `total` is 0.00";
  if (unit?.cents === 0) return "its `unit_price` is 0.00";
  if (subtotal?.isAbove(total, rounding)) return `its \`subtotal\` of ${subtotal} is above its \`total\` of ${total}`;
  if (tax?.isAbove(total)) return `its \`vat_amount\` of ${tax} is above its \`total\` of ${total}`;
  if (subtotal !== undefined && tax !== undefined) {
    const sum = subtotal.plus(tax);
    if (Math.abs(sum.cents - total.cents) > rounding) {
      return `its \`subtotal\` of ${subtotal} and its \`vat_amount\` of ${tax} do not add up to its \`total\` of ${total}`;
    }
  }
  if (unit === undefined) return undefined;
  if (unit.times(years).isAbove(total, rounding)) {
    return `its \`total\` of ${total} is less than ${yearsText(years)} at its \`unit_price\` of ${unit}`;
  }
  // Later years may cost what a renewal costs.
  const later = renewal?.minus(unit).times(years - 1) ?? Amount.none;
  const explained = unit.times(years).plus(fee.times(years)).plus(later);
  const net = subtotal ?? (tax === undefined ? total.scaled(whole, maxTax, "nearest") : total.minus(tax));
  if (!explained.plus(unit).isAbove(net, rounding)) {
    return `its \`total\` of ${total} is the price of more than ${yearsText(years)} at its \`unit_price\` of ${unit}`;
  }
  return undefined;
}

/** Does anything in an answer say that the name is premium? `undefined` where nothing says that it is not. */
export function premiumIn(...places: unknown[]): boolean | undefined {
  const words = places
    .filter(isObject)
    .flatMap((place) => [place["is_premium"], place["premium"]])
    .filter(isGiven);
  if (words.length === 0) return undefined;
  return !words.every((word) => [false, 0, "0", "false"].some((no) => word === no));
}

/**
 * Another price a year with the fees and the tax of a quote; never less than they can be.
 * @param years of the price asked for; the quote is for at least as many
 */
export function withFees(unit: Amount, years: number, quote: Quote): Amount | undefined {
  const { total, fee } = quote;
  const net = quote.unit?.times(quote.years);
  const subtotal = quote.subtotal ?? net?.plus(fee);
  if (subtotal === undefined || subtotal.cents === 0) return undefined;
  const above = net === undefined ? Amount.none : subtotal.minus(net);
  const ours = unit.times(years).plus(above.isAbove(fee) ? above : fee);
  const { vatRate } = quote;
  const million = 1_000_000;
  if (vatRate !== undefined) {
    const taxed = subtotal.scaled(million + vatRate, million, "nearest");
    // The quote's own rate, where the quote was made with it.
    if (Math.abs(taxed.cents - total.cents) <= 1) return ours.plus(ours.scaled(vatRate, million, "nearest"));
  }
  return total.isAbove(subtotal) ? ours.scaled(total.cents, subtotal.cents, "up") : ours;
}
