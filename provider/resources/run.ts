/**
 * One operation of an engine (an `up`, a `refresh`, a `destroy`) as the life cycle functions see it: the client, the
 * shared lists, and who holds which of the registrar's items.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Forward, forwardFromWire, forwardKeys } from "../api/forward.ts";
import { type Api, type Configuration, createClient, InterruptedError, RegistrarError } from "../api/index.ts";
import { ItemList, type Items } from "../api/items.ts";
import type { WireDomain } from "../api/shapes.ts";
import { normaliseDomain, recordFromWire, type ZoneRow } from "../dns/index.ts";
import { Claims, Turns } from "./claims.ts";
import { type Contact, contactFromWire, contactKeys } from "./contactFields.ts";
import { recordKeys } from "./recordKeys.ts";
import { Siblings } from "./siblings.ts";

/** Where the orders of this machine are noted; the front of the provider knows a place. */
export interface OrderNotes {
  readonly folder: string;
  /** What a person can do for another folder, such as `set HOME to one`. */
  readonly elsewhere: string;
}

export interface RunOptions {
  configuration: Configuration;
  orderNotes: OrderNotes;
  /** Aborted when the process is interrupted. */
  interruption?: AbortSignal;
  /** Refuse every write with a `ReadOnlyError`, before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Where a person reads what life cycle calls must say; default: stderr. */
  say?: (message: string) => void;
  /** Milliseconds since 1970; default: the clock. */
  now?: () => number;
  /** Who holds what in this operation; default: nobody yet. */
  claims?: Claims;
  /** What the rest of the program holds and wants; default: nothing is known of it. */
  siblings?: Siblings;
}

/** The last write of something, as its state remembers it. */
export interface LastWrite {
  /** When it ended: ISO 8601; `undefined` where it was never written, or is not remembered. */
  writtenAt?: string | undefined;
  /** How much longer it may have gone on, in milliseconds. Default: 0. */
  writingMs?: number;
}

export class Run {
  readonly configuration: Configuration;
  readonly api: Api;
  readonly orderNotes: OrderNotes;
  readonly say: (message: string) => void;
  readonly now: () => number;
  readonly claims: Claims;
  readonly siblings: Siblings;
  /** By domain: names of the rows that the check of an authoritative zone approved to be changed or deleted. */
  readonly approvedRows = new Map<string, ReadonlySet<string>>();
  readonly #turns = new Turns();
  readonly #records = new Map<string, ItemList<ZoneRow>>();
  readonly #forwards = new Map<string, ItemList<Forward>>();
  readonly #domains = new Map<string, Promise<WireDomain>>();
  readonly #former: ReadonlySet<string>;
  readonly #interruption: AbortSignal | undefined;
  readonly #settled = new WeakMap<object, { until: number; looking: Promise<void> }>();
  #contacts: ItemList<Contact> | undefined;

  constructor({ configuration, orderNotes, interruption, readOnly, say, now, claims, siblings }: RunOptions) {
    this.configuration = configuration;
    this.orderNotes = orderNotes;
    this.api = createClient({
      ...configuration,
      ...(interruption && { interruption }),
      ...(readOnly && { readOnly }),
    });
    this.#former = new Set(configuration.formerDomains.map(safeDomain));
    this.#interruption = interruption;
    this.say = say ?? ((message) => process.stderr.write(`${message}\n`));
    this.now = now ?? Date.now;
    this.claims = claims ?? new Claims();
    this.siblings = siblings ?? new Siblings();
  }

