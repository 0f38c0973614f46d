/** Claims of one run: the owners of rows, the notes of checks on rows, and a mutex for work on rows. */
import * as z from "zod";
import { Ledger, leave } from "./ledger.ts";

/**
 * The owners of rows. An owner is named by its Pulumi ID; a row by keys, such as one of its list and ID, and one of its list
 * and data. All provider processes of an operation share the claims of its writing phase.
 */
export class Claims {
  /** Notes of this run's checks on rows: those that their plans adopt, change or delete, and successors. */
  readonly planned = new Set<string>();
  /** For types of which a domain has one resource: states of deleted ones that the program declares again, by type and domain. */
  readonly replaced = new Map<string, Readonly<Record<string, unknown>>>();
  /** Keys of rows, as the ledger writes them, that no delete of this run takes, since a resource failed because they exist. */
  readonly #spared = new Set<string>();
  readonly #ledger: Ledger;
  /** The owners of each key that this process claimed. */
  readonly #owners: Owners = new Map();
  /** By other process: the owners of each key that it claimed, as the ledger writes the key. */
  readonly #others = new Map<string, Owners>();
  /** The keys of each claimed row that a state lists, by the first of them. */
  readonly #stored = new Map<string, readonly string[]>();
  /** When this process last read that another one wrote to a list, in milliseconds since 1970. */
  readonly #writtenTo = new Map<string, number>();
  /** Delayed claims. */
  readonly #waiting: (() => void)[] = [];
  #phase: Phase | undefined;

  constructor(ledger = new Ledger()) {
    this.#ledger = ledger;
    ledger.on("claim", ownedSchema, ([keys, owner], writer) => {
      const owners = this.#others.get(writer) ?? new Map();
      this.#others.set(writer, owners);
      add(owners, keys, owner);
    });
    ledger.on("release", ownedSchema, ([keys, owner], writer) => remove(this.#others.get(writer), keys, owner));
    ledger.on("spare", z.string(), (key) => this.#spared.add(key));
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

  /** @param keys of one row */
  spare(keys: readonly string[]): void {
    for (const key of this.#written(keys)) {
      this.#spared.add(key);
      this.#ledger.tell("spare", () => key);
    }
  }

  isSpared(keys: readonly string[]): boolean {
    return this.#spared.size > 0 && this.#written(keys).some((key) => this.#spared.has(key));
  }

  /** Delays claims of stored rows until a resource asks for owners, or another process takes part. An idle run never asks. */
  later(claim: () => void): void {
    this.#waiting.push(claim);
    if (this.#ledger.isShared) this.#own();
  }

  /** @param keys of one row @param isStored does a state list the row? Otherwise this run wrote or found it */
  claim(keys: readonly string[], owner: string, isStored = false): void {
    const [first = ""] = keys;
    if (isStored) this.#stored.set(first, keys);
    this.#ledger.tell("claim", () => [this.#written(keys), owner]);
    add(this.#owners, keys, owner);
  }

  /** @param keys of one row */
  release(keys: readonly string[], owner: string): void {
    if (remove(this.#own(), keys, owner)) this.#ledger.tell("release", () => [this.#written(keys), owner]);
  }

  /** The resources other than this one that own the row. */
  othersOf(row: string, owner: string | undefined): string[] {
    const own = [...(this.#own().get(row) ?? [])];
    const others = [...this.#others.values()].flatMap((rows) => [...(rows.get(this.#ledger.key(row)) ?? [])]);
    return [...own, ...others].filter((other) => other !== owner);
  }

  /** The keys of each claimed row of this process that a state lists and whose first key begins with the scope. */
  stored(scope: string): (readonly string[])[] {
    const owners = this.#own();
    const isOwned = (key: string) => (owners.get(key)?.size ?? 0) > 0;
    return [...this.#stored.values()].filter(([first = ""]) => first.startsWith(scope) && isOwned(first));
  }

  /** The keys as the ledger writes them. */
  #written(keys: readonly string[]): string[] {
    return keys.map((key) => this.#ledger.key(key));
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

function add(owners: Owners, keys: readonly string[], owner: string): void {
  for (const key of keys) owners.set(key, (owners.get(key) ?? new Set()).add(owner));
}

/** @returns did it own the row by one of the keys? */
const remove = (owners: Owners | undefined, keys: readonly string[], owner: string): boolean =>
  keys.filter((key) => owners?.get(key)?.delete(owner)).length > 0;

const ownedSchema = z.tuple([z.array(z.string()), z.string()]);

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
