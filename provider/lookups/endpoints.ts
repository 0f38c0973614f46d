/** The registrar's operations that each lookup asks. */
import type { EndpointName } from "../api/index.ts";

export const lookupEndpoints: Readonly<Record<string, readonly EndpointName[]>> = {
  appraiseDomain: ["marketplace.appraise"],
  checkAvailability: ["domains.check", "domains.get"],
  getContact: ["contacts.get"],
  getContacts: ["contacts.list"],
  getDnssec: ["dnssec.get"],
  getDomain: ["domains.get"],
  getDomains: ["domains.list"],
  getLockStatus: ["lock.get"],
  getNameservers: ["nameservers.get"],
  getRecords: ["records.list"],
  getTldPricing: ["tlds.pricing"],
  getUrlForwards: ["forwards.list"],
  searchMarketplace: ["marketplace.search"],
};
