/** The table of lookups, without their code. Programs, the plugin, its schema and the documentation derive from it. */
import type { EndpointName } from "../api/index.ts";
import type { MarketplaceName, SearchMarketplaceResult } from "./types.generated.ts";

interface LookupRow {
  readonly summary: string;
  readonly endpoints: readonly EndpointName[];
  readonly isSecret?: true;
  /** Members of a secret result that aren't personal. */
  readonly open?: readonly string[];
}

/** By the name of the function in this folder, and in programs. */
export const lookupRows = {
  appraiseDomain: {
    summary: "Estimates a domain's market value. Counts against the daily quota, which `usage` shows.",
    endpoints: ["marketplace.appraise"],
  },
  checkAvailability: {
    summary:
      "Returns for each name, in the given order, its availability, its price, and a flag if this account holds it.",
    endpoints: ["domains.check", "domains.get"],
  },
  getContact: {
    summary: "Returns a contact by its handle. Personal data: export it only as a secret.",
    endpoints: ["contacts.list"],
    isSecret: true,
    open: ["handle", "type", "verified"],
  },
  getContacts: {
    summary:
      "Returns the account's contacts, as the registrar filters them. Personal data: export it only as a secret.",
    endpoints: ["contacts.list"],
    isSecret: true,
  },
  getDnsRecords: {
    summary: "Returns the DNS records of a domain, each as `DnsRecord` takes it, and unreadable rows.",
    endpoints: ["records.list"],
  },
  getDnssec: {
    summary: "Returns the DNSSEC status of a domain, and the DS data for its parent zone.",
    endpoints: ["dnssec.get"],
  },
  getDomain: {
    summary: "Returns a domain of the account: status, dates, settings, nameservers and contact handles.",
    endpoints: ["domains.get"],
  },
  getDomainLock: {
    summary: "Returns the registrar lock of a domain, and the end of its transfer restriction.",
    endpoints: ["lock.get"],
  },
  getDomains: {
    summary: "Returns all domains of the account, sorted by name, or fails.",
    endpoints: ["domains.list"],
  },
  getNameservers: {
    summary: "Returns the nameservers of a domain, and tells the registrar's own from others.",
    endpoints: ["domains.get"],
  },
  getTldPricing: {
    summary: "Returns the prices of registration, renewal and inbound transfer by TLD (`com`, `co.uk`).",
    endpoints: ["tlds.pricing"],
  },
  getUrlForwards: {
    summary: "Returns the URL forwards of a domain, each as `UrlForward` takes it, and unreadable rows.",
    endpoints: ["forwards.list"],
  },
  searchMarketplace: {
    summary: "Searches the marketplace in natural language. Returns one page of names for sale.",
    endpoints: ["marketplace.search"],
  },
} as const satisfies Record<string, LookupRow>;

export type LookupName = keyof typeof lookupRows;

export const isLookup = (name: string): name is LookupName => Object.hasOwn(lookupRows, name);

export const rowOf = (name: LookupName): LookupRow => lookupRows[name];

/** Is a part of the result always a secret? */
export const isSecretPart = (name: LookupName, part: string): boolean => {
  const { isSecret = false, open = [] } = rowOf(name);
  return isSecret && !open.includes(part);
};

/** Most pages that a search reads. */
const maxPages = 1000;

/** Yields every name of a search once, in the marketplace's order. It fetches a page, from 1, only when it is needed. */
export async function* allNames(
  fetchPage: (page: number) => Promise<SearchMarketplaceResult>,
): AsyncIterable<MarketplaceName> {
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { names, total, totalPages } = await fetchPage(page);
    const fresh = names.filter(({ domain }) => !seen.has(domain));
    for (const name of fresh) {
      seen.add(name.domain);
      yield name;
    }
    // A page without new names is the last one. A server that ignores paging repeats its first page.
    if (fresh.length === 0 || page >= (totalPages ?? maxPages) || seen.size >= (total ?? Infinity)) return;
  }
}
