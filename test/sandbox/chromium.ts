/** A real browser, told what to do over the pipe that Chromium has for its developer tools. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";

/** Nothing but the page, and nothing that asks the world. */
const flags = [
  "--headless",
  "--remote-debugging-pipe",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
];

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export class Chromium {
  readonly #process: ChildProcess;
  readonly #profile = mkdtempSync(join(tmpdir(), "chromium-"));
  readonly #input: Writable;
  readonly #waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  #last = 0;
  #session: string | undefined;

  constructor(file: string) {
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"] as const;
    this.#process = spawn(file, [...flags, `--user-data-dir=${this.#profile}`, "about:blank"], { stdio: [...stdio] });
    const [, , , input, output] = this.#process.stdio;
    if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error("Chromium has no pipe.");
    this.#input = input;
    let text = "";
    output.setEncoding("utf8").on("data", (part: string) => {
      const messages = (text + part).split("\0");
      text = messages.pop() ?? "";
      for (const message of messages) this.#hear(JSON.parse(message));
    });
    const end = (why: string) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`Chromium ${why}.`));
      this.#waiting.clear();
    };
    this.#process.once("error", ({ message }) => end(`did not start: ${message}`));
    this.#process.once("exit", (code) => end(`ended with ${code}`));
    input.on("error", () => {}); // its end is told by the process
  }

  /** Opens the page, as wide as is asked, and waits until it has loaded. */
  async open(url: string, width: number, dark = false): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = String(sessionId);
    const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 };
    await this.send("Emulation.setDeviceMetricsOverride", metrics);
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await this.send("Emulation.setEmulatedMedia", { features });
    await this.send("Page.navigate", { url });
  }

  /** What an expression is in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`In the page: ${JSON.stringify(exceptionDetails)}`);
    return typeof result === "object" && result !== null && "value" in result ? result.value : undefined;
  }

  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    this.#last += 1;
    const id = this.#last;
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#input.write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    });
  }

  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once("exit", resolve));
      const tooLong = setTimeout(() => this.#process.kill("SIGKILL"), 10_000);
      this.#session = undefined;
      // Its other processes write to the profile until it has ended by itself.
      await Promise.race([this.send("Browser.close").catch(() => {}), ended]);
      await ended;
      clearTimeout(tooLong);
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }

  #hear({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(id ?? 0);
    if (id === undefined || waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result ?? {});
    else waiting.reject(new Error(`Chromium: ${error.message}`));
  }
}
