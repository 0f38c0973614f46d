import { withProgram } from "../support/programs.ts";

const domain = "example.com";
const record = (type: string, name: string, rest: Record<string, unknown>) => ({
  class: "DnsRecord",
  args: { domain, type, name, ...rest },
});

it("tells in a preview what resources have wrong together, on the resource, and refuses what contradicts", async () => {
  await withProgram(async ({ stack, declare, writes }) => {
    const reach = { ignoreChecks: ["a-reserved"] };
    declare({
      web: record("A", "www", { content: "192.0.2.1", ...reach }),
      same: record("A", "WWW", { content: "192.0.2.1", ...reach }),
      alias: record("CNAME", "www", { content: "host.example.net" }),
      lock: { class: "DomainLock", args: { domain } },
      again: { class: "DomainLock", args: { domain: "EXAMPLE.com." } },
    });
    const { exitCode, diagnostics } = await stack.preview();
    expect(exitCode).not.toBe(0);
    const errors = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message, urn }) => `${urn?.split("::").at(-1)}: ${message}`);
    expect(errors.join("\n")).toMatch(/(web|same): .*zone-duplicate/);
    expect(errors.join("\n")).toMatch(/(web|same|alias): .*cname-beside-others/);
    expect(errors.join("\n")).toMatch(/(lock|again): .*declared-once/);
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

it("warns once a check, with the number of its records, and is silent where it is told to be", async () => {
  await withProgram(async ({ stack, declare }) => {
    const many = Array.from(
      { length: 13 },
      (_, i) => [`r${i}`, record("A", `h${i}`, { content: "10.0.0.1" })] as const,
    );
    declare({
      ...Object.fromEntries(many),
      mixed1: record("A", "mixed", { content: "192.0.2.1", ttl: 60, ignoreChecks: ["a-reserved"] }),
      mixed2: record("A", "mixed", { content: "192.0.2.2", ttl: 300, ignoreChecks: ["a-reserved"] }),
      zone: {
        class: "DnsZone",
        args: {
          domain: "example.org",
          records: { "www A": { content: "10.0.0.3" }, "@ A": [{ content: "10.0.0.4" }, { content: "192.0.2.9" }] },
        },
      },
      set: {
        class: "DnsRecordSet",
        args: { domain: "example.org", name: "set", type: "A", values: ["10.0.0.5", "10.0.0.6"] },
      },
      quiet: record("A", "quiet", { content: "10.0.0.2", ignoreChecks: ["a-reserved"] }),
    });
    const { exitCode, diagnostics } = await stack.preview();
    expect(exitCode).toBe(0);
    const warnings = diagnostics.filter(({ severity }) => severity === "warning");
    const reserved = warnings.filter(({ message }) => message.includes("a-reserved"));
    expect(reserved).toHaveLength(1);
    expect(reserved[0]?.message).toMatch(/10\.0\.0\.1 .*\. The same of 16 more: h1 A, .*, \.\.\. \[a-reserved/);
    expect(warnings.filter(({ message }) => message.includes("ttl-mixed"))).toHaveLength(1);
    expect(warnings.some(({ urn }) => urn?.endsWith("::quiet"))).toBe(false);
  });
});
