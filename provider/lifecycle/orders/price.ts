/**
 * What an order would cost, read directly before it and exactly from what came, and whether the program consents to that.
 * A price that does not say what the whole order costs is none: no other is made up. The API does not state the currency.
 */
import { availability, price as priceShape } from "../../api/endpoints/shapes.ts";
import { type AnswerOf, envelopeFields, isObject, plainKey, UnexpectedShapeError } from "../../api/index.ts";
import { sameDomain } from "../arguments.ts";
import { currencyNote, OrderConsentNeededError, OrderRefusedError } from "../errors.ts";
import type { Run } from "../run.ts";
import { lengthText, type OrderArgs, type OrderKind, orderKinds, yearsText } from "./arguments.ts";

/** The price of a whole order, fees and tax included. */
export interface Price {
  cents: number;
  years: number;
  /** `undefined`: the registrar does not say. */
  isPremium: boolean | undefined;
  /** Where it was read. */
  source: string;
}

const decimal = /^(\d{1,9})(?:\.(\d{1,30}))?$/;

/**
 * Whole cents of a decimal that is written plainly, as a number or as text, from 0 to 999,999,999; `undefined` for
 * anything else. Digits beyond the sixth are the noise of somebody else's floating point.
 * @param round what is less than a cent: of a price it counts as one, of what somebody consents to it does not count
 */
export function centsOf(value: unknown, round: "up" | "down" = "up"): number | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  const [, whole, fraction = ""] = decimal.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const millionths = Math.floor((Number(fraction.padEnd(7, "0").slice(0, 7)) + 5) / 10);
  return Number(whole) * 100 + (round === "up" ? Math.ceil(millionths / 10_000) : Math.floor(millionths / 10_000));
}

/** With two decimals. */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** As a program and a state have it. */
export const amountOf = (cents: number): number => Number(amountText(cents));

/** A price beside the most that the program accepts, for a preview. @param isKnown may the bound not be known yet? */
export function priceText({ cents }: Price, most: number | undefined, isKnown: boolean): string {
  const bound = isKnown ? centsOf(most, "down") : undefined;
  return bound === undefined ? amountText(cents) : `${amountText(cents)} of at most ${amountText(bound)}`;
}

/** What is to be ordered, and for how many years. */
export interface PriceQuestion {
  readonly kind: OrderKind;
  readonly domain: string;
  readonly years: number;
  readonly args: OrderArgs;
  /** A preview may not know yet what the program consents to. Default: it is known. */
  readonly isKnown?: boolean;
}

/** Reads the price of an order. @throws OrderRefusedError unless the program consents to the whole of it */
export async function consentedPrice(
  { kind, domain, years, args, isKnown = true }: PriceQuestion,
  run: Run,
): Promise<Price> {
  if (kind === "transfer") await requireTaken(domain, run);
  const isBought = kind === "registration";
  const price = await (isBought
    ? registrationPrice(domain, years, args.maxPrice, run)
    : listedPrice(kind, domain, years, run));
  if (isKnown) requireConsent(kind, domain, price, args[orderKinds[kind].bound], !isBought || args.acceptPremium);
  return price;
}

/** @param most the most that it may cost; @param premium may it be a premium name? */
function requireConsent(kind: OrderKind, domain: string, price: Price, most?: number, premium = false): void {
  const { verb, bound: argument } = orderKinds[kind];
  const cost = `${verb} ${domain}${lengthText(kind, price.years)} costs ${amountText(price.cents)}`;
  const bound = centsOf(most, "down");
  if (price.isPremium !== false && !premium) {
    const is = price.isPremium ? "is" : "may be";
    const why = price.isPremium ? "" : " (the registrar does not report whether it is)";
    const limit = bound === undefined ? "" : `, and \`${argument}\` is ${amountText(bound)}`;
    throw new OrderConsentNeededError("acceptPremium", {
      domain,
      what: `${domain} ${is} a premium name${why}: ${cost}${limit} (${currencyNote})`,
      advice: `Nothing was ordered. If you intend this, set \`acceptPremium: true\` and a \`${argument}\` that covers the price.`,
    });
  }
  if (bound === undefined) {
    throw new OrderConsentNeededError(argument, {
      domain,
      what: `${cost} (${currencyNote}), and the program does not set \`${argument}\``,
      advice: `Nothing was ordered. Set \`${argument}\` to the most that the whole order may cost.`,
    });
  }
  if (price.cents <= bound) return;
  throw new OrderConsentNeededError(argument, {
    domain,
    what: `${cost}, more than the \`${argument}\` of ${amountText(bound)} (both ${currencyNote}; price from ${price.source})`,
    advice: `Nothing was ordered. Raise \`${argument}\` if you accept this price.`,
  });
}

