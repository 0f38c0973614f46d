/** Order within a domain, as a program writes it: by an output, or by `dependsOn`. */
import { withPulumiHome } from "../support/orders.ts";
import { withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

withPulumiHome();

it("buys a domain before anything of it is written, where its name is the output of its registration", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const bought = "fresh-name.com";
    const domain = { output: ["buy", "domain"] };
    declare({
      buy: { class: "DomainRegistration", args: { domain: bought, years: 1, maxPrice: 20 } },
      ns: { class: "Nameservers", args: { domain, nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
      www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1" } },
      zone: { class: "DnsZone", args: { domain, records: { "mail A": { content: "192.0.2.2" } } } },
      lock: { class: "DomainLock", args: { domain }, options: { dependsOn: ["www", "zone"] } },
    });
    const preview = await stack.preview();
    expect(preview.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(preview.output).toMatch(/fresh-name\.com is not in the account: it would be bought for 1 year, at/);
    expect(writes()).toEqual([]);
    const up = await stack.up({ preview: false });
    expect(up.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const made = writes();
    expect([made[0], made.at(-1)]).toEqual(["POST domains.register", "PUT lock.set"]);
    expect([sandbox.domain(bought).locked, sandbox.records(bought).length]).toEqual([true, 2]);
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  });
});

it("renames the contacts of a locked domain without a write, and warns of an owner whose handle is not known yet", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const domain = "example.com";
    const named = (owner: string, contacts: string, rest = {}) => ({
      [owner]: { class: "Contact", args: person },
      [contacts]: { class: "DomainContacts", args: { domain, tech: { output: [owner, "handle"] }, ...rest } },
      lock: { class: "DomainLock", args: { domain }, options: { retainOnDelete: true, dependsOn: [contacts] } },
    });
    declare(named("owner", "contacts"));
    expect((await stack.up()).exitCode).toBe(0);
    const { tech } = sandbox.domain(domain).contacts;
    writes();
    declare(named("keeper", "people"));
    expect((await stack.up()).exitCode).toBe(0);
    expect([writes(), sandbox.domain(domain).contacts.tech]).toEqual([[], tech]);

    const buyer = { class: "Contact", args: { ...person, name: "Grace Hopper" } };
    declare({ buyer, ...named("keeper", "people", { registrant: { output: ["buyer", "handle"] } }) });
    const preview = await stack.preview();
    const warning = /If registrant is to be another contact than now, `pulumi up` fails: unlock the domain/;
    expect([preview.exitCode, preview.output]).toEqual([0, expect.stringMatching(warning)]);
    declare({});
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect([sandbox.domain(domain).locked, writes()]).toEqual([true, []]);
  });
});
