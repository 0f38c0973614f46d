import * as fs from "node:fs";
import * as path from "node:path";
import { StateFile } from "../shared/stateFile.ts";
import { fromDeployment, inOrder, type Row, repairReferences, toDeployment, withReferences } from "./state.ts";
import type { Deployment } from "./types.ts";

/** The version in the state's manifest. */
export const ENGINE_VERSION = "0.1.0";

/** Interval of saves, in milliseconds: a killed operation loses at most the changes of one. */
const SAVE_EVERY = 250;

/** The state of one stack: in memory while an operation runs, and in a file of its owner. One operation at a time, by a lock file. */
export class Store {
  readonly #dir: string;
  readonly #file: StateFile;
  /** Rows of this operation, in order of completion. They come before the others. */
  readonly #done = new Set<Row>();
  readonly #others = new Set<Row>();
  #savedAt = 0;

  constructor(dir: string, name: string) {
    this.#dir = dir;
    this.#file = new StateFile(path.join(dir, `${name}.json`));
  }

  /** Reads the state without a lock. */
  load(): void {
    this.#take(this.#file.read(fromDeployment) ?? []);
  }

  /** Locks the stack, and loads it. @throws StateInUseError if a living process holds it */
  begin(): void {
    fs.mkdirSync(this.#dir, { recursive: true });
    this.#file.open();
    try {
      this.load();
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** Saves and unlocks, after `begin`. */
  finish(): void {
    if (!this.#file.isOpen) return;
    this.#save();
    this.#file.close();
  }

  /** The resources: first those of this operation, in order of completion, then the others. */
  rows(): Row[] {
    return inOrder([...this.#done, ...this.#others]);
  }

  /** Records a resource of this operation, in place of its former row. */
  put(row: Row, former?: Row): void {
    if (former !== undefined) this.remove(former);
    this.#done.add(row);
    this.changed();
  }

  remove(row: Row): void {
    this.#done.delete(row);
    this.#others.delete(row);
    this.changed();
  }

  /** Renames a resource that an alias matched, in all references. */
  rename(from: string, to: string): void {
    const renamed = (urn: string) => [urn === from ? to : urn];
    for (const row of this.rows()) Object.assign(row, withReferences(row, renamed));
    this.changed();
  }

  /** Saves the state at times, after changes of its rows. */
  changed(): void {
    if (this.#file.isOpen && Date.now() - this.#savedAt >= SAVE_EVERY) this.#save();
  }

  export(showSecrets: boolean): Deployment {
    return toDeployment(repairReferences(this.rows()), ENGINE_VERSION, showSecrets);
  }

  /** Replaces the state by an exported deployment. */
  import(deployment: unknown): void {
    this.#take(fromDeployment(deployment));
  }

  #take(rows: readonly Row[]): void {
    this.#others.clear();
    this.#done.clear();
    for (const row of repairReferences(rows)) this.#others.add(row);
  }

  #save(): void {
    this.#file.write(this.export(true));
    this.#savedAt = Date.now();
  }
}
