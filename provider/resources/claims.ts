/**
 * Who owns which item of the registrar: within one operation by the claims of its resources, and as the rest of the program and its
 * state have it. The provider host sees one resource at a time, and a removed one only at the very end; so the classes send with a
 * resource what is known of the rows that it may meet. Rows are named there by a hash, never by their values, and nothing is stored.
 */
import { createHash } from "node:crypto";
import * as z from "zod";

/** Within one operation, by the Pulumi ids of the resources. */
export class Claims {
  readonly #ids = new Map<string, Set<string>>();
  #waiting: (() => void)[] = [];
  readonly #moving = new Set<string>();

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

  /** This resource is to become another item in this operation, and gives up the one that it is. */
  moves(owner: string): void {
    this.#moving.add(owner);
  }

  /** It has become what it was to be. */
  hasMoved(owner: string): void {
    this.#moving.delete(owner);
  }

  isMoving(owner: string): boolean {
    return this.#moving.has(owner);
  }

  /** Each item under a name that begins so, with each of its owners. */
  *under(scope: string): Iterable<[item: string, owner: string]> {
    for (const [item, owners] of this.#items) {
      if (item.startsWith(scope)) for (const owner of owners) yield [item, owner];
    }
  }

  /** A new operation: nobody is known to own anything. */
  clear(): void {
    this.#ids.clear();
    this.#waiting = [];
    this.#moving.clear();
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

const rowSchema = z.object({
  /** Hash of what the row means. */
  key: z.string(),
  /** The registrar's ids of it, as far as the state knows them. */
  ids: z.array(z.string()),
  /** Resources whose state speaks of it. */
  owners: z.number(),
  /** Resources that the program wants to be this row, or to be in its place. */
  wanted: z.number(),
  /** An owner is declared, and may want it: its arguments are not known yet. */
  isDoubtful: z.boolean(),
  /** When its owner was last written. */
  writtenAt: z.string().optional(),
});
const factsSchema = z.object({
  /** Of which items of which domain this speaks. */
  scope: z.string(),
  rows: z.array(rowSchema),
});

/** A row that a resource of this program held when the run began. */
export type PeerRow = z.infer<typeof rowSchema>;
/** What one resource's class sends. */
export type PeerFacts = z.infer<typeof factsSchema>;

/** The items of one kind in one domain. */
export const scopeOf = (group: string, domain: string) => `${group} ${domain}`;

/** A row's name without its values. */
export const peerKey = (scope: string, key: string): string =>
  createHash("sha256").update(`${scope} ${key}`).digest("hex").slice(0, 24);

/** All that the classes sent in one operation. */
export class Peers {
  readonly #rows = new Map<string, PeerRow>();
  /** Do classes tell of the program's other resources, if only that there is nothing to tell? */
  isKnown = false;

  /** Nothing is known, as in most runs: then nobody needs to ask. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** @param sent as it came with the arguments; in a preview it may not be known */
  add(sent: unknown): void {
    this.isKnown ||= sent !== undefined;
    const { data } = factsSchema.safeParse(sent);
    for (const row of data?.rows ?? []) {
      const known = this.#rows.get(row.key);
      // What is known later is more, in whatever order it comes.
      const wanted = Math.max(row.wanted, known?.wanted ?? 0);
      const merged = { ...row, wanted, isDoubtful: row.isDoubtful && known?.isDoubtful !== false };
      for (const key of [row.key, ...row.ids.map((id) => `${data?.scope} ${id}`)]) this.#rows.set(key, merged);
    }
  }

  /** What is known of a row by what it may mean, else by the registrar's id. */
  find(scope: string, meanings: readonly string[], id: string | undefined): PeerRow | undefined {
    if (this.isEmpty) return undefined;
    const key = meanings.map((meaning) => peerKey(scope, meaning)).find((each) => this.#rows.has(each));
    return this.#rows.get(key ?? `${scope} ${id}`);
  }
}
