/** What a price that the registrar names says, and whether its parts say the same. */
import { isObject } from "../../api/index.ts";
import { Amount, millionthsOf } from "./amount.ts";
import { yearsText } from "./moments.ts";

/** A whole price: for so many years, fees and tax included. */
export interface Quote {
  total: Amount;
  years: number;
}

/** A quote, or why it is none that somebody could consent to. */
export type Read = Quote | { problem: string };

/** The most that tax is taken to be where nothing shows it: 30 %. */
const [maxTax, whole] = [13, 10];

const amountKeys = ["unit_price", "icann_fee", "subtotal", "vat_amount", "total"] as const;
type Amounts = Partial<Record<(typeof amountKeys)[number], Amount>>;
type Fields = Readonly<Record<string, unknown>>;

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
export function readListed(price: Fields): Read {
  const length = isGiven(price["registration_length"]) ? yearsIn(price["registration_length"]) : 1;
  return length === undefined
    ? { problem: "its `registration_length` is not a number of years" }
    : agreed(price, length);
}

function agreed(price: Fields, years: number): Read {
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
  const { total } = amounts;
  if (total === undefined) return { problem: "its price has no `total`" };
  const problem = disagreement({ ...amounts, total }, years, price);
  return problem === undefined ? { total, years } : { problem };
}

/** What of a price contradicts the rest of it; each amount may be rounded, and so may each year's. */
function disagreement(
  { total, unit_price: unit, subtotal, icann_fee: fee = Amount.none, vat_amount: tax }: Amounts & { total: Amount },
  years: number,
  price: Fields,
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
  const named = namedCosts(price);
  if ("problem" in named) return named.problem;
  const bare = (unit ?? Amount.none).times(years).plus(named.fees);
  const net = subtotal?.isAbove(bare) ? subtotal : bare;
  const taxByRate = net.scaled(named.rate, 1_000_000, "nearest");
  const taxes = taxByRate.isAbove(named.taxes) ? taxByRate : named.taxes;
  if (net.plus(taxes).isAbove(total, rounding)) {
    const parts = `${named.fees.plus(taxes)} of fees and tax that it names`;
    return unit === undefined
      ? `its \`total\` of ${total} is less than ${net} and ${parts}`
      : `its \`total\` of ${total} is less than ${yearsText(years)} at its \`unit_price\` of ${unit}, with ${parts}`;
  }
  if (unit === undefined) return undefined;
  // Later years may cost what a renewal costs.
  const later =
    Amount.read(price["renewal_price"])
      ?.minus(unit)
      .times(years - 1) ?? Amount.none;
  const explained = unit.times(years).plus(fee.times(years)).plus(later);
  const untaxed = subtotal ?? (tax === undefined ? total.scaled(whole, maxTax, "nearest") : total.minus(tax));
  if (!explained.plus(unit).isAbove(untaxed, rounding)) {
    return `its \`total\` of ${total} is the price of more than ${yearsText(years)} at its \`unit_price\` of ${unit}`;
  }
  return undefined;
}

/** The fees and taxes that a price names, under whatever name, and the rate of its tax in millionths. */
function namedCosts(price: Fields): { fees: Amount; taxes: Amount; rate: number } | { problem: string } {
  let [fees, taxes, rate] = [Amount.none, Amount.none, 0];
  for (const [key, value] of Object.entries(price)) {
    const [kind] = /(?<![a-z])(?:fees?|surcharges?|tax(?:es)?|vat|gst)(?![a-z])/i.exec(key) ?? [];
    if (kind === undefined || !isGiven(value) || typeof value === "boolean") continue;
    const amount = Amount.read(value);
    if (amount === undefined) return { problem: `its \`${key}\` is not an amount` };
    // 20 and 0.2 are the same rate.
    if (/rate|percent/i.test(key)) rate += (millionthsOf(value) ?? 0) / (amount.cents >= 100 ? 100 : 1);
    else if (/^(fee|sur)/i.test(kind)) fees = fees.plus(amount);
    else taxes = taxes.plus(amount);
  }
  return { fees, taxes, rate: Math.round(rate) };
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
