/** What each lookup says it asks (docs/background/verified.md, `doctor`) is what it asks. */
import { readConfiguration } from "../../provider/api/index.ts";
import * as lookup from "../../provider/lookups/index.ts";
import { type LookupName, lookupRows } from "../../provider/lookups/rows.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const domain = "example.com";

/** One call of each lookup that makes it ask all that it ever asks. */
const questions: Record<LookupName, (session: lookup.Lookups) => Promise<unknown>> = {
  appraiseDomain: (session) => lookup.appraiseDomain(session, { domain }),
  // A name that is taken is looked up in the account as well.
  checkAvailability: (session) => lookup.checkAvailability(session, { domains: [domain] }),
  getContact: (session) => lookup.getContact(session, { handle: "ATOM-1001" }),
  getContacts: (session) => lookup.getContacts(session, {}),
  getDnssec: (session) => lookup.getDnssec(session, { domain }),
  getDomain: (session) => lookup.getDomain(session, { domain }),
  getDomains: (session) => lookup.getDomains(session, {}),
  getLockStatus: (session) => lookup.getLockStatus(session, { domain }),
  getNameservers: (session) => lookup.getNameservers(session, { domain }),
  getRecords: (session) => lookup.getRecords(session, { domain }),
  getTldPricing: (session) => lookup.getTldPricing(session, {}),
  getUrlForwards: (session) => lookup.getUrlForwards(session, { domain }),
  searchMarketplace: (session) => lookup.searchMarketplace(session, { query: "calm" }),
};

function session(): lookup.Lookups {
  const { userId, marketplaceToken, appraisalToken } = registrar.sandbox;
  const configuration = readConfiguration({ get: () => undefined, env: process.env });
  return lookup.openLookups(lookup.lookupClient({ ...configuration, userId, marketplaceToken, appraisalToken }));
}

it.each(Object.entries(lookupRows))("%s asks what it says it asks", async (name, { endpoints }) => {
  await questions[name as LookupName](session());
  const asked = new Set(registrar.sandbox.log.entries().map(({ operation }) => operation));
  expect([...asked].sort()).toEqual([...endpoints].sort());
});

it("no lookup is left out", () => {
  const exported = Object.keys(lookup).filter((name) => /^(get|check|search|appraise)/.test(name));
  expect(Object.keys(lookupRows)).toEqual(exported.sort());
});
