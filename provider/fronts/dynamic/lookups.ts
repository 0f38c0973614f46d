/** Lookups for programs. Each distinct request is sent once per run. */
import { allNames } from "../../lookups/rows.ts";
import type { MarketplaceName, SearchMarketplaceAllArgs } from "../../lookups/types.ts";
import type { LookupOptions } from "./lookupOptions.ts";
import { searchMarketplace } from "./lookups.generated.ts";

export type * from "../../lookups/types.ts";
export type { LookupOptions, LookupOutputOptions } from "./lookupOptions.ts";
export { LookupError } from "./lookupOptions.ts";
export * from "./lookups.generated.ts";

/** All names of a search: `for await (const name of searchMarketplaceAll({ query }))`. Pages are fetched on demand. */
export function searchMarketplaceAll(
  args: SearchMarketplaceAllArgs,
  options?: LookupOptions,
): AsyncIterable<MarketplaceName> {
  return allNames((page) => searchMarketplace({ pageSize: 100, ...args, page }, options));
}
