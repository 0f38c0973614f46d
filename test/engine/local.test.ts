/** The small engine, as docs/guides/testing.md describes it, on programs with the classes of this package. */
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localStack, NotSupportedError, StateError, StateInUseError } from "../../testing/engine/index.ts";
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

it("previews, creates, updates, refreshes, repairs, replaces, exports, imports and destroys", async () => {
  await onLocalEngine(async ({ stack, sandbox, folder, declare, calls, writes }) => {
    const program = (content: string, where = domain): DeclaredProgram => ({
      shop: { class: "Domain", args: { domain: "example.org", records: { "www A": ["198.51.100.7"] } } },
      www: { class: "DnsRecord", args: { ...txt("www", content).args, domain: where } },
      copy: txt("copy", { output: ["www", "fqdn"] }),
      key: txt("key", { secret: "k3y=very;secret" }),
    });
    const live = (name: string) => sandbox.records(domain).find((row) => row.name === name);
    const states = () => stack.exportState().then(({ deployment }) => JSON.stringify(deployment));

    declare(program("one"));
    const preview = await stack.preview();
    expect(preview).toMatchObject({ exitCode: 0, summary: { create: 6 } });
    expect(preview.outputs["ids"]).toMatchObject({ www: "[unknown]" });
    expect(preview.output).toMatch(/small test engine of pulumi-registrar, not Pulumi[\s\S]*\+ 6 to create/);
    expect([writes(), await states()]).toEqual([[], expect.stringContaining('"resources":[]')]);

    const made = await stack.up({ preview: false });
    expect([made.exitCode, made.summary, live("copy")?.content]).toEqual([0, { create: 6 }, "www.example.com"]);
    expect(made.output + (await states())).not.toContain("k3y=very");
    expect(JSON.stringify(await stack.exportState({ showSecrets: true }))).toContain("k3y=very");
    const file = join(folder, "state", "declared.dev.json");
    expect(statSync(file).mode & 0o077).toBe(0);
    calls();
    const same = await stack.up({ expectNoChanges: true });
    expect([same.exitCode, same.summary, calls()]).toEqual([0, { same: 6 }, []]);

    sandbox.dashboard.editRecord(domain, live("www")?.id ?? 0, { content: "by hand" });
    sandbox.dashboard.deleteRecord(domain, live("key")?.id ?? 0);
    const compared = await stack.refresh({ previewOnly: true, expectNoChanges: true });
    expect([compared.exitCode, stepsOf(compared)]).toEqual([7, ["delete key", "update www: content"]]);
    expect(await states()).not.toContain("by hand");
    expect((await stack.refresh()).summary).toMatchObject({ update: 1, delete: 1 });
    expect(await states()).toContain("by hand");
    writes();
    declare(program("two"));
    const mended = await stack.up({ preview: false });
    expect([stepsOf(mended), writes().sort()]).toEqual([
      ["create key", "update www: content"],
      ["POST records.create", "PUT records.update"],
    ]);
    expect(mended.output).toContain('~ content : "by hand" => "two"');

    declare(program("two", "example.org"));
    expect(stepsOf(await stack.up())).toEqual([
      "create-replacement www: domain",
      "delete-replaced www",
      "replace www: domain",
      "update copy: content",
    ]);
    expect([live("www"), live("copy")?.content]).toEqual([undefined, "www.example.org"]);

    await stack.importState(await stack.exportState({ showSecrets: true }));
    await succeeds(stack.up({ expectNoChanges: true }));
    expect(await stack.destroy()).toMatchObject({ exitCode: 0, summary: { delete: 6 } });
    expect([sandbox.records(domain), await states()]).toEqual([[], expect.stringContaining('"resources":[]')]);
  });
});

