import * as fs from "node:fs";
import * as path from "node:path";
import { LockHeldError, readFileIfThere, removeLeftovers, replaceFile, takeLock } from "../files/index.ts";
import { StackLockedError, StateError } from "./errors.ts";
import { type Entry, fromDeployment, inOrder, type Key, type Row, repairReferences, toDeployment } from "./state.ts";
import type { Deployment } from "./types.ts";
import { messageOf, type Value } from "./values.ts";

/** The version in the state's manifest. */
export const ENGINE_VERSION = "0.1.0";

/** Interval of saves, in milliseconds: a killed operation loses at most the changes of one. */
const SAVE_EVERY = 250;

/** The state of one stack: in memory while an operation runs, and in a file of its owner. One operation at a time, by a lock file. */
export class Store {
  readonly #file: string;
  readonly #rows = new Map<Key, Row>();
  /** Rows of this operation, in order of completion. They come before the others. */
  readonly #done = new Set<Key>();
  #nextKey = 0;
  #unlock: (() => void) | undefined;
  #savedAt = 0;

  constructor(dir: string, name: string) {
    this.#file = path.join(dir, `${name}.json`);
  }

  /** Reads the state without a lock. */
  load(): void {
    const text = readFileIfThere(this.#file);
    this.#take(text === undefined ? [] : fromDeployment(this.#parsed(text)));
  }

  #parsed(text: string): Value {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new StateError(`${this.#file} is not JSON (${messageOf(error)}); restore it from a copy`);
    }
  }

  /** Locks the stack, and loads it. @throws StackLockedError if a living process holds it */
  begin(): void {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true });
    try {
      this.#unlock = takeLock(`${this.#file}.lock`);
    } catch (error) {
      throw error instanceof LockHeldError ? new StackLockedError(error.lock, error.pid) : error;
    }
    try {
      removeLeftovers(this.#file);
      this.load();
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Saves and unlocks, after `begin`. */
  finish(): void {
    if (this.#unlock === undefined) return;
    this.#save();
    this.#unlock();
    this.#unlock = undefined;
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
    const renamed = (urn: string) => (urn === from ? to : urn);
    for (const [key, row] of this.#rows) {
      const now = { ...row };
      if (row.parent) now.parent = renamed(row.parent);
      if (row.dependencies) now.dependencies = row.dependencies.map(renamed);
      now.propertyDependencies = Object.fromEntries(
        Object.entries(row.propertyDependencies ?? {}).map(([name, urns]) => [name, urns.map(renamed)]),
      );
      this.#rows.set(key, now);
    }
    this.#changed();
  }

  export(showSecrets: boolean): Deployment {
    return toDeployment(repairReferences(this.rows()), ENGINE_VERSION, showSecrets);
  }

  /** Replaces the state by an exported deployment. */
  import(deployment: Value): void {
    this.#take(fromDeployment(deployment));
  }

  #take(rows: readonly Row[]): void {
    this.#rows.clear();
    this.#done.clear();
    for (const row of repairReferences(rows)) this.#rows.set(this.newKey(), row);
  }

  #changed(): void {
    if (this.#unlock !== undefined && Date.now() - this.#savedAt >= SAVE_EVERY) this.#save();
  }

  /** Writes atomically: a reader sees the old or the new state. */
  #save(): void {
    replaceFile(this.#file, `${JSON.stringify(this.export(true), null, 2)}\n`);
    this.#savedAt = Date.now();
  }
}

const entryOf = (key: Key, row: Row | undefined): Entry[] => (row === undefined ? [] : [{ key, row }]);
