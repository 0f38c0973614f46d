/** What only works one way is done in that way, without `dependsOn`, as far as a program declares it so. */
import { withPulumiHome } from "../support/orders.ts";
import { type DeclaredProgram, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

withPulumiHome();
const domain = "example.net";
const bought = "fresh-name.com";
const service = ["ns1.atom.com", "ns2.atom.com"];

/** Everything of a domain; an argument `domain` that is an output names its resource. */
const everythingOf = (name: string, given: unknown = name): DeclaredProgram => ({
  [`${name} ns`]: { class: "Nameservers", args: { domain: given, nameservers: service } },
  [`${name} contacts`]: { class: "DomainContacts", args: { domain: given, admin: "ATOM-1001" } },
  [`${name} www`]: { class: "DnsRecord", args: { domain: given, type: "A", name: "www", content: "192.0.2.1" } },
  [`${name} shop`]: {
    class: "UrlForward",
    args: { domain: given, source: "shop", destination: "https://shop.example/" },
  },
  [`${name} zone`]: {
    class: "DnsZone",
    args: { domain: given, records: { "mail A": { content: "192.0.2.2" } } },
  },
  [`${name} lock`]: { class: "DomainLock", args: { domain: given } },
});

it("sets nameservers first and locks last; a lock that refuses to go refuses before anything is deleted", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    sandbox.dashboard.unlock(domain);
    sandbox.dashboard.setContacts(domain, { admin: "ATOM-1000" });
    declare(everythingOf(domain));
    const up = await stack.up();
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const order = writes();
    expect(order[0]).toBe("PUT nameservers.set");
    expect(order.at(-1)).toBe("PUT lock.set");
    expect(order).toHaveLength(6);

    // The lock is the first to be asked.
    declare({});
    const refused = await stack.up({ preview: false });
    expect(refused.output).toMatch(/only the registrar's dashboard can unlock.*npx pulumi-registrar forget/s);
    expect(writes()).toEqual([]);
    expect(sandbox.records(domain)).toHaveLength(2);

    sandbox.dashboard.unlock(domain);
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes().sort()).toEqual(["DELETE forwards.delete", "DELETE records.delete", "DELETE records.delete"]);
  });
});

it("buys a domain before anything of it is written, with its name as text and as an output", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const other = "other-name.com";
    const buy = (name: string) => ({ class: "DomainRegistration", args: { domain: name, years: 1, maxPrice: 20 } });
    declare({
      buy: buy(bought),
      ...everythingOf(bought),
      other: buy(other),
      ...everythingOf(other, { output: ["other", "domain"] }),
    });
    const preview = await stack.preview();
    expect(preview.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(preview.output).toMatch(/fresh-name\.com is not in the account: it would be bought for 1 year, at/);
    expect(writes()).toEqual([]);
    const up = await stack.up({ preview: false });
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(writes().filter((call) => call === "POST domains.register")).toHaveLength(2);
    for (const name of [bought, other]) {
      expect(sandbox.domain(name)).toMatchObject({ locked: true });
      expect(sandbox.records(name)).toHaveLength(2);
    }
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  });
});

it("renames the contacts of a locked domain without a write, refuses a new owner in the preview, and lets a lock go that the engine keeps", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const own = "example.com";
    const named = (owner: string, contacts: string, rest = {}) => ({
      [owner]: { class: "Contact", args: person },
      [contacts]: { class: "DomainContacts", args: { domain: own, tech: { output: [owner, "handle"] }, ...rest } },
      lock: { class: "DomainLock", args: { domain: own }, options: { retainOnDelete: true } },
    });
    declare(named("owner", "contacts"));
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    const { tech } = sandbox.domain(own).contacts;
    writes();
    declare(named("keeper", "people"));
    expect(await stack.up()).toMatchObject({ exitCode: 0 });
    expect([writes(), sandbox.domain(own).contacts.tech]).toEqual([[], tech]);

    // Nobody knows the handle yet, but that it is a new one.
    const buyer = { class: "Contact", args: { ...person, name: "Grace Hopper" } };
    declare({ buyer, ...named("keeper", "people", { registrant: { output: ["buyer", "handle"] } }) });
    const preview = await stack.preview();
    expect([preview.exitCode, preview.output]).toEqual([
      1,
      expect.stringMatching(/contacts of example\.com cannot change while the domain is locked/),
    ]);
    declare({});
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect([sandbox.domain(own).locked, writes()]).toEqual([true, []]);
  });
});

it("says once which lines to swap, and waits for nothing that is declared later", async () => {
  await withProgram(async ({ stack, declare }) => {
    const record = (name: string) => ({ class: "DnsRecord", args: { domain, type: "A", name, content: "192.0.2.1" } });
    const ns = { class: "Nameservers", args: { domain, nameservers: service } };
    const lock = { class: "DomainLock", args: { domain } };
    declare({
      lock,
      www: record("www"),
      api: record("api"),
      late: { ...record("late"), options: { dependsOn: ["lock"] } },
      ns,
    });
    const { exitCode, diagnostics } = await stack.up({ preview: false });
    expect(exitCode).toBe(0);
    const warnings = diagnostics.flatMap(({ severity, message }) => (severity === "warning" ? [message] : []));
    expect(warnings.filter((message) => message.includes("swap the two"))).toEqual([
      expect.stringContaining("the DomainLock lock is declared before the DnsRecord www of its domain"),
      expect.stringContaining("the DnsRecord www is declared before the Nameservers ns of its domain"),
    ]);
  });
});

it("waits for nothing in a component that may wait for its own", async () => {
  const own = "example.com";
  await withProgram(async ({ sandbox, stack, declare }) => {
    const record = (name: string, options: Record<string, unknown>) => ({
      class: "DnsRecord",
      args: { domain: own, type: "A", name, content: "192.0.2.1" },
      options,
    });
    declare({
      one: { class: "Component", args: {} },
      one$www: record("www", { parent: "one" }),
      two: { class: "Component", args: {}, options: { dependsOn: ["one"] } },
      two$api: record("api", { parent: "two" }),
      apart: record("apart", { dependsOn: ["two"] }),
      plain: record("plain", {}),
      lock: { class: "DomainLock", args: { domain: own }, options: { parent: "one" } },
    });
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(sandbox.records(own)).toHaveLength(4);
  });
});
