import * as fs from "node:fs";
import * as path from "node:path";
import { StateFile } from "../shared/stateFile.ts";
import {
  type Entry,
  fromDeployment,
  inOrder,
  type Key,
  type Row,
  repairReferences,
  toDeployment,
  withReferences,
} from "./state.ts";
import type { Deployment } from "./types.ts";

/** The version in the state's manifest. */
export const ENGINE_VERSION = "0.1.0";

/** Interval of saves, in milliseconds: a killed operation loses at most the changes of one. */
const SAVE_EVERY = 250;

/** The state of one stack: in memory while an operation runs, and in a file of its owner. One operation at a time, by a lock file. */
export class Store {
  readonly #dir: string;
  readonly #file: StateFile;
  readonly #rows = new Map<Key, Row>();
  /** Rows of this operation, in order of completion. They come before the others. */
  readonly #done = new Set<Key>();
  #nextKey = 0;
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

  /** The resources with their keys: first those of this operation, in order of completion, then the others. */
  entries(): Entry[] {
    const keys = new Set([...this.#done, ...this.#rows.keys()]);
    return inOrder([...keys].flatMap((key) => entryOf(key, this.#rows.get(key))));
  }

  rows(): Row[] {
    return this.entries().map(({ row }) => row);
  }

  newKey(): Key {
    return this.#nextKey++;
  }

  /** Records a resource. `done` moves it to the rows of this operation. */
  put(key: Key, row: Row, done: boolean): void {
    this.#rows.set(key, row);
    if (done) this.#done.add(key);
    this.#changed();
  }

  remove(key: Key): void {
    this.#rows.delete(key);
    this.#done.delete(key);
    this.#changed();
  }

  /** Renames a resource that an alias matched, in all references. */
  rename(from: string, to: string): void {
    for (const [key, row] of this.#rows) {
      this.#rows.set(
        key,
        withReferences(row, (urn) => [urn === from ? to : urn]),
      );
    }
    this.#changed();
  }

  export(showSecrets: boolean): Deployment {
    return toDeployment(repairReferences(this.rows()), ENGINE_VERSION, showSecrets);
  }

  /** Replaces the state by an exported deployment. */
  import(deployment: unknown): void {
    this.#take(fromDeployment(deployment));
  }

  #take(rows: readonly Row[]): void {
    this.#rows.clear();
    this.#done.clear();
    for (const row of repairReferences(rows)) this.#rows.set(this.newKey(), row);
  }

  #changed(): void {
    if (this.#file.isOpen && Date.now() - this.#savedAt >= SAVE_EVERY) this.#save();
  }

  #save(): void {
    this.#file.write(this.export(true));
    this.#savedAt = Date.now();
  }
}

const entryOf = (key: Key, row: Row | undefined): Entry[] => (row === undefined ? [] : [{ key, row }]);
