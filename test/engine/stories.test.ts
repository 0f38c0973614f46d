import { statSync } from "node:fs";
import { localStack, type Stack } from "../../testing/engine/index.ts";
import { done, Shelf } from "./shelf.ts";

describe("the life of a stack", () => {
  const shelf = new Shelf();
  const lines: string[] = [];
  let stack: Stack;

  beforeAll(async () => {
    const config = { "shelf:dir": shelf.dir, "shelf:token": { value: "hush-hush", secret: true as const } };
    stack = await localStack(shelf.options({ config, onOutput: (line) => lines.push(line) }));
  });
  afterAll(() => stack.close());

  const things = (content: string, more: { kind?: string; parent?: string } = {}) => ({
    things: [
      { name: "box", box: true as const, props: { note: "in the box" } },
      { name: "a", props: { content, ...(more.kind ? { kind: more.kind } : {}) } },
      { name: "b", in: "box", refs: { content: "a.label" } },
      { name: "c", props: { content: "hush-hush", tags: ["x", { y: 1 }] }, secrets: ["content"] },
    ],
    outputs: { label: "a.label", hidden: "c.content" },
    secretOutput: "token",
    thing: "a",
    print: "hello from the program",
    say: { warn: "watch it" },
  });

  it("says what it is, and previews without making anything", async () => {
    shelf.plan(things("10.0.0.3"));
    const result = await stack.preview();

    expect(result.exitCode).toBe(0);
    expect(result.summary).toEqual({ create: 5 });
    expect(result.outputs).toMatchObject({ label: "[unknown]", hidden: "[secret]" });
    expect(result.output).toContain("small test engine of pulumi-registrar, not Pulumi");
    expect(result.output).toContain("+ 5 to create");
    expect(lines.join("\n")).toContain("hello from the program");
    expect(shelf.things()).toEqual({});
    expect((await stack.exportState()).deployment["resources"]).toEqual([]);
  });

  it("makes everything in the order of its dependencies", async () => {
    const result = await stack.up({ preview: false });

    expect(result.exitCode).toBe(0);
    expect(result.summary).toEqual({ create: 5 });
    expect(shelf.things()["b-1"]).toMatchObject({ content: "plain/a-1" });
    expect(result.outputs).toMatchObject({ label: "plain/a-1", hidden: "[secret]" });
    expect(result.diagnostics).toContainEqual(expect.objectContaining({ severity: "warning", message: "watch it" }));
    expect(shelf.changes().sort()).toEqual(["create a-1", "create b-1", "create c-1"]);
  });

  it("shows no secret, unless it is asked to", async () => {
    expect(lines.join("\n")).not.toContain("hush-hush");
    expect(await stack.outputs()).toMatchObject({ hidden: "[secret]" });
    expect(await stack.outputs({ showSecrets: true })).toMatchObject({ hidden: "hush-hush" });
    expect(JSON.stringify(await stack.exportState())).not.toContain("hush-hush");
    expect(JSON.stringify(await stack.exportState({ showSecrets: true }))).toContain("hush-hush");
    expect(statSync(`${shelf.dir}/state/shelf.dev.json`).mode & 0o077).toBe(0);
  });

  it("does nothing the second time", async () => {
    const result = await stack.up({ expectNoChanges: true });
    expect([result.exitCode, result.summary]).toEqual([0, { same: 5 }]);
    expect(shelf.changes()).toEqual([]);
  });

  it("updates what changed, and shows the field with its old and new value", async () => {
    shelf.plan(things("10.0.0.4"));
    const result = await stack.up({ preview: false });

    expect(done(result)).toEqual(["update a: content"]);
    expect(result.steps.find(({ op }) => op === "update")?.diff).toEqual([
      { path: "content", kind: "update", old: "10.0.0.3", new: "10.0.0.4" },
    ]);
    expect(result.output).toContain('~ content : "10.0.0.3" => "10.0.0.4"');
    expect(result.output).toContain("4 unchanged");
    expect(shelf.changes()).toEqual(["update a-1"]);
  });

  it("sees what somebody edited by hand, field by field, without touching the state", async () => {
    shelf.edit("a-1", { content: "9.9.9.9" });
    shelf.edit("b-1", undefined);
    const before = shelf.text("state/shelf.dev.json");
    const result = await stack.refresh({ previewOnly: true, expectNoChanges: true });

    expect(result.exitCode).toBe(7);
    expect(done(result)).toContain("delete b");
    expect(result.output).toMatch(/~ content\s*: "10.0.0.4" => "9.9.9.9"/);
    expect(result.output).toContain("error: no changes were expected but changes were proposed");
    expect(shelf.text("state/shelf.dev.json")).toBe(before);
  });

  it("takes the drift into the state, and repairs it", async () => {
    const refreshed = await stack.refresh();
    expect(refreshed.summary).toMatchObject({ update: 1, delete: 1 });
    expect(JSON.stringify(await stack.exportState())).toContain("9.9.9.9");

    const repaired = await stack.up({ preview: false });
    expect(done(repaired)).toEqual(["create b", "update a: content"]);
    expect(shelf.things()["a-1"]).toMatchObject({ content: "10.0.0.4" });
    expect(shelf.things()["b-2"]).toBeDefined();
  });

  it("replaces: the new one first, then what depends on it, then the old one goes", async () => {
    shelf.calls();
    shelf.plan(things("10.0.0.4", { kind: "other" }));
    const result = await stack.up();

    expect(done(result)).toEqual([
      "create-replacement a: kind",
      "delete-replaced a",
      "replace a: kind",
      "update b: content",
    ]);
    expect(shelf.changes()).toEqual(["create a-2", "update b-2", "delete a-1"]);
  });

  it("gives its state away and takes it back", async () => {
    await stack.importState(await stack.exportState({ showSecrets: true }));
    expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  });

  it("destroys everything, dependents first", async () => {
    shelf.calls();
    const result = await stack.destroy();

    expect(result.exitCode).toBe(0);
    expect(result.summary).toEqual({ delete: 5 });
    expect(shelf.things()).toEqual({});
    const order = shelf.changes();
    expect(order.indexOf("delete b-2")).toBeLessThan(order.indexOf("delete a-2"));
    expect((await stack.exportState()).deployment["resources"]).toEqual([]);
  });
});