it("stops at a failure, and goes on from there the next time", async () => {
  await onLocalEngine(async ({ stack, sandbox, declare, writes }) => {
    const names = () => sandbox.records(domain).map(({ name }) => name);
    const refused = { status: 403, body: { success: false, error: "no" } };
    const program = {
      a: txt("a", "1"),
      b: txt("b", { output: ["a", "fqdn"] }, { dependsOn: ["a"] }),
    };
    declare(program);
    sandbox.fault({ operation: "records.create", times: 1, fault: refused });
    const failed = await stack.up({ preview: false });
    expect([failed.exitCode, stepsOf(failed)]).toEqual([
      1,
      ["create a failed", expect.stringMatching(/^create declared-/)],
    ]);
    await succeeds(stack.up({ preview: false }));
    expect(names().sort()).toEqual(["a", "b"]);

    sandbox.fault({ operation: "records.delete", fault: refused });
    expect((await stack.destroy()).exitCode).toBe(1);
    sandbox.clearFaults();
    writes();
    declare({ ...program, broken: txt("broken name", "4") });
    const checked = await stack.up({ preview: false });
    expect([checked.exitCode, checked.output]).toEqual([1, expect.stringMatching(/of broken has a problem: /)]);
    expect(writes()).toEqual([]);
    await succeeds(stack.destroy());
  });
});

it("follows protect, ignoreChanges, retainOnDelete, additionalSecretOutputs and aliases", async () => {
  await onLocalEngine(async ({ stack, sandbox, declare, writes }) => {
    const program = (content: string, name: string, aliases: object[]): DeclaredProgram => ({
      ignoring: txt("ignoring", content, { ignoreChanges: ["content"] }),
      guarded: txt("guarded", "1", { protect: true }),
      quiet: txt("quiet", "hush", { additionalSecretOutputs: ["content"] }),
      [name]: txt("renamed", "1", { aliases }),
    });
    declare({ ...program("1", "old", []), kept: txt("kept", "1", { retainOnDelete: true }) });
    await succeeds(stack.up({ preview: false }));
    writes();
    declare(program("2", "new", [{ name: "old" }]));
    const changed = await stack.up({ preview: false });
    expect([stepsOf(changed), writes()]).toEqual([["delete kept"], []]);
    expect(sandbox.records(domain).map(({ name }) => name)).toContain("kept");
    const state = JSON.stringify(await stack.exportState());
    expect([state.includes("::new"), state.includes("::old")]).toEqual([true, false]);
    const destroyed = await stack.destroy();
    expect([destroyed.exitCode, destroyed.output]).toEqual([1, expect.stringMatching(/guarded cannot be deleted/)]);
    expect(sandbox.records(domain).map(({ name }) => name)).toContain("guarded");
  });
});

it("locks a stack while an operation runs, and saves the steps of an interrupted one", async () => {
  await onLocalEngine(async ({ stack, sandbox, folder, declare }) => {
    declare({ a: txt("a", "1"), b: txt("b", "2", { dependsOn: ["a"] }) });
    const interruption = new AbortController();
    const other = await localStack({ cwd: join(root, "test/programs/declared"), stateDir: join(folder, "state") });
    let locked: Promise<unknown> = Promise.resolve();
    const stop = sandbox.onChange(() => {
      locked = other.refresh().catch((error: unknown) => error);
      interruption.abort();
    });
    const cut = await stack.up({ preview: false, signal: interruption.signal });
    stop();
    expect([cut.exitCode, sandbox.records(domain).map(({ name }) => name)]).toEqual([1, ["a"]]);
    expect(cut.diagnostics).toContainEqual(expect.objectContaining({ severity: "error", message: "update canceled" }));
    expect(await locked).toBeInstanceOf(StateInUseError);
    expect(stepsOf(await stack.up({ preview: false }))).toEqual(["create b"]);
  });
});

describe("refuses", () => {
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
    [
      "stack references, and resources that are only read (.get)",
      'new pulumi.StackReference("organization/other/dev");',
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

  const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x:y" };
  it.each([
    ["a state with an unknown field", 3, { viewOf: "y" }, NotSupportedError],
    ["a state with encrypted secrets", 3, { inputs: { a: sealed } }, /is encrypted/],
    ["a state of another version", 2, {}, StateError],
  ])("%s", async (_, version, more, error) => {
    const row = { urn: "urn:pulumi:dev::refused::t:i:T::x", custom: true, type: "t:i:T", id: "1", ...more };
    await expect(stack.importState({ version, deployment: { resources: [row] } })).rejects.toThrow(error);
    expect((await stack.exportState()).deployment["resources"]).toEqual([]);
  });

  it("the option continueOnError", async () => {
    await expect(stack.up({ preview: false, continueOnError: true })).rejects.toThrow("the option continueOnError");
  });
});
