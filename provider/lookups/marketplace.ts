/** Lookups of the marketplace: names for sale, and appraisals. */
import * as z from "zod";
import type { appraisal as appraisalShape, marketplaceDomain } from "../api/endpoints/shapes.ts";
import { lacking } from "../api/index.ts";
import { optional } from "../dns/index.ts";
import {
  amount,
  between,
  filled,
  flag,
  integer,
  list,
  lookup,
  ofDomain,
  renamed,
  result,
  takes,
  text,
} from "./lookup.ts";
import type { AppraiseDomainResult, MarketplaceName } from "./types.generated.ts";

const price = amount("In major units; the currency is not named.");
const marketplaceName = result(
  { domain: text("The domain name.") },
  {
    id: text("The marketplace's ID."),
    tld: text("Its TLD, such as `com`."),
    imageUrl: text("URL of its logo."),
    structure: integer("Meaning not documented."),
    emotion: text("The emotion to evoke; values not documented."),
    price,
    sellingPrice: price,
    discountPrice: price,
    typeOfName: text("Such as `brandable`; values not documented."),
    specialCollection: text("A collection of the marketplace that it is in."),
    score: amount("Relevance."),
    pricingType: text("How it is sold; values not documented."),
    priceText: text("The price as the marketplace writes it."),
  },
).meta({
  id: "MarketplaceName",
  description:
    'A name for sale. A field that the marketplace does not show is absent. Specification, "Marketplace search result".',
});

const filters = z.record(z.string(), z.unknown());

export const searchMarketplace = lookup(
  "searchMarketplace",
  {
    args: takes({
      query: filled("Query in natural language: `short names for a coffee roaster`."),
      filters: filters
        .optional()
        .meta({ description: "Filters, sent as a JSON string. Their structure is not documented." }),
      page: between(1, Number.MAX_SAFE_INTEGER, "Page, from 1. Default: 1."),
      pageSize: between(1, 100, 'Results per page, 1 to 100. Default: 20. Specification, "Limits".'),
    }),
    result: result(
      {
        query: text("The query as the marketplace understood it."),
        page: integer("Page, from 1."),
        pageSize: integer("Results per page."),
        names: list(marketplaceName, "Names found, in the marketplace's order."),
      },
      {
        total: integer("Names found; absent if not told."),
        totalPages: integer("Absent if not told."),
        processingTimeMs: amount("Milliseconds."),
      },
    ),
  },
  async (api, { query, page = 1, pageSize = 20, filters }) => {
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
);

/** `undefined` for a result without a name, which is useless. */
function nameFromWire(wire: z.output<typeof marketplaceDomain>): MarketplaceName | undefined {
  if (wire.domain_name === undefined) return undefined;
  return {
    domain: wire.domain_name,
    ...optional({ tld: wire.tld ?? wire.metadata?.tld }),
    ...renamed(wire, "id", "image_url", "structure", "emotion", "type_of_name", "special_collection", "score"),
    ...renamed(wire, "price", "selling_price", "discount_price", "pricing_type", "price_text"),
  };
}

const usage = result(
  {},
  {
    usedToday: integer("Appraisals since the quota of the day began."),
    dailyLimit: integer("Appraisals a day."),
    cumulativeCount: integer("Appraisals ever."),
    userLevel: text("Level of the user, on which the quota depends; values not documented."),
  },
).meta({ id: "AppraisalUsage", description: 'The appraisal quota of the user. Specification, "Appraisal result".' });

const appraisal = result(
  {
    domain: text("The name that was appraised, in A-labels."),
    value: amount("Estimated market value, in major units; the currency is not named."),
    positiveSignals: list(z.string(), "Arguments for the name."),
    negativeSignals: list(z.string(), "Arguments against the name."),
    rootWords: list(z.string(), "The words of the name."),
  },
  {
    domainScore: amount("The score as a number; absent if the marketplace shows none."),
    domainScoreText: text("The score as the marketplace writes it, such as `7.40`."),
    tldTakenCount: integer("Number of TLDs in which the name is registered."),
    trademarkConflicts: integer("Number of trademark conflicts."),
    registeredAt: text("When the name was registered, as the marketplace writes it: `YYYY-MM-DD HH:MM:SS`."),
    message: text("Message of the marketplace."),
    isListed: flag("True if the name is for sale on the marketplace."),
    buyNowPrice: amount("Price to buy the name at once, in major units."),
    usage: usage.meta({ description: "The quota after this appraisal." }),
    bonusCreditsRemaining: integer("Remaining appraisals beyond the quota."),
  },
);

export const appraiseDomain = lookup("appraiseDomain", { args: ofDomain, result: appraisal }, async (api, { domain }) =>
  appraisalFromWire(await api.marketplace.appraise({ query: { domain_name: domain } }), domain),
);

/** Omits the appraisal token, whose use isn't documented: a token belongs in no state and no log. */
function appraisalFromWire(wire: z.output<typeof appraisalShape>, domain: string): AppraiseDomainResult {
  const { service_appraisal: value, domain_score: score, usage } = wire;
  if (value === undefined) throw lacking("marketplace.appraise", domain, "the appraisal contains no value");
  return {
    domain,
    value,
    positiveSignals: [...(wire.positive_signals ?? [])],
    negativeSignals: [...(wire.negative_signals ?? [])],
    rootWords: [...(wire.root_words ?? [])],
    ...(usage && { usage: renamed(usage, "used_today", "daily_limit", "cumulative_count", "user_level") }),
    ...optional({
      domainScore: numberIn(score),
      domainScoreText: score,
      trademarkConflicts: wire.tm_conflicts,
      registeredAt: wire.date_registered,
      message: wire.external_message,
      buyNowPrice: wire.bin_price,
    }),
    ...renamed(wire, "tld_taken_count", "is_listed", "bonus_credits_remaining"),
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
