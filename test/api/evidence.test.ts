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

/** What the specification says "not shown" of, by the operation that it belongs to. */
const notShown: [string, RegExp][] = [
  ["lock.get", /format of `icann_transfer_lock_expires_at`/],
  ["records.create", /which fields are required/],
  ["forwards.create", /values of `type`.*fields of the answer/],
  ["forwards.list", /fields of a forward/],
  ["domains.check", /meaning of `availability`.*currency and units/],
  ["contacts.list", /values of `type`.*`disclosed_fields`.*`country`/],
  ["contacts.create", /`disclosed_fields`/],
  ["dnssec.get", /every field/],
  ["marketplace.search", /structure of `filters`.*`pricing_type`.*`structure`.*currency/],
  ["marketplace.appraise", /names of the query parameters.*`user_level`.*currency/],
  ["domains.register", /currency and units/],
  ["domains.renew", /currency and units/],
  ["domains.transfer", /currency and units/],
  ["tlds.pricing", /currency and units/],
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

it.each(notShown)("%s: says what is not shown (%s)", (name, says) => {
  expect(rows.find(([each]) => each === name)?.[1].notShown).toMatch(says);
});

it("takes the names of query parameters that are not shown, and of the type of a record, for guesses", () => {
  expect(endpoints["marketplace.search"].assumed).toContain("query");
  expect(endpoints["marketplace.appraise"].assumed).toContain("query");
  expect(endpoints["records.create"].assumed).toContain("body.type");
});
