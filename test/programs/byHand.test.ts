/** A person works in the dashboard beside a program, on the engine, with both fronts. */
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, withProgram } from "../support/programs.ts";

const [domain, other] = ["example.com", "example.org"] as const;
const title = "rows made by hand are adopted, edited TTLs are written, and ignored rows stay foreign";
it(`with the classes, ${title}`, () => story(""));
needing("pulumi").it(`with the plugin, ${title}`, () => story("plugin:"));

async function story(front: "" | "plugin:"): Promise<void> {
  const record = (args: object) => ({ class: `${front}DnsRecord`, args: { domain, ...args } });
  const program = (last: number, www: object): DeclaredProgram => ({
    api: record({ type: "A", name: "api", content: `198.51.100.${last}`, ttl: 300 }),
    www: record({ name: "www", ...www }),
    ttl: record({ type: "A", name: "ttl", content: `198.51.100.${last}`, ttl: 300 }),
    set: {
      class: `${front}DnsRecordSet`,
      args: { domain, name: "set", type: "A", values: ["198.51.100.7"] },
      options: { ignoreChanges: ["values"] },
    },
    zone: {
      class: `${front}DnsZone`,
      args: { domain: other, mode: "authoritative", records: { "www A": ["198.51.100.7"] } },
      options: { ignoreChanges: ["records"] },
    },
  });
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const { dashboard } = sandbox;
    const idOf = (name: string) => sandbox.records(domain).find((row) => row.name === name)?.id ?? 0;
    declare(program(1, { type: "CNAME", content: "host.example.net" }));
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    for (const name of ["api", "www"]) {
      dashboard.deleteRecord(domain, idOf(name));
      dashboard.addRecord(domain, { type: "A", name, content: "198.51.100.2", ttl: 300 });
    }
    dashboard.editRecord(domain, idOf("ttl"), { ttl: 86_400 });
    writes();
    declare(program(2, { type: "A", content: "198.51.100.2", ttl: 300 }));
    const changed = await stack.up();
    expect([changed.exitCode, changed.exitCode === 0 ? "" : changed.output]).toEqual([0, ""]);
    expect(writes()).toEqual(["PUT records.update"]);
    expect(sandbox.records(domain).find(({ name }) => name === "ttl")?.ttl).toBe(300);

    dashboard.addRecord(domain, { type: "A", name: "set", content: "203.0.113.9" });
    dashboard.addRecord(other, { type: "A", name: "www", content: "203.0.113.9" });
    expect((await stack.refresh()).exitCode).toBe(0);
    const again = await stack.up({ expectNoChanges: true });
    expect([again.exitCode, again.exitCode === 0 ? "" : again.output]).toEqual([0, ""]);
    expect((await stack.destroy()).exitCode).toBe(0);
    const left = [domain, other].map((each) => sandbox.records(each).map(({ name, content }) => `${name} ${content}`));
    expect(left).toEqual([["set 203.0.113.9"], ["www 203.0.113.9"]]);
    writes();
  });
}
