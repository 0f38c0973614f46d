/** What an order would cost, read directly before it. The currency is not stated by the API. */
import { type AnswerOf, isObject, UnexpectedShapeError } from "../../api/index.ts";
import { sameDomain } from "../arguments.ts";
import type { Run } from "../run.ts";
import { Amount } from "./amount.ts";
import { PriceUnknownError } from "./errors.ts";
import { yearsText } from "./moments.ts";
import { isGiven, premiumIn, type Read, readListed, readQuote } from "./quote.ts";

/** The price of a whole order, fees and tax included. */
export interface Price {
  total: Amount;
  years: number;
  /** `undefined`: the registrar does not say. */
  isPremium: boolean | undefined;
  /** Where it was read. */
  source: string;
}

export type Offer =
  | { isAvailable: true; price: Price | { problem: string } }
  /** The registrar's word for it, such as `unavailable`. */
  | { isAvailable: false; status: string };

/** Availability and price of a registration. Specification, `GET /registrar/v1/domains/check/{domain_name}`. */
export async function offerOf(domain: string, years: number, run: Run): Promise<Offer> {
  const answer = await run.api.domains.check({ domain, query: { years } });
  const status = availabilityIn(answer, domain);
  if (status !== "available") return { isAvailable: false, status: status ?? "no status" };
  const read = readQuote(answer.domain_price, years);
  if ("problem" in read) return { isAvailable: true, price: read };
  const isPremium = premiumIn(answer, answer.domain_price);
  return { isAvailable: true, price: { total: read.total, years, isPremium, source: "domains.check" } };
}

/** The registrar's word for whether a name can be registered, such as `available`; `undefined` when it says none. */
export const availabilityOf = async (domain: string, run: Run): Promise<string | undefined> =>
  availabilityIn(await run.api.domains.check({ domain }), domain);

function availabilityIn(answer: AnswerOf<"domains.check">, domain: string): string | undefined {
  requireSubject(answer.domain, domain);
  const status = answer.status?.trim().toLowerCase() || undefined;
  const { availability } = answer;
  // What the number means is not shown, but 0 is not available.
  return status === "available" && availability === 0 ? "available, although its availability is 0" : status;
}

function requireSubject(answered: string | undefined, domain: string): void {
  if (answered === undefined || sameDomain(answered, domain)) return;
  throw new UnexpectedShapeError({
    operation: "domains.check",
    domain,
    what: `the response is about ${answered.slice(0, 255)}`,
    advice: "Nothing was ordered. Check registrar:baseUrl.",
  });
}

/**
 * The price of a renewal or an inbound transfer: the total that the price list names for the TLD. There is no other quote for either.
 * @throws PriceUnknownError when it names none that is for what is asked
 */
export async function listedPrice(kind: "renew" | "transfer", domain: string, years: number, run: Run): Promise<Price> {
  const entry = await listEntry(kind, domain, run);
  if (entry === undefined) throw unknownPrice(kind, domain, "the price list (tlds.pricing) does not contain it");
  const unit = isObject(entry) ? (entry["unit_price"] ?? entry["price"]) : entry;
  if (!isObject(entry) || !isGiven(entry["total"])) {
    const aYear = isGiven(unit) ? `says ${Amount.read(unit) ?? "something that is not an amount"}, and no` : "has no";
    throw unknownPrice(kind, domain, `its entry in the price list (tlds.pricing) ${aYear} \`total\` with fees and tax`);
  }
  if (premiumIn(entry))
    throw unknownPrice(kind, domain, "its entry in the price list (tlds.pricing) is of a premium name");
  const total = listedTotal(readListed({ ...entry, unit_price: unit }), years);
  if ("problem" in total) throw unknownPrice(kind, domain, `in the price list (tlds.pricing) ${total.problem}`);
  return { total, years, isPremium: false, source: "tlds.pricing" };
}

/** The total of an entry of the price list for the years asked for. */
function listedTotal(entry: Read, years: number): Amount | { problem: string } {
  if ("problem" in entry) return entry;
  if (years % entry.years !== 0) {
    return {
      problem: `it is for ${yearsText(entry.years)}, but ${yearsText(years)} ${years === 1 ? "was" : "were"} requested`,
    };
  }
  // Each year's fee and tax may have been rounded down.
  return entry.total.times(years / entry.years).plus(Amount.cents(years - entry.years));
}

/** The entry of the price list for a name's TLD, as it came; a bare number is a price a year. */
async function listEntry(kind: "renew" | "transfer", domain: string, run: Run): Promise<unknown> {
  const { pricing } = await run.api.tlds.pricing();
  const byTld = new Map(Object.entries(pricing).map(([tld, prices]) => [tld.toLowerCase().replace(/^\./, ""), prices]));
  const labels = domain.split(".");
  // The longest ending that is listed: `co.uk` before `uk`.
  const tld = labels.map((_, index) => labels.slice(index + 1).join(".")).find((ending) => byTld.has(ending));
  const prices = tld === undefined ? undefined : byTld.get(tld);
  return isObject(prices) ? (prices[kind] ?? undefined) : undefined;
}

function unknownPrice(kind: "renew" | "transfer", domain: string, why: string): PriceUnknownError {
  const argument = kind === "renew" ? "expiresAfter" : "maxPrice";
  const verb = kind === "renew" ? "renewing" : "transferring";
  return new PriceUnknownError(argument, {
    domain,
    what: `the total price of ${verb} ${domain} is not known: ${why}`,
    advice:
      "Nothing was ordered. Place the order in the registrar's dashboard, then run `pulumi up` again: the provider takes the result over.",
  });
}

/** The registrar's quote for a registration is not one for what is asked. */
export function noQuote(domain: string, years: number, why: string): PriceUnknownError {
  return new PriceUnknownError("maxPrice", {
    operation: "domains.check",
    domain,
    what: `the registrar does not report the exact total price of ${domain} for ${yearsText(years)}: ${why}`,
    advice:
      "Nothing was ordered. If the price has another name in the response, name it in a contract file (`registrar:contract`, `domains.check`, `fields`). Otherwise, register the domain in the dashboard, and `pulumi up` takes it over.",
  });
}

/** What a transfer of an unavailable name would cost, for a message; `undefined` when that is not to be had. */
export async function transferHint(domain: string, run: Run): Promise<string | undefined> {
  try {
    const entry = await listEntry("transfer", domain, run);
    const price = isObject(entry) ? (entry["total"] ?? entry["unit_price"] ?? entry["price"]) : entry;
    return Amount.read(price)?.toString();
  } catch {
    // Only a hint: what matters is that the name cannot be registered.
    return undefined;
  }
}
