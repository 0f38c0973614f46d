/** `openTestStack`: whatever fails, nothing stays open. */
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestStack } from "../../testing/index.ts";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const cwd = join(root, "examples", "testing");
const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );
/** A folder that no other test file opens stacks in. */
const { TMPDIR: shared = tmpdir() } = process.env;
beforeAll(() => Object.assign(process.env, { TMPDIR: newFolder() }));
afterAll(() => Object.assign(process.env, { TMPDIR: shared }));
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("registrar-test-stack-"));

it("opens a stack whose settings lead to a sandbox of its own, and closes both, once", async () => {
  const before = leftovers();
  const site = await openTestStack({ cwd, sandbox: { domains: ["garden.example", "EXAMPLE.com"] } });
  expect(site.sandbox.domains().map(({ name }) => name)).toEqual([
    "example.com",
    "example.org",
    "example.net",
    "garden.example",
  ]);
  site.sandbox.reset();
  expect(site.sandbox.domain("garden.example").locked).toBe(false);
  expect(await isListening(site.sandbox.url)).toBe(true);
  await Promise.all([site.close(), site.close()]);
  expect(await isListening(site.sandbox.url)).toBe(false);
  expect(leftovers()).toEqual(before);
});

it("closes the sandbox when the stack cannot be opened, or cannot be closed", async () => {
  const before = leftovers();
  await expect(openTestStack({ cwd: newFolder() })).rejects.toThrow(/Pulumi\.yaml/);
  const site = await openTestStack({ cwd });
  site.stack.close = () => Promise.reject(new Error("the stack does not close"));
  await expect(site.close()).rejects.toThrow("the stack does not close");
  expect(await isListening(site.sandbox.url)).toBe(false);
  expect(leftovers()).toEqual(before);
});
