/** Drives a headless Chromium by its DevTools protocol, over a pipe. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import * as z from "zod";

const message = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ exception: z.object({ description: z.string() }) }).optional(),
});

/** Only addresses of this machine resolve: the browser asks its maker for nothing. */
const flags = [
  "--headless=new",
  "--no-sandbox",
  "--no-first-run",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--remote-debugging-pipe",
];

/** One tab of a browser. */
export class Chromium {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #pipe: Writable;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  /** Errors in the console of the page. */
  readonly errors: string[] = [];
  #next = 1;
  #session: string | undefined;

  private constructor(file: string) {
    this.#folder = mkdtempSync(join(tmpdir(), "chromium-"));
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"] as const;
    this.#process = spawn(file, [...flags, `--user-data-dir=${this.#folder}`], { stdio: [...stdio] });
    const [, , , pipe, output] = this.#process.stdio;
    if (!(pipe instanceof Writable && output instanceof Readable)) throw new Error("Chromium has no pipe.");
    this.#pipe = pipe;
    let text = "";
    output.setEncoding("utf8").on("data", (part: string) => {
      const messages = `${text}${part}`.split("\0");
      text = messages.pop() ?? "";
      const isError = /"method":"(?:Runtime\.exceptionThrown|(?:Log|Runtime)\.\w+".*"(?:level|type)":"error")/;
      this.errors.push(...messages.filter((each) => isError.test(each)));
      for (const each of messages) this.#take(message.parse(JSON.parse(each)));
    });
    this.#process.on("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Chromium has ended."));
    });
  }

  static async start(file: string): Promise<Chromium> {
    const browser = new Chromium(file);
    const { targetId } = z
      .object({ targetId: z.string() })
      .parse(await browser.send("Target.createTarget", { url: "about:blank" }));
    const attached = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    browser.#session = z.object({ sessionId: z.string() }).parse(attached).sessionId;
    await Promise.all(["Runtime.enable", "Log.enable"].map((each) => browser.send(each)));
    return browser;
  }

  #take({ id = 0, result, error }: z.infer<typeof message>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  send(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = this.#next++;
    this.#pipe.write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Opens a page on a screen, and waits until the expression is true. */
  async open(url: string, screen: { width: number; height: number; dark?: boolean }, until: string): Promise<void> {
    const { width, height, dark = false } = screen;
    const mobile = width < 700;
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, mobile, deviceScaleFactor: 1 });
    const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
    await this.send("Emulation.setEmulatedMedia", { features: [scheme] });
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url });
    await this.until(until);
  }

  /** Evaluates an expression in the page; waits for a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = evaluated.parse(await this.send("Runtime.evaluate", params));
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    const polled = `new Promise((resolve) => {
      const look = () => ((${expression}) ? resolve(true) : requestAnimationFrame(look));
      look();
    })`;
    await this.evaluate(polled);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#session = undefined;
    await this.send("Browser.close");
    await ended;
    // Its helpers write until they notice.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
