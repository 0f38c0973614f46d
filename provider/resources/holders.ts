/** Who holds which element of the registrar: within one operation, by the Pulumi ids of the resources. */
export class Holders {
  readonly #ids = new Map<string, Set<string>>();
  readonly #reserved = new Set<string>();
  readonly #moving = new Set<string>();

  hold(element: string, holder: string): void {
    const holders = this.#ids.get(element);
    if (holders === undefined) this.#ids.set(element, new Set([holder]));
    else holders.add(holder);
  }

  release(element: string, holder: string): void {
    this.#ids.get(element)?.delete(holder);
  }

  /** Does a resource other than this one hold the element? */
  isHeldByOther(element: string, holder: string | undefined): boolean {
    const holders = this.#ids.get(element);
    if (holders === undefined) return false;
    return [...holders].some((other) => other !== holder);
  }

  /** This resource is to become another element in this operation, and gives up the one that it holds. */
  moves(holder: string): void {
    this.#moving.add(holder);
  }

  /** It has become what it was to be. */
  hasMoved(holder: string): void {
    this.#moving.delete(holder);
  }

  /** Does a resource other than this one hold the element, and not give it up? */
  isKeptByOther(element: string, holder: string | undefined): boolean {
    return [...(this.#ids.get(element) ?? [])].some((other) => other !== holder && !this.#moving.has(other));
  }

  /** Each element under a name that begins so, with each of its holders. */
  *under(scope: string): Iterable<[element: string, holder: string]> {
    for (const [element, holders] of this.#ids) {
      if (element.startsWith(scope)) for (const holder of holders) yield [element, holder];
    }
  }

  /** A new operation: nobody is known to hold anything. */
  clear(): void {
    this.#ids.clear();
    this.#moving.clear();
  }

  /** Two creates of one element at the same time: only the first goes on. False when it is taken already. */
  reserve(element: string): boolean {
    if (this.#reserved.has(element)) return false;
    this.#reserved.add(element);
    return true;
  }

  unreserve(element: string): void {
    this.#reserved.delete(element);
  }

  /** Is a create of this element under way? */
  isReserved(element: string): boolean {
    return this.#reserved.has(element);
  }
}

/** Lets one at a time work on what has a name; all its names are taken at once, so that nobody waits for ever. */
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
