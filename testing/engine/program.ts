import * as path from "node:path";
import { Child } from "./children.ts";
import type { EngineOperation } from "./engineOperation.ts";
import type { Generator } from "./generator.ts";
import { Monitor } from "./monitor.ts";
import type { Project } from "./project.ts";

/** Exit code of a program that printed the reason and ended. */
const ALREADY_TOLD = 32;

/** Runs the program to its end, and its registrations meanwhile. */
export async function runProgram(
  operation: EngineOperation,
  generator: Generator,
  env: NodeJS.ProcessEnv,
  parallel: number,
  afterwards: () => Promise<void>,
): Promise<void> {
  const finish = once(async () => {
    await operation.pending.idle();
    if (!operation.stopping) await afterwards();
  });
  const monitor = new Monitor(operation, generator, finish);
  const address = await monitor.start();
  try {
    const child = start(operation, address, env, parallel);
    operation.onStop(() => {
      // Running steps finish and are recorded first. The program waits for them, or has exited.
      void operation.pending.idle().then(() => child.stop());
    });
    const code = await child.ended;
    if (code === 0) await finish();
    else if (!operation.stopping && !operation.failed && code !== ALREADY_TOLD) {
      operation.halt(`program failed: the Node.js process ended with ${code === null ? "a signal" : `code ${code}`}`);
    } else operation.halt();
    await operation.pending.idle();
  } finally {
    monitor.stop();
  }
}

function start(operation: EngineOperation, address: string, env: NodeJS.ProcessEnv, parallel: number): Child {
  const { project, preview, display } = operation;
  const args = [
    path.join(project.sdk.dir, "cmd", "run"),
    ["--monitor", address],
    ["--engine", address],
    ["--organization", "organization"],
    ["--project", project.name],
    ["--root-directory", project.root],
    ["--stack", project.stack],
    ["--pwd", project.dir],
    preview ? ["--dry-run"] : [],
    ["--parallel", String(parallel)],
    project.main,
  ].flat();
  return new Child({
    args,
    cwd: project.dir,
    env: { ...env, ...programEnv(project) },
    onStdout: (line) => display.diagnostic({ severity: "info", message: line, urn: operation.stackUrn }),
    onStderr: (line) => {
      if (!operation.stopping) display.diagnostic({ severity: "info", message: line, urn: operation.stackUrn });
    },
  });
}

function programEnv(project: Project): NodeJS.ProcessEnv {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [key, { value, secret }] of project.config) {
    const [namespace, ...name] = key.split(":");
    const full = `${namespace}:${name.join(":")}`;
    values[full] = value;
    if (secret) secrets.push(full);
  }
  return {
    PULUMI_CONFIG: JSON.stringify(values),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secrets),
    PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
  };
}

/** Memoizes the call. */
function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= action();
    return result;
  };
}
