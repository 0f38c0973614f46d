/** Claims of one run: the owners of rows, the rows that the run took from their owners, and a mutex for work on rows. */
import * as z from "zod";
import { Ledger, leave } from "./ledger.ts";

/**
 * The owners of rows. An owner is named by its Pulumi ID; a row by a key, such as one of its list and ID. All provider processes
 * of an operation share the claims of its writing phase.
 *
 * | a resource | calls | before |
 * |---|---|---|
 * | lists a row of its state | `claim` | its diff says that nothing changed |
 * | adopts a row | `take` | it counts as its own |
 * | deletes a row, or changes its data | `lose` | the write |
 *
 * Of two contradicting calls, the first wins, also in two processes: a row that is claimed isn't lost, and one that is lost isn't
 * taken.
 */
export class Claims {
  /** For types of which a domain has one resource: states of deleted ones that the program declares again, by type and domain. */
  readonly replaced = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #ledger: Ledger;
  /** The owners of each key that this process claimed. */
  readonly #owners: Owners = new Map();
  /** By other process: the owners of each key that it claimed, as the ledger writes the key. */
  readonly #others = new Map<string, Owners>();
  /** Keys of rows that this process deleted or changed, and the owner for which it did. */
  readonly #lost: Lost = new Map();
  /** Those of other processes, as the ledger writes the keys. */
  readonly #lostByOthers: Lost = new Map();
  /** The keys of rows that states list, as diffs of this process have read them. */
  readonly #stored = new Set<string>();
  /** When this process last read that another one wrote to a list, in milliseconds since 1970. */
  readonly #writtenTo = new Map<string, number>();
  /** Delayed claims. */
  readonly #waiting: (() => void)[] = [];
  #phase: Phase | undefined;

