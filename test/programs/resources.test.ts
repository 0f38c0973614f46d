import { withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

const domain = "example.com";
/** Changing its nameservers must not hurt the records of the other. */
const elsewhere = "example.org";
const nameservers = ["ns1.example.net", "ns2.example.net"];

it("each resource: apply, apply again, drift, repair, destroy", async () => {
  await withProgram(async ({ stack, sandbox, declare, calls, writes }) => {
    const { dashboard } = sandbox;
    const mail = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
    const shop = { source: "shop", destination: "https://a.example/", type: "permanent" };
    declare({
      www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1", ttl: 300 } },
      mail: { class: "DnsRecord", args: { domain, ...mail } },
      shop: { class: "UrlForward", args: { domain, ...shop } },
      ns: { class: "Nameservers", args: { domain: elsewhere, nameservers, restoreOnDelete: true } },
      owner: { class: "Contact", args: person },
      lock: { class: "DomainLock", args: { domain }, options: { dependsOn: ["www", "mail", "shop"] } },
    });
    const first = await stack.up();
    expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(first.exitCode).toBe(0);
    calls();
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(calls()).toEqual([]);

    const { id = 0 } = sandbox.records(domain).find(({ type }) => type === "A") ?? {};
    dashboard.editRecord(domain, id, { content: "203.0.113.9" });
    const [forward] = sandbox.forwards(domain);
    dashboard.editForward(domain, forward?.id ?? 0, { destination: "https://b.example/" });
    dashboard.setNameservers(elsewhere, ["ns1.example.net", "ns3.example.net"]);
    dashboard.editContact(sandbox.contacts().at(-1)?.handle ?? "", { country: "FR" });
    dashboard.unlock(domain);
    const seen = await stack.refresh();
    const drift = seen.steps.filter(({ diff }) => diff !== undefined && diff.length > 0);
    expect(Object.fromEntries(drift.map(({ name, diff }) => [name, diff?.map(({ path }) => path).sort()]))).toEqual({
      www: ["content"],
      shop: ["destination"],
      ns: ["nameservers[1]"],
      owner: ["country"],
      lock: ["canTransferOut", "locked"],
    });
    expect(writes()).toEqual([]);

    expect((await stack.up()).exitCode).toBe(0);
    expect(writes().sort()).toEqual(
      ["contacts.update", "forwards.update", "lock.set", "nameservers.set", "records.update"].map(
        (name) => `PUT ${name}`,
      ),
    );
    expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);

    // The lock refuses, and what it depends on stays; once unlocked in the dashboard, all goes.
    const refused = await stack.destroy({ continueOnError: true });
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toMatch(/only the registrar's dashboard/);
    expect(refused.output).toMatch(/Contact .* stays in the account/);
    expect(sandbox.records(domain)).toHaveLength(2);
    expect(sandbox.domain(domain).locked).toBe(true);
    dashboard.unlock(domain);
    expect((await stack.destroy()).exitCode).toBe(0);
    expect([sandbox.records(domain), sandbox.forwards(domain)]).toEqual([[], []]);
    expect(sandbox.domain(elsewhere).nameservers).toEqual(["ns1.atom.com", "ns2.atom.com"]);
    expect(sandbox.contacts().at(-1)).toMatchObject({ city: person.city });
    const { deployment } = await stack.exportState();
    expect(deployment["resources"] ?? []).toEqual([]);
  });
});
