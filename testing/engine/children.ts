import { type ChildProcess, spawn } from "node:child_process";
import * as readline from "node:readline";
import { ProcessError } from "./errors.ts";

/** Time a child has between SIGINT and SIGKILL, as in the CLI. */
const GRACE_MS = 5_000;

const running = new Set<Child>();
/** The last resort: nothing of ours outlives this process. */
function killAll(): void {
  for (const child of running) child.kill();
}

export interface ChildOptions {
  /** Default: this Node.js. */
  command?: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** What it reads, to its end. Default: nothing, and no end while we live. */
  stdin?: string;
  onStdout: (line: string) => void;
  onStderr: (line: string) => void;
}

/** A process of ours. In a process group of its own, so that a Ctrl-C in the terminal reaches us alone. */
export class Child {
  readonly #process: ChildProcess;
  /** Settles with the exit code once all output was passed on; null if a signal ended it. */
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
    stdin?.on("error", () => {}); // the child may be gone before we are
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
    this.ended.catch(() => {}); // whoever waits for it hears of it
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  /** SIGINT, and SIGKILL if that did not end it in time. */
  async stop(): Promise<void> {
    if (!this.#alive) return;
    this.#signal("SIGINT");
    const timer = setTimeout(() => this.kill(), GRACE_MS);
    await this.ended.catch(() => null);
    clearTimeout(timer);
  }

  /** SIGINT to the process alone: it ends its own children as it sees fit. */
  interrupt(): void {
    if (this.#alive) this.#process.kill("SIGINT");
  }

  kill(): void {
    this.#signal("SIGKILL");
  }

  /** To the whole group: what the child started goes with it. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (!this.#alive || pid === undefined) return;
    try {
      if (process.platform === "win32") this.#process.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // gone in the meantime
    }
  }

  #forget(): void {
    this.#alive = false;
    running.delete(this);
    if (running.size === 0) process.off("exit", killAll);
  }
}

/** While the work runs, Ctrl-C, a signal to end and the given one all mean: interrupt it. */
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
