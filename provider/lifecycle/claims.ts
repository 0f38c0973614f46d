/** Claims of one run: the owners of rows, and the rows that checks planned to change. */
/** Owners by row. An owner is named by its Pulumi ID. */
export class Claims {
  /** Rows that the checks of this run planned to change or delete. */
  readonly planned = new Set<string>();
  /** Arguments of resources that this run imported, by ID. The program may declare others. */
  readonly imported = new Map<string, Readonly<Record<string, unknown>>>();
  /** States of deleted resources that the program declares under another name (a domain has one), by type and domain. */
  readonly replaced = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #ids = new Map<string, Set<string>>();
  /** Claimed rows that a state lists. */
  readonly #stored = new Set<string>();
  #waiting: (() => void)[] = [];

  /** Delays claims of many rows until a resource asks for owners. A run that writes nothing never asks. */
  later(claim: () => void): void {
    this.#waiting.push(claim);
  }

  /** The owners of each claimed row. */
  get #owners(): ReadonlyMap<string, Set<string>> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const claim of waiting) claim();
    return this.#ids;
  }

  /** @param isStored does a state list the row? Otherwise this run wrote or found it */
  claim(row: string, owner: string, isStored = false): void {
    if (isStored) this.#stored.add(row);
    const owners = this.#ids.get(row);
    if (owners === undefined) this.#ids.set(row, new Set([owner]));
    else owners.add(owner);
  }

  release(row: string, owner: string): void {
    this.#owners.get(row)?.delete(owner);
  }

  /** The resources other than this one that own the row. */
  othersOf(row: string, owner: string | undefined): string[] {
    return [...(this.#owners.get(row) ?? [])].filter((other) => other !== owner);
  }

  /** Each claimed row that a state lists and whose key begins with the scope, with each of its owners. */
  *stored(scope: string): Iterable<[row: string, owner: string]> {
    const owners = this.#owners;
    for (const row of this.#stored)
      if (row.startsWith(scope)) for (const owner of owners.get(row) ?? []) yield [row, owner];
  }

  /** Forgets all owners: the engine reads after it wrote, or the reverse. */
  clear(): void {
    this.#ids.clear();
    this.#stored.clear();
    this.#waiting = [];
  }
}

/** A mutex by key. All keys are taken together, which rules out deadlock. */
export class Turns {
  readonly #taken = new Map<string, Promise<unknown>>();

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    for (let busy = this.#oneOf(keys); busy !== undefined; busy = this.#oneOf(keys)) await busy;
    const working = work();
    const done = working.catch(() => undefined);
    for (const key of keys) this.#taken.set(key, done);
    try {
      return await working;
    } finally {
      for (const key of keys) if (this.#taken.get(key) === done) this.#taken.delete(key);
    }
  }

  #oneOf(keys: readonly string[]): Promise<unknown> | undefined {
    const key = keys.find((candidate) => this.#taken.has(candidate));
    return key === undefined ? undefined : this.#taken.get(key);
  }
}
