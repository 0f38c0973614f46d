import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const record = (type: string, name: string, rest: Record<string, unknown>) => ({
  class: "DnsRecord",
  args: { domain, type, name, ...rest },
});

const first = { content: "203.0.113.1" };

it.each([
  ["the same record twice", "record-once", [record("A", "www", first), record("A", "WWW", first)]],
  [
    "a CNAME beside an A",
    "name-conflict",
    [record("A", "www", first), record("CNAME", "www", { content: "host.example.net" })],
  ],
  [
    "two locks of one domain",
    "declared-once",
    [
      { class: "DomainLock", args: { domain } },
      { class: "DomainLock", args: { domain: "EXAMPLE.com." } },
    ],
  ],
])("refuses %s in a preview, and names the first of the two", async (_, check, declarations) => {
  await withProgram(async ({ stack, declare, writes }) => {
    declare(Object.fromEntries(declarations.map((each, at) => [at === 0 ? "one" : "other", each])));
    const { exitCode, diagnostics } = await stack.preview();
    const errors = diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
    expect([exitCode, errors]).toEqual([
      1,
      [expect.stringMatching(new RegExp(`\\w+ \`(one|other)\` .*\\[${check}\\]$`))],
    ]);
    expect(writes()).toEqual([]);
  });
});

it("judges together what transforms have made of it", async () => {
  await withProgram(async ({ sandbox, stack, declare, writes }) => {
    const web = record("A", "www", { content: "203.0.113.1" });
    declare({
      web,
      transformed: { ...web, options: { transformed: { name: "api" } } },
      lock: { class: "DomainLock", args: { domain } },
      other: { class: "DomainLock", args: { domain }, options: { transformed: { domain: "example.org" } } },
    });
    const { exitCode, diagnostics } = await stack.up();
    expect({ exitCode, errors: diagnostics.filter(({ severity }) => severity === "error") }).toEqual({
      exitCode: 0,
      errors: [],
    });
    expect(
      sandbox
        .records(domain)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["api", "www"]);
    declare({ web, again: { ...web, options: { transformed: { ttl: 600 } } } });
    writes();
    expect((await stack.preview()).exitCode).not.toBe(0);
    expect(writes()).toEqual([]);
  });
});

it("reports a finding once, however many records share it, and none where the check is switched off", async () => {
  await withProgram(async ({ stack, declare }) => {
    const many = Array.from(
      { length: 13 },
      (_, i) => [`r${i}`, record("A", `h${i}`, { content: "10.0.0.1" })] as const,
    );
    const zone = { domain: "example.org", records: { "www A": { content: "10.0.0.3" } } };
    const set = { domain: "example.org", name: "set", type: "A", values: ["10.0.0.5", "10.0.0.6"] };
    declare({
      ...Object.fromEntries(many),
      zone: { class: "DnsZone", args: zone },
      set: { class: "DnsRecordSet", args: set },
    });
    const { exitCode, output } = await stack.preview();
    expect([exitCode, output.match(/.*a-reserved.*/g)]).toEqual([
      0,
      [expect.stringMatching(/10\.0\.0\.\d .*\. Other resources with this finding aren't listed\.$/)],
    ]);
    declare({ quiet: record("A", "quiet", { content: "10.0.0.2", ignoreChecks: ["a-reserved"] }) });
    expect((await stack.preview()).output).not.toContain("Other resources with this finding");
  });
});
