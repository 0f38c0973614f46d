/** The example of a whole zone, as a program on the engine. */
import { withProgram } from "../support/programs.ts";

it("a zone: apply, apply again, drift by key, repair, a foreign record refused in the preview, destroy", async () => {
  await withProgram(
    async ({ sandbox, stack, calls, writes }) => {
      const first = await stack.up();
      expect(first.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(first.exitCode).toBe(0);
      expect(first.output).toMatch(/\+ www A 198\.51\.100\.11 ttl 300/);
      expect(sandbox.records("example.com")).toHaveLength(8);
      calls();
      // An authoritative zone costs its reading, in the preview and in the update.
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect(new Set(calls())).toEqual(new Set(["GET records.list"]));

      const docs = sandbox.records("example.com").find(({ name }) => name === "docs");
      sandbox.dashboard.editRecord("example.com", docs?.id ?? 0, { content: "elsewhere.example.net" });
      const seen = await stack.refresh();
      const paths = seen.steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path));
      expect(paths).toEqual(['records["docs CNAME"].content']);
      expect(writes()).toEqual([]);
      expect((await stack.up()).exitCode).toBe(0);
      expect(writes()).toEqual(["PUT records.update"]);

      sandbox.dashboard.addRecord("example.com", { type: "A", name: "foreign", content: "203.0.113.1" });
      sandbox.dashboard.addRecord("example.com", { type: "A", name: "printer.dyn", content: "203.0.113.2" });
      const refused = await stack.preview();
      expect(refused.exitCode).not.toBe(0);
      expect(refused.output).toMatch(/- foreign A 203\.0\.113\.1[\s\S]*deleteUnlisted: 1/);
      expect((await stack.destroy()).exitCode).toBe(0);
      expect(sandbox.records("example.com").map(({ name }) => name)).toEqual(["foreign", "printer.dyn"]);
    },
    { program: "examples/dns-zone", stack: { config: { "registrar-dns-zone:mode": "authoritative" } } },
  );
}, 120_000);

it("a zone of which one set is under ignoreChanges: the program and people may change it, and it is left as it is", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const zone = (content: string) =>
      declare({
        zone: {
          class: "DnsZone",
          args: { domain: "example.com", records: { "www A": { content }, "web A": { content } } },
          options: { ignoreChanges: ['records["www A"]'] },
        },
      });
    const live = () => sandbox.records("example.com").map(({ name, content }) => `${name} ${content}`);
    zone("198.51.100.1");
    expect((await stack.up()).exitCode).toBe(0);
    const www = sandbox.records("example.com").find(({ name }) => name === "www");
    sandbox.dashboard.editRecord("example.com", www?.id ?? 0, { content: "203.0.113.9" });
    writes();
    zone("198.51.100.2");
    expect((await stack.up()).exitCode).toBe(0);
    expect(writes()).toEqual(["PUT records.update"]);
    expect(live().sort()).toEqual(["web 198.51.100.2", "www 203.0.113.9"]);
  });
}, 120_000);
