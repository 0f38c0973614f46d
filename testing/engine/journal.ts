/** The changes of one operation, in a file beside the deployment they begin at: each is there as soon as it is made. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { readFileIfThere } from "../files/index.ts";
import { isProps, type Props, type Value } from "./values.ts";

export class Journal {
  readonly #file: string;
  #descriptor: number | undefined;
  #batch: Record<string, unknown>[] | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get isOpen(): boolean {
    return this.#descriptor !== undefined;
  }

  /**
   * Begins one; there must be none.
   * @param base the text of the deployment, if there is one
   */
  open(base: string | undefined): void {
    this.#descriptor = fs.openSync(this.#file, "ax", 0o600);
    this.append({ base: hashOf(base) });
  }

  /** Notes a change, if a journal is open. */
  append(entry: Record<string, unknown>): void {
    if (this.#descriptor === undefined) return;
    if (this.#batch) this.#batch.push(entry);
    else fs.writeSync(this.#descriptor, `${JSON.stringify(entry)}\n`);
  }

  /** What `changes` records goes to disk in one piece: after a crash, all of it is there or nothing. */
  batch(changes: () => void): void {
    this.#batch = [];
    changes();
    const lines = this.#batch;
    this.#batch = undefined;
    if (lines.length > 0) this.append({ batch: lines });
  }

  /** The changes since the deployment with this text, in their order; `undefined` if there is no journal of it. */
  read(base: string | undefined): Props[] | undefined {
    const text = readFileIfThere(this.#file);
    if (text === undefined) return undefined;
    const lines = text.split("\n");
    // The last line is empty, or one that was being written when the engine was stopped.
    const entries = lines.slice(0, -1).map((line): Value => JSON.parse(line));
    const [first, ...rest] = entries;
    if (!isProps(first) || first["base"] !== hashOf(base)) return undefined;
    return rest.filter(isProps).flatMap((entry) => {
      const { batch } = entry;
      return Array.isArray(batch) ? batch.filter(isProps) : [entry];
    });
  }

  drop(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
    fs.rmSync(this.#file, { force: true });
  }
}

function hashOf(text: string | undefined): string {
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
