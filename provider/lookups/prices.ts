/** Lookups of names to buy: availability, prices, the marketplace, appraisals. */
import * as z from "zod";
import * as shapes from "../api/endpoints/shapes.ts";
import { type Api, ForbiddenError, isObject, lacking, NotFoundError, truth } from "../api/index.ts";
import { optional } from "../dns/index.ts";
import {
  amount,
  between,
  domainArgument,
  type Functions,
  filled,
  flag,
  integer,
  list,
  maybe,
  named,
  ofDomain,
  renamed,
  takes,
  text,
  tldOf,
  words,
} from "./lookup.ts";
import type * as types from "./types.generated.ts";

const registrationPrice = named(
  "RegistrationPrice",
  'The price of a registration. Fields: specification, "Availability result", which shows neither currency nor units; ' +
    "they are taken as decimals in major units (public reference) of the account's currency (assumed).",
  maybe({
    unitPrice: amount("Price of one year, in major units."),
    renewalPrice: amount("Price of a later year, in major units."),
    icannFee: amount("ICANN's fee; part of `total`."),
    premium: flag("True if the name has a price of its own."),
    years: integer("Years of the quote."),
    subtotal: amount("Before tax."),
    vatRate: amount("Part of the subtotal that is added as tax: 0.2 is 20 %."),
    vatAmount: amount("The tax."),
    total: amount("Price of all years, with fees and tax."),
  }),
);

const availability = named("Availability", "Availability and price of a name.", {
  domain: text("The given name, in A-labels."),
  available: flag("True if the registrar says `available`."),
  inAccount: flag("True if this account holds the name. Looked up only if it is not available."),
  status: text("The registrar's own word: `available`, `unavailable`."),
  ...maybe({
    price: registrationPrice.describe("Price of the registration; present if the name is available."),
  }),
});

async function checkOne(api: Api, domain: string, years: number | undefined): Promise<types.Availability> {
  const query = { ...(years !== undefined && { years }) };
  const { status, domain_price } = await api.domains.check({ domain, query });
  if (status === undefined) {
    const what = "the response has no `status`, so it is not known whether the name is available";
    throw lacking("domains.check", domain, what);
  }
  const available = status.toLowerCase() === "available";
  const inAccount = !available && (await isHeld(api, domain));
  return {
    domain,
    available,
    inAccount,
    status,
    ...(available && domain_price !== undefined && { price: priceFromWire(domain_price) }),
  };
}

