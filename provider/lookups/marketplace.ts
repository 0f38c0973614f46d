/** Lookups of the marketplace: names for sale, and appraisals. */
import type * as z from "zod";
import type { appraisal as appraisalShape, marketplaceDomain } from "../api/endpoints/shapes.ts";
import { type Api, lacking } from "../api/index.ts";
import { optional } from "../dns/index.ts";
import { domainIn, InvalidLookupError, renamed, textIn } from "./session.ts";
import type * as types from "./types.ts";

export async function searchMarketplace(
  api: Api,
  args: types.SearchMarketplaceArgs,
): Promise<types.SearchMarketplaceResult> {
  const query = textIn("searchMarketplace", "query", args.query);
  const page = countIn("page", args.page ?? 1, Number.MAX_SAFE_INTEGER);
  const pageSize = countIn("pageSize", args.pageSize ?? 20, 100);
  const asked = {
    query,
    page,
    page_size: pageSize,
    ...(args.filters !== undefined && { filters: JSON.stringify(args.filters) }),
  };
  const wire = await api.marketplace.search({ query: asked });
  return {
    query: wire.query ?? query,
    page: wire.page ?? page,
    pageSize: wire.page_size ?? pageSize,
    ...renamed(wire, "total", "total_pages", "processing_time_ms"),
    names: wire.domains.flatMap((name) => nameFromWire(name) ?? []),
  };
}

function countIn(argument: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  const range = max === 100 ? "from 1 to 100" : "from 1 on";
  throw new InvalidLookupError("searchMarketplace", `${argument} must be a whole number ${range}`);
}

/** `undefined` for a result without a name, which is useless. */
function nameFromWire(wire: z.output<typeof marketplaceDomain>): types.MarketplaceName | undefined {
  if (wire.domain_name === undefined) return undefined;
  return {
    domain: wire.domain_name,
    ...optional({ tld: wire.tld ?? wire.metadata?.tld }),
    ...renamed(wire, "id", "image_url", "structure", "emotion", "type_of_name", "special_collection", "score"),
    ...renamed(wire, "price", "selling_price", "discount_price", "pricing_type", "price_text"),
  };
}

export async function appraiseDomain(api: Api, args: types.AppraiseDomainArgs): Promise<types.AppraiseDomainResult> {
  const domain = domainIn("appraiseDomain", args.domain);
  return appraisalFromWire(await api.marketplace.appraise({ query: { domain_name: domain } }), domain);
}

/** Omits the appraisal token, whose use isn't documented: a token belongs in no state and no log. */
function appraisalFromWire(wire: z.output<typeof appraisalShape>, domain: string): types.AppraiseDomainResult {
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
