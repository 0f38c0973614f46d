import * as fs from "node:fs";
import * as path from "node:path";
import type { OperationResult, StackOptions } from "../../testing/engine/index.ts";
import { newFolder } from "../support/folder.ts";

/** One entry of a plan: what `programs/shelf/index.js` declares. */
export interface Planned {
  name: string;
  /** A component. */
  box?: true;
  in?: string;
  props?: Record<string, unknown>;
  refs?: Record<string, string>;
  secrets?: string[];
  options?: Record<string, unknown>;
  dependsOn?: string[];
}

export interface Plan {
  things: Planned[];
  outputs?: Record<string, string>;
  say?: Record<string, string>;
  print?: string;
  secretOutput?: string;
  thing?: string;
  throws?: string;
  feature?: string;
}

export type Fault = string | { partly: string } | { waitFor: string };

export interface Call {
  method: string;
  id?: string;
  name?: string;
  [key: string]: unknown;
}

export const PROGRAMS = path.join(__dirname, "programs");

/** A folder for one story: the plan of the program, what the provider made, and what it was asked. */
export class Shelf {
  readonly dir = newFolder();

  options(more: Partial<StackOptions> = {}): StackOptions {
    return {
      cwd: path.join(PROGRAMS, "shelf"),
      stateDir: path.join(this.dir, "state"),
      config: { "shelf:dir": this.dir },
      passphrase: "for tests",
      ...more,
    };
  }

  plan(plan: Plan): void {
    this.#write("plan.json", plan);
  }

  faults(faults: Record<string, Fault>): void {
    this.#write("faults.json", faults);
  }

  /** What exists, by id. */
  things(): Record<string, Record<string, unknown>> {
    const entries = Object.entries(this.#read("store.json")).filter(([id]) => !id.startsWith("#"));
    return Object.fromEntries(entries) as Record<string, Record<string, unknown>>;
  }

  /** Somebody edits a thing by hand; `undefined` takes it away. */
  edit(id: string, change: Record<string, unknown> | undefined): void {
    const store = this.#read("store.json");
    if (change === undefined) delete store[id];
    else store[id] = { ...(store[id] as Record<string, unknown>), ...change };
    this.#write("store.json", store);
  }

  /** The provider's calls since the last time this was asked. */
  calls(): Call[] {
    const file = path.join(this.dir, "calls.jsonl");
    if (!fs.existsSync(file)) return [];
    const lines = fs
      .readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    fs.rmSync(file);
    return lines.map((line): Call => JSON.parse(line));
  }

  /** `create a-1`, `delete b-1`: the calls that changed something. */
  changes(): string[] {
    const changing = ["create", "update", "delete"];
    return this.calls()
      .filter(({ method }) => changing.includes(method))
      .map(({ method, id }) => `${method} ${id}`);
  }

  has(file: string): boolean {
    return fs.existsSync(path.join(this.dir, file));
  }

  touch(file: string, content = ""): void {
    fs.writeFileSync(path.join(this.dir, file), content);
  }

  text(file: string): string {
    return fs.readFileSync(path.join(this.dir, file), "utf8");
  }

  #read(name: string): Record<string, unknown> {
    const file = path.join(this.dir, name);
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
  }

  /** In one step: the provider reads it while a story goes on. */
  #write(name: string, content: unknown): void {
    const file = path.join(this.dir, name);
    fs.writeFileSync(`${file}.story`, JSON.stringify(content));
    fs.renameSync(`${file}.story`, file);
  }
}

/** `create a`, `update b: content`: what was done, without what stayed the same. */
export function done(result: OperationResult): string[] {
  return result.steps
    .filter(({ op }) => op !== "same")
    .map(({ op, name, diff, error }) => {
      const paths = (diff ?? []).map(({ path: changed }) => changed).join(",");
      return `${op} ${name}${paths ? `: ${paths}` : ""}${error === undefined ? "" : " failed"}`;
    })
    .sort();
}
