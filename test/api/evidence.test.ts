/** What the table claims to be specified, against the specification as it was read by hand. */
import { type Endpoint, endpoints } from "../../provider/api/endpoints/table.ts";

/** Headings of the specification's section "Endpoints". */
const shown: Record<string, string> = {
  "lock.get": "GET /registrar/v1/domains/{domain_name}/lock",
  "lock.set": "PUT /registrar/v1/domains/{domain_name}/lock",
  "domains.check": "GET /registrar/v1/domains/check/{domain_name}",
  "records.create": "POST /registrar/v1/domains/{domain_name}/records",
  "forwards.create": "POST /registrar/v1/domains/{domain_name}/url-forwards",
  "forwards.list": "GET /registrar/v1/domains/{domain_name}/url-forwards",
  "dnssec.get": "GET /registrar/v1/domains/{domain_name}/dnssec",
  "contacts.list": "GET /registrar/v1/contacts",
  "marketplace.search": "GET /marketplace/semantic-search",
  "marketplace.appraise": "GET /marketplace/domain-appraisal",
};

/** Of its "Operations named without a shape" those that no reference shows either. */
const named = [
  "autoRenew.set",
  "contacts.get",
  "domains.list",
  "domains.renew",
  "nameservers.get",
  "nameservers.set",
  "privacy.set",
  "tlds.pricing",
];

const rows: [string, Endpoint][] = Object.entries(endpoints);

it("calls specified what the specification shows, with its method and path, and nothing else", () => {
  const claimed = rows.filter(([, { evidence }]) => evidence === "spec");
  const texts = claimed.map(([name, { method, path }]) => [
    name,
    `${method} ${path.replace("{domain}", "{domain_name}")}`,
  ]);
  expect(Object.fromEntries(texts)).toEqual(shown);
});

it("tells what the specification only names from what it shows, and takes its path for a guess", () => {
  const found = rows.filter(([, { evidence }]) => evidence === "specNames");
  expect(found.map(([name]) => name).sort()).toEqual(named);
  for (const [, { assumed }] of found) expect(assumed).toContain("path");
});

it("takes everything for a guess that nobody shows or names", () => {
  for (const [, { evidence, assumed }] of rows) {
    if (evidence === "assumed") expect(assumed).toEqual(expect.arrayContaining(["existence", "path"]));
    if (evidence === "refNames") expect(assumed).toEqual(expect.arrayContaining(["method", "path"]));
  }
});

it("takes the names of query parameters that are not shown, and of the type of a record, for guesses", () => {
  expect(endpoints["marketplace.search"].assumed).toContain("query");
  expect(endpoints["marketplace.appraise"].assumed).toContain("query");
  expect(endpoints["records.create"].assumed).toContain("body.type");
});
