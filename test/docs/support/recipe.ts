/** The shell steps of a recipe: what a runner would run of a workflow, job by job. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as z from "zod";
import { root } from "../markdown.ts";

/** The YAML reader that Pulumi's SDK brings. */
const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");

export interface Job {
  name: string;
  /** The shell with the options that the runner gives it. */
  shell: string[];
  scripts: string[];
}

/** A step that this machine doesn't need: the modules are there. */
const isInstall = (script: string) => script.trim() === "npm ci";

export function jobsOf(kind: "github" | "gitlab"): Job[] {
  const workflow = yaml.load(readFileSync(join(root, "examples", "ci", `${kind}.yaml`), "utf8"));
  const jobs = kind === "github" ? githubJobs(workflow) : gitlabJobs(workflow);
  return jobs.map((job) => ({ ...job, scripts: job.scripts.filter((script) => !isInstall(script)) }));
}

/** `shell: bash` makes the runner stop at failures inside of pipes, too. */
const github = z.object({
  defaults: z.object({ run: z.object({ shell: z.literal("bash") }) }),
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});

const githubJobs = (workflow: unknown): Job[] =>
  Object.entries(github.parse(workflow).jobs).map(([name, { steps }]) => ({
    ...{ name, shell: ["bash", "--noprofile", "--norc", "-eo", "pipefail"] },
    scripts: steps.flatMap(({ run }) => run ?? []),
  }));

const lines = z.union([z.string(), z.array(z.string())]);
const gitlab = z.record(z.string(), z.object({ before_script: lines.default([]), script: lines.default([]) }));

/** A GitLab runner runs all lines of a job in one shell that stops at failures, also inside of pipes. */
function gitlabJobs(workflow: unknown): Job[] {
  const { default: general, ...jobs } = gitlab.parse(workflow);
  return Object.entries(jobs).map(([name, { script }]) => {
    const all = [general?.before_script ?? [], script].flat().filter((line) => !isInstall(line));
    return { name, shell: ["bash", "-eo", "pipefail"], scripts: [all.join("\n")] };
  });
}
