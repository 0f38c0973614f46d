/**
 * The price of an order, read directly before it and exactly as the registrar states it, and the program's consent to it. If a
 * response doesn't state the price of the complete order, nothing is ordered. The API doesn't state the currency.
 */
import { availability, price as priceShape } from "../../api/endpoints/shapes.ts";
import { addressAdvice, envelopeFields, isObject, type ResponseOf } from "../../api/index.ts";
import { sameDomain } from "../arguments.ts";
import { currencyNote, OrderConsentNeededError, OrderRefusedError } from "../errors.ts";
import { shownText } from "../redactionScope.ts";
import type { Run } from "../run.ts";
import { lengthText, type OrderKind, type OrderQuestion, orderKinds, yearsText } from "./arguments.ts";

/** The price of a complete order, fees and tax included. */
export interface Price {
  cents: number;
  /** `undefined`: the registrar doesn't say. */
  premium: boolean | undefined;
}

/**
 * Cents of a plain decimal from 0 to 999,999,999, as a number or string; `undefined` for anything else. Less than half of a
 * millionth is floating-point noise and doesn't count.
 * @param round fractions of a cent: a price is rounded up, an accepted price is rounded down
 */
export function centsOf(value: unknown, round: "up" | "down" = "up"): number | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  if (!/^\d{1,9}(?:\.\d{1,30})?$/.test(text)) return undefined;
  const [cents, noise] = [Number(text) * 100, 0.000_05];
  return round === "up" ? Math.ceil(Math.max(0, cents - noise)) : Math.floor(cents + noise);
}

/** An amount as the number of a program or state. */
export const amountOf = (cents: number): number => cents / 100;

/** An amount with two decimals. */
export const amountText = (cents: number): string => amountOf(cents).toFixed(2);

/** An order whose price is asked for. */
interface Asked extends Pick<OrderQuestion, "domain" | "args"> {
  readonly kind: OrderKind;
  readonly years: number;
}

const sourceOf = (kind: OrderKind) => (kind === "registration" ? "domains.check" : "tlds.pricing");

/**
 * Reads the price of an order. @throws OrderRefusedError unless the program consents to it
 * @param isKnown are the arguments known by which the program consents to a price? In a preview they may not be
 */
export async function consentedPrice(asked: Asked, run: Run, isKnown = true): Promise<Price> {
  if (asked.kind === "transfer") await requireTaken(asked.domain, run);
  const price = await (asked.kind === "registration" ? registrationPrice : listedPrice)(asked, run);
  if (isKnown) requireConsent(asked, price);
  return price;
}

function requireConsent({ kind, domain, years, args = {} }: Asked, { cents, premium }: Price): void {
  const { verb, bound: argument } = orderKinds[kind];
  const cost = `${verb} ${domain}${lengthText(kind, years)} costs ${amountText(cents)}`;
  const bound = centsOf(args[argument], "down");
  if (premium !== false && kind === "registration" && !args.acceptPremium) {
    const is = premium ? "is a premium name" : "may be a premium name (the registrar does not report whether it is)";
    const limit = bound === undefined ? "" : `, and \`${argument}\` is ${amountText(bound)}`;
    throw new OrderConsentNeededError("acceptPremium", {
      what: `${domain} ${is}: ${cost}${limit} (${currencyNote})`,
      advice: `If you intend this, set \`acceptPremium: true\` and a \`${argument}\` that covers the price.`,
    });
  }
  if (bound === undefined) {
    throw new OrderConsentNeededError(argument, {
      what: `${cost} (${currencyNote}), and the program does not set \`${argument}\``,
      advice: `Set \`${argument}\` to the most that the complete order may cost.`,
    });
  }
  if (cents <= bound) return;
  throw new OrderConsentNeededError(argument, {
    what: `${cost}, more than the \`${argument}\` of ${amountText(bound)} (both ${currencyNote}; price from ${sourceOf(kind)})`,
    advice: `Raise \`${argument}\` if you accept this price.`,
  });
}

/** The price isn't known exactly. */
function unknownPrice({ kind, domain, years }: Asked, why: string): OrderRefusedError {
  const { verb, bound } = orderKinds[kind];
  return new OrderRefusedError(bound, {
    what: `the registrar does not report the exact total price of ${verb} ${domain}${lengthText(kind, years)}: ${why}`,
    advice: "Place the order in the registrar's dashboard, then run `pulumi up`, which adopts the result.",
  });
}

