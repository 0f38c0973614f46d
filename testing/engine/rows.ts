import { inOrder } from "./references.ts";
import type { Entry, Key, PendingOperation, Row, State } from "./state.ts";

/** A state in memory while an operation runs: its rows, and the calls of providers that are under way, by keys. */
export class Rows {
  readonly #rows = new Map<Key, Row>();
  /** Rows of this operation, in order of completion; they stand before the others. */
  readonly #done = new Set<Key>();
  readonly #pending = new Map<Key, PendingOperation>();
  #nextKey = 0;

  /** Forgets what it holds for another state. Equal states get equal keys. */
  take({ rows, pending }: Pick<State, "rows" | "pending">): void {
    this.#rows.clear();
    this.#done.clear();
    this.#pending.clear();
    this.#nextKey = 0;
    for (const row of rows) this.#rows.set(this.newKey(), row);
    for (const operation of pending) this.#pending.set(this.newKey(), operation);
  }

  newKey(): Key {
    return this.#nextKey++;
  }

  /** The rows with their keys: first those of this operation, in order of completion, then the others. */
  entries(): Entry[] {
    const others = [...this.#rows.keys()].filter((key) => !this.#done.has(key));
    const entries = [...this.#done, ...others].flatMap((key) => {
      const row = this.#rows.get(key);
      return row ? [{ key, row }] : [];
    });
    return inOrder(entries);
  }

  put(key: Key, row: Row, done: boolean): void {
    this.#keep(key);
    this.#rows.set(key, row);
    if (done) this.#done.add(key);
  }

  remove(key: Key): void {
    this.#rows.delete(key);
    this.#done.delete(key);
  }

  rename(from: string, to: string): void {
    const renamed = (urn: string) => (urn === from ? to : urn);
    for (const [key, row] of this.#rows) {
      const now = { ...row };
      if (row.parent) now.parent = renamed(row.parent);
      if (row.dependencies) now.dependencies = row.dependencies.map(renamed);
      if (row.propertyDependencies) {
        const entries = Object.entries(row.propertyDependencies).map(
          ([name, urns]) => [name, urns.map(renamed)] as const,
        );
        now.propertyDependencies = Object.fromEntries(entries);
      }
      this.#rows.set(key, now);
    }
  }

  start(key: Key, operation: PendingOperation): void {
    this.#keep(key);
    this.#pending.set(key, operation);
  }

  end(key: Key): void {
    this.#pending.delete(key);
  }

  get pending(): ReadonlyMap<Key, PendingOperation> {
    return this.#pending;
  }

  /** A key that comes from a journal is not given again. */
  #keep(key: Key): void {
    this.#nextKey = Math.max(this.#nextKey, key + 1);
  }
}
