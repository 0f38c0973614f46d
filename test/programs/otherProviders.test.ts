/**
 * Programs with two providers, on the Pulumi CLI: a row passes from a resource of the one to a resource of the other. The engine starts a
 * process for each provider: an explicit one, the children of a component from another package, the classes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";
import { yamlOf } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, type DeclaredResource, type Run, succeeds, withProgram } from "../support/programs.ts";

const folder = newFolder();
const config = { "registrar:skipChecks": "a-reserved" };
const domain = "example.com";
const mail = { name: "@", type: "MX", values: ["10 mx1.example.net", "20 mx2.example.net"] };
const www = { name: "www", type: "A", content: "203.0.113.1" };
const set: DeclaredResource = { class: "DnsRecordSet", args: { domain, ...mail } };
const record: DeclaredResource = { class: "DnsRecord", args: { domain, ...www } };

/** Declares one program after the other: the rows stay, and later runs change nothing. */
async function passes(
  { stack, sandbox, writes }: Run,
  declare: (program: DeclaredProgram) => void,
  before: DeclaredProgram,
  after: DeclaredProgram,
): Promise<void> {
  declare(before);
  await succeeds(stack.up({ preview: false }));
  const live = sandbox.records(domain);
  writes();
  declare(after);
  const passed = await stack.up();
  expect([passed.exitCode, passed.exitCode === 0 ? "" : passed.output, writes()]).toEqual([0, "", []]);
  expect(sandbox.records(domain)).toEqual(live);
  await succeeds(stack.refresh({ expectNoChanges: true }));
  await succeeds(stack.up({ expectNoChanges: true }));
  declare({});
  await succeeds(stack.up({ preview: false }));
  expect(sandbox.records(domain)).toEqual([]);
}

// The forms of rows: test/plugin/otherProviders.
needing("pulumi").it(
  "rows stay live if they pass from a class to the plugin's default or an explicit provider, and back",
  () =>
    withProgram(
      async (run) => {
        const byClass = { one: set, two: record };
        const byPlugin = {
          account: { class: "plugin:Provider", args: {} },
          other: { ...set, class: "plugin:DnsRecordSet" },
          www: { ...record, class: "plugin:DnsRecord", options: { provider: "account" } },
        };
        await passes(run, run.declare, byClass, byPlugin);
        await passes(run, run.declare, byPlugin, byClass);
      },
      { stack: { config } },
    ),
);

needing("pulumi-language-yaml").it("rows stay live if they pass to a Domain in YAML, and back", () => {
  const declare = (resources: DeclaredProgram) => writeFileSync(join(folder, "Pulumi.yaml"), yamlOf(resources));
  const component = { shop: { class: "Domain", args: { domain, records: { "@ MX": mail.values } } } };
  declare({});
  return withProgram(
    async (run) => {
      await passes(run, declare, { mail: set }, component);
      await passes(run, declare, component, { mail: set });
    },
    { program: folder, stack: { config } },
  );
});
