/** Facts of the lookups without loading them: programs, the plugin, its schema and the documentation derive from it. */
import type { EndpointName } from "../api/index.ts";
import type { MarketplaceName, SearchMarketplaceResult } from "./types.ts";

interface LookupRow {
  /** Its result, for programs and the plugin's schema. */
  readonly summary: string;
  readonly endpoints: readonly EndpointName[];
  readonly isSecret?: true;
  /** Parts of it that are none. */
  readonly open?: readonly string[];
}

/** By the name that programs use, which is also that of the function in this folder. */
export const lookupRows = {
  appraiseDomain: {
    summary: "An estimate of a domain's market value. Counts against the day's quota of the user, which `usage` tells.",
    endpoints: ["marketplace.appraise"],
  },
  checkAvailability: {
    summary:
      "Whether names can be registered, and for how much: one answer a name, in their order. A name that is taken costs a second call, which tells whether this account holds it.",
    endpoints: ["domains.check", "domains.get"],
  },
  getContact: {
    summary: "A contact by its handle: personal data, which belongs in stack outputs as a secret only.",
    endpoints: ["contacts.get"],
    isSecret: true,
    open: ["handle", "type", "verified"],
  },
  getContacts: {
    summary:
      "The contacts of the account, as the registrar filters them: personal data, which belongs in stack outputs as a secret only.",
    endpoints: ["contacts.list"],
    isSecret: true,
  },
  getDnsRecords: {
    summary: "The DNS records of a domain; each can be passed to `new DnsRecord` as it is.",
    endpoints: ["records.list"],
  },
  getDnssec: { summary: "DNSSEC of a domain, and the DS data for its parent zone.", endpoints: ["dnssec.get"] },
  getDomain: {
    summary: "A domain of the account: status, dates, settings, nameservers and contact handles.",
    endpoints: ["domains.get"],
  },
  getDomainLock: {
    summary: "The registrar lock of a domain, and until when it may not be transferred.",
    endpoints: ["lock.get"],
  },
  getDomains: {
    summary:
      "The domains of the account, all pages of them, in the order of their names. Fails rather than give a part of the list.",
    endpoints: ["domains.list"],
  },
  getNameservers: {
    summary: "The nameservers of a domain, and whether they are the service's own.",
    endpoints: ["nameservers.get"],
  },
  getTldPricing: {
    summary: "What registration, renewal and inbound transfer cost, by TLD (`com`, `co.uk`).",
    endpoints: ["tlds.pricing"],
  },
  getUrlForwards: {
    summary: "The URL forwards of a domain; each can be passed to `new UrlForward` as it is.",
    endpoints: ["forwards.list"],
  },
  searchMarketplace: {
    summary: "One page of names for sale, found by a question in natural language.",
    endpoints: ["marketplace.search"],
  },
} as const satisfies Record<string, LookupRow>;

export type LookupName = keyof typeof lookupRows;

export const isLookup = (name: string): name is LookupName => Object.hasOwn(lookupRows, name);

export const rowOf = (name: LookupName): LookupRow => lookupRows[name];

/** Is a part of the result a secret, whatever its arguments are? */
export const isSecretPart = (name: LookupName, part: string): boolean => {
  const { isSecret = false, open = [] } = rowOf(name);
  return isSecret && !open.includes(part);
};

/** No search is followed further than this. */
const maxPages = 1000;

/**
 * Every name of a search, once, in the marketplace's order; a page is fetched only when it is needed.
 * @param fetchPage asks for one page; pages count from 1
 */
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
    // A page that brings nothing new is the end, also where paging is ignored.
    if (fresh.length === 0 || page >= (totalPages ?? maxPages) || seen.size >= (total ?? Infinity)) return;
  }
}
