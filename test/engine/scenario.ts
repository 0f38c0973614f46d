import * as path from "node:path";
import type { OperationResult, Stack } from "../../testing/engine/index.ts";
import type { Planned, Shelf } from "./shelf.ts";

/** One operation of the comparison: what is set up before, and what is run. */
export interface Scene {
  title: string;
  before?: (shelf: Shelf) => void;
  run: (stack: Stack, shelf: Shelf) => Promise<OperationResult>;
  /** Which unrelated resources were still handled is chance here: only the exit code is compared. */
  racy?: true;
}

const thing = (name: string, props: Record<string, unknown> = {}, more: Partial<Planned> = {}): Planned => ({
  name,
  props,
  ...more,
});
const plan =
  (
    things: Planned[],
    more: Record<string, unknown> = {},
    faults: Record<string, never | string | { partly: string }> = {},
  ) =>
  (shelf: Shelf) => {
    shelf.plan({ things, ...more });
    shelf.faults(faults);
  };
const up = (stack: Stack) => stack.up();
const preview = (stack: Stack) => stack.preview();
const goOn = (stack: Stack) => stack.up({ continueOnError: true });

const shop: Planned[] = [
  thing("a", { content: "10.0.0.3" }),
  thing("b", {}, { refs: { content: "a.label" } }),
  { name: "bx", box: true, props: { x: 1 } },
  thing("c", { content: "pw", nested: { x: [1, { y: 2 }] } }, { in: "bx", secrets: ["content"] }),
  thing("still"),
  thing(
    "opts",
    { content: "v1" },
    { options: { additionalSecretOutputs: ["size"], customTimeouts: { create: "5m" } } },
  ),
];
const outputs = { outputs: { al: "a.label", cc: "c.content" }, thing: "a" };
const chain = (slot: string): Planned[] => [
  thing("a", { slot }),
  thing("b", {}, { refs: { slot: "a.label" } }),
  thing("c", {}, { refs: { slot: "b.label" } }),
  thing("d", {}, { refs: { content: "b.label" } }),
];

