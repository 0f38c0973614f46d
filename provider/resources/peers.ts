/**
 * What the provider host is told of the rest of the program. It sees one resource at a time, and a removed one only at
 * the very end; so the classes send with a resource what the state and the program say of the rows that it may meet.
 * Rows are named by a hash, never by their values, and nothing of this is stored.
 */
import { createHash } from "node:crypto";
import * as z from "zod";

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
  isTold = false;

  /** Nothing is known, as in most runs: then nobody needs to ask. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** @param sent as it came with the arguments; in a preview it may not be known */
  add(sent: unknown): void {
    this.isTold ||= sent !== undefined;
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
