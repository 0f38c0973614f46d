import { workableProfiles } from "../../testing/sandbox/index.ts";
import { casesIn } from "../support/cases.ts";
import { isInAllAwkward } from "../support/formats.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { accountDomains, expectNothingToDo, fillAccount, read } from "./importing.ts";

const registrar = withRegistrar();

it("imports an account without a write, and then nothing is to be done", async () => {
  fillAccount(registrar.sandbox, 20);
  const imported = await read(accountDomains);
  expect(imported.leftOut).toEqual([]);
  expect(imported.rows.map(({ type }) => type.split(":").pop()).sort()).toEqual([
    ...Array.from({ length: 17 }, () => "DnsRecord"),
    ...Array.from({ length: 3 }, () => "DnsRecordSet"),
    ...["example.com", "example.org", "example.net", "xn--"].map(() => "DomainContacts"),
    ...["example.org", "example.net", "xn--"].map(() => "DomainLock"),
    ...accountDomains.map(() => "DomainSettings"),
    ...accountDomains.map(() => "Nameservers"),
    ...["shop", "apex"].map(() => "UrlForward"),
  ]);
  const calls = registrar.calls();
  expect(calls.every((call) => call.startsWith("GET "))).toBe(true);
  // One reading of what a domain has one of, and each list to its end, and once more, which shows that it had not lagged.
  expect(calls.length).toBeLessThanOrEqual(10 * accountDomains.length);
  await expectNothingToDo(imported, registrar);
});

const unproven = (list: string, count: number) =>
  `${list} of example.com: rows may be missing, because nothing proves the list complete ` +
  `(${count} rows, the same rows for every further page number, which may be one page)`;
/** Lists that couldn't be proven complete, by profile. */
const unread: Record<string, string[]> = {
  "paging-ignored": [unproven("DNS records", 28), unproven("URL forwards", 1)],
};

/** Registrars that write differently, and what an import does not ask for. */
const elsewhere = /^(writes|put|stale|atom|ids-change)/;
const profiles = workableProfiles.filter(
  (name) => isSoak || name === "all-awkward" || !(elsewhere.test(name) || isInAllAwkward(name)),
);

it.each([
  ...profiles.map((profile) => ({ profile, as: "records" as const, resources: 20 })),
  { profile: "names-fqdn", as: "zone" as const, resources: 5 },
  { profile: "all-awkward", as: "zone" as const, resources: 5 },
])("nothing is to be done after an import under the profile $profile as $as", async ({ profile, as, resources }) => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile(profile);
  const imported = await read(["example.com"], { as });
  expect(imported.leftOut).toEqual([]);
  expect(imported.unread).toEqual(unread[profile] ?? []);
  expect(imported.rows).toHaveLength(resources);
  await expectNothingToDo(imported, registrar);
});

it.each(casesIn("imports", "rows"))("%s", async (_case, as, given = "", leftOut = "", declared = "") => {
  for (const row of given.split(" / ")) registrar.sandbox.dashboard.addRecord("example.com", JSON.parse(row));
  const imported = await read(["example.com"], { as: as === "zone" ? as : "records" });
  expect(imported.leftOut.join(" / ").replace(/\(id \d+\)/g, "(id N)")).toBe(leftOut);
  const found = imported.plan.domains.flatMap((domain) =>
    domain.found.filter(({ handler }) => /^dns[RZ]/.test(handler)),
  );
  expect(found.map(({ args: { domain: _domain, ...args } }) => JSON.stringify(args)).join(" / ")).toBe(declared);
  await expectNothingToDo(imported, registrar);
});

it("says the same each time, whatever the order of the domains", async () => {
  fillAccount(registrar.sandbox, 60);
  const first = await read(["example.com", "example.org"]);
  expect(await read(["example.org", "example.com"])).toEqual(first);
});

it("goes on without a domain that the account does not hold, where every domain was asked for", async () => {
  registrar.sandbox.addDomain("other.example", { account: "other" });
  const { unread, plan } = await read(["example.com", "other.example"], { as: "records", skipUnread: true });
  expect(plan.domains.map(({ domain }) => domain)).toEqual(["example.com"]);
  expect(unread).toEqual([expect.stringMatching(/^other\.example: .*/)]);
});

const contacts = { registrant: null, admin: null, billing: null, tech: null };
it.each([
  { which: "without handles of contacts", domain: { contacts }, type: "DomainContacts", has: false },
  { which: "with DNSSEC", domain: { dnssec: true }, type: "Dnssec", has: true },
])("an import of a domain $which has a $type: $has", async ({ domain, type, has }) => {
  registrar.sandbox.addDomain("other.example", domain);
  const imported = await read(["other.example"]);
  expect(imported.rows.some((row) => row.type.endsWith(`:${type}`))).toBe(has);
  expect(imported.leftOut).toEqual([]);
  await expectNothingToDo(imported, registrar);
});

describe("natural keys", () => {
  beforeEach(() => fillAccount(registrar.sandbox, 20));

  it.each([
    { keys: ["example.com/blog/CNAME"], declared: ["example-com-blog-cname"] },
    { keys: ["example.com/shop/FORWARD"], declared: ["example-com-forward-shop"] },
    { keys: ["example.com/@/MX"], declared: ["example-com-mx"] },
    { keys: ["example.com/@/MX/FIRST"], declared: ["example-com-mx-mx1-example-net"] },
    { keys: ["example.com/@/MX", "example.com/@/MX/FIRST", "example.com/@/MX"], declared: ["example-com-mx"] },
    {
      keys: ["example.com/blog/CNAME", "example.com/www/AAAA", "example.com/blog/CNAME"],
      declared: ["example-com-blog-cname", "example-com-www-aaaa"],
    },
  ])("$keys name $declared", async ({ keys, declared }) => {
    const first = registrar.sandbox.records("example.com").find(({ type }) => type === "MX");
    const imported = await read(keys.map((key) => key.replace("FIRST", String(first?.id))));
    expect(imported.plan.domains.map(({ domain }) => domain)).toEqual(["example.com"]);
    expect(imported.rows.map(({ name }) => name)).toEqual(declared);
    await expectNothingToDo(imported, registrar);
  });

  it("a value isn't the ID of a row", async () => {
    await expect(read(["example.com/@/MX/mx3.example.net"])).rejects.toThrow(/no row has the ID .*mx3\.example\.net/);
  });
});
