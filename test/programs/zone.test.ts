/** The example of a whole zone, as a program on the engine. */
import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const zone = (records: unknown, options = {}) => ({ zone: { class: "DnsZone", args: { domain, records }, options } });
const given = (content: string) => ({ "www A": { content }, "web A": { content } });

it("records are texts to the engine, shown by key where they change, and objects to the program", async () => {
  await withProgram(async ({ sandbox, stack, declare, calls, writes }) => {
    const pathsIn = (steps: readonly { diff?: readonly { path: string }[] }[]) =>
      steps.flatMap(({ diff = [] }) => diff.map(({ path }) => path)).sort();
    const text = 'v=spf1 include:"a b" -all\n2 \\';
    const records = {
      "a A": { content: "198.51.100.1", ttl: 600 },
      "b A": { content: "198.51.100.2" },
      "@ TXT": [{ content: text }, { content: "600" }],
    };
    const copied = (name: string, content: string[]) => ({
      [name]: { class: "DnsRecord", args: { domain, name, type: "TXT", content: { output: ["zone", ...content] } } },
    });
    const outputs = {
      ...copied("copy", ["records", "a A", "0", "content"]),
      ...copied("id", ["recordIds", "a A", "0"]),
    };
    declare({ ...zone(records), ...outputs });
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    const live = (name: string) => sandbox.records(domain).find((row) => row.name === name);
    expect(live("copy")?.content).toBe("198.51.100.1");
    expect(live("id")?.content).toBe(String(live("a")?.id));
    calls();
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
    expect(calls()).toEqual([]);

    // One changes, one comes, and the others are written in another form.
    const list = [
      { type: "A", name: "c", content: { output: ["zone2", "records", "x A", "0", "content"] } },
      { type: "A", name: "b", content: "198.51.100.2" },
      { type: "A", name: "a", content: "198.51.100.1", ttl: 900 },
      ...[text, "600"].map((content) => ({ type: "TXT", name: "", content })),
    ];
    const other = {
      class: "DnsZone",
      args: { domain: "example.org", records: { "x A": { content: "198.51.100.3" } } },
    };
    declare({ zone2: other, ...zone(list), ...outputs });
    const changed = await stack.up({ preview: false });
    expect(changed.exitCode).toBe(0);
    expect(pathsIn(changed.steps).filter((path) => /"[ab] A|TXT/.test(path))).toEqual(['records["a A"]']);
    expect(writes().sort()).toEqual(["POST records.create", "POST records.create", "PUT records.update"]);
    sandbox.dashboard.editRecord(domain, live("b")?.id ?? 0, { content: "203.0.113.9" });
    expect(pathsIn((await stack.refresh()).steps).filter((path) => path.startsWith("records"))).toEqual([
      'records["b A"]',
    ]);
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes()).toEqual(["PUT records.update"]);
    // What is secret is no text.
    declare({ zone2: other, ...zone({ secret: list }), ...outputs });
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes()).toEqual([]);
    expect(JSON.stringify(await stack.exportState())).not.toContain("198.51.100.2");
    expect((await stack.destroy()).exitCode).toBe(0);
    expect(sandbox.records(domain)).toEqual([]);
  });
});

it("a record under ignoreChanges is named by its key: the program and people may change it, and it is left as it is", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const live = () => sandbox.records(domain).map(({ name, content }) => `${name} ${content}`);
    const ignoring = (path: string, records: unknown) => zone(records, { ignoreChanges: [path] });
    declare(ignoring('records["www A"]', given("198.51.100.1")));
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    const www = sandbox.records(domain).find(({ name }) => name === "www");
    sandbox.dashboard.editRecord(domain, www?.id ?? 0, { content: "203.0.113.9" });
    writes();
    declare(ignoring('records["www A"]', given("198.51.100.2")));
    expect((await stack.up({ preview: false })).exitCode).toBe(0);
    expect(writes()).toEqual(["PUT records.update"]);
    expect(live().sort()).toEqual(["web 198.51.100.2", "www 203.0.113.9"]);

    // Each is refused, and nothing is written.
    const refused = [
      ['records["www A"].ttl', given("198.51.100.3")],
      ["records[0]", [{ type: "A", name: "www", content: "198.51.100.3" }]],
      ['records["www A"]', { "www.Example.com A": { content: "198.51.100.3" } }],
    ] as const;
    declare(Object.assign({}, ...refused.map(([path, records], at) => ({ [`z${at}`]: ignoring(path, records).zone }))));
    const { exitCode, output } = await stack.up({ preview: false });
    expect(exitCode).not.toBe(0);
    for (const [path] of refused) expect(output).toContain(`ignoreChanges names ${path},`);
    expect(output.split('write records["www A"]')).toHaveLength(1 + refused.length);
    expect(writes()).toEqual([]);
  });
});