  constructor(ledger = new Ledger()) {
    this.#ledger = ledger;
    ledger.on("claim", ownedSchema, ([key, owner], writer) => {
      const owners = this.#others.get(writer) ?? new Map();
      this.#others.set(writer, owners);
      add(owners, key, owner);
    });
    ledger.on("release", ownedSchema, ([key, owner], writer) => this.#others.get(writer)?.get(key)?.delete(owner));
    ledger.on("lose", ownedSchema, ([key, owner]) => this.#lostByOthers.set(key, owner));
    ledger.on("keep", z.string(), (key) => this.#lostByOthers.delete(key));
    ledger.on("write", z.string(), (list) => this.#writtenTo.set(list, Date.now()));
    ledger.on(leave, z.null(), (_, writer) => this.#others.delete(writer));
  }

  /** Is the run a refresh? It claims nothing: an engine reads resources in any order, or at the same time. */
  get isReading(): boolean {
    return this.#phase === "reading";
  }

  /**
   * Begins a phase. `up --refresh` first reads all resources, then writes. With `--run-program`, it also reads among the
   * writes: the writing goes on. @returns does the writing follow a reading?
   */
  enter(phase: Phase): boolean {
    const isChanged = this.isReading && phase === "writing";
    if (this.#phase !== "writing") this.#phase = phase;
    if (this.#ledger.isShared) this.#own();
    return isChanged;
  }

  /** Delays claims of stored rows until a resource asks for owners, or another process takes part. An idle run never asks. */
  later(claim: () => void): void {
    this.#waiting.push(claim);
    if (this.#ledger.isShared) this.#own();
  }

  claim(key: string, owner: string): void {
    this.#ledger.tell("claim", () => [this.#ledger.key(key), owner]);
    add(this.#owners, key, owner);
  }

  /** Claims a row to adopt. @returns `false` if this run deletes or changes it for another resource */
  take(key: string, owner: string): boolean {
    this.#ledger.write("claim", () => [this.#ledger.key(key), owner]);
    if (this.#isLost(key, owner)) {
      this.#ledger.tell("release", () => [this.#ledger.key(key), owner]);
      return false;
    }
    add(this.#owners, key, owner);
    return true;
  }

  release(key: string, owner: string): void {
    if (this.#own().get(key)?.delete(owner)) this.#ledger.tell("release", () => [this.#ledger.key(key), owner]);
  }

  /** Notes that the row is about to be deleted or changed. @returns `false` if another resource has claimed it: it stays */
  lose(key: string, owner: string): boolean {
    this.#ledger.write("lose", () => [this.#ledger.key(key), owner]);
    if (this.othersOf(key, owner).length > 0) {
      this.keep(key);
      return false;
    }
    this.#lost.set(key, owner);
    return true;
  }

  /** Withdraws the note of `lose`: the registrar has refused the write. */
  keep(key: string): void {
    this.#lost.delete(key);
    this.#ledger.tell("keep", () => this.#ledger.key(key));
  }

  /** Has this run deleted or changed one of these rows for another resource? */
  isAnyLost(keys: () => readonly string[], owner: string): boolean {
    this.#ledger.read();
    return this.#lost.size + this.#lostByOthers.size > 0 && keys().some((key) => this.#isLost(key, owner));
  }

  #isLost(key: string, owner: string): boolean {
    const loser =
      this.#lost.get(key) ?? (this.#lostByOthers.size > 0 ? this.#lostByOthers.get(this.#ledger.key(key)) : owner);
    return loser !== undefined && loser !== owner;
  }

  /** The resources other than this one that own the row. */
  othersOf(key: string, owner: string | undefined): string[] {
    const own = [...(this.#own().get(key) ?? [])];
    const others = [...this.#others.values()].flatMap((rows) => [...(rows.get(this.#ledger.key(key)) ?? [])]);
    return [...own, ...others].filter((other) => other !== owner);
  }

  /** Notes a row that a state lists. */
  noteStored(key: string): void {
    this.#stored.add(key);
  }

  /** Does a state list the row, as far as this process knows? */
  isStored(key: string): boolean {
    this.#own();
    return this.#stored.has(key);
  }

  /** The keys of claimed rows of this process that a state lists and that begin with the scope. */
  stored(scope: string): string[] {
    const owners = this.#own();
    return [...this.#stored].filter((key) => key.startsWith(scope) && (owners.get(key)?.size ?? 0) > 0);
  }

  /** The owners of each row that this process claimed, including the delayed claims. */
  #own(): Owners {
    // A delayed claim may also release rows, which comes here once more and finds none waiting.
    const waiting = this.#waiting.splice(0);
    try {
      for (let claim = waiting.shift(); claim !== undefined; claim = waiting.shift()) claim();
    } finally {
      // One that throws leaves those after it to the next call.
      this.#waiting.unshift(...waiting);
    }
    return this.#owners;
  }

  /** Reads the claims that other processes made since the last call, unless this run is a refresh. */
  read(): void {
    if (!this.isReading) this.#ledger.read();
  }

  /** Tells other processes of a write to a list: one that joins later reads it anew. @param list such as `records example.com` */
  noteWrite(list: string): void {
    this.#ledger.read();
    if (this.#ledger.isShared) this.#ledger.tell("write", () => this.#ledger.key(list));
  }

  /** When this process last read that another one wrote to a list, in milliseconds since 1970; 0 if none did. */
  othersWroteAt(list: string): number {
    this.#ledger.read();
    return this.#writtenTo.get(this.#ledger.key(list)) ?? 0;
  }
}

type Owners = Map<string, Set<string>>;
type Lost = Map<string, string>;

function add(owners: Owners, key: string, owner: string): void {
  owners.set(key, (owners.get(key) ?? new Set()).add(owner));
}

const ownedSchema = z.tuple([z.string(), z.string()]);

export type Phase = "reading" | "writing";

/** A mutex by key. All keys of a call are taken together, which rules out deadlock. */
export class Turns {
  readonly #taken = new Map<string, Promise<unknown>>();

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const isTaken = (key: string) => this.#taken.has(key);
    for (let key = keys.find(isTaken); key !== undefined; key = keys.find(isTaken)) await this.#taken.get(key);
    const working = work();
    const done = working.catch(() => undefined);
    for (const key of keys) this.#taken.set(key, done);
    try {
      return await working;
    } finally {
      for (const key of keys) this.#taken.delete(key);
    }
  }
}
