// Generated from the rows of the lookups by `npm run generate`. Do not edit.

import { lookup, lookupOutput } from "./programLookups.ts";

/** An estimate of a domain's market value. Counts against the day's quota of the user, which `usage` tells. */
export const appraiseDomain = lookup("appraiseDomain");
/** {@link appraiseDomain} for arguments that may be outputs. */
export const appraiseDomainOutput = lookupOutput("appraiseDomain");

/** Whether names can be registered, and for how much: one answer a name, in their order. A name that is taken costs a second call, which tells whether this account holds it. */
export const checkAvailability = lookup("checkAvailability");
/** {@link checkAvailability} for arguments that may be outputs. */
export const checkAvailabilityOutput = lookupOutput("checkAvailability");

/** A contact by its handle: personal data, which belongs in stack outputs as a secret only. */
export const getContact = lookup("getContact");
/** {@link getContact} for arguments that may be outputs. The result is a secret: it is personal data. */
export const getContactOutput = lookupOutput("getContact");

/** The contacts of the account, as the registrar filters them: personal data, which belongs in stack outputs as a secret only. */
export const getContacts = lookup("getContacts");
/** {@link getContacts} for arguments that may be outputs. The result is a secret: it is personal data. */
export const getContactsOutput = lookupOutput("getContacts");

/** The DNS records of a domain; each can be passed to `new DnsRecord` as it is. */
export const getDnsRecords = lookup("getDnsRecords");
/** {@link getDnsRecords} for arguments that may be outputs. */
export const getDnsRecordsOutput = lookupOutput("getDnsRecords");

/** DNSSEC of a domain, and the DS data for its parent zone. */
export const getDnssec = lookup("getDnssec");
/** {@link getDnssec} for arguments that may be outputs. */
export const getDnssecOutput = lookupOutput("getDnssec");

/** A domain of the account: status, dates, settings, nameservers and contact handles. */
export const getDomain = lookup("getDomain");
/** {@link getDomain} for arguments that may be outputs. */
export const getDomainOutput = lookupOutput("getDomain");

/** The registrar lock of a domain, and until when it may not be transferred. */
export const getDomainLock = lookup("getDomainLock");
/** {@link getDomainLock} for arguments that may be outputs. */
export const getDomainLockOutput = lookupOutput("getDomainLock");

/** The domains of the account, all pages of them, in the order of their names. Fails rather than give a part of the list. */
export const getDomains = lookup("getDomains");
/** {@link getDomains} for arguments that may be outputs. */
export const getDomainsOutput = lookupOutput("getDomains");

/** The nameservers of a domain, and whether they are the service's own. */
export const getNameservers = lookup("getNameservers");
/** {@link getNameservers} for arguments that may be outputs. */
export const getNameserversOutput = lookupOutput("getNameservers");

/** What registration, renewal and inbound transfer cost, by TLD (`com`, `co.uk`). */
export const getTldPricing = lookup("getTldPricing");
/** {@link getTldPricing} for arguments that may be outputs. */
export const getTldPricingOutput = lookupOutput("getTldPricing");

/** The URL forwards of a domain; each can be passed to `new UrlForward` as it is. */
export const getUrlForwards = lookup("getUrlForwards");
/** {@link getUrlForwards} for arguments that may be outputs. */
export const getUrlForwardsOutput = lookupOutput("getUrlForwards");

/** One page of names for sale, found by a question in natural language. */
export const searchMarketplace = lookup("searchMarketplace");
/** {@link searchMarketplace} for arguments that may be outputs. */
export const searchMarketplaceOutput = lookupOutput("searchMarketplace");
