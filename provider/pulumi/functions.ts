/**
 * Lookups for programs, each as a promise and as an `Output`. They only read, so they work in previews, too; the same
 * question is asked once in a deployment. They fail with a `LookupError`.
 */
import * as pulumi from "@pulumi/pulumi";
import { allNames } from "../functions/allNames.ts";
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
} from "../functions/types/index.ts";
import type { InputsOf, LookupOptions, LookupOutputOptions } from "./lookupOptions.ts";
import { lookUp, lookUpOutput } from "./programLookups.ts";

export * from "../functions/types/index.ts";
export * from "./lookupOptions.ts";

/** A domain of the account: status, dates, settings, nameservers and contact handles. */
export function getDomain(args: DomainArgs, options?: LookupOptions): Promise<Domain> {
  return lookUp((functions, lookups) => functions.getDomain(lookups, args), options);
}
/** {@link getDomain} for arguments that may be outputs. */
export function getDomainOutput(args: InputsOf<DomainArgs>, options: LookupOutputOptions = {}): pulumi.Output<Domain> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) => functions.getDomain(lookups, known));
}

/** The domains of the account, all pages of them, in the order of their names. Fails rather than give a part of the list. */
export function getDomains(args: GetDomainsArgs = {}, options?: LookupOptions): Promise<Domain[]> {
  return lookUp((functions, lookups) => functions.getDomains(lookups, args), options);
}
/** {@link getDomains} for arguments that may be outputs. */
export function getDomainsOutput(
  args: InputsOf<GetDomainsArgs> = {},
  options: LookupOutputOptions = {},
): pulumi.Output<Domain[]> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getDomains(lookups, known),
  );
}

/** The registrar lock of a domain, and until when it may not be transferred. */
export function getLockStatus(args: DomainArgs, options?: LookupOptions): Promise<LockStatus> {
  return lookUp((functions, lookups) => functions.getLockStatus(lookups, args), options);
}
/** {@link getLockStatus} for arguments that may be outputs. */
export function getLockStatusOutput(
  args: InputsOf<DomainArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<LockStatus> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getLockStatus(lookups, known),
  );
}

/**
 * Whether names can be registered, and for how much: one answer a name, in their order. A name that is taken costs a second
 * call, which tells whether this account holds it.
 */
export function checkAvailability(args: CheckAvailabilityArgs, options?: LookupOptions): Promise<Availability[]> {
  return lookUp((functions, lookups) => functions.checkAvailability(lookups, args), options);
}
/** {@link checkAvailability} for arguments that may be outputs. */
export function checkAvailabilityOutput(
  args: InputsOf<CheckAvailabilityArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<Availability[]> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.checkAvailability(lookups, known),
  );
}

/** What registration, renewal and inbound transfer cost, by TLD (`com`, `co.uk`). */
export function getTldPricing(
  args: GetTldPricingArgs = {},
  options?: LookupOptions,
): Promise<Record<string, TldPrice>> {
  return lookUp((functions, lookups) => functions.getTldPricing(lookups, args), options);
}
/** {@link getTldPricing} for arguments that may be outputs. */
export function getTldPricingOutput(
  args: InputsOf<GetTldPricingArgs> = {},
  options: LookupOutputOptions = {},
): pulumi.Output<Record<string, TldPrice>> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getTldPricing(lookups, known),
  );
}

/** The DNS records of a domain; each can be passed to `new DnsRecord` as it is. */
export function getRecords(args: GetRecordsArgs, options?: LookupOptions): Promise<DnsRecords> {
  return lookUp((functions, lookups) => functions.getRecords(lookups, args), options);
}
/** {@link getRecords} for arguments that may be outputs. */
export function getRecordsOutput(
  args: InputsOf<GetRecordsArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<DnsRecords> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getRecords(lookups, known),
  );
}

