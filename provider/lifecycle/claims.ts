/** Claims of one run: which resource owns which row of the registrar. */

/** Owners by row. An owner is named by its Pulumi ID. */
export class Claims {
  readonly #ids = new Map<string, Set<string>>();
  #waiting: (() => void)[] = [];

  /** Claims of many items, which are made when somebody asks: where nothing is written, nobody does. */
  later(claim: () => void): void {
    this.#waiting.push(claim);
  }

  /** The owners of each item that is claimed. */
  get #items(): ReadonlyMap<string, Set<string>> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const claim of waiting) claim();
    return this.#ids;
  }

  claim(item: string, owner: string): void {
    const owners = this.#ids.get(item);
    if (owners === undefined) this.#ids.set(item, new Set([owner]));
    else owners.add(owner);
  }

  release(item: string, owner: string): void {
    this.#items.get(item)?.delete(owner);
  }

  /** The resources other than this one that own the item. */
  othersOf(item: string, owner: string | undefined): string[] {
    return [...(this.#items.get(item) ?? [])].filter((other) => other !== owner);
  }

  /** Each item under a name that begins so, with each of its owners. */
  *under(scope: string): Iterable<[item: string, owner: string]> {
    for (const [item, owners] of this.#items) {
      if (item.startsWith(scope)) for (const owner of owners) yield [item, owner];
    }
  }

  /** Forgets all claims: a new run begins. */
  clear(): void {
    this.#ids.clear();
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