/**
 * The price of a registration. Specification, `GET /registrar/v1/domains/check/{domain_name}`.
 * @throws OrderRefusedError if the name isn't available, or its quote doesn't state the price
 */
async function registrationPrice(asked: Asked, run: Run): Promise<Price> {
  const { domain, years } = asked;
  const answer = await run.api.domains.check({ domain, query: { years } });
  const status = availabilityIn(answer, domain) ?? "no status";
  if (status !== "available") {
    throw new OrderRefusedError("domain", {
      what: `${domain} cannot be registered: the registrar reports "${shownText(status)}"`,
      advice: "If you hold the domain at another registrar, declare a DomainTransfer instead.",
    });
  }
  const { domain_price: quote } = knownFields(answer, shownFields.quote, asked, run);
  if (!isObject(quote)) throw unknownPrice(asked, "the response contains no price");
  const price = knownFields(quote, shownFields.price, asked, run);
  for (const key of ["total", "unit_price", "registration_length"]) {
    if (!isGiven(price[key])) throw unknownPrice(asked, `its price has no \`${key}\``);
  }
  const quoted = lengthIn(price, asked);
  if (quoted !== years) throw unknownPrice(asked, otherLength(quoted, years));
  return { cents: totalIn(price, years, asked), premium: premiumIn(price) };
}

/** @throws OrderRefusedError unless the registrar reports that the domain is registered, so that it can be transferred */
async function requireTaken(domain: string, run: Run): Promise<void> {
  const status = availabilityIn(await run.api.domains.check({ domain }), domain);
  if (status !== undefined && status !== "available") return;
  const is = status === undefined ? "does not report whether it is registered" : "reports that it is available";
  throw new OrderRefusedError("domain", {
    what: `${domain} is not transferred: the registrar ${is}`,
    advice: "Check the spelling of the name. To register the domain, declare a DomainRegistration instead.",
  });
}

/** The registrar's word for the availability of a name, such as `available`; `undefined` if it has none. */
function availabilityIn(answer: ResponseOf<"domains.check">, domain: string): string | undefined {
  if (answer.domain !== undefined && !sameDomain(answer.domain, domain)) {
    const what = `the response of domains.check for ${domain} is about ${answer.domain.slice(0, 255)}`;
    throw new OrderRefusedError("domain", { what, advice: addressAdvice });
  }
  const status = answer.status?.trim().toLowerCase() || undefined;
  // The specification doesn't define the number `availability`, but 0 can't mean that the name is available.
  return status === "available" && answer.availability === 0 ? "available, although its availability is 0" : status;
}

/**
 * The price of a renewal or an inbound transfer: the total of the TLD's entry in the price list, times the number of its
 * periods in these years. The API has no other quote for either order.
 * @throws OrderRefusedError if the entry doesn't state a total for these years
 */
