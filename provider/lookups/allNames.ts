/** A search page after page. Imports nothing, so that programs which never search load nothing for it. */
import type { MarketplaceName, MarketplacePage } from "./types/index.ts";

/** No search is followed further than this. */
const maxPages = 1000;

/**
 * Every name of a search, once, in the marketplace's order; a page is fetched only when it is needed.
 * @param fetchPage asks for one page; pages count from 1
 */
export async function* allNames(fetchPage: (page: number) => Promise<MarketplacePage>): AsyncIterable<MarketplaceName> {
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { names, total, totalPages } = await fetchPage(page);
    const fresh = names.filter(({ domain }) => !seen.has(domain));
    for (const name of fresh) {
      seen.add(name.domain);
      yield name;
    }
    // A page that brings nothing new is the end, also where paging is ignored.
    if (fresh.length === 0 || page >= (totalPages ?? maxPages) || seen.size >= (total ?? Infinity)) return;
  }
}
