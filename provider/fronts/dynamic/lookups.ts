/**
 * Lookups for programs, each as a promise and as an `Output`. They only read, so they work in previews, too; the same
 * question is asked once in a deployment. They fail with a `LookupError`.
 */
import { allNames } from "../../lookups/rows.ts";
import type { MarketplaceName, SearchMarketplaceAllArgs } from "../../lookups/types.ts";
import type { LookupOptions } from "./lookupOptions.ts";
import { searchMarketplace } from "./lookups.generated.ts";

export type * from "../../lookups/types.ts";
export type { LookupOptions, LookupOutputOptions } from "./lookupOptions.ts";
export { LookupError } from "./lookupOptions.ts";
export * from "./lookups.generated.ts";

/** Every name of a search: `for await (const name of searchMarketplaceAll({ query }))`. A page is fetched when it is needed. */
export function searchMarketplaceAll(
  args: SearchMarketplaceAllArgs,
  options?: LookupOptions,
): AsyncIterable<MarketplaceName> {
  return allNames((page) => searchMarketplace({ pageSize: 100, ...args, page }, options));
}