async function isHeld(api: Api, domain: string): Promise<boolean> {
  try {
    await api.domains.get({ domain });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

const priceFromWire = (wire: shapes.WirePrice): types.RegistrationPrice =>
  optional({
    unitPrice: amountIn(wire.unit_price),
    renewalPrice: amountIn(wire.renewal_price),
    icannFee: amountIn(wire.icann_fee),
    premium: truth(wire.is_premium),
    years: amountIn(wire.registration_length),
    subtotal: amountIn(wire.subtotal),
    vatRate: amountIn(wire.vat_rate),
    vatAmount: amountIn(wire.vat_amount),
    total: amountIn(wire.total),
  });

const tldPrice = named(
  "TldPrice",
  "Prices of one TLD, in major units. A price that the registrar does not show as one number is absent.",
  maybe({
    register: amount("Registration of one year."),
    renew: amount("Renewal by one year."),
    transfer: amount("Inbound transfer."),
  }),
);

function priceOf(entry: unknown): types.TldPrice {
  const { register, renew, transfer }: Partial<Record<keyof types.TldPrice, unknown>> = isObject(entry) ? entry : {};
  return optional({ register: amountIn(register), renew: amountIn(renew), transfer: amountIn(transfer) });
}

/** A price: a number, a decimal string, or an object with a total. */
function amountIn(value: unknown): number | undefined {
  if (isObject(value)) return amountIn(value["total"]);
  if (typeof value === "string" && /^\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

const price = (field: string) => amount(`\`${field}\` of the listing, in major units; the currency is not named.`);
const marketplaceName = named(
  "MarketplaceName",
  'A name for sale. A field that the marketplace does not show is absent. Specification, "Marketplace search result".',
  {
    domain: text("The domain name."),
    ...maybe({
      id: text("The marketplace's ID."),
      tld: text("Its TLD, such as `com`."),
      imageUrl: text("URL of its logo."),
      structure: integer("Meaning not documented."),
      emotion: text("The emotion to evoke; values not documented."),
      price: price("price"),
      sellingPrice: price("selling_price"),
      discountPrice: price("discount_price"),
      typeOfName: text("Such as `brandable`; values not documented."),
      specialCollection: text("A collection of the marketplace that it is in."),
      score: amount("Relevance."),
      pricingType: text("How it is sold; values not documented."),
      priceText: text("The price as the marketplace writes it."),
    }),
  },
);

/** `undefined` for a result without a name, which is useless. */
function nameFromWire(wire: z.output<typeof shapes.marketplaceDomain>): types.MarketplaceName | undefined {
  if (wire.domain_name === undefined) return undefined;
  return {
    domain: wire.domain_name,
    ...optional({ tld: wire.tld ?? wire.metadata?.tld }),
    ...renamed(wire, "id", "image_url", "structure", "emotion", "type_of_name", "special_collection", "score"),
    ...renamed(wire, "price", "selling_price", "discount_price", "pricing_type", "price_text"),
  };
}

const usage = named(
  "AppraisalUsage",
  'The appraisal quota of the user. Specification, "Appraisal result".',
  maybe({
    usedToday: integer("Appraisals since the quota of the day began."),
    dailyLimit: integer("Appraisals a day."),
    cumulativeCount: integer("Appraisals ever."),
    userLevel: text("Level of the user, on which the quota depends; values not documented."),
  }),
);

const appraisal = z.object({
  domain: text("The name that was appraised, in A-labels."),
  value: amount("Estimated market value, in major units; the currency is not named."),
  positiveSignals: list(z.string(), "Arguments for the name."),
  negativeSignals: list(z.string(), "Arguments against the name."),
  rootWords: list(z.string(), "The words of the name."),
  ...maybe({
    domainScore: amount("The score as a number; absent if the marketplace shows none."),
    domainScoreText: text("The score as the marketplace writes it, such as `7.40`."),
    tldTakenCount: integer("Number of TLDs in which the name is registered."),
    trademarkConflicts: integer("Number of trademark conflicts."),
    registeredAt: text("When the name was registered, as the marketplace writes it: `YYYY-MM-DD HH:MM:SS`."),
    message: text("Message of the marketplace."),
    isListed: flag("True if the name is for sale on the marketplace."),
    buyNowPrice: amount("Price to buy the name at once, in major units."),
    usage: usage.describe("The quota after this appraisal."),
    bonusCreditsRemaining: integer("Remaining appraisals beyond the quota."),
  }),
});

/** Omits the appraisal token, whose use isn't documented: a token belongs in no state and no log. */
function appraisalFromWire(wire: z.output<typeof shapes.appraisal>, domain: string): types.AppraiseDomainResult {
  const { atom_appraisal: named, service_appraisal: value = named, domain_score: score, usage } = wire;
  if (value === undefined) throw lacking("marketplace.appraise", domain, "the appraisal contains no value");
  return {
    domain,
    value,
    positiveSignals: [...(wire.positive_signals ?? [])],
    negativeSignals: [...(wire.negative_signals ?? [])],
    rootWords: [...(wire.root_words ?? [])],
    ...(usage && { usage: renamed(usage, "used_today", "daily_limit", "cumulative_count", "user_level") }),
    ...optional({
      domainScore: amountIn(score),
      domainScoreText: score,
      trademarkConflicts: wire.tm_conflicts,
      registeredAt: wire.date_registered,
      message: wire.external_message,
      buyNowPrice: wire.bin_price,
    }),
    ...renamed(wire, "tld_taken_count", "is_listed", "bonus_credits_remaining"),
  };
}

export const names: Functions<"checkAvailability" | "getTldPricing" | "searchMarketplace" | "appraiseDomain"> = {
  /** A name that isn't available costs a second call, to see if this account holds it. */
  checkAvailability: {
    summary:
      "Returns for each name, in the given order, its availability, its price, and a flag if this account holds it.",
    endpoints: ["domains.check", "domains.get"],
    args: takes({
      domains: z
        .array(domainArgument, { error: "must be a list of names" })
        .describe('Fully qualified names, such as `["example.com", "example.dev"]`.'),
      years: between(1, 10, "Years of the quoted registration, 1 to 10. Default: the registrar's (1; 2 for .ai)."),
    }),
    result: z.object({ names: list(availability, "One entry for each name, in the given order.") }),
    run: async ({ domains, years }, { api }) => ({
      names: await Promise.all(domains.map((domain) => checkOne(api, domain, years))),
    }),
  },
  getTldPricing: {
    summary: "Returns the prices of registration, renewal and inbound transfer by TLD (`com`, `co.uk`).",
    endpoints: ["tlds.pricing"],
    args: takes({ tlds: words("Only these TLDs, such as `com`. Default: all.") }),
    result: z.object({
      prices: z.record(z.string(), tldPrice).describe("By TLD, without its dot, in lower case."),
    }),
    run: async ({ tlds }, { api }) => {
      const { pricing } = await api.tlds.pricing();
      const entries = Object.entries(pricing)
        .map(([tld, entry]) => [tldOf(tld), priceOf(entry)] as const)
        .filter(([tld]) => tlds?.includes(tld) ?? true);
      return { prices: Object.fromEntries(entries) };
    },
  },
  searchMarketplace: {
    summary: "Searches the marketplace in natural language. Returns one page of names for sale.",
    endpoints: ["marketplace.search"],
    args: takes({
      query: filled("Query in natural language: `short names for a coffee roaster`."),
      filters: shapes.anyObject
        .optional()
        .describe("Filters, sent as a JSON string. Their structure is not documented."),
      page: between(1, Number.MAX_SAFE_INTEGER, "Page, from 1. Default: 1."),
      pageSize: between(1, 100, 'Results per page, 1 to 100. Default: 20. Specification, "Limits".'),
    }),
    result: z.object({
      query: text("The query as the marketplace understood it."),
      page: integer("Page, from 1."),
      pageSize: integer("Results per page."),
      names: list(marketplaceName, "Names found, in the marketplace's order."),
      ...maybe({
        total: integer("Names found; absent if not told."),
        totalPages: integer("Absent if not told."),
        processingTimeMs: amount("Milliseconds."),
      }),
    }),
    run: async ({ query, page = 1, pageSize = 20, filters }, { api }) => {
      const asked = { query, page, page_size: pageSize, ...(filters && { filters: JSON.stringify(filters) }) };
      const wire = await api.marketplace.search({ query: asked });
      return {
        query: wire.query ?? query,
        page: wire.page ?? page,
        pageSize: wire.page_size ?? pageSize,
        ...renamed(wire, "total", "total_pages", "processing_time_ms"),
        names: wire.domains.flatMap((name) => nameFromWire(name) ?? []),
      };
    },
  },
  appraiseDomain: {
    summary: "Estimates a domain's market value. Counts against the daily quota, which `usage` shows.",
    endpoints: ["marketplace.appraise"],
    args: ofDomain,
    result: appraisal,
    run: async ({ domain }, { api }) =>
      appraisalFromWire(await api.marketplace.appraise({ query: { domain_name: domain } }), domain),
  },
};