/** The URL forwards of a domain; each can be passed to `new UrlForward` as it is. */
export function getUrlForwards(args: DomainArgs, options?: LookupOptions): Promise<UrlForwards> {
  return lookUp((functions, lookups) => functions.getUrlForwards(lookups, args), options);
}
/** {@link getUrlForwards} for arguments that may be outputs. */
export function getUrlForwardsOutput(
  args: InputsOf<DomainArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<UrlForwards> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getUrlForwards(lookups, known),
  );
}

/** The nameservers of a domain, and whether they are the service's own. */
export function getNameservers(args: DomainArgs, options?: LookupOptions): Promise<NameserverSet> {
  return lookUp((functions, lookups) => functions.getNameservers(lookups, args), options);
}
/** {@link getNameservers} for arguments that may be outputs. */
export function getNameserversOutput(
  args: InputsOf<DomainArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<NameserverSet> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.getNameservers(lookups, known),
  );
}

/** DNSSEC of a domain, and the DS data for its parent zone. */
export function getDnssec(args: DomainArgs, options?: LookupOptions): Promise<DnssecStatus> {
  return lookUp((functions, lookups) => functions.getDnssec(lookups, args), options);
}
/** {@link getDnssec} for arguments that may be outputs. */
export function getDnssecOutput(
  args: InputsOf<DomainArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<DnssecStatus> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) => functions.getDnssec(lookups, known));
}

/** A contact by its handle: personal data, which belongs in stack outputs as a secret only. */
export function getContact(args: GetContactArgs, options?: LookupOptions): Promise<ContactInfo> {
  return lookUp((functions, lookups) => functions.getContact(lookups, args), options);
}
/** {@link getContact} for arguments that may be outputs. The result is a secret: it is personal data. */
export function getContactOutput(
  args: InputsOf<GetContactArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<ContactInfo> {
  return pulumi.secret(
    lookUpOutput(pulumi.output(args), options, (functions, lookups, known) => functions.getContact(lookups, known)),
  );
}

/** The contacts of the account, as the registrar filters them: personal data, which belongs in stack outputs as a secret only. */
export function getContacts(args: GetContactsArgs = {}, options?: LookupOptions): Promise<ContactInfo[]> {
  return lookUp((functions, lookups) => functions.getContacts(lookups, args), options);
}
/** {@link getContacts} for arguments that may be outputs. The result is a secret: it is personal data. */
export function getContactsOutput(
  args: InputsOf<GetContactsArgs> = {},
  options: LookupOutputOptions = {},
): pulumi.Output<ContactInfo[]> {
  return pulumi.secret(
    lookUpOutput(pulumi.output(args), options, (functions, lookups, known) => functions.getContacts(lookups, known)),
  );
}

/** One page of names for sale, found by a question in natural language. */
export function searchMarketplace(args: SearchMarketplaceArgs, options?: LookupOptions): Promise<MarketplacePage> {
  return lookUp((functions, lookups) => functions.searchMarketplace(lookups, args), options);
}
/** {@link searchMarketplace} for arguments that may be outputs. */
export function searchMarketplaceOutput(
  args: InputsOf<SearchMarketplaceArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<MarketplacePage> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.searchMarketplace(lookups, known),
  );
}
/** Every name of a search: `for await (const name of searchMarketplaceAll({ query }))`. A page is fetched when it is needed. */
export function searchMarketplaceAll(
  args: SearchMarketplaceAllArgs,
  options?: LookupOptions,
): AsyncIterable<MarketplaceName> {
  return allNames((page) => searchMarketplace({ pageSize: 100, ...args, page }, options));
}

/** An estimate of a domain's market value. Counts against the day's quota of the user, which `usage` tells. */
export function appraiseDomain(args: AppraiseDomainArgs, options?: LookupOptions): Promise<Appraisal> {
  return lookUp((functions, lookups) => functions.appraiseDomain(lookups, args), options);
}
/** {@link appraiseDomain} for arguments that may be outputs. */
export function appraiseDomainOutput(
  args: InputsOf<AppraiseDomainArgs>,
  options: LookupOutputOptions = {},
): pulumi.Output<Appraisal> {
  return lookUpOutput(pulumi.output(args), options, (functions, lookups, known) =>
    functions.appraiseDomain(lookups, known),
  );
}
