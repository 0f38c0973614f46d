import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeProgram } from "../../cli/import/program.ts";
import { workableProfiles } from "../../testing/sandbox/index.ts";
import { casesIn } from "../support/cases.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { accountDomains, fillAccount } from "./importAccount.ts";
import { expectNothingToDo, read } from "./importSupport.ts";

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

it("writes what a person would: relative names, comments and TTLs kept, handles instead of people", async () => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile("all-awkward");
  const { plan } = await read(["example.com"]);
  const { "index.ts": program } = writeProgram({ ...plan, language: "typescript" }, "^0.1.0");
  expect(program).toBe(readFileSync(join(__dirname, "..", "cases", "importedProgram.txt"), "utf8"));
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
const profiles = workableProfiles.filter((profile) => isSoak || !elsewhere.test(profile));

it.each(profiles)("nothing is to be done after an import under the profile %s", async (profile) => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile(profile);
  const imported = await read(["example.com"]);
  expect(imported.leftOut).toEqual([]);
  expect(imported.unread).toEqual(unread[profile] ?? []);
  expect(imported.rows).toHaveLength(20);
  await expectNothingToDo(imported, registrar);
});

it.each(["names-fqdn", "all-awkward"])(
  "nothing is to be done after an import as zones under the profile %s",
  async (profile) => {
    fillAccount(registrar.sandbox, 20);
    registrar.sandbox.setProfile(profile);
    const imported = await read(["example.com"], { as: "zone" });
    expect(imported.leftOut).toEqual([]);
    expect(imported.rows.map(({ name }) => name).sort()).toEqual([
      "example-com-contacts",
      "example-com-forward-shop",
      "example-com-nameservers",
      "example-com-settings",
      "example-com-zone",
    ]);
    await expectNothingToDo(imported, registrar);
  },
);

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

it("a token that does not fit, and a domain that is not there, end it", async () => {
  await expect(read(["elsewhere.example"])).rejects.toThrow(/elsewhere\.example/);
  process.env["REGISTRAR_API_TOKEN"] = "wrong";
  await expect(read(["example.com"])).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNAUTHORIZED" });
});

it("goes on without a domain that the account does not hold, where every domain was asked for", async () => {
  registrar.sandbox.addDomain("other.example", { account: "other" });
  const { unread, plan } = await read(["example.com", "other.example"], {
    as: "records",
    skipUnread: true,
  });
  expect(plan.domains.map(({ domain }) => domain)).toEqual(["example.com"]);
  expect(unread).toEqual([expect.stringMatching(/^other\.example: .*/)]);
});

it("imports nothing of the contacts of a domain without handles", async () => {
  const contacts = { registrant: null, admin: null, billing: null, tech: null };
  registrar.sandbox.addDomain("nobody.example", { contacts });
  const imported = await read(["nobody.example"]);
  expect(imported.rows.map(({ type }) => type)).not.toContain("registrar:index:DomainContacts");
  await expectNothingToDo(imported, registrar);
});

it("declares DNSSEC where it is on", async () => {
  registrar.sandbox.addDomain("signed.example", { dnssec: true });
  const imported = await read(["signed.example"]);
  expect(imported.rows.map(({ name }) => name)).toContain("signed-example-dnssec");
  expect(imported.leftOut).toEqual([]);
  await expectNothingToDo(imported, registrar);
});

describe("natural keys", () => {
  beforeEach(() => fillAccount(registrar.sandbox, 20));
  const names = async (key: string) => (await read([key])).rows.map(({ name }) => name);

  it.each([
    ["example.com/blog/CNAME", ["example-com-blog-cname"]],
    ["example.com/shop/FORWARD", ["example-com-forward-shop"]],
  ])("%s names one thing", async (key, expected) => {
    expect(await names(key)).toEqual(expected);
  });

  it("takes a member by its id, and all records of a name and type as a set", async () => {
    const [first] = registrar.sandbox.records("example.com").filter(({ type }) => type === "MX");
    expect(await names(`example.com/@/MX/${first?.id}`)).toEqual(["example-com-mx-mx1-example-net"]);
    expect(await names("example.com/@/MX")).toEqual(["example-com-mx"]);
    const again = await read(["example.com/@/MX", `example.com/@/MX/${first?.id}`, "example.com/@/MX"]);
    expect(again.rows.map(({ name }) => name)).toEqual(["example-com-mx"]);
    await expectNothingToDo(again, registrar);
    await expect(names("example.com/@/MX/mx3.example.net")).rejects.toThrow(/no row has the ID .*mx3\.example\.net/);
  });

  it("puts together what several keys of one domain name", async () => {
    const { plan } = await read(["example.com/blog/CNAME", "example.com/www/AAAA", "example.com/blog/CNAME"]);
    expect(plan.domains.map(({ domain, found }) => [domain, found.map(({ name }) => name)])).toEqual([
      ["example.com", ["example-com-blog-cname", "example-com-www-aaaa"]],
    ]);
  });
});
