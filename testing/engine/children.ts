import { type ChildProcess, spawn } from "node:child_process";
import * as readline from "node:readline";
import { ProcessError } from "../shared/errors.ts";

/** Time a child has between SIGINT and SIGKILL, as in the CLI. */
const GRACE_MS = 5_000;

const running = new Set<Child>();
/** Kills the children that are left when this process exits. */
function killAll(): void {
  for (const child of running) child.kill();
}

export interface ChildOptions {
  /** Default: this Node.js. */
  command?: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Standard input. Default: empty, and open until this process exits. */
  stdin?: string;
  onStdout: (line: string) => void;
  onStderr: (line: string) => void;
}

/** A child process, in a process group of its own: Ctrl-C in the terminal reaches only this process. */
export class Child {
  readonly #process: ChildProcess;
  /** Resolves to the exit code once all output was passed on; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  #alive: boolean = true;

  constructor(options: ChildOptions) {
    const { command = process.execPath } = options;
    this.#process = spawn(command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    if (running.size === 0) process.on("exit", killAll);
    running.add(this);
    const { stdin, stdout, stderr } = this.#process;
    stdin?.on("error", () => {}); // the child may exit before it has read everything
    if (options.stdin !== undefined) stdin?.end(options.stdin);
    if (stdout) readline.createInterface({ input: stdout }).on("line", options.onStdout);
    if (stderr) readline.createInterface({ input: stderr }).on("line", options.onStderr);
    this.ended = new Promise((resolve, reject) => {
      this.#process.once("error", (error) => {
        this.#forget();
        reject(new ProcessError(`could not start ${command} in ${options.cwd}: ${error.message}`));
      });
      this.#process.once("close", (code) => {
        this.#forget();
        resolve(code);
      });
    });
    this.ended.catch(() => {}); // callers that await it see the error
  }

  /** SIGINT, and SIGKILL if that did not end it in time. */
  async stop(): Promise<void> {
    if (!this.#alive) return;
    this.#signal("SIGINT");
    const timer = setTimeout(() => this.kill(), GRACE_MS);
    await this.ended.catch(() => null);
    clearTimeout(timer);
  }

  /** SIGINT to the process alone, which ends its children itself. */
  interrupt(): void {
    if (this.#alive) this.#process.kill("SIGINT");
  }

  kill(): void {
    this.#signal("SIGKILL");
  }

  /** Signals the process group, which includes the child's own children. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (!this.#alive || pid === undefined) return;
    try {
      if (process.platform === "win32") this.#process.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // it has exited
    }
  }

  #forget(): void {
    this.#alive = false;
    running.delete(this);
    if (running.size === 0) process.off("exit", killAll);
  }
}

/** Interrupts the work on Ctrl-C, on a signal to end, and on the given signal. */
export async function interruptible<T>(
  signal: AbortSignal | undefined,
  interrupt: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await work();
  } finally {
    signal?.removeEventListener("abort", interrupt);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}