  /** The records of a domain, read once for everybody. */
  records(domain: string): ItemList<ZoneRow> {
    return listOf(this.#records, normaliseDomain(domain), (name) => {
      const fetch = async () => {
        const listing = await this.api.records.list({ domain: name });
        return { ...listing, rows: listing.rows.map((row) => recordFromWire(row, name)) };
      };
      return new ItemList(fetch, { id: ({ id }) => id, keys: recordKeys });
    });
  }

  /** The URL forwards of a domain, read once for everybody. */
  forwards(domain: string): ItemList<Forward> {
    return listOf(this.#forwards, normaliseDomain(domain), (name) => {
      const fetch = async () => {
        const listing = await this.api.forwards.list({ domain: name });
        return { ...listing, rows: listing.rows.map((row) => forwardFromWire(row, name)) };
      };
      return new ItemList(fetch, { id: ({ id }) => id, keys: forwardKeys });
    });
  }

  /** The contact handles of the account, read once for everybody. */
  contacts(): ItemList<Contact> {
    this.#contacts ??= new ItemList(async () => {
      const listing = await this.api.contacts.list({});
      return { ...listing, rows: listing.rows.map(contactFromWire) };
    }, contactKeys);
    return this.#contacts;
  }

  /**
   * The details of a domain (`domains.get`), read once for everybody. A reading that failed is not kept. Whoever changes
   * something of the domain calls `noteDomain` or `forgetDomain` afterwards.
   */
  domain(domain: string): Promise<WireDomain> {
    const name = normaliseDomain(domain);
    const known = this.#domains.get(name);
    if (known !== undefined) return known;
    const reading = this.api.domains.get({ domain: name });
    this.#domains.set(name, reading);
    reading.catch(() => {
      if (this.#domains.get(name) === reading) this.#domains.delete(name);
    });
    return reading;
  }

  /** Own writes count in the shared details at once. */
  noteDomain(domain: string, changed: Partial<WireDomain>): void {
    const name = normaliseDomain(domain);
    const known = this.#domains.get(name);
    if (known === undefined) return;
    const noted = known.then((details) => ({ ...details, ...changed }));
    this.#domains.set(name, noted);
    noted.catch(() => {
      if (this.#domains.get(name) === noted) this.#domains.delete(name);
    });
  }

  /** Lets the details of a domain be read again. */
  forgetDomain(domain: string): void {
    this.#domains.delete(normaliseDomain(domain));
  }

  /** Lets every list be read again: a new operation begins, and what the last one saw may be old. */
  forgetLists(): void {
    for (const lists of [this.#records, this.#forwards]) for (const list of lists.values()) list.forget();
    this.#contacts?.forget();
    this.#domains.clear();
  }

  /** Was this domain declared as one that left the account for good (`registrar:formerDomains`)? */
  isFormer(domain: unknown): boolean {
    return typeof domain === "string" && this.#former.has(safeDomain(domain));
  }

  /** Runs something alone among all that share one of its keys: they see what it did, and it what they did. */
  inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#turns.run(keys, work);
  }

  /**
   * Until when a list may lag behind a write; `undefined`: this one no longer could.
   * @param readAt when the reading of the list began, in milliseconds since 1970
   */
  lagsUntil({ writtenAt, writingMs = 0 }: LastWrite, readAt: number): number | undefined {
    const { withinMs } = this.api.lookups;
    const [now, written] = [this.now(), Date.parse(writtenAt ?? "")];
    // A clock that runs ahead elsewhere must not make anybody wait for longer than the bound.
    if (!(written <= now + withinMs)) return undefined;
    // What this list does not show was written by an earlier run, and that had ended by then.
    const until = Math.min(written + writingMs, readAt) + withinMs;
    return until > readAt ? until : undefined;
  }

  /**
   * Looks for something that may not show yet, with growing waits: soon at first, the last look at the end of the time.
   * At most as often as configured.
   * @param until the last look is at this moment (milliseconds since 1970); default: the whole configured time from now
   */
  async lookUntil<Found>(look: () => Promise<Found | undefined>, until?: number): Promise<Found | undefined> {
    const { times, withinMs } = this.api.lookups;
    const start = this.now();
    const end = until ?? start + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      const began = this.now();
      const found = await look();
      // A look that began before the end may have seen what was there then, however late its answer came.
      if (found !== undefined || attempt >= times || began >= end) return found;
      const next = start + (end - start) * Math.min(1, attempt / (times - 1)) ** 1.5;
      // Timers may fire a millisecond early.
      await this.#wait(next + 1 - this.now());
    }
  }

  /** The same where a look that fails has seen nothing, and an interruption only ends it. */
  async lookPatiently<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    try {
      return await this.lookUntil(() =>
        look().catch((error: unknown) => {
          if (!(error instanceof RegistrarError) || error instanceof InterruptedError) throw error;
          return undefined;
        }),
      );
    } catch (error) {
      if (error instanceof InterruptedError) return undefined;
      throw error;
    }
  }

  /** Looks for something in new readings of a list. @returns what was found, and the last reading */
  async lookFor<Row extends object, Found>(
    list: ItemList<Row>,
    find: (items: Items<Row>) => Found | undefined,
    until?: number,
  ): Promise<{ found: Found | undefined; last: Items<Row> }> {
    let last: Items<Row> | undefined;
    const found = await this.lookUntil(async () => {
      last = await list.reread();
      return find(last);
    }, until);
    return { found, last: last ?? (await list.read()) };
  }

  /**
   * The list as it is when it can no longer lag behind anything that was done before this operation: read again, at most
   * as often as configured, until the longest time that lists may lag is over since it was first read. All who ask share
   * the looks.
   */
  settled<Row extends object>(list: ItemList<Row>): Promise<Items<Row>> {
    const until = (list.firstReadAt ?? this.now()) + this.api.lookups.withinMs;
    const known = this.#settled.get(list);
    const looking =
      known?.until === until ? known.looking : this.lookFor(list, () => undefined, until).then(() => undefined);
    this.#settled.set(list, { until, looking });
    return looking.then(() => list.read());
  }

  async #wait(milliseconds: number): Promise<void> {
    try {
      await delay(Math.max(0, milliseconds), undefined, this.#interruption && { signal: this.#interruption });
    } catch (error) {
      if (this.#interruption?.aborted) {
        throw new InterruptedError({
          what: "interrupted while waiting",
          advice: "Nothing more was sent. Run the command again.",
        });
      }
      throw error;
    }
  }
}

function listOf<Row extends object>(
  lists: Map<string, ItemList<Row>>,
  name: string,
  make: (name: string) => ItemList<Row>,
): ItemList<Row> {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const made = make(name);
  lists.set(name, made);
  return made;
}

function safeDomain(domain: string): string {
  try {
    return normaliseDomain(domain);
  } catch {
    return domain.toLowerCase();
  }
}
