/** A zone that is large enough to travel as lines: what people see of it, and what programs read of it. */
import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const count = 300;
const all = (rest: Record<string, object> = {}) => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, place) => [`h${place} A`, { content: `198.51.100.${place % 250}`, ttl: 600 }]),
  ),
  ...rest,
});
const zone = (records: unknown, options = {}) => ({
  zone: { class: "DnsZone", args: { domain, records }, options },
});
const without = (records: object, key: string) =>
  Object.fromEntries(Object.entries(records).filter(([each]) => each !== key));

it("300 records: what changes is shown by line, nothing else is; the program reads maps", async () => {
  await withProgram(async ({ sandbox, stack, declare, calls, writes }) => {
    const paths = (steps: readonly { diff?: readonly { path: string }[] }[]) =>
      steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path));
    const text = 'v=spf1 include:"a b" -all\n2 \\';
    declare({
      ...zone(all({ "@ TXT": [{ content: text }, { content: "600" }] })),
      copy: {
        class: "DnsRecord",
        args: { domain, name: "copy", type: "A", content: { output: ["zone", "records", "h7 A", "content"] } },
      },
      id: {
        class: "DnsRecord",
        args: { domain, name: "id", type: "TXT", content: { output: ["zone", "recordIds", "h7 A"] } },
      },
    });
    expect((await stack.up()).exitCode).toBe(0);
    expect(sandbox.records(domain)).toHaveLength(count + 4);
    const content = (name: string) => sandbox.records(domain).find((row) => row.name === name)?.content;
    expect(content("copy")).toBe("198.51.100.7");
    expect(content("id")).toBe(String(sandbox.records(domain).find(({ name }) => name === "h7")?.id));
    calls();
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(calls()).toEqual([]);

    // One changes, one goes, one comes, in another order: three lines, and no other.
    const next = without(all({ "h7 A": { content: "198.51.100.7", ttl: 900 } }), "h100 A");
    declare(
      zone({
        "new A": { content: "198.51.100.99", ttl: 600 },
        ...next,
        "@ TXT": [{ content: text }, { content: "600" }],
      }),
    );
    const preview = await stack.preview();
    expect(paths(preview.steps).sort()).toEqual(["records[100]", "records[7]"]);
    expect(preview.output).toMatch(/~ h7 A 198\.51\.100\.7 ttl 600 => 198\.51\.100\.7 ttl 900/);
    expect((await stack.up()).exitCode).toBe(0);
    expect(writes().sort()).toEqual([
      ...Array(3).fill("DELETE records.delete"),
      "POST records.create",
      "PUT records.update",
    ]);

    const edited = sandbox.records(domain).find(({ name }) => name === "h8");
    sandbox.dashboard.editRecord(domain, edited?.id ?? 0, { content: "203.0.113.9" });
    const gone = sandbox.records(domain).find(({ name }) => name === "h9");
    sandbox.dashboard.deleteRecord(domain, gone?.id ?? 0);
    const seen = await stack.refresh();
    expect(
      paths(seen.steps)
        .filter((path) => path.startsWith("records"))
        .sort(),
    ).toEqual(["records[8]", "records[9]"]);
    expect((await stack.up()).exitCode).toBe(0);
    expect(writes().sort()).toEqual(["POST records.create", "PUT records.update"]);
    expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);
    expect((await stack.destroy()).exitCode).toBe(0);
    expect(sandbox.records(domain)).toEqual([]);
  });
}, 120_000);

it("grows beyond what is kept as a map, and shrinks again: records that change are shown by key, the form alone is no change", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const upTo = (size: number) => Object.fromEntries(Object.entries(all()).slice(0, size));
    const held = async () => {
      const { deployment } = await stack.exportState();
      const rows = deployment["resources"] as { type: string; inputs?: { records?: unknown } }[];
      return rows.flatMap(({ inputs }) => (inputs?.records === undefined ? [] : [Array.isArray(inputs.records)]));
    };
    declare(zone(upTo(249)));
    expect((await stack.up()).exitCode).toBe(0);
    declare(zone(upTo(251)));
    const grown = await stack.up();
    expect(grown.steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path)).sort()).toEqual([
      'records["h249 A"]',
      'records["h250 A"]',
    ]);
    expect([await held(), sandbox.records(domain).length]).toEqual([[false], 251]);
    writes();
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect((await stack.refresh({ expectNoChanges: true })).exitCode).toBe(0);
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(await held()).toEqual([true]);
    // Records under `ignoreChanges` stay as they were, also beside lines.
    const other = { ...upTo(251), "h5 A": { content: "203.0.113.5" }, "h6 A": { content: "198.51.100.6", ttl: 700 } };
    declare(zone(other, { ignoreChanges: ['records["h5 A"]', 'records["h6 A"].ttl'] }));
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(await held()).toEqual([true]);
    // What is secret is no line.
    declare(zone({ secret: upTo(251) }));
    expect((await stack.up()).exitCode).toBe(0);
    expect(writes()).toEqual([]);
    expect(JSON.stringify(await stack.exportState())).not.toContain("198.51.100.6");
  });
}, 120_000);