/** A life of one stack, told to both engines. */
export const SCENES: Scene[] = [
  { title: "preview of everything", before: plan(shop, outputs), run: preview },
  { title: "first up", run: up },
  { title: "up again", run: (stack) => stack.up({ expectNoChanges: true }) },
  {
    title: "changes: update, replace, child of a component",
    before: plan(
      [
        thing("a", { content: "10.0.0.4" }),
        thing("b", { kind: "x" }, { refs: { content: "a.label" } }),
        { name: "bx", box: true, props: { x: 2 } },
        thing("c", { content: "pw2", nested: { x: [1, { y: 3 }], z: null } }, { in: "bx", secrets: ["content"] }),
        thing("opts", { content: "v2" }, { options: { additionalSecretOutputs: ["size"] } }),
        thing("still"),
        { name: "g", get: "still-1", dependsOn: ["still"] },
      ],
      { ...outputs, print: "hello", say: { warn: "watch it" } },
    ),
    run: preview,
  },
  { title: "the same, done", run: up },
  { title: "nothing to do", run: (stack) => stack.up({ expectNoChanges: true }) },
  {
    title: "drift, seen in a preview",
    before: (shelf) => {
      shelf.edit("a-1", { content: "9.9.9.9" });
      shelf.edit("b-2", undefined);
    },
    run: (stack) => stack.refresh({ previewOnly: true, expectNoChanges: true }),
  },
  { title: "drift, refreshed", run: (stack) => stack.refresh() },
  { title: "drift, repaired", run: up },
  {
    title: "changes where none are expected",
    before: plan([thing("a", { content: "e" })]),
    run: (stack) => stack.up({ expectNoChanges: true }),
  },
  {
    title: "a create fails in part",
    before: plan(
      [thing("a", { content: "e" }), thing("p", {}, { dependsOn: ["a"] })],
      {},
      { "create p": { partly: "half" } },
    ),
    run: up,
  },
  {
    title: "an update fails in part",
    before: plan(
      [thing("a", { content: "e" }), thing("p", { content: 2 }, { dependsOn: ["a"] })],
      {},
      { "update p": { partly: "hm" } },
    ),
    run: up,
  },
  {
    title: "an update fails",
    before: plan(
      [thing("a", { content: "e" }), thing("p", { content: 2 }, { dependsOn: ["a"] })],
      {},
      { "update p": "no" },
    ),
    run: up,
  },
  { title: "and heals", before: plan([thing("a", { content: "e" }), thing("p", { content: 2 })]), run: up },
  { title: "a check fails", before: plan([thing("p", { content: 2, broken: true })]), run: up, racy: true },
  { title: "the program throws", before: plan([thing("a", { content: "e" })], { throws: "oh" }), run: up, racy: true },
  {
    title: "the program logs an error",
    before: plan([thing("a", { content: "e" })], { say: { error: "odd" } }),
    run: up,
  },
  { title: "chain of delete-before-replace", before: plan(chain("1")), run: up },
  { title: "chain, replaced in a preview", before: plan(chain("2")), run: preview },
  { title: "chain, a create in the middle fails", before: plan(chain("2"), {}, { "create b": "no room" }), run: up },
  { title: "chain, healed", before: plan(chain("2")), run: up },
  { title: "chain, again, a delete fails", before: plan(chain("3"), {}, { "delete b": "in use" }), run: up },
  { title: "chain, back to what it was after a half replacement", before: plan(chain("2")), run: up },
  {
    title: "options: protect, ignoreChanges, retainOnDelete, deleteBeforeReplace",
    before: plan([
      thing(
        "a",
        { slot: "2", nested: { keep: 1, go: 1 }, list: [1, 2] },
        { options: { ignoreChanges: ["nested.keep", "list[0]"] } },
      ),
      thing("prot", { kind: "k" }, { options: { protect: true } }),
      thing("ret", {}, { options: { retainOnDelete: true } }),
      thing("dbr", { kind: "k" }, { options: { deleteBeforeReplace: true } }),
      thing("dep", {}, { dependsOn: ["dbr"] }),
    ]),
    run: up,
  },
  {
    title: "options, changed",
    before: plan([
      thing(
        "a",
        { slot: "2", nested: { keep: 2, go: 2 }, list: [3, 4] },
        { options: { ignoreChanges: ["nested.keep", "list[0]"] } },
      ),
      thing("prot", { kind: "k", content: "n" }, { options: { protect: true } }),
      thing("dbr", { kind: "l" }, { options: { deleteBeforeReplace: true } }),
      thing("dep", {}, { dependsOn: ["dbr"] }),
    ]),
    run: up,
  },
  {
    title: "replacing something protected, previewed",
    before: plan([thing("prot", { kind: "z" }, { options: { protect: true } })]),
    run: preview,
    racy: true,
  },
  { title: "replacing something protected", run: up, racy: true },
  { title: "destroying something protected", run: (stack) => stack.destroy(), racy: true },
  {
    title: "unprotecting",
    before: plan([thing("prot", { kind: "k" }), thing("x", {}), thing("y", {}, { dependsOn: ["x"] })]),
    run: up,
  },
  {
    title: "aliases by name and by parent",
    before: plan([
      thing("protected", { name: "prot", kind: "k" }, { options: { aliases: [{ name: "prot" }] } }),
      { name: "bx", box: true },
      thing(
        "x",
        {},
        { in: "bx", options: { aliases: [{ parent: "urn:pulumi:dev::shelf::pulumi:pulumi:Stack::shelf-dev" }] } },
      ),
      thing("y", { content: 1 }, { dependsOn: ["x"] }),
    ]),
    run: up,
  },
  {
    title: "a component renamed, its child with it",
    before: plan([
      { name: "box", box: true, options: { aliases: [{ name: "bx" }] } },
      thing("x", {}, { in: "box" }),
      thing("y", { content: 1 }, { dependsOn: ["x"] }),
    ]),
    run: up,
  },
  {
    title: "continue on error: one update fails, something else is gone from the program",
    before: plan(
      [thing("x", { content: 5 }), thing("after", {}, { refs: { content: "x.label" } }), thing("other", {})],
      {},
      { "update x": "no" },
    ),
    run: (stack) => stack.up({ continueOnError: true }),
    racy: true,
  },
  {
    title: "an import file",
    before: (shelf) => {
      plan([thing("i", { content: "x" }), thing("x", { content: 5 })])(shelf);
      const inputs = { name: "i", content: "x", kind: "plain", __provider: provider };
      const entry = {
        type: "pulumi-nodejs:dynamic/shelf:Thing",
        name: "i",
        id: "i-1",
        inputs,
        outputs: { ...inputs, size: 1, label: "plain/i-1" },
      };
      shelf.touch("import.json", JSON.stringify({ resources: [entry] }));
      shelf.edit("i-1", { name: "i", content: "x", kind: "plain" });
    },
    run: (stack, shelf) => stack.import(path.join(shelf.dir, "import.json")),
  },
  { title: "up after the import", run: up },
  {
    title: "continue on error: a create fails in part, what depends on it is not made, the rest goes on",
    before: plan(
      [
        thing("i", { content: "x" }),
        thing("half", { content: 1 }),
        thing("onHalf", {}, { refs: { content: "half.label" } }),
        thing("free"),
      ],
      {},
      { "create half": { partly: "not ready" } },
    ),
    run: goOn,
  },
  {
    title: "continue on error: it stays while it is not ready, and another fails in part",
    before: plan(
      [thing("i", { content: "x" }), thing("half", { content: 1 }), thing("half2", { content: 1 }), thing("free")],
      {},
      { "update half": { partly: "still not ready" }, "create half2": { partly: "not ready" } },
    ),
    run: goOn,
  },
  {
    title: "both are ready, and something depends on one",
    before: plan([
      thing("i", { content: "x" }),
      thing("half", { content: 1 }),
      thing("half2", { content: 1 }),
      thing("onHalf", {}, { refs: { content: "half.label" } }),
    ]),
    run: goOn,
  },
  {
    title: "continue on error: the new one of a replacement fails in part",
    before: plan(
      [thing("i", { content: "x" }), thing("half", { content: 1, kind: "k" }), thing("half2", { content: 1 })],
      {},
      { "create half": { partly: "not ready" } },
    ),
    run: goOn,
  },
  {
    title: "and is ready",
    before: plan([
      thing("i", { content: "x" }),
      thing("half", { content: 1, kind: "k" }),
      thing("half2", { content: 1 }),
    ]),
    run: goOn,
  },
  {
    title: "continue on error: an update fails in part, under a new name",
    before: plan(
      [
        thing("i", { content: "x" }),
        thing("whole", { name: "half", content: 2, kind: "k" }, { options: { aliases: [{ name: "half" }] } }),
        thing("half2", { content: 1 }),
      ],
      {},
      { "update half": { partly: "not ready" } },
    ),
    run: goOn,
  },
  {
    title: "continue on error: the new one of a replacement fails in part, under a new name",
    before: plan(
      [
        thing("i", { content: "x" }),
        thing("whole", { name: "half", content: 2, kind: "k" }),
        thing("whole2", { name: "half2", content: 1, kind: "k" }, { options: { aliases: [{ name: "half2" }] } }),
      ],
      {},
      { "create half2": { partly: "not ready" } },
    ),
    run: goOn,
  },
  {
    title: "all are ready",
    before: plan([
      thing("i", { content: "x" }),
      thing("whole", { name: "half", content: 2, kind: "k" }),
      thing("whole2", { name: "half2", content: 1, kind: "k" }),
    ]),
    run: goOn,
  },
  {
    title: "something on something, twice",
    before: plan([
      thing("i", { content: "x" }),
      thing("base"),
      thing("on", { content: 1 }, { dependsOn: ["base"] }),
      thing("onOn", {}, { refs: { content: "on.label" } }),
    ]),
    run: goOn,
  },
  {
    title: "continue on error: what a failed one stood on is gone from the program",
    before: plan(
      [
        thing("i", { content: "x" }),
        thing("on", { content: 2 }),
        thing("onOn", { more: 1 }, { refs: { content: "on.label" } }),
        thing("new", {}, { refs: { content: "on.label" } }),
      ],
      {},
      { "update on": "no" },
    ),
    run: goOn,
  },
  {
    title: "and all is well",
    before: plan([
      thing("i", { content: "x" }),
      thing("on", { content: 2 }),
      thing("onOn", { more: 1 }, { refs: { content: "on.label" } }),
    ]),
    run: goOn,
  },
  {
    title: "destroy, one delete fails, the rest goes on",
    before: plan([], {}, { "delete i": "keep" }),
    run: (stack) => stack.destroy({ continueOnError: true }),
  },
  { title: "destroy", before: plan([]), run: (stack) => stack.destroy() },
];

const provider = `exports.handler=()=>require(${JSON.stringify(path.join(__dirname, "programs/shelf/provider.js"))}).handler;`;
