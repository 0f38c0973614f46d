/** Loads a stack's state, and the deployment in it. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { codeOf, reasonOf } from "../../provider/api/errors.ts";
import { isObject } from "../../provider/api/index.ts";

export interface StateSource {
  /** File with the state. Default: the Pulumi CLI exports it. */
  file?: string | undefined;
  /** Name of the stack for the CLI; default: the one that is selected. */
  stack?: string | undefined;
  /** Folder of the project, for the CLI and for relative paths. Default: the working directory. */
  cwd?: string | undefined;
  env: NodeJS.ProcessEnv;
}

/** States of large stacks are tens of megabytes. */
const maxBytes = 1024 * 1024 * 1024;

export async function stateText({ file, stack, cwd = process.cwd(), env }: StateSource): Promise<string> {
  return file === undefined ? exported(stack, cwd, env) : fromFile(resolve(cwd, file), file);
}

function fromFile(path: string, asGiven: string): string {
  try {
    return textOf(readFileSync(path));
  } catch (error) {
    throw new StateError(
      `the state file ${asGiven} cannot be read: ${reasonOf(error)}`,
      "Name a file that `pulumi stack export` wrote, or a checkpoint such as .pulumi/stacks/PROJECT/STACK.json.",
    );
  }
}

/** File backends can compress. */
const isCompressed = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const textOf = (bytes: Buffer) => (isCompressed(bytes) ? gunzipSync(bytes) : bytes).toString("utf8");

async function exported(stack: string | undefined, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ["stack", "export", "--show-secrets", "--non-interactive", ...(stack ? ["--stack", stack] : [])];
  try {
    return (await pulumi(args, { cwd, env })).stdout;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      throw new StateError(
        `the command \`pulumi\` was not found, or the folder ${cwd} does not exist`,
        "Install the Pulumi CLI, correct --cwd, or name a state file with --export.",
      );
    }
    throw new StateError(
      `\`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${stderrOf(error)}`,
      "Name the project's folder with --cwd and the stack with --stack, or a state file with --export.",
    );
  }
}

export const pulumi = (args: readonly string[], { cwd, env }: StateSource) =>
  promisify(execFile)("pulumi", args, { cwd: cwd ?? process.cwd(), env, maxBuffer: maxBytes, encoding: "utf8" });

/** The message of the CLI. Never its stdout, which may have secrets in plain text. */
export function stderrOf(error: unknown): string {
  const stderr = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : "";
  if (stderr !== "") return stderr.replace(/\.$/, "");
  const code = codeOf(error);
  if (code === "ENOENT") return "the command `pulumi` was not found";
  return /^[0-9]+$/.test(code) ? `it ended with the exit code ${code} and without a message` : reasonOf(error);
}

/**
 * A stack's state can't be read, or has an unknown resource type.
 * @cause no stack is selected in this folder
 * @cause an export without `--show-secrets`
 * @remedy Pass `--cwd` and `--stack`, export again, or install the program's version.
 */
export class StateError extends Error {
  readonly code = "ERR_REGISTRAR_STATE";

  constructor(what: string, advice: string) {
    super(`${what}. ${advice}`);
    this.name = "StateError";
  }
}

export type Json = Record<string, unknown>;

const advice = "Use the output of `pulumi stack export`, or a backend's checkpoint.";

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** @throws StateError when the text holds no deployment */
export function deploymentIn(text: string): Json {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new StateError("the state is not JSON", advice);
  }
  const outer = objectOf(parsed);
  const { checkpoint, latest } = outer;
  // An export has it under `deployment`, a checkpoint under `checkpoint.latest`; a person may have cut it out of either.
  const itself = "manifest" in outer || Array.isArray(outer["resources"]) ? outer : undefined;
  const deployment = outer["deployment"] ?? objectOf(checkpoint)["latest"] ?? latest ?? itself;
  // A stack that was never used has none.
  if (isObject(checkpoint) && (deployment === undefined || deployment === null)) return {};
  if (!isObject(deployment)) throw new StateError("the state contains no deployment", advice);
  const resources = deployment["resources"];
  if (Array.isArray(resources) || resources === undefined || resources === null) return deployment;
  throw new StateError("the state's resources are not a list", "Export it again with `pulumi stack export`.");
}
