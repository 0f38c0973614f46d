/** Shells in which the code of pages and recipes runs, with commands of the tests before those of the machine. */
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { fileOf } from "../support/optional.ts";
import { root } from "./markdown.ts";

export interface Ended {
  code: number | null;
  output: string;
}

/** A folder for the tests of a file: the environment of its shells, and its commands. */
export function shellsIn(folder: string, sandbox: Sandbox) {
  const tools = join(folder, "bin");
  mkdirSync(tools);
  const { PULUMI_CONFIG_PASSPHRASE_FILE: _, ...inherited } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    PATH: [tools, dirname(fileOf("pulumi")), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_CONFIG_PASSPHRASE: "correct horse battery staple",
    REGISTRAR_BASE_URL: sandbox.url,
    REGISTRAR_API_TOKEN: sandbox.token,
  };
  /** Puts a command on PATH. */
  const tool = (name: string, script: string) =>
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { env, tools, tool };
}

/** A project whose program is in JavaScript, with the modules of this repository. */
export function writeProject(cwd: string, program: string): void {
  mkdirSync(cwd);
  writeFileSync(
    join(cwd, "Pulumi.yaml"),
    "name: domains\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n",
  );
  writeFileSync(join(cwd, "index.js"), program);
  writeFileSync(join(cwd, "package.json"), '{ "name": "domains", "private": true }\n');
  symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
}

/** @param onOutput called with the shell's process after each output */
export async function runShell(
  [command = "bash", ...args]: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  onOutput: (pid: number) => void = () => {},
): Promise<Ended> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => {
      output.push(part.toString("utf8"));
      if (child.pid !== undefined) onOutput(child.pid);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output: output.join("") };
}