/** A stack of the tests of a `describe`, and its `up` without a preview. */
function withStack() {
  const shelf = new Shelf();
  let opened: Stack | undefined;
  const stack = (): Stack => {
    if (opened === undefined) throw new Error("the stack is open only inside a test");
    return opened;
  };
  beforeAll(async () => {
    opened = await localStack(shelf.options());
  });
  afterAll(() => opened?.close());
  const up = (options: Parameters<Stack["up"]>[0] = {}) => stack().up({ preview: false, ...options });
  return { shelf, stack, up };
}

describe("when something fails", () => {
  const { shelf, stack, up } = withStack();

  const chain = (slot: string, more: Record<string, unknown> = {}) => ({
    things: [
      { name: "a", props: { slot } },
      { name: "b", refs: { slot: "a.label" } },
      { name: "c", refs: { slot: "b.label" } },
      { name: "d", refs: { content: "b.label" }, props: more },
    ],
  });

  it("takes a chain down before it builds it anew, and heals one that broke in the middle", async () => {
    shelf.plan(chain("1"));
    await up();
    shelf.calls();

    shelf.plan(chain("2"));
    shelf.faults({ "create b": "no room" });
    const broken = await up();
    expect(broken.exitCode).toBe(1);
    expect(broken.diagnostics).toContainEqual(expect.objectContaining({ severity: "error", message: "no room" }));
    expect(shelf.changes()).toEqual(["delete c-1", "delete b-1", "delete a-1", "create a-2"]);

    shelf.faults({});
    const healed = await up();
    expect(healed.exitCode).toBe(0);
    expect(shelf.changes().sort()).toEqual(["create b-2", "create c-2", "update d-1"]);
  });

  it("keeps what was made in part, and finishes it with the next run", async () => {
    shelf.plan({ things: [...chain("2").things, { name: "part", props: { content: "x" } }] });
    shelf.faults({ "create part": { partly: "not ready yet" } });
    const failed = await up();
    expect(failed.exitCode).toBe(1);
    expect(failed.steps.find(({ name }) => name === "part")?.error).toContain("not ready yet");
    expect(JSON.stringify(await stack().exportState())).toContain('"initErrors":["not ready yet"]');

    shelf.faults({});
    shelf.calls();
    expect((await up()).exitCode).toBe(0);
    expect(shelf.changes()).toEqual(["update part-1"]);
    expect(JSON.stringify(await stack().exportState())).not.toContain("initErrors");
  });

  it("names the property that a check refuses, and deletes nothing after a failure", async () => {
    shelf.plan({ things: [{ name: "d", props: { broken: true } }] });
    const result = await up();

    expect(result.exitCode).toBe(1);
    expect(result.output).toContain("property broken of d has a problem: d is broken");
    expect(shelf.changes()).toEqual([]);
  });

  it("deletes nothing when the program throws", async () => {
    shelf.plan({ things: [], throws: "the program is wrong" });
    const result = await up();

    expect(result.exitCode).toBe(1);
    expect(result.output).toContain("the program is wrong");
    expect(shelf.changes()).toEqual([]);
  });

  it("stops a destroy at a refusing delete, or goes on with what does not depend on it", async () => {
    shelf.faults({ "delete d": "in use" });
    const stopped = await stack().destroy();
    expect(stopped.exitCode).toBe(1);
    expect(shelf.things()).toHaveProperty("a-2");

    shelf.calls();
    const rest = await stack().destroy({ continueOnError: true });
    expect(rest.exitCode).toBe(1);
    // d depends on b, and b on a
    expect(Object.keys(shelf.things()).sort()).toEqual(["a-2", "b-2", "d-1"]);

    shelf.faults({});
    expect((await stack().destroy()).exitCode).toBe(0);
    expect(shelf.things()).toEqual({});
  });
});

