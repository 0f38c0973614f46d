/**
 * What the provider host is told of the rest of the program. It sees one resource at a time, and a removed one only at
 * the very end; so the classes send with a resource what the state and the program say of the rows that it may meet.
 * Rows are named by a hash, never by their values, and nothing of this is stored.
 */
import * as z from "zod";
import { fingerprint } from "./fingerprint.ts";

const rowSchema = z.object({
  /** Hash of what the row means. */
  fingerprint: z.string(),
  /** The registrar's ids of it, as far as the state knows them. */
  ids: z.array(z.string()),
  /** Resources whose state speaks of it. */
  owners: z.number(),
  /** Resources that the program wants to be this row, or to be in its place. */
  wanted: z.number(),
  /** What becomes of it if nobody wants it: a owner may still want it, is not declared any more, or all want others. */
  otherwise: z.enum(["doubtful", "leaving", "free"]),
  /** When its owner was last written. */
  writtenAt: z.string().optional(),
});
const factsSchema = z.object({
  /** Of which items of which domain this speaks. */
  scope: z.string(),
  rows: z.array(rowSchema),
});

/** A row that a resource of this program held when the run began. */
export type SiblingRow = z.infer<typeof rowSchema>;
/** What one resource's class sends. */
export type SiblingFacts = z.infer<typeof factsSchema>;

/** The items of one kind in one domain. */
export const scopeOf = (group: string, domain: string) => `${group} ${domain}`;

/** A row's name without its values. */
export const fingerprintIn = (scope: string, key: string): string => fingerprint(`${scope} ${key}`, 24);

/** All that the classes sent in one operation. */
export class Siblings {
  readonly #byFingerprint = new Map<string, SiblingRow>();
  readonly #byId = new Map<string, SiblingRow>();
  /** Do classes tell of the program's other resources, if only that there is nothing to tell? */
  isTold = false;

  /** Nothing is known, as in most runs: then nobody needs to ask. */
  get isEmpty(): boolean {
    return this.#byFingerprint.size === 0;
  }

  /** @param sent as it came with the arguments; in a preview it may not be known */
  add(sent: unknown): void {
    this.isTold ||= sent !== undefined;
    const { data } = factsSchema.safeParse(sent);
    if (data === undefined) return;
    const { scope } = data;
    for (const row of data.rows) {
      this.#byFingerprint.set(row.fingerprint, row);
      for (const id of row.ids) this.#byId.set(`${scope} ${id}`, row);
    }
  }

  /** What is known of a row by what it means. */
  withFingerprint(fingerprint: string): SiblingRow | undefined {
    return this.#byFingerprint.get(fingerprint);
  }

  /** What is known of a row by the registrar's id. */
  withId(scope: string, id: string | undefined): SiblingRow | undefined {
    return id === undefined ? undefined : this.#byId.get(`${scope} ${id}`);
  }
}
