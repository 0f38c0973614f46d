// Generated from the lookups by `npm run generate`. Do not edit.

import { lookup, lookupOutput, searchOfAll } from "./program.ts";

export type { AppraiseDomainResult, CheckAvailabilityResult, GetContactsResult, GetDnsRecordsResult, GetDnssecResult, GetDomainLockResult, GetDomainsResult, GetNameserversResult, GetTldPricingResult, GetUrlForwardsResult, SearchMarketplaceResult } from "../../lookups/types.generated.ts";

/** Estimates a domain's market value. Counts against the daily quota, which `usage` shows. */
export const appraiseDomain = lookup("appraiseDomain");
/** Estimates a domain's market value. Counts against the daily quota, which `usage` shows. Its arguments may be outputs. */
export const appraiseDomainOutput = lookupOutput("appraiseDomain");

/** Returns for each name, in the given order, its availability, its price, and a flag if this account holds it. */
export const checkAvailability = lookup("checkAvailability");
/** Returns for each name, in the given order, its availability, its price, and a flag if this account holds it. Its arguments may be outputs. */
export const checkAvailabilityOutput = lookupOutput("checkAvailability");

/** Returns a contact by its handle. Personal data: export it only as a secret. */
export const getContact = lookup("getContact");
/** Returns a contact by its handle. Personal data: export it only as a secret. Its arguments may be outputs. The result is a secret: it is personal data. */
export const getContactOutput = lookupOutput("getContact", { isSecret: true });

/** Returns the account's contacts, as the registrar filters them. Personal data: export it only as a secret. */
export const getContacts = lookup("getContacts");
/** Returns the account's contacts, as the registrar filters them. Personal data: export it only as a secret. Its arguments may be outputs. The result is a secret: it is personal data. */
export const getContactsOutput = lookupOutput("getContacts", { isSecret: true });

/** Returns the DNS records of a domain, each as `DnsRecord` takes it, and unreadable rows. */
export const getDnsRecords = lookup("getDnsRecords");
/** Returns the DNS records of a domain, each as `DnsRecord` takes it, and unreadable rows. Its arguments may be outputs. */
export const getDnsRecordsOutput = lookupOutput("getDnsRecords");

/** Returns the DNSSEC status of a domain, and the DS data for its parent zone. */
export const getDnssec = lookup("getDnssec");
/** Returns the DNSSEC status of a domain, and the DS data for its parent zone. Its arguments may be outputs. */
export const getDnssecOutput = lookupOutput("getDnssec");

/** Returns a domain of the account: status, dates, settings, nameservers and contact handles. */
export const getDomain = lookup("getDomain");
/** Returns a domain of the account: status, dates, settings, nameservers and contact handles. Its arguments may be outputs. */
export const getDomainOutput = lookupOutput("getDomain");

/** Returns the registrar lock of a domain, and the end of its transfer restriction. */
export const getDomainLock = lookup("getDomainLock");
/** Returns the registrar lock of a domain, and the end of its transfer restriction. Its arguments may be outputs. */
export const getDomainLockOutput = lookupOutput("getDomainLock");

/** Returns all domains of the account, sorted by name, or fails. */
export const getDomains = lookup("getDomains");
/** Returns all domains of the account, sorted by name, or fails. Its arguments may be outputs. */
export const getDomainsOutput = lookupOutput("getDomains");

/** Returns the nameservers of a domain, and tells the registrar's own from others. */
export const getNameservers = lookup("getNameservers");
/** Returns the nameservers of a domain, and tells the registrar's own from others. Its arguments may be outputs. */
export const getNameserversOutput = lookupOutput("getNameservers");

/** Returns the prices of registration, renewal and inbound transfer by TLD (`com`, `co.uk`). */
export const getTldPricing = lookup("getTldPricing");
/** Returns the prices of registration, renewal and inbound transfer by TLD (`com`, `co.uk`). Its arguments may be outputs. */
export const getTldPricingOutput = lookupOutput("getTldPricing");

/** Returns the URL forwards of a domain, each as `UrlForward` takes it, and unreadable rows. */
export const getUrlForwards = lookup("getUrlForwards");
/** Returns the URL forwards of a domain, each as `UrlForward` takes it, and unreadable rows. Its arguments may be outputs. */
export const getUrlForwardsOutput = lookupOutput("getUrlForwards");

/** Searches the marketplace in natural language. Returns one page of names for sale. */
export const searchMarketplace = lookup("searchMarketplace");
/** Searches the marketplace in natural language. Returns one page of names for sale. Its arguments may be outputs. */
export const searchMarketplaceOutput = lookupOutput("searchMarketplace");

/** All names of a search: `for await (const name of searchMarketplaceAll({ query }))`. Pages are fetched on demand. */
export const searchMarketplaceAll = searchOfAll(searchMarketplace);
