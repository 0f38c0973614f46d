/** Values of sets on the Pulumi CLI: hosts as zone files write them, which an API would read otherwise. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFile, withFolder } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, type Run, withProgram } from "../support/programs.ts";
import "../support/built.ts";

const folder = withFolder();
const domain = "example.com";
const refused = [
  ["10 @", "@", "MX", '"@" is not a host name; write the domain itself: "example.com"'],
  ["0 1 993 imap", "_imaps._tcp", "SRV", 'Write "imap.example.com" for the host in this domain'],
] as const;

/** A preview refuses each host, with the name to write, and an `up` writes nothing. A live SPF policy beside a new one is named. */
async function story({ stack, sandbox, writes }: Run, declare: (program: DeclaredProgram) => void): Promise<void> {
  for (const [value, name, type, remedy] of refused) {
    declare({ it: { class: "DnsRecordSet", args: { domain, name, type, values: [value] } } });
    const { exitCode, output } = await stack.preview();
    expect([exitCode, output]).toEqual([1, expect.stringContaining(remedy)]);
  }
  const { exitCode } = await stack.up({ preview: false });
  expect(exitCode).toBe(1);
  expect([writes(), sandbox.records(domain)]).toEqual([[], []]);
  sandbox.dashboard.addRecord(domain, { type: "TXT", name: "", content: "v=spf1 include:old.example.net -all" });
  declare({ spf: { class: "DnsRecord", args: { domain, name: "@", type: "TXT", content: "v=spf1 mx -all" } } });
  const preview = await stack.preview();
  expect([preview.exitCode, preview.output]).toEqual([
    0,
    expect.stringContaining('Live, and not of this resource: example.com TXT "v=spf1 include:old.example.net -all"'),
  ]);
}

for (const [title, source] of [
  ["classes", undefined],
  ["plugin", "pulumi-registrar/plugin"],
] as const) {
  needing("pulumi").it(
    `in TypeScript with the ${title}, a preview judges hosts in values, and sees a live SPF policy`,
    () => withProgram((run) => story(run, (program) => run.declare(program, source))),
  );
}

needing("pulumi-language-yaml").it("in YAML, a preview judges hosts in values, and sees a live SPF policy", () => {
  const program = folder();
  const declare = (resources: DeclaredProgram) => {
    const typed = Object.entries(resources).map(([name, of]) => [
      name,
      { type: `registrar:${of.class}`, properties: of.args },
    ]);
    const text = `${projectFile("yaml")}resources: ${JSON.stringify(Object.fromEntries(typed))}\n`;
    writeFileSync(join(program, "Pulumi.yaml"), text);
  };
  declare({});
  return withProgram((run) => story(run, declare), { program });
});
