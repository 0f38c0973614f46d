import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const record = (type: string, name: string, rest: Record<string, unknown>) => ({
  class: "DnsRecord",
  args: { domain, type, name, ...rest },
});

const web = record("A", "www", { content: "192.0.2.1" });
const lock = { class: "DomainLock", args: { domain } };
it.each([
  [
    "again: ",
    /`lock` declares this for example\.com already.*declared-once/,
    { lock, again: { ...lock, args: { domain: "EXAMPLE.com." } } },
  ],
  [
    "same: ",
    /`web` declares the same record already.*record-once/,
    { web, same: record("A", "WWW", { content: "192.0.2.1" }) },
  ],
  [
    "alias: ",
    /`web` declares another record of the same name.*name-conflict/,
    { web, alias: record("CNAME", "www", { content: "host.example.net" }) },
  ],
])("fails the preview of a second declaration, %sand names the first", async (subject, says, program) => {
  await withProgram(async ({ stack, declare, writes }) => {
    declare(program);
    const { exitCode, diagnostics } = await stack.preview();
    const errors = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message, urn }) => `${urn?.split("::").at(-1)}: ${message}`);
    expect([exitCode === 0, errors]).toEqual([false, [expect.stringMatching(says)]]);
    expect(errors[0]).toMatch(`${subject}`);
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
