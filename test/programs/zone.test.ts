/** A zone as one resource, as a program on the engine. */
import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const zone = (records: unknown, options = {}) => ({ zone: { class: "DnsZone", args: { domain, records }, options } });

it("the engine gets the program's map, shows a change by its key, and never more than what changed", async () => {
  await withProgram(async ({ sandbox, stack, declare, calls, writes }) => {
    const pathsIn = (steps: readonly { diff?: readonly { path: string }[] }[]) =>
      steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path)).sort();
    const text = 'v=spf1 include:"a b" -all\n2 \\';
    const records = { "a A": ["198.51.100.1"], "b A": ["198.51.100.2"], "@ TXT": [text, "600"] };
    const content = { output: ["zone", "records", "a A", "0"] };
    const copy = { copy: { class: "DnsRecord", args: { domain, name: "copy", type: "TXT", content } } };
    declare({ ...zone(records), ...copy });
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    const live = (name: string) => sandbox.records(domain).find((row) => row.name === name);
    expect(live("copy")?.content).toBe("198.51.100.1");
    calls();
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(calls()).toEqual([]);

    // One changes, one comes, and the others are parts in another order.
    const parts = [
      { type: "A", name: "c", content: { output: ["zone2", "records", "x A", "0"] } },
      { "@ TXT": ["600"], "b A": ["198.51.100.2"] },
      { records: { "@ TXT": [text, "600"], "a A": ["198.51.100.9"] } },
    ];
    const zone2 = { class: "DnsZone", args: { domain: "example.org", records: { "x A": ["198.51.100.3"] } } };
    declare({ zone2, ...zone(parts), ...copy });
    const changed = await stack.up({ preview: false });
    expect([changed.exitCode, changed.exitCode === 0 ? "" : changed.output]).toEqual([0, ""]);
    const writesOfBoth = ["POST records.create", "POST records.create", "PUT records.update", "PUT records.update"];
    expect(writes().sort()).toEqual(writesOfBoth);
    sandbox.dashboard.editRecord(domain, live("b")?.id ?? 0, { content: "203.0.113.9" });
    const refreshed = pathsIn((await stack.refresh()).steps).filter((path) => path.startsWith("records"));
    expect(refreshed).toEqual(['records["b A"][0]']);
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes()).toEqual(["PUT records.update"]);
    const joined = { "c A": ["198.51.100.3"], "@ TXT": ["600", text], "b A": records["b A"], "a A": ["198.51.100.9"] };
    declare({ zone2, ...zone({ secret: joined }), ...copy });
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes()).toEqual([]);
    expect(JSON.stringify(await stack.exportState())).not.toContain("198.51.100.2");
    expect((await stack.destroy()).exitCode).toBe(0);
    expect(sandbox.records(domain)).toEqual([]);
  });
});
