/** A sandbox and a stack for one test, closed together. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStack, type Stack, type StackOptions } from "./engine/index.ts";
import type { Sandbox } from "./sandbox/control.ts";
import { type SandboxOptions, startSandbox } from "./sandbox/sandbox.ts";

export interface TestStackOptions extends Omit<StackOptions, "stateDir"> {
  /**
   * Options of the sandbox: its domains, profile, rate, … Default: those of `startSandbox`. For a profile with stale lists, set
   * `registrar:staleListSeconds` in `config`, which is 0 here by default.
   */
  sandbox?: SandboxOptions;
}

export interface TestStack {
  readonly sandbox: Sandbox;
  readonly stack: Stack;
  /** Closes both and removes the state, whatever fails. A second call does nothing. */
  close(): Promise<void>;
}

/** Variables with the prefix `REGISTRAR_` that the program gets from the environment of the tests. */
const kept = ["REGISTRAR_ENGINE", "REGISTRAR_LOG"];

/**
 * Starts a sandbox on loopback, and opens a stack of the program in `cwd` whose settings lead there: engine as
 * `openStack`, state in a temporary folder, stack name `test`. Nothing stays open if it fails.
 */
export async function openTestStack({ sandbox: conditions, ...options }: TestStackOptions): Promise<TestStack> {
  const stateDir = mkdtempSync(join(tmpdir(), "registrar-test-stack-"));
  let sandbox: Sandbox | undefined;
  let stack: Stack | undefined;
  let closed: Promise<void> | undefined;
  const closeBoth = async () => {
    try {
      await stack?.close();
    } finally {
      await sandbox?.close();
    }
  };
  const close = () => {
    closed ??= closeBoth().finally(() => rmSync(stateDir, { recursive: true, force: true }));
    return closed;
  };
  try {
    sandbox = await startSandbox(conditions);
    const removed = Object.keys(process.env).filter((name) => name.startsWith("REGISTRAR_") && !kept.includes(name));
    stack = await openStack({
      stack: "test",
      ...options,
      // The sandbox shows each write at once, unless its profile says otherwise.
      config: { "registrar:staleListSeconds": "0", ...options.config },
      stateDir,
      env: {
        ...Object.fromEntries(removed.map((name) => [name, undefined])),
        REGISTRAR_BASE_URL: sandbox.url,
        REGISTRAR_API_TOKEN: sandbox.token,
        REGISTRAR_MARKETPLACE_USER_ID: sandbox.marketplaceUserId,
        REGISTRAR_MARKETPLACE_TOKEN: sandbox.marketplaceToken,
        REGISTRAR_APPRAISAL_TOKEN: sandbox.appraisalToken,
        ...options.env,
      },
    });
    return { sandbox, stack, close };
  } catch (error) {
    await close();
    throw error;
  }
}
