/** The small engine, as docs/guides/testing.md describes it, on programs with the classes of this package. */
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGoal } from "../../testing/engine/generator.ts";
import { localStack, NotSupportedError } from "../../testing/engine/index.ts";
import { loadSdk } from "../../testing/engine/sdk.ts";
import type { OperationResult, Stack } from "../../testing/engine/types.ts";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { type DeclaredProgram, type DeclaredResource, type Run, succeeds, withProgram } from "../support/programs.ts";

const domain = "example.com";
const txt = (name: string, content: unknown, options: Record<string, unknown> = {}): DeclaredResource => ({
  class: "DnsRecord",
  args: { domain, type: "TXT", name, content, ttl: 300 },
  options,
});

const onLocalEngine = (story: (run: Run) => Promise<void>) =>
  withProgram(story, { stack: { env: { REGISTRAR_ENGINE: "local" } } });

/** Steps other than `same`, as `update www: content`. */
const stepsOf = ({ steps }: OperationResult) =>
  steps
    .filter(({ op }) => op !== "same")
    .map(({ op, name, diff = [], error }) => {
      const paths = diff.map(({ path }) => path).join(",");
      return `${op} ${name}${paths && `: ${paths}`}${error === undefined ? "" : " failed"}`;
    })
    .sort();

it("replaces a resource, creates what a refresh found gone, and keeps the state in a file for its owner alone", async () => {
  await onLocalEngine(async ({ stack, sandbox, folder, declare }) => {
    const program = (where = domain): DeclaredProgram => ({
      www: { class: "DnsRecord", args: { ...txt("www", "1").args, domain: where } },
      copy: txt("copy", { output: ["www", "fqdn"] }),
    });
    declare(program());
    const preview = await stack.preview();
    expect([preview.outputs["ids"], await stack.exportState()]).toMatchObject([
      { www: "[unknown]" },
      { deployment: { resources: [] } },
    ]);
    await succeeds(stack.up({ preview: false }));
    expect(statSync(join(folder, "state", "declared.dev.json")).mode & 0o077).toBe(0);
    const [copy] = sandbox.records(domain).filter(({ name }) => name === "copy");
    sandbox.dashboard.deleteRecord(domain, copy?.id ?? 0);
    expect((await stack.refresh()).summary).toMatchObject({ delete: 1 });
    declare(program("example.org"));
    expect(stepsOf(await stack.up({ preview: false }))).toEqual([
      "create copy",
      "create-replacement www: domain",
      "delete-replaced www",
      "replace www: domain",
    ]);
    expect(sandbox.records(domain)).toMatchObject([{ name: "copy", content: "www.example.org" }]);
  });
});

it("follows aliases, ignoreChanges, retainOnDelete and additionalSecretOutputs", async () => {
  await onLocalEngine(async ({ stack, sandbox, declare, writes }) => {
    const program = (content: string, name: string, aliases: object[]): DeclaredProgram => ({
      ignoring: txt("ignoring", content, { ignoreChanges: ["content"] }),
      quiet: txt("quiet", "hush", { additionalSecretOutputs: ["content"] }),
      [name]: txt("renamed", "1", { aliases }),
    });
    declare({ ...program("1", "old", []), kept: txt("kept", "1", { retainOnDelete: true }) });
    await succeeds(stack.up({ preview: false }));
    writes();
    declare(program("2", "new", [{ name: "old" }]));
    expect([stepsOf(await stack.up({ preview: false })), writes()]).toEqual([["delete kept"], []]);
    expect(sandbox.records(domain)).toHaveLength(4);
    // The input is as the program wrote it.
    expect(JSON.stringify(await stack.exportState()).match(/hush/g)).toHaveLength(1);
  });
});

const sdk = loadSdk(root);
const thing = () =>
  new sdk.resource.RegisterResourceRequest()
    .setType("pulumi-nodejs:dynamic/registrar:DnsRecord")
    .setName("a")
    .setCustom(true)
    .setObject(sdk.Struct.fromJavaScript({}));
const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "x" };

describe("the small engine refuses", () => {
  const cwd = newFolder();
  let stack: Stack;
  beforeAll(async () => {
    symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
    const project = "name: refused\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";
    writeFileSync(join(cwd, "Pulumi.yaml"), project);
    stack = await localStack({ cwd, stateDir: join(cwd, "state") });
  });
  afterAll(() => stack.close());

  it.each([
    ["stack transforms", "pulumi.runtime.registerResourceTransform(() => undefined);"],
    [
      "resource hooks",
      `const hooks = { beforeCreate: [new pulumi.ResourceHook("hook", () => {})] };
      new DomainLock("lock", { domain: "example.com" }, { hooks });`,
    ],
    ["stack references, and resources that are only read (.get)", 'DomainLock.get("lock", "example.com/lock");'],
    ["functions of other providers", 'pulumi.runtime.invoke("aws:index/getRegion:getRegion", {});'],
  ])("%s, by name", async (feature, code) => {
    const head = 'const pulumi = require("@pulumi/pulumi");\nconst { DomainLock } = require("pulumi-registrar");\n';
    writeFileSync(join(cwd, "index.js"), `${head}${code}\n`);
    const { exitCode, output } = await stack.preview();
    const refusal = `the local test engine does not support ${feature}`;
    expect([exitCode, output]).toEqual([1, expect.stringContaining(refusal)]);
    expect(output).toContain("run this program with the Pulumi CLI");
  });

  it.each([
    ["the option import", thing().setImportid("id")],
    ["the option deletedWith", thing().setDeletedwith("urn")],
    ["the option replaceWith", thing().setReplaceWithList(["urn"])],
    ["the option replaceOnChanges", thing().setReplaceonchangesList(["content"])],
    ["remote components", thing().setCustom(false).setRemote(true)],
    ["explicit provider resources", thing().setType("pulumi:providers:other")],
    ["parameterized packages", thing().setPackageref("ref")],
    ["resources of other providers (aws:s3/bucket:Bucket a)", thing().setType("aws:s3/bucket:Bucket")],
    ["assets and archives", thing().setObject(sdk.Struct.fromJavaScript({ file: asset }))],
  ])("%s", (feature, message) => {
    expect(() => readGoal(message)).toThrow(NotSupportedError);
    expect(() => readGoal(message)).toThrow(`does not support ${feature}`);
  });
});
