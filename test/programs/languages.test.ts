/** Programs that reach the plugin from every language, on the Pulumi CLI with their language hosts. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFile, pythonEnv, withFolder } from "../support/languages.ts";
import { needing, type OptionalProgram } from "../support/optional.ts";
import { type DeclaredProgram, type DeclaredResource, type Run, unprotect, withProgram } from "../support/programs.ts";

const domain = "example.com";
const config = { "registrar:ignoreChecks": "a-reserved" };
const folder = withFolder();
let python: Record<string, string> | undefined;

/** One life of a program with the record `www`, and a lock that depends on all else. */
async function life({ stack, sandbox, calls, writes }: Run, lookups: string[]): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  expect(writes().at(-1)).toBe("PUT lock.set");
  expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  expect(calls()).toEqual(lookups);
  await unprotect(stack);
  sandbox.dashboard.unlock(domain);
  expect((await stack.destroy()).exitCode).toBe(0);
  expect(sandbox.records(domain)).toEqual([]);
}

needing("pulumi-language-yaml").it("the example in YAML is applied and destroyed", () =>
  withProgram((run) => life(run, []), { program: "examples/yaml", stack: { config } }),
);

needing("pulumi-language-python").it("the example in Python is applied and destroyed", () => {
  python ??= pythonEnv(folder());
  const stack = { config, env: python };
  return withProgram((run) => life(run, ["GET nameservers.get"]), { program: "examples/python", stack });
});

/** A language: where its programs are, and how one comes to declare something else. */
interface Language {
  needs: OptionalProgram;
  open(): { program?: string; env?: Record<string, string> };
  declare(run: Run, program: DeclaredProgram): void;
}

const project = (language: string) => {
  const made = join(folder(), language);
  mkdirSync(made, { recursive: true });
  return made;
};

/** A program as YAML, which JSON is, too. */
function yamlOf(program: DeclaredProgram): string {
  const value = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== "object" || given === null) return given;
    if ("secret" in given) return { "fn::secret": given.secret };
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, value(inner)]));
  };
  const resources = Object.entries(program).map(([name, { class: type, args, options = {} }]) => {
    const { dependsOn = [], ...others } = options as { dependsOn?: string[] };
    const all = { ...others, dependsOn: dependsOn.map((other) => `\${${other}}`) };
    return [name, { type: `registrar:${type}`, properties: value(args), options: all }];
  });
  return `${projectFile("yaml")}resources: ${JSON.stringify(Object.fromEntries(resources))}\n`;
}

const languages: Record<string, Language> = {
  TypeScript: {
    needs: "pulumi",
    open: () => ({}),
    declare: ({ declare }, program) => declare(program, "pulumi-registrar/native"),
  },
  Python: {
    needs: "pulumi-language-python",
    open: () => {
      const program = project("python-program");
      writeFileSync(join(program, "Pulumi.yaml"), projectFile("python"));
      copyFileSync(join(__dirname, "declared", "__main__.py"), join(program, "__main__.py"));
      python ??= pythonEnv(folder());
      return { program, env: python };
    },
    declare: ({ declare }, program) => declare(program),
  },
  YAML: {
    needs: "pulumi-language-yaml",
    open: () => {
      const program = project("yaml-program");
      writeFileSync(join(program, "Pulumi.yaml"), yamlOf({}));
      return { program };
    },
    declare: (_, program) => writeFileSync(join(folder(), "yaml-program", "Pulumi.yaml"), yamlOf(program)),
  },
};

const record = (name: string, type: string, content: unknown, options = {}): DeclaredResource => ({
  class: "DnsRecord",
  args: { domain, type, name, content, ttl: 300 },
  options,
});
const lockAfter = (others: DeclaredProgram, dependsOn = Object.keys(others)): DeclaredProgram => ({
  ...others,
  lock: { class: "DomainLock", args: { domain }, options: { dependsOn } },
});
const elsewhere = {
  other: { class: "DnsRecord", args: { domain: "example.org", type: "A", name: "www", content: "203.0.113.9" } },
};

for (const [name, { needs, open, declare }] of Object.entries(languages)) {
  needing(needs).it(`in ${name}, a domain is set up, changed, and dropped while it is locked`, async () => {
    const { program, env } = open();
    const journey = async (run: Run) => {
      const { stack, sandbox, writes } = run;
      const becomes = async (declared: DeclaredProgram, exitCode = 0) => {
        declare(run, { ...declared, ...elsewhere });
        const up = await stack.up();
        expect([up.exitCode, up.exitCode === exitCode ? "" : up.output]).toEqual([exitCode, ""]);
        return up.output;
      };
      const items = (content: string): DeclaredProgram => ({
        www: record("www", "A", content),
        forward: { class: "UrlForward", args: { domain, source: "go", destination: "https://example.net/" } },
        zone: {
          class: "DnsZone",
          args: { domain, records: { "@ MX": [{ content: "mail.example.net", priority: 10 }] } },
        },
      });
      const key = record("_key", "TXT", { secret: "k3y=very;secret" });
      const said = await becomes(lockAfter({ ...items("203.0.113.1"), key }));
      expect(said).not.toContain("k3y=");
      expect(writes().at(-1)).toBe("PUT lock.set");
      expect(JSON.stringify(await stack.exportState())).not.toContain("k3y=");

      // A rename, what a person made, and a change: one write.
      sandbox.dashboard.addRecord(domain, { type: "A", name: "old", content: "203.0.113.7", ttl: 300 });
      const renamed = { proof: { ...key, options: { aliases: [{ name: "key" }] } } };
      const taken = { old: record("old", "A", "203.0.113.7", { import: `${domain}/old/A` }) };
      await becomes(lockAfter({ ...items("203.0.113.2"), ...renamed, ...taken }));
      expect(writes()).toEqual(["PUT records.update"]);
      expect((await stack.preview({ expectNoChanges: true })).exitCode).toBe(0);

      // The lock is asked first, and refuses.
      const live = sandbox.records(domain);
      expect(await becomes({}, 1)).toMatch(/only the registrar's dashboard can unlock/);
      expect([writes(), sandbox.records(domain)]).toEqual([[], live]);

      // What exists already fails in the preview, and is left alone.
      sandbox.dashboard.addRecord(domain, { type: "A", name: "fresh", content: "203.0.113.8" });
      const fresh = { ...items("203.0.113.2"), ...renamed, ...taken, fresh: record("fresh", "A", "203.0.113.8") };
      expect(await becomes(lockAfter(fresh), 1)).toMatch(/fresh\.example\.com A 203\.0\.113\.8 .*exists already/);
      expect(writes()).toEqual([]);

      // One record may go while the lock stays; all, once the domain is unlocked.
      await becomes(lockAfter({ ...items("203.0.113.2"), ...renamed }));
      expect(writes()).toEqual(["DELETE records.delete"]);
      sandbox.dashboard.unlock(domain);
      await becomes({});
      expect(sandbox.records(domain).map(({ name }) => name)).toEqual(["fresh"]);
    };
    await withProgram(journey, { ...(program && { program }), stack: { config, ...(env && { env }) } });
  });
}
