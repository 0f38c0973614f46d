/**
 * Programs with two providers, on the Pulumi CLI: a row passes from a resource of the one to a resource of the other. The engine starts a
 * process for each provider: an explicit one, the children of a component from another package, the classes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";
import { componentsLine, projectFile, withFolder } from "../support/languages.ts";
import { needing } from "../support/optional.ts";
import { type DeclaredProgram, type DeclaredResource, type Run, succeeds, withProgram } from "../support/programs.ts";

const folder = withFolder();
const config = { "registrar:skipChecks": "a-reserved" };
const plugin = "pulumi-registrar/plugin";
const domain = "example.com";
const mail = { name: "@", type: "MX", values: ["10 mx1.example.net", "20 mx2.example.net"] };
const www = { name: "www", type: "A", content: "203.0.113.1" };
const set: DeclaredResource = { class: "DnsRecordSet", args: { domain, ...mail } };
const record: DeclaredResource = { class: "DnsRecord", args: { domain, ...www } };
const site = (args: object): DeclaredResource => ({ class: "Domain", args: { domain, ...args } });
const withOption = (resource: DeclaredResource, options: object): DeclaredResource => ({
  ...resource,
  options: { ...options },
});
const account: DeclaredResource = { class: "Provider", args: {} };

type Declare = (program: DeclaredProgram) => void;

/** Declares one program after the other: the rows stay, and later runs change nothing. */
async function passes(run: Run, declare: Declare, before: DeclaredProgram, after: DeclaredProgram): Promise<void> {
  const { stack, sandbox, writes } = run;
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

describe("rows stay live if they pass", () => {
  // The forms of rows: test/plugin/otherProviders.
  needing("pulumi").it("to a resource with an explicit provider", () =>
    withProgram(
      (run) => {
        const declare = (program: DeclaredProgram) => run.declare(program, plugin);
        const other = { account, other: withOption(set, { provider: "account" }) };
        return passes(run, declare, { one: set }, other);
      },
      { stack: { config } },
    ),
  );

  needing("pulumi").it("from a class to the plugin, and back", () =>
    withProgram(
      async (run) => {
        const [dynamic, plugin] = [{ one: set }, { other: { ...set, class: "plugin:DnsRecordSet" } }];
        await passes(run, run.declare, dynamic, plugin);
        await passes(run, run.declare, plugin, dynamic);
      },
      { stack: { config } },
    ),
  );
});

needing("pulumi").it("a resource that passes to another registrar is reported, though nothing differs", async () => {
  const second = await startSandbox();
  try {
    await withProgram(
      async ({ stack, sandbox, declare, writes }) => {
        const provider = ({ url: baseUrl, token: apiToken }: WholeSandbox) => ({
          ...{ class: "Provider", args: { baseUrl, apiToken } },
        });
        const program = { here: provider(sandbox), there: provider(second) };
        declare({ ...program, www: withOption(record, { provider: "here" }) }, plugin);
        await succeeds(stack.up({ preview: false }));
        writes();
        declare({ ...program, www: withOption(record, { provider: "there" }) }, plugin);
        const { exitCode, output } = await stack.preview();
        const reported = `This stack was made with the registrar at ${sandbox.url}, and this run uses ${second.url}`;
        expect([exitCode, output, writes()]).toEqual([0, expect.stringContaining(reported), []]);
        // A token in plain text is encrypted in the state.
        const state = JSON.stringify(await stack.exportState());
        expect([sandbox, second].filter(({ token }) => state.includes(token))).toEqual([]);
      },
      { stack: { config } },
    );
  } finally {
    await second.close();
  }
});

const yaml = (program: string) => {
  const typeOf = (name: string) => (name === "Domain" ? "registrar-components:Domain" : `registrar:${name}`);
  return (resources: DeclaredProgram) => {
    const text = ({ class: name, args }: DeclaredResource) => ({ type: typeOf(name), properties: args });
    const typed = Object.entries(resources).map(([name, of]) => [name, text(of)]);
    const file = `${projectFile("yaml")}${componentsLine}resources: ${JSON.stringify(Object.fromEntries(typed))}\n`;
    writeFileSync(join(program, "Pulumi.yaml"), file);
  };
};

describe("in YAML", () => {
  const life = (story: (run: Run, declare: Declare) => Promise<void>) => {
    const program = folder();
    yaml(program)({});
    return withProgram((run) => story(run, yaml(program)), { program, stack: { config } });
  };

  needing("pulumi-language-yaml").it("rows stay live if they pass to a Domain, and back", () =>
    life(async (run, declare) => {
      const component = { shop: site({ records: { "@ MX": mail.values } }) };
      await passes(run, declare, { mail: set }, component);
      await passes(run, declare, component, { mail: set });
    }),
  );

  needing("pulumi-language-yaml").it("a conflict with a record of a Domain stops in the preview", () =>
    life(async ({ stack, writes }, declare) => {
      const alias = { class: "DnsRecord", args: { domain, name: "www", type: "CNAME", content: "shop.example.net" } };
      declare({ shop: site({ records: { "www A": [www.content] } }), alias });
      const preview = await stack.preview();
      expect([preview.exitCode, preview.output, writes()]).toEqual([1, expect.stringContaining("[name-conflict]"), []]);
    }),
  );
});