/**
 * The price of a registration. Specification, `GET /registrar/v1/domains/check/{domain_name}`.
 * @param maxPrice for the message
 * @throws OrderRefusedError when the name is not available, or its quote does not say what this costs
 */
export async function registrationPrice(
  domain: string,
  years: number,
  maxPrice: number | undefined,
  run: Run,
): Promise<Price> {
  const answer = await run.api.domains.check({ domain, query: { years } });
  const status = availabilityIn(answer, domain);
  if (status !== "available") throw await unavailable(domain, status ?? "no status", maxPrice, run);
  const unknown = (why: string) =>
    new OrderRefusedError("maxPrice", {
      operation: "domains.check",
      domain,
      what: `the registrar does not report the exact total price of ${domain} for ${yearsText(years)}: ${why}`,
      advice:
        "Nothing was ordered. If the price has another name in the response, name it in a contract file (`registrar:contractFile`, `domains.check`, `fields`). Otherwise, register the domain in the dashboard, and `pulumi up` takes it over.",
    });
  const read = (fields: object, known: readonly string[]) => knownFields(fields, known, "domains.check", run, unknown);
  const { domain_price: quote } = read(answer, shownFields.quote);
  if (!isObject(quote)) throw unknown("the response contains no price");
  const price = read(quote, shownFields.price);
  for (const key of ["total", "unit_price", "registration_length"]) {
    if (!isGiven(price[key])) throw unknown(`its price has no \`${key}\``);
  }
  const quoted = lengthIn(price, unknown);
  if (quoted !== years) throw unknown(otherLength(quoted, years));
  return { cents: totalIn(price, years, unknown), years, isPremium: premiumIn(price), source: "domains.check" };
}

/** @throws OrderRefusedError unless the registrar says that somebody holds the domain, so that it can be transferred */
async function requireTaken(domain: string, run: Run): Promise<void> {
  const status = availabilityIn(await run.api.domains.check({ domain }), domain);
  if (status !== undefined && status !== "available") return;
  const is = status === undefined ? "does not report whether it is registered" : "reports that it is available";
  throw new OrderRefusedError("domain", {
    operation: "domains.check",
    domain,
    what: `${domain} is not transferred: the registrar ${is}`,
    advice:
      "Nothing was ordered. Check the spelling of the name. To register the domain, declare a DomainRegistration instead.",
  });
}

/** The registrar's word for whether a name can be registered, such as `available`; `undefined` when it says none. */
function availabilityIn(answer: AnswerOf<"domains.check">, domain: string): string | undefined {
  if (answer.domain !== undefined && !sameDomain(answer.domain, domain)) {
    throw new UnexpectedShapeError({
      operation: "domains.check",
      domain,
      what: `the response is about ${answer.domain.slice(0, 255)}`,
      advice: "Nothing was ordered. Check registrar:baseUrl.",
    });
  }
  const status = answer.status?.trim().toLowerCase() || undefined;
  // What the number means is not shown, but 0 is not available.
  return status === "available" && answer.availability === 0 ? "available, although its availability is 0" : status;
}

async function unavailable(domain: string, status: string, maxPrice: number | undefined, run: Run) {
  // Only a hint: what matters is that the name cannot be registered.
  const { entry } = await listEntry("transfer", domain, run).catch(() => ({ entry: undefined }));
  const hint = centsOf(isObject(entry) ? (entry["total"] ?? entry["unit_price"]) : entry);
  const most = centsOf(maxPrice, "down");
  const bound = most === undefined ? "" : `; \`maxPrice\` is ${amountText(most)}`;
  const price =
    hint === undefined ? "" : ` (an inbound transfer under this TLD is listed at ${amountText(hint)}${bound})`;
  return new OrderRefusedError("domain", {
    operation: "domains.check",
    domain,
    what: `${domain} cannot be registered: the registrar reports "${status.slice(0, 100)}"${price}`,
    advice:
      "Nothing was ordered. If you hold the domain at another registrar, declare a DomainTransfer. If another account at this registrar holds it, use that account's token.",
  });
}