describe("resource options", () => {
  const { shelf, stack, up } = withStack();

  it("keeps to protect, ignoreChanges, retainOnDelete, deleteBeforeReplace and additionalSecretOutputs", async () => {
    const plan = (kind: string, kept: number) => ({
      things: [
        {
          name: "ignoring",
          props: { deep: { kept, other: kept }, list: [kept, kept] },
          options: { ignoreChanges: ["deep.kept", "list[1]"] },
        },
        { name: "guarded", options: { protect: true } },
        { name: "early", props: { kind }, options: { deleteBeforeReplace: true } },
        { name: "quiet", props: { content: kind }, options: { additionalSecretOutputs: ["label"] } },
      ],
      outputs: { quiet: "quiet.label" },
    });
    shelf.plan({
      ...plan("one", 1),
      things: [...plan("one", 1).things, { name: "kept", options: { retainOnDelete: true } }],
    });
    expect((await up()).outputs).toEqual({ quiet: "[secret]" });
    shelf.calls();

    shelf.plan(plan("two", 2));
    const changed = await up();
    expect(changed.exitCode).toBe(0);
    expect(shelf.things()["ignoring-1"]).toMatchObject({ deep: { kept: 1, other: 2 }, list: [2, 1] });
    expect(shelf.things()["kept-1"]).toBeDefined();
    expect(changed.steps).toContainEqual(expect.objectContaining({ op: "delete", name: "kept" }));
    const calls = shelf.changes();
    expect(calls.indexOf("delete early-1")).toBeLessThan(calls.indexOf("create early-2"));
    expect(calls).not.toContain("delete kept-1");

    const destroyed = await stack().destroy();
    expect(destroyed.exitCode).toBe(1);
    expect(destroyed.output).toContain("cannot be deleted");
    expect(shelf.things()["guarded-1"]).toBeDefined();
  });

  it("finds renamed resources by their aliases, with the children of a renamed component", async () => {
    const plan = (box: string, name: string, aliases: (alias: string) => Record<string, unknown>) => ({
      things: [
        { name: box, box: true as const, options: aliases("box") },
        { name, in: box, props: { name: "inner" }, options: aliases("inner") },
        // named after its parent, and found under its parent's old name
        { name: `${box}-child`, in: box, props: { name: "child" } },
      ],
    });
    shelf.plan({ things: [{ name: "guarded" }, ...plan("box", "inner", () => ({})).things] });
    expect((await up()).exitCode).toBe(0);
    shelf.calls();

    shelf.plan({
      things: [{ name: "guarded" }, ...plan("crate", "content", (name) => ({ aliases: [{ name }] })).things],
    });
    const renamed = await up({ expectNoChanges: true });
    expect(done(renamed)).toEqual([]);
    expect(renamed.exitCode).toBe(0);
    expect(shelf.changes()).toEqual([]);
    const state = JSON.stringify(await stack().exportState());
    expect(state).toContain("::content");
    expect(state).not.toContain("::box");
  });

  it("takes resources over from an import file, and changes nothing then", async () => {
    const { resources } = (await stack().exportState()).deployment as {
      resources: { inputs?: { __provider: string } }[];
    };
    const inputs = {
      name: "old",
      kind: "plain",
      content: "here before",
      __provider: resources.at(-1)?.inputs?.__provider,
    };
    const entry = { type: "pulumi-nodejs:dynamic/shelf:Thing", name: "old", id: "old-7", inputs };
    shelf.edit("old-7", { name: "old", kind: "plain", content: "here before" });
    shelf.touch(
      "import.json",
      JSON.stringify({ resources: [{ ...entry, outputs: { ...inputs, size: 11, label: "plain/old-7" } }] }),
    );

    const imported = await stack().import(`${shelf.dir}/import.json`);
    expect(imported.summary).toMatchObject({ import: 1 });
    shelf.plan({ things: [{ name: "guarded" }, { name: "old", props: { content: "here before" } }] });
    shelf.calls();
    const result = await up();
    expect(result.steps).toContainEqual(expect.objectContaining({ op: "same", name: "old", id: "old-7" }));
    expect(shelf.changes().filter((call) => call.includes("old"))).toEqual([]);
  });
});
