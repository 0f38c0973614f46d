/** Reads the workflows, which can't run here: each runs scripts that other tests try. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as z from "zod";
import { assertRequired } from "../support/optional.ts";

/** The YAML reader that Pulumi's SDK brings. */
const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");

const root = join(__dirname, "..", "..");
const folder = join(root, ".github", "workflows");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const permissions = z.partialRecord(z.enum(["attestations", "contents", "id-token"]), z.enum(["read", "write"]));
const texts = z.record(z.string(), z.unknown());
const step = z
  .strictObject({ id: z.string(), uses: z.string(), with: texts, run: z.string(), env: texts })
  .partial()
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), "a step either uses or runs");
const job = z.object({
  needs: z.string().optional(),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  steps: z.array(step),
});
const workflow = z.object({ on: texts, permissions, jobs: z.record(z.string(), job) });
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const read = (file: string) => workflow.parse(yaml.load(textOf(file)));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const files = readdirSync(folder);

it.each(files)("%s takes every action by its hash, and names the version", (file) => {
  const used = [...textOf(file).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, text = ""]) => text);
  expect(used.length).toBe(stepsOf(file).filter(({ uses }) => uses !== undefined).length);
  for (const text of used) expect(text).toMatch(/^[\w.-]+\/[\w.-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
});

it.each(files)("%s runs only scripts of this repository, and puts no expression into a shell", (file) => {
  const runs = stepsOf(file).flatMap(({ run }) => run ?? []);
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs) {
    const [, script] = /^npm (?:run )?([\w:-]+)(?: -- [\w-]+)?$/.exec(run) ?? [];
    expect([run, script === undefined ? run === ".ci/run" : script in scripts]).toEqual([run, true]);
  }
});

it.each(files)("%s may read only, except the jobs that publish, and has no secret", (file) => {
  const { permissions: general, jobs, on } = read(file);
  expect(general).toEqual({ contents: "read" });
  expect(textOf(file)).not.toMatch(/secrets\b/);
  for (const [name, job] of Object.entries(jobs)) {
    const rights = Object.entries(job.permissions ?? {}).flatMap(([right, kind]) => (kind === "write" ? right : []));
    const publishes = rights.length > 0;
    const allowed = [[], ["contents"], ["id-token"], ["attestations", "id-token"]];
    expect(allowed).toContainEqual(rights);
    expect([name, job.environment]).toEqual([name, publishes ? "release" : undefined]);
    if (publishes) expect(on).toEqual({ push: { tags: ["v[0-9]*"] } });
    if (job.needs !== undefined) expect(Object.keys(jobs)).toContain(job.needs);
  }
});

it("publishes each part by the release script, which knows all of them", () => {
  const parts = stepsOf("release.yml").flatMap(({ run }) => /release -- (\w+)/.exec(run ?? "")?.slice(1) ?? []);
  expect(parts).toEqual(["build", "github", "npm", "nuget", "go"]);
  expect(existsSync(join(root, ".ci", "run"))).toBe(true);
});

it("fails in CI without one of the named language hosts, and skips elsewhere", () => {
  const required = stepsOf("ci.yml")
    .flatMap(({ env }) => env?.["REGISTRAR_REQUIRED"] ?? [])
    .join();
  for (const language of ["yaml", "python", "go"]) expect(required).toContain(`pulumi-language-${language}`);
  expect(() => assertRequired([], required)).not.toThrow();
  expect(() => assertRequired(["pulumi-language-go"], required)).toThrow(/not installed here: pulumi-language-go$/);
  expect(() => assertRequired(["pulumi-language-go"], "")).not.toThrow();
});