/**
 * The price of a renewal or an inbound transfer: the total that the price list names for the TLD, so often as it takes.
 * There is no other quote for either.
 * @throws OrderRefusedError when the list names none that is for what is asked
 */
async function listedPrice(kind: "renewal" | "transfer", domain: string, years: number, run: Run): Promise<Price> {
  const { entry, around } = await listEntry(kind === "renewal" ? "renew" : kind, domain, run);
  const unknown = (why: string) =>
    new OrderRefusedError(kind === "renewal" ? "expiresAfter" : "maxPrice", {
      domain,
      what: `the total price of ${orderKinds[kind].verb} ${domain} is not known: ${why}`,
      advice:
        "Nothing was ordered. Place the order in the registrar's dashboard, then run `pulumi up` again: the provider takes the result over.",
    });
  if (!isGiven(entry)) throw unknown("the price list (tlds.pricing) does not contain it");
  const unit = isObject(entry) ? entry["unit_price"] : entry;
  if (!isObject(entry) || !isGiven(entry["total"])) {
    const cents = centsOf(unit);
    const aYear = cents === undefined ? "something that is not an amount" : amountText(cents);
    const words = isGiven(unit) ? `says ${aYear}, and no` : "has no";
    throw unknown(`its entry in the price list (tlds.pricing) ${words} \`total\` with fees and tax`);
  }
  const odd = (why: string) => unknown(`in the price list (tlds.pricing) ${why}`);
  for (const [fields, known] of around) knownFields(fields, known, "tlds.pricing", run, odd);
  const fields = knownFields(entry, shownFields.price, "tlds.pricing", run, odd);
  if (premiumIn(fields)) throw unknown("its entry in the price list (tlds.pricing) is of a premium name");
  const listed = lengthIn(fields, odd);
  const total = totalIn(fields, listed, odd);
  if (years % listed !== 0) throw odd(otherLength(listed, years));
  // Each year's fee and tax may have been rounded down.
  const cents = total * (years / listed) + years - listed;
  return { cents, years, isPremium: false, source: "tlds.pricing" };
}

/** The entry of the price list for a name's TLD, as it came, and the fields around it. A bare number is a price a year. */
async function listEntry(kind: "renew" | "transfer", domain: string, run: Run) {
  const list = await run.api.tlds.pricing();
  const entries = Object.entries(list.pricing);
  const byTld = new Map(entries.map(([tld, prices]) => [tld.toLowerCase().replace(/^\./, ""), prices]));
  const labels = domain.split(".");
  // The longest ending that is listed: `co.uk` before `uk`.
  const tld = labels.map((_, index) => labels.slice(index + 1).join(".")).find((ending) => byTld.has(ending));
  const found = tld === undefined ? undefined : byTld.get(tld);
  const prices = isObject(found) ? found : {};
  const around: [object, readonly string[]][] = [
    [list, shownFields.list],
    [prices, shownFields.tld],
  ];
  return { entry: prices[kind], around };
}

type Fields = Readonly<Record<string, unknown>>;
/** Makes the error that says why a price is none that somebody could consent to. */
type Unknown = (why: string) => OrderRefusedError;

/** Fields of the responses that the specification shows: of a quote and around it, of a price, and of the price list and its TLDs. */
export const shownFields = {
  quote: [...Object.keys(availability.shape), ...envelopeFields],
  price: Object.keys(priceShape.shape),
  list: ["pricing", ...envelopeFields],
  tld: ["register", "renew", "transfer"],
};

/**
 * Fields of a quote by the specification's names, however those are spelled. A field that the specification doesn't show may say that more
 * is due: then nothing is ordered, until the contract file says that it is no part of the price.
 */
