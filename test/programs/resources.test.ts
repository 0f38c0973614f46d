import { type DeclaredProgram, type Run, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

const domain = "example.com";

interface Story {
  resource: string;
  program: DeclaredProgram;
  /** Calls of the first `up`. */
  first: string[];
  /** Somebody changes something by hand. */
  change(run: Run): void;
  /** What a refresh shows: paths by resource. */
  drift: Record<string, string[]>;
  /** Writes of the `up` that repairs it. */
  repair: string[];
  /** How it ends; default: `destroy` succeeds. */
  end?(run: Run): Promise<void>;
}

const stories: Story[] = [
  {
    resource: "DnsRecord",
    program: {
      www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1", ttl: 300 } },
      mail: { class: "DnsRecord", args: { domain, type: "MX", name: "@", content: "mail.example.net", priority: 10 } },
    },
    first: ["GET records.list", "POST records.create", "POST records.create"],
    change: ({ sandbox }) => {
      const www = sandbox.records(domain).find(({ type }) => type === "A");
      sandbox.dashboard.editRecord(domain, www?.id ?? 0, { content: "203.0.113.9" });
    },
    drift: { www: ["content"] },
    repair: ["PUT records.update"],
  },
  {
    resource: "UrlForward",
    program: {
      shop: {
        class: "UrlForward",
        args: { domain, source: "shop", destination: "https://a.example/", type: "permanent" },
      },
    },
    first: ["GET forwards.list", "POST forwards.create"],
    change: ({ sandbox }) => {
      const [shop] = sandbox.forwards(domain);
      sandbox.dashboard.editForward(domain, shop?.id ?? 0, { destination: "https://b.example/" });
    },
    drift: { shop: ["destination"] },
    repair: ["PUT forwards.update"],
  },
  {
    resource: "Nameservers",
    program: {
      ns: {
        class: "Nameservers",
        args: { domain, nameservers: ["ns1.example.net", "ns2.example.net"], restoreOnDelete: true },
      },
    },
    first: ["GET nameservers.get", "PUT nameservers.set"],
    change: ({ sandbox }) => sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns3.example.net"]),
    drift: { ns: ["nameservers[1]"] },
    repair: ["PUT nameservers.set"],
    end: async ({ stack, sandbox }) => {
      expect((await stack.destroy()).exitCode).toBe(0);
      expect(sandbox.domain(domain).nameservers).toEqual(["ns1.atom.com", "ns2.atom.com"]);
    },
  },
  {
    resource: "Contact",
    program: { owner: { class: "Contact", args: person } },
    first: ["GET contacts.list", "POST contacts.create"],
    change: ({ sandbox }) => sandbox.dashboard.editContact(sandbox.contacts().at(-1)?.handle ?? "", { city: "Paris" }),
    drift: { owner: ["city"] },
    repair: ["PUT contacts.update"],
    end: async ({ stack }) => {
      const { exitCode, output } = await stack.destroy();
      expect(exitCode).toBe(0);
      expect(output).toMatch(/stays in the account/);
    },
  },
  {
    resource: "DomainLock",
    program: { lock: { class: "DomainLock", args: { domain } } },
    first: ["GET lock.get", "PUT lock.set", "GET lock.get"],
    change: ({ sandbox }) => sandbox.dashboard.unlock(domain),
    drift: { lock: ["canTransferOut", "locked"] },
    repair: ["PUT lock.set"],
    end: async ({ stack, sandbox }) => {
      const refused = await stack.destroy({ continueOnError: true });
      expect(refused.exitCode).toBe(1);
      expect(refused.output).toMatch(/only in the registrar's dashboard/);
      expect(sandbox.domain(domain).locked).toBe(true);
      sandbox.dashboard.unlock(domain);
      expect((await stack.destroy()).exitCode).toBe(0);
    },
  },
];

it.each(stories)("$resource: apply, apply again, drift, repair, destroy", async (story) => {
  await withProgram(async (run) => {
    const { stack } = run;
    run.declare(story.program);
    const first = await stack.up();
    expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(first.exitCode).toBe(0);
    expect(run.calls().sort()).toEqual([...story.first].sort());

    const second = await stack.up({ expectNoChanges: true });
    expect(second.exitCode).toBe(0);
    expect(run.calls()).toEqual([]);

    story.change(run);
    const seen = await stack.refresh();
    const drift = seen.steps.filter(({ diff }) => diff !== undefined && diff.length > 0);
    expect(Object.fromEntries(drift.map(({ name, diff }) => [name, diff?.map(({ path }) => path).sort()]))).toEqual(
      story.drift,
    );
    expect(run.writes()).toEqual([]);

    expect((await stack.up()).exitCode).toBe(0);
    expect(run.writes()).toEqual(story.repair);
    expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);

    if (story.end === undefined) expect((await stack.destroy()).exitCode).toBe(0);
    else await story.end(run);
    const { deployment } = await stack.exportState();
    expect(deployment["resources"] ?? []).toEqual([]);
  });
});
