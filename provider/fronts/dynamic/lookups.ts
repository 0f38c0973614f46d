/**
 * Lookups for programs, each as a promise and as an `Output`. They only read, so they work in previews, too; the same
 * question is asked once in a deployment. They fail with a `LookupError`.
 */
import { allNames } from "../../lookups/allNames.ts";
import type {
  Appraisal,
  AppraiseDomainArgs,
  Availability,
  CheckAvailabilityArgs,
  ContactInfo,
  DnsRecords,
  DnssecStatus,
  Domain,
  DomainArgs,
  GetContactArgs,
  GetContactsArgs,
  GetDomainsArgs,
  GetRecordsArgs,
  GetTldPricingArgs,
  LockStatus,
  MarketplaceName,
  MarketplacePage,
  NameserverSet,
  SearchMarketplaceAllArgs,
  SearchMarketplaceArgs,
  TldPrice,
  UrlForwards,
} from "../../lookups/types/index.ts";
import type { Lookup, LookupOfAll, LookupOfAllOutput, LookupOptions, LookupOutput } from "./lookupOptions.ts";
import { lookup, lookupOutput, secretLookupOutput } from "./programLookups.ts";

export * from "../../lookups/types/index.ts";
export * from "./lookupOptions.ts";

/** A domain of the account: status, dates, settings, nameservers and contact handles. */
export const getDomain: Lookup<DomainArgs, Domain> = lookup(({ getDomain }) => getDomain);
/** {@link getDomain} for arguments that may be outputs. */
export const getDomainOutput: LookupOutput<DomainArgs, Domain> = lookupOutput(({ getDomain }) => getDomain);

/** The domains of the account, all pages of them, in the order of their names. Fails rather than give a part of the list. */
export const getDomains: LookupOfAll<GetDomainsArgs, Domain[]> = lookup(({ getDomains }) => getDomains, {});
/** {@link getDomains} for arguments that may be outputs. */
export const getDomainsOutput: LookupOfAllOutput<GetDomainsArgs, Domain[]> = lookupOutput(
  ({ getDomains }) => getDomains,
  {},
);

/** The registrar lock of a domain, and until when it may not be transferred. */
export const getLockStatus: Lookup<DomainArgs, LockStatus> = lookup(({ getLockStatus }) => getLockStatus);
/** {@link getLockStatus} for arguments that may be outputs. */
export const getLockStatusOutput: LookupOutput<DomainArgs, LockStatus> = lookupOutput(
  ({ getLockStatus }) => getLockStatus,
);

/**
 * Whether names can be registered, and for how much: one answer a name, in their order. A name that is taken costs a second
 * call, which tells whether this account holds it.
 */
export const checkAvailability: Lookup<CheckAvailabilityArgs, Availability[]> = lookup(
  ({ checkAvailability }) => checkAvailability,
);
/** {@link checkAvailability} for arguments that may be outputs. */
export const checkAvailabilityOutput: LookupOutput<CheckAvailabilityArgs, Availability[]> = lookupOutput(
  ({ checkAvailability }) => checkAvailability,
);

/** What registration, renewal and inbound transfer cost, by TLD (`com`, `co.uk`). */
export const getTldPricing: LookupOfAll<GetTldPricingArgs, Record<string, TldPrice>> = lookup(
  ({ getTldPricing }) => getTldPricing,
  {},
);
/** {@link getTldPricing} for arguments that may be outputs. */
export const getTldPricingOutput: LookupOfAllOutput<GetTldPricingArgs, Record<string, TldPrice>> = lookupOutput(
  ({ getTldPricing }) => getTldPricing,
  {},
);

/** The DNS records of a domain; each can be passed to `new DnsRecord` as it is. */
export const getRecords: Lookup<GetRecordsArgs, DnsRecords> = lookup(({ getRecords }) => getRecords);
/** {@link getRecords} for arguments that may be outputs. */
export const getRecordsOutput: LookupOutput<GetRecordsArgs, DnsRecords> = lookupOutput(({ getRecords }) => getRecords);

/** The URL forwards of a domain; each can be passed to `new UrlForward` as it is. */
export const getUrlForwards: Lookup<DomainArgs, UrlForwards> = lookup(({ getUrlForwards }) => getUrlForwards);
/** {@link getUrlForwards} for arguments that may be outputs. */
export const getUrlForwardsOutput: LookupOutput<DomainArgs, UrlForwards> = lookupOutput(
  ({ getUrlForwards }) => getUrlForwards,
);

/** The nameservers of a domain, and whether they are the service's own. */
export const getNameservers: Lookup<DomainArgs, NameserverSet> = lookup(({ getNameservers }) => getNameservers);
/** {@link getNameservers} for arguments that may be outputs. */
export const getNameserversOutput: LookupOutput<DomainArgs, NameserverSet> = lookupOutput(
  ({ getNameservers }) => getNameservers,
);

/** DNSSEC of a domain, and the DS data for its parent zone. */
export const getDnssec: Lookup<DomainArgs, DnssecStatus> = lookup(({ getDnssec }) => getDnssec);
/** {@link getDnssec} for arguments that may be outputs. */
export const getDnssecOutput: LookupOutput<DomainArgs, DnssecStatus> = lookupOutput(({ getDnssec }) => getDnssec);

/** A contact by its handle: personal data, which belongs in stack outputs as a secret only. */
export const getContact: Lookup<GetContactArgs, ContactInfo> = lookup(({ getContact }) => getContact);
/** {@link getContact} for arguments that may be outputs. The result is a secret: it is personal data. */
export const getContactOutput: LookupOutput<GetContactArgs, ContactInfo> = secretLookupOutput(
  ({ getContact }) => getContact,
);

/** The contacts of the account, as the registrar filters them: personal data, which belongs in stack outputs as a secret only. */
export const getContacts: LookupOfAll<GetContactsArgs, ContactInfo[]> = lookup(({ getContacts }) => getContacts, {});
/** {@link getContacts} for arguments that may be outputs. The result is a secret: it is personal data. */
export const getContactsOutput: LookupOfAllOutput<GetContactsArgs, ContactInfo[]> = secretLookupOutput(
  ({ getContacts }) => getContacts,
  {},
);

/** One page of names for sale, found by a question in natural language. */
export const searchMarketplace: Lookup<SearchMarketplaceArgs, MarketplacePage> = lookup(
  ({ searchMarketplace }) => searchMarketplace,
);
/** {@link searchMarketplace} for arguments that may be outputs. */
export const searchMarketplaceOutput: LookupOutput<SearchMarketplaceArgs, MarketplacePage> = lookupOutput(
  ({ searchMarketplace }) => searchMarketplace,
);
/** Every name of a search: `for await (const name of searchMarketplaceAll({ query }))`. A page is fetched when it is needed. */
export function searchMarketplaceAll(
  args: SearchMarketplaceAllArgs,
  options?: LookupOptions,
): AsyncIterable<MarketplaceName> {
  return allNames((page) => searchMarketplace({ pageSize: 100, ...args, page }, options));
}

/** An estimate of a domain's market value. Counts against the day's quota of the user, which `usage` tells. */
export const appraiseDomain: Lookup<AppraiseDomainArgs, Appraisal> = lookup(({ appraiseDomain }) => appraiseDomain);
/** {@link appraiseDomain} for arguments that may be outputs. */
export const appraiseDomainOutput: LookupOutput<AppraiseDomainArgs, Appraisal> = lookupOutput(
  ({ appraiseDomain }) => appraiseDomain,
);
