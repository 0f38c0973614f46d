/** The shell steps of a recipe: what a runner would run of a workflow, job by job. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
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
  const workflow = objectOf(yaml.load(readFileSync(join(root, "examples", "ci", `${kind}.yaml`), "utf8")));
  const jobs = kind === "github" ? githubJobs(workflow) : gitlabJobs(workflow);
  return jobs.map((job) => ({ ...job, scripts: job.scripts.filter((script) => !isInstall(script)) }));
}

/** `shell: bash` makes the runner stop at failures inside of pipes, too. */
function githubJobs(workflow: Json): Job[] {
  const isBash = objectOf(objectOf(workflow["defaults"])["run"])["shell"] === "bash";
  const shell = isBash ? ["bash", "--noprofile", "--norc", "-eo", "pipefail"] : ["bash", "-e"];
  return Object.entries(objectOf(workflow["jobs"])).map(([name, job]) => ({
    name,
    shell,
    scripts: listOf(objectOf(job)["steps"]).flatMap((step) => textOf(objectOf(step)["run"])),
  }));
}

/** A GitLab runner runs all lines of a job in one shell that stops at failures, also inside of pipes. */
function gitlabJobs(workflow: Json): Job[] {
  const { default: general, ...jobs } = workflow;
  const before = listOf(objectOf(general)["before_script"]).flatMap(textOf);
  return Object.entries(jobs).map(([name, job]) => {
    const lines = [...before, ...listOf(objectOf(job)["script"]).flatMap(textOf)].filter((line) => !isInstall(line));
    return { name, shell: ["bash", "-eo", "pipefail"], scripts: [lines.join("\n")] };
  });
}

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

const textOf = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