async function listedPrice(asked: Asked, run: Run): Promise<Price> {
  const { kind, domain, years } = asked;
  const list = await run.api.tlds.pricing();
  const byTld = new Map(
    Object.entries(list.pricing).map(([tld, entry]) => [tld.toLowerCase().replace(/^\./, ""), entry]),
  );
  const labels = domain.split(".");
  // The longest ending of the domain that the price list has: `co.uk` before `uk`.
  const tld = labels.map((_, index) => labels.slice(index + 1).join(".")).find((ending) => byTld.has(ending));
  const found = byTld.get(tld ?? "");
  const prices = isObject(found) ? found : {};
  const entry = prices[kind === "renewal" ? "renew" : kind];
  if (!isGiven(entry)) throw unknownPrice(asked, "the price list (tlds.pricing) does not contain it");
  if (!isObject(entry) || !isGiven(entry["total"])) {
    // An entry that is only a number is a price per year, not a total.
    const unit = isObject(entry) ? entry["unit_price"] : entry;
    const cents = centsOf(unit);
    const aYear = cents === undefined ? "something that is not an amount" : amountText(cents);
    const words = isGiven(unit) ? `says ${aYear}, and no` : "has no";
    throw unknownPrice(asked, `its entry in the price list (tlds.pricing) ${words} \`total\` with fees and tax`);
  }
  knownFields(list, shownFields.list, asked, run);
  knownFields(prices, shownFields.tld, asked, run);
  const fields = knownFields(entry, shownFields.price, asked, run);
  if (premiumIn(fields)) throw unknownPrice(asked, "its entry in the price list (tlds.pricing) is of a premium name");
  const listed = lengthIn(fields, asked);
  const total = totalIn(fields, listed, asked);
  if (years % listed !== 0) throw unknownPrice(asked, otherLength(listed, years));
  // Adds a cent for each further year, whose fee and tax may have been rounded down.
  return { cents: total * (years / listed) + years - listed, premium: false };
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that the specification shows: of a response with a quote, of a price, of the price list, and of a TLD in this list. */
export const shownFields = {
  quote: [...Object.keys(availability.shape), ...envelopeFields],
  price: Object.keys(priceShape.shape),
  list: ["pricing", ...envelopeFields],
  tld: ["register", "renew", "transfer"],
};

/**
 * The fields of a quote that have a value. A field that the specification doesn't show may add to the price: nothing is ordered,
 * until the contract file says that the field isn't part of the price.
 */
function knownFields(quote: object, known: readonly string[], asked: Asked, { api: { contract } }: Run): Fields {
  const source = sourceOf(asked.kind);
  const ignored = contract.endpoints[source]?.ignore;
  const given = Object.entries(quote).filter(([key, value]) => isGiven(value) && !ignored?.includes(key));
  const [strange] = given.find(([key]) => !known.includes(key)) ?? [];
  if (strange === undefined) return Object.fromEntries(given);
  const shown = JSON.stringify(strange.slice(0, 40));
  const line = `{"${source}": {"ignore": [${shown}]}}`;
  const why = `it has a field ${shown} that may be part of the price. If it isn't, say so in a contract file: ${line}`;
  throw unknownPrice(asked, why);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const otherLength = (quoted: number, years: number) =>
  `it is for ${yearsText(quoted)}, but ${yearsText(years)} ${years === 1 ? "was" : "were"} requested`;

/** A number of years from 1 to 10, as a number or string. */
export function yearsIn(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
  return /^([1-9]|10)$/.test(text) ? Number(text) : undefined;
}

/** The number of years that a price covers. Default: 1. */
function lengthIn({ registration_length: length }: Fields, asked: Asked): number {
  const years = isGiven(length) ? yearsIn(length) : 1;
  if (years === undefined) throw unknownPrice(asked, "its `registration_length` is not a number of years");
  return years;
}

/** The total of a price for some years, in cents. @throws if other amounts contradict it; each may be rounded in each year */
function totalIn(price: Fields, years: number, asked: Asked): number {
  const read = (key: string) => {
    const cents = isGiven(price[key]) ? centsOf(price[key]) : undefined;
    if (isGiven(price[key]) && cents === undefined) throw unknownPrice(asked, `its \`${key}\` is not an amount`);
    return cents;
  };
  const [unit, subtotal = 0, tax = 0, total = 0] = ["unit_price", "subtotal", "vat_amount", "total"].map(read);
  const rounding = years + 1;
  const is = (key: string) => `its \`${key}\` of ${amountText(read(key) ?? 0)}`;
  if (total === 0) throw unknownPrice(asked, "its `total` is 0.00");
  const fee = read("icann_fee") ?? 0;
  const net = Math.max(subtotal, (unit ?? 0) * years + fee);
  // A `vat_rate` of 20 and one of 0.2 mean the same; `read` returns hundredths.
  const rate = Number(price["vat_rate"] ?? 0) / ((read("vat_rate") ?? 0) >= 100 ? 100 : 1);
  const taxes = Math.max(tax, Math.round(net * rate));
  const base = unit === undefined ? amountText(net) : `${yearsText(years)} at ${is("unit_price")}`;
  if (net + taxes > total + rounding) {
    throw unknownPrice(
      asked,
      `${is("total")} is less than ${base}, with ${amountText(fee + taxes)} of fees and tax that it names`,
    );
  }
  return total;
}

/** Does a price say that the name is premium? `undefined` if it doesn't say. */
export function premiumIn({ is_premium: premium }: Fields): boolean | undefined {
  return isGiven(premium) ? ![false, 0, "0", "false"].some((no) => premium === no) : undefined;
}