function knownFields(
  quote: object,
  known: readonly string[],
  operation: "domains.check" | "tlds.pricing",
  { api: { contract } }: Run,
  unknown: Unknown,
): Fields {
  const names = new Map(known.map((name) => [plainKey(name), name]));
  const ignored = contract.endpoints[operation]?.ignore ?? [];
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(quote)) {
    if (!isGiven(value) || ignored.includes(key)) continue;
    const name = names.get(plainKey(key));
    const shown = JSON.stringify(key.slice(0, 40));
    if (name === undefined) {
      const line = `{"${operation}": {"ignore": [${shown}]}}`;
      throw unknown(
        `it has a field ${shown} that may be part of the price. If it isn't, say so in a contract file: ${line}`,
      );
    }
    if (fields[name] !== undefined && fields[name] !== value) throw unknown(`it has two fields that mean \`${name}\``);
    fields[name] = value;
  }
  return fields;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const otherLength = (quoted: number, years: number) =>
  `it is for ${yearsText(quoted)}, but ${yearsText(years)} ${years === 1 ? "was" : "were"} requested`;

/** A whole number of years from 1 to 10, as a number or as text. */
export function yearsIn(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
  return /^([1-9]|10)$/.test(text) ? Number(text) : undefined;
}

/** The years that a price is for; where it does not say so, one. */
function lengthIn({ registration_length: length }: Fields, unknown: Unknown): number {
  const years = isGiven(length) ? yearsIn(length) : 1;
  if (years === undefined) throw unknown("its `registration_length` is not a number of years");
  return years;
}

/** The total of a price for so many years, in cents, if what else the price says agrees with it: each amount may be rounded, and each year's. */
function totalIn(price: Fields, years: number, unknown: Unknown): number {
  const read = (key: string) => {
    const cents = isGiven(price[key]) ? centsOf(price[key]) : undefined;
    if (isGiven(price[key]) && cents === undefined) throw unknown(`its \`${key}\` is not an amount`);
    return cents;
  };
  const [unit, subtotal = 0, tax = 0, total = 0] = ["unit_price", "subtotal", "vat_amount", "total"].map(read);
  const rounding = years + 1;
  const is = (key: string) => `its \`${key}\` of ${amountText(read(key) ?? 0)}`;
  for (const [key, cents] of Object.entries({ total, unit_price: unit })) {
    if (cents === 0) throw unknown(`its \`${key}\` is 0.00`);
  }
  if (isGiven(price["subtotal"]) && isGiven(price["vat_amount"]) && Math.abs(subtotal + tax - total) > rounding) {
    throw unknown(`${is("subtotal")} and ${is("vat_amount")} do not add up to ${is("total")}`);
  }
  const fee = read("icann_fee") ?? 0;
  const net = Math.max(subtotal, (unit ?? 0) * years + fee);
  const taxes = Math.max(tax, Math.round(net * rateIn(price, read)));
  const extra = `${amountText(fee + taxes)} of fees and tax that it names`;
  const isLess = net + taxes > total + rounding;
  if (unit === undefined) {
    if (isLess) throw unknown(`${is("total")} is less than ${amountText(net)} and ${extra}`);
    return total;
  }
  const base = `${yearsText(years)} at ${is("unit_price")}`;
  if (isLess) throw unknown(`${is("total")} is less than ${base}, with ${extra}`);
  // Later years may cost what a renewal costs.
  const dearest = Math.max(unit, read("renewal_price") ?? 0);
  const untaxed = isGiven(price["subtotal"]) ? subtotal : total - taxes;
  if (untaxed - fee + rounding >= dearest * (years + 1)) {
    throw unknown(`${is("total")} is the price of more than ${base}`);
  }
  return total;
}

/** The rate of a price's tax as a fraction: 20 and 0.2 are the same rate. */
function rateIn({ vat_rate: rate }: Fields, read: (key: string) => number | undefined): number {
  return Number(rate ?? 0) / ((read("vat_rate") ?? 0) >= 100 ? 100 : 1);
}

/** Does a price say that the name is premium? `undefined` where it doesn't say. */
function premiumIn({ is_premium: premium }: Fields): boolean | undefined {
  return isGiven(premium) ? ![false, 0, "0", "false"].some((no) => premium === no) : undefined;
}
