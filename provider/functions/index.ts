/** One function per lookup, over the client: no writes, and nothing of Pulumi. */
export { readConfiguration } from "../api/index.ts";
export { appraiseDomain } from "./appraiseDomain.ts";
export { checkAvailability } from "./checkAvailability.ts";
export { IncompleteLookupError, InvalidLookupError } from "./errors.ts";
export { getContact } from "./getContact.ts";
export { getContacts } from "./getContacts.ts";
export { getDnssec } from "./getDnssec.ts";
export { getDomain } from "./getDomain.ts";
export { getDomains } from "./getDomains.ts";
export { getLockStatus } from "./getLockStatus.ts";
export { getNameservers } from "./getNameservers.ts";
export { getRecords } from "./getRecords.ts";
export { getTldPricing } from "./getTldPricing.ts";
export { getUrlForwards } from "./getUrlForwards.ts";
export { Lookups, lookupClient } from "./lookups.ts";
export { searchMarketplace } from "./searchMarketplace.ts";
