/** The lookups, over the client: no writes, and nothing of Pulumi. */
export { readConfiguration } from "../api/index.ts";
export { getContact, getContacts } from "./contacts.ts";
export { getDnssec, getNameservers, getRecords, getUrlForwards } from "./dns.ts";
export { checkAvailability, getDomain, getDomains, getLockStatus, getTldPricing } from "./domains.ts";
export { IncompleteLookupError, InvalidLookupError } from "./errors.ts";
export { appraiseDomain, searchMarketplace } from "./marketplace.ts";
export { Lookups, lookupClient } from "./session.ts";
