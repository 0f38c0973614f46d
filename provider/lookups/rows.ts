/** What is known of the lookups without loading them: programs, the plugin, its schema and the documentation derive from it. */
import type { EndpointName } from "../api/index.ts";
import type { MarketplaceName, MarketplacePage } from "./types.ts";

interface LookupRow {
  /** The registrar's operations that it asks. */
  readonly endpoints: readonly EndpointName[];
  /** The result is a list or a map: its name in the result of the plugin's function, which is an object. */
  readonly resultName?: string;
  /** The result holds personal data. */
  readonly isSecret?: true;
}

/** By the name that programs use, which is also that of the function in this folder. */
export const lookupRows = {
  appraiseDomain: { endpoints: ["marketplace.appraise"] },
  checkAvailability: { endpoints: ["domains.check", "domains.get"], resultName: "names" },
  getContact: { endpoints: ["contacts.get"], isSecret: true },
  getContacts: { endpoints: ["contacts.list"], resultName: "contacts", isSecret: true },
  getDnssec: { endpoints: ["dnssec.get"] },
  getDomain: { endpoints: ["domains.get"] },
  getDomains: { endpoints: ["domains.list"], resultName: "domains" },
  getLockStatus: { endpoints: ["lock.get"] },
  getNameservers: { endpoints: ["nameservers.get"] },
  getRecords: { endpoints: ["records.list"] },
  getTldPricing: { endpoints: ["tlds.pricing"], resultName: "prices" },
  getUrlForwards: { endpoints: ["forwards.list"] },
  searchMarketplace: { endpoints: ["marketplace.search"] },
} as const satisfies Record<string, LookupRow>;

export type LookupName = keyof typeof lookupRows;

export const isLookup = (name: string): name is LookupName => Object.hasOwn(lookupRows, name);

export const rowOf = (name: LookupName): LookupRow => lookupRows[name];

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
