import { type DeclaredProgram, type Run, withProgram } from "../support/programs.ts";
import { person } from "../support/records.ts";

const domain = "example.com";
/** Changing its nameservers must not hurt the records of the other. */
const elsewhere = "example.org";

/** What one resource does, through one whole life of a program that has them all. */
interface Story {
  program: DeclaredProgram;
  /** Calls of the first `up`. */
  first: string[];
  /** Somebody changes something by hand. */
  change(run: Run): void;
  /** What a refresh shows: paths by resource. */
  drift: Record<string, string[]>;
  /** Writes of the `up` that repairs it. */
  repair: string[];
  /** What is left after the destroy. */
  left(run: Run): void;
}

const stories: Story[] = [
  {
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
    left: ({ sandbox }) => expect(sandbox.records(domain)).toEqual([]),
  },
  {
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
    left: ({ sandbox }) => expect(sandbox.forwards(domain)).toEqual([]),
  },
  {
    program: {
      ns: {
        class: "Nameservers",
        args: { domain: elsewhere, nameservers: ["ns1.example.net", "ns2.example.net"], restoreOnDelete: true },
      },
    },
    first: ["GET nameservers.get", "PUT nameservers.set"],
    change: ({ sandbox }) => sandbox.dashboard.setNameservers(elsewhere, ["ns1.example.net", "ns3.example.net"]),
    drift: { ns: ["nameservers[1]"] },
    repair: ["PUT nameservers.set"],
    left: ({ sandbox }) => expect(sandbox.domain(elsewhere).nameservers).toEqual(["ns1.atom.com", "ns2.atom.com"]),
  },
  {
    program: { owner: { class: "Contact", args: person } },
    first: ["GET contacts.list", "POST contacts.create"],
    change: ({ sandbox }) => sandbox.dashboard.editContact(sandbox.contacts().at(-1)?.handle ?? "", { city: "Paris" }),
    drift: { owner: ["city"] },
    repair: ["PUT contacts.update"],
    left: ({ sandbox }) => expect(sandbox.contacts().at(-1)).toMatchObject({ city: person.city }),
  },
  {
    program: { lock: { class: "DomainLock", args: { domain } } },
    first: ["GET lock.get", "PUT lock.set", "GET lock.get"],
    change: ({ sandbox }) => sandbox.dashboard.unlock(domain),
    drift: { lock: ["canTransferOut", "locked"] },
    repair: ["PUT lock.set"],
    left: ({ sandbox }) => expect(sandbox.domain(domain).locked).toBe(false),
  },
];

it("each resource: apply, apply again, drift, repair, destroy", async () => {
  await withProgram(async (run) => {
    const { stack, sandbox } = run;
    run.declare(Object.assign({}, ...stories.map(({ program }) => program)));
    const first = await stack.up();
    expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(first.exitCode).toBe(0);
    expect(run.calls().sort()).toEqual(stories.flatMap((story) => story.first).sort());

    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(run.calls()).toEqual([]);

    for (const story of stories) story.change(run);
    const seen = await stack.refresh();
    const drift = seen.steps.filter(({ diff }) => diff !== undefined && diff.length > 0);
    expect(Object.fromEntries(drift.map(({ name, diff }) => [name, diff?.map(({ path }) => path).sort()]))).toEqual(
      Object.assign({}, ...stories.map((story) => story.drift)),
    );
    expect(run.writes()).toEqual([]);

    expect((await stack.up()).exitCode).toBe(0);
    expect(run.writes().sort()).toEqual(stories.flatMap(({ repair }) => repair).sort());
    expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);

    // The lock refuses, and with it everything of its domain stays; once unlocked in the dashboard, all goes.
    const refused = await stack.destroy({ continueOnError: true });
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toMatch(/only the registrar's dashboard/);
    expect(refused.output).toMatch(/Contact .* stays in the account/);
    expect(sandbox.records(domain)).toHaveLength(2);
    expect(sandbox.domain(domain).locked).toBe(true);
    sandbox.dashboard.unlock(domain);
    expect((await stack.destroy()).exitCode).toBe(0);
    for (const story of stories) story.left(run);
    const { deployment } = await stack.exportState();
    expect(deployment["resources"] ?? []).toEqual([]);
  });
});
