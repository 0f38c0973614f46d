/** Names for sale, found by a question in natural language. */

import type * as z from "zod";
import type { marketplaceDomain } from "../api/shapes.ts";
import { optional } from "../dns/index.ts";
import { InvalidLookupError } from "./errors.ts";
import { type Lookups, textIn } from "./lookups.ts";
import type { MarketplaceName, MarketplacePage, SearchMarketplaceArgs } from "./types/index.ts";

/** One page of a search. */
export async function searchMarketplace(lookups: Lookups, args: SearchMarketplaceArgs): Promise<MarketplacePage> {
  const query = textIn("searchMarketplace", "query", args.query);
  const page = numberIn("page", args.page ?? 1, Number.MAX_SAFE_INTEGER);
  const pageSize = numberIn("pageSize", args.pageSize ?? 20, 100);
  const asked = {
    query,
    page,
    page_size: pageSize,
    ...(args.filters !== undefined && { filters: JSON.stringify(args.filters) }),
  };
  const { api, known } = lookups;
  const wire = await known["marketplace.search"].once(JSON.stringify(asked), () =>
    api.marketplace.search({ query: asked }),
  );
  return {
    query: wire.query ?? query,
    page: wire.page ?? page,
    pageSize: wire.page_size ?? pageSize,
    ...optional({ total: wire.total, totalPages: wire.total_pages, processingTimeMs: wire.processing_time_ms }),
    names: wire.domains.flatMap((name) => nameFromWire(name) ?? []),
  };
}

function numberIn(argument: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  const range = most === 100 ? "from 1 to 100" : "from 1 on";
  throw new InvalidLookupError("searchMarketplace", `${argument} must be a whole number ${range}`);
}

/** `undefined` for a result without a name: nobody can do anything with it. */
function nameFromWire(wire: z.output<typeof marketplaceDomain>): MarketplaceName | undefined {
  if (wire.domain_name === undefined) return undefined;
  return {
    domain: wire.domain_name,
    ...optional({
      id: wire.id,
      tld: wire.tld ?? wire.metadata?.tld,
      imageUrl: wire.image_url,
      structure: wire.structure,
      emotion: wire.emotion,
      price: wire.price,
      sellingPrice: wire.selling_price,
      discountPrice: wire.discount_price,
      typeOfName: wire.type_of_name,
      specialCollection: wire.special_collection,
      score: wire.score,
      pricingType: wire.pricing_type,
      priceText: wire.price_text,
    }),
  };
}
