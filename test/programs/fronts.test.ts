/** The plugin on the Pulumi CLI: stacks that go over to it and back, and resources that are read by their ID. */
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, oneOfEach, type Run, succeeds, withProgram } from "../support/programs.ts";

const [domain, other] = ["example.com", "example.org"];
const plugin = "pulumi-registrar/plugin";
const checks = { "registrar:skipChecks": "a-reserved" };
const onCli = needing("pulumi");

/** The steps and writes of a switch between classes and plugin. */
async function switched({ stack, writes }: Run) {
  writes();
  const preview = await stack.preview({ expectNoChanges: true });
  const up = await stack.up({ expectNoChanges: true });
  return { exitCodes: [preview.exitCode, up.exitCode], summary: [preview.summary, up.summary], writes: writes() };
}

onCli.it(
  "a stack with one of each resource goes over to the plugin and back without a write, and lives on",
  async () => {
    await withProgram(
      async (run) => {
        const { stack, sandbox, declare, writes } = run;
        const host = { domain, type: "A", name: "host", content: "203.0.113.1" };
        const program: DeclaredProgram = { ...oneOfEach, host: { class: "DnsRecord", args: host } };
        const count = Object.keys(program).length + 1;
        declare(program);
        const up = await stack.up();
        expect([up.exitCode, up.summary["create"]]).toEqual([0, count]);
        const unchanged = { exitCodes: [0, 0], summary: [{ same: count }, { same: count }], writes: [] };
        declare(program, plugin);
        expect(await switched(run)).toEqual(unchanged);
        const { deployment } = await stack.exportState();
        expect(JSON.stringify(deployment)).toContain("registrar:index:DnsRecord");
        expect(JSON.stringify(deployment)).not.toMatch(/pulumi-nodejs:dynamic\/registrar:\w+::|k3y=very|Lovelace/);
        // Made, and changed, by the plugin.
        program["fresh"] = { class: "DnsRecord", args: { domain, type: "A", name: "fresh", content: "203.0.113.9" } };
        program["host"] = { class: "DnsRecord", args: { ...host, ttl: 600 } };
        declare(program, plugin);
        await succeeds(stack.up());
        declare(program);
        expect(await switched(run)).toEqual({ ...unchanged, summary: [{ same: count + 1 }, { same: count + 1 }] });
        await succeeds(stack.refresh({ expectNoChanges: true }));
        delete program["fresh"];
        declare(program);
        expect([(await stack.up()).exitCode, writes()]).toEqual([0, ["DELETE records.delete"]]);
        sandbox.dashboard.editDomain(other, { locked: false });
        await succeeds(stack.destroy());
        expect(sandbox.records(domain)).toEqual([]);
      },
      { stack: { config: checks } },
    );
  },
);

for (const from of [undefined, plugin] as const) {
  onCli.it(`${from ?? "pulumi-registrar"} reads what it did not make by its id, and never changes it`, () =>
    withProgram(
      async ({ stack, sandbox, declare, writes }) => {
        sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "203.0.113.1", ttl: 300 });
        const there = { class: "DnsRecord", args: {}, options: { id: `${domain}/www/A` } };
        const content = { output: ["there", "content"] };
        const copy = { class: "DnsRecord", args: { domain, type: "A", name: "copy", content } };
        declare({ there, copy } as DeclaredProgram, from);
        await succeeds(stack.up());
        expect(sandbox.records(domain).map((row) => row.content)).toEqual(["203.0.113.1", "203.0.113.1"]);
        await succeeds(stack.refresh({ expectNoChanges: true }));
        await succeeds(stack.up({ expectNoChanges: true }));
        expect(writes()).toEqual(["POST records.create"]);
        await succeeds(stack.destroy());
        expect(sandbox.records(domain).map(({ name }) => name)).toEqual(["www"]);
      },
      { stack: { config: checks } },
    ),
  );
}
