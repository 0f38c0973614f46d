/**
 * A list of items (the records or forwards of a domain, the contacts of the account) that every resource of one
 * operation shares: it is read once, own writes are noted in it, and it is read again only to settle a doubt. Looking
 * something up costs the same in a zone of ten and of ten thousand.
 */
import { type Cut, type Listing, RegistrarError, UnconfirmedError } from "../api/index.ts";

/** How an item is recognised. */
export interface RowIndex<Row> {
  /** The registrar's id; absent in lists that have none. */
  id(row: Row): string | undefined;
  /** Texts to look the item up by: what it means, where it stands. Rows that mean the same share a key. */
  keys(row: Row): readonly string[];
}

/** How long one failed read counts for everybody, so that a thousand records do not ask a dead server a thousand times. */
const failureHoldsMs = 30_000;

/** A list at one moment, indexed. */
export class Rows<Row extends object> {
  /** Whether the list is proven whole: only then is something missing really gone. */
  readonly complete: boolean;
  /** Why it is not proven whole, for messages. */
  readonly incomplete: string | undefined;
  /** Why nothing can be called new, either: something contradicts the list. */
  readonly cut: Cut | undefined;
  /** Whether its end is still to be asked for, before something missing from it is called gone. */
  readonly open: boolean;
  /** When its reading began, in milliseconds since 1970: what was written later may be missing. */
  readonly readAt: number;
  readonly #by: RowIndex<Row>;
  readonly #rows = new Set<Row>();
  readonly #byId = new Map<string, Row>();
  readonly #byKey = new Map<string, Row[]>();

  constructor(listing: Omit<Listing<Row>, "total"> & { readAt?: number }, by: RowIndex<Row>) {
    this.complete = listing.complete;
    this.incomplete = listing.incomplete;
    this.cut = listing.cut;
    this.open = listing.open === true;
    this.readAt = listing.readAt ?? Date.now();
    this.#by = by;
    for (const row of listing.rows) this.add(row);
  }

  get rows(): Row[] {
    return [...this.#rows];
  }

  get size(): number {
    return this.#rows.size;
  }

  /** The item with this id of the registrar's. */
  withId(id: string | undefined): Row | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Every item with this key, in the list's order. */
  withKey(key: string): readonly Row[] {
    return this.#byKey.get(key) ?? [];
  }

  add(row: Row): void {
    this.#rows.add(row);
    const id = this.#by.id(row);
    if (id !== undefined) this.#byId.set(id, row);
    for (const key of this.#by.keys(row)) {
      const rows = this.#byKey.get(key);
      if (rows === undefined) this.#byKey.set(key, [row]);
      else rows.push(row);
    }
  }

  remove(row: Row): void {
    this.#rows.delete(row);
    const id = this.#by.id(row);
    if (id !== undefined && this.#byId.get(id) === row) this.#byId.delete(id);
    for (const key of this.#by.keys(row)) {
      const rows = this.#byKey.get(key)?.filter((other) => other !== row) ?? [];
      if (rows.length > 0) this.#byKey.set(key, rows);
      else this.#byKey.delete(key);
    }
  }

  /** The item of this list that is the same as a row from elsewhere: by id, else by its first key. */
  twin(row: Row): Row | undefined {
    const id = this.#by.id(row);
    if (id !== undefined) {
      const found = this.#byId.get(id);
      if (found !== undefined) return found;
    }
    const [key] = this.#by.keys(row);
    return key === undefined
      ? undefined
      : this.withKey(key).find((candidate) => this.#by.id(candidate) === undefined || id === undefined);
  }
}

type Write<Row> = { added?: Row; removed?: Row };

export class RowList<Row extends object> {
  readonly #fetch: (open: boolean) => Promise<Listing<Row>>;
  readonly #by: RowIndex<Row>;
  readonly #writes: Write<Row>[] = [];
  /** Ids that this process removed: a list that still shows them is old. */
  readonly #removedIds = new Set<string>();
  #firstReadAt: number | undefined;
  #shared: Promise<Rows<Row>> | undefined;
  #view: Rows<Row> | undefined;
  #failedAt: number | undefined;
  #queued: Promise<Rows<Row>> | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  /** @param fetch reads the list from the registrar; `open`: its end may stay open */
  constructor(fetch: (open: boolean) => Promise<Listing<Row>>, by: RowIndex<Row>) {
    this.#fetch = fetch;
    this.#by = by;
  }

  /** The list as this process knows it: read once, with this process's own writes in it. */
  read(): Promise<Rows<Row>> {
    if (this.#failedAt !== undefined && Date.now() - this.#failedAt > failureHoldsMs) this.forget();
    return this.#shared ?? this.#share(this.#load());
  }

  /** The same, once something is missing from it: read to its end. Gone is only what both readings lack. */
  async proven(): Promise<Rows<Row>> {
    const known = this.#shared;
    const items = known && (await this.read());
    if (items?.open === false) return items;
    if (this.#shared !== known) return this.proven();
    return this.#share(
      this.#load(false).then((fresh) => {
        for (const row of items?.rows ?? []) if (fresh.twin(row) === undefined) fresh.add(row);
        return fresh;
      }),
    );
  }

  #share(reading: Promise<Rows<Row>>): Promise<Rows<Row>> {
    const shared = reading.then((fresh) => this.#adopt(fresh));
    this.#shared = shared;
    shared.catch(() => {
      this.#failedAt = Date.now();
    });
    return shared;
  }

  /**
   * The list as the registrar shows it to a reading that begins after this call; calls that wait at the same time
   * share one. Own writes are not in it, except that what was removed stays away: this is for finding out what really
   * happened.
   */
  reread(): Promise<Rows<Row>> {
    this.#queued ??= (async () => {
      await this.#reading;
      this.#queued = undefined;
      const fresh = await this.#load();
      // One that is cut is worse than what is known.
      if (!fresh.cut) this.#shared = Promise.resolve(this.#adopt(new Rows(fresh, this.#by)));
      return fresh;
    })();
    return this.#queued;
  }

  /** When the list was first read, in milliseconds since 1970; what was done before this operation was done before that. */
  get firstReadAt(): number | undefined {
    return this.#firstReadAt;
  }

  /** Lets the next reading ask the registrar again. */
  forget(): void {
    this.#shared = undefined;
    this.#view = undefined;
    this.#failedAt = undefined;
    this.#firstReadAt = undefined;
    this.#writes.length = 0;
  }

  /** Notes an own write: what came into the list, what went out of it, or both for a change. */
  note(write: Write<Row>): void {
    this.#writes.push(write);
    const removedId = write.removed && this.#by.id(write.removed);
    if (removedId !== undefined && (write.added === undefined || this.#by.id(write.added) !== removedId)) {
      this.#removedIds.add(removedId);
    }
    if (this.#view !== undefined) apply(this.#view, write);
  }

  /** Did this process remove the item with this id? */
  wasRemoved(id: string | undefined): boolean {
    return id !== undefined && this.#removedIds.has(id);
  }

  #load(open = true): Promise<Rows<Row>> {
    const readAt = Date.now();
    this.#firstReadAt ??= readAt;
    const loading = this.#fetch(open).then((listing) => {
      const rows = listing.rows.filter((row) => !this.#removedIds.has(this.#by.id(row) ?? ""));
      // An empty list is asked for once more before it ends anything.
      const isEmpty = listing.complete && listing.rows.length === 0;
      return new Rows({ ...listing, open: open && (isEmpty || listing.open), rows, readAt }, this.#by);
    });
    this.#reading = loading.catch(() => undefined);
    return loading;
  }

  /** Own writes win over what a list says, since a list may lag behind them. */
  #adopt(fresh: Rows<Row>): Rows<Row> {
    for (const write of this.#writes) apply(fresh, write);
    this.#view = fresh;
    return fresh;
  }
}

function apply<Row extends object>(items: Rows<Row>, { added, removed }: Write<Row>): void {
  const gone = removed && items.twin(removed);
  if (gone !== undefined) items.remove(gone);
  if (added === undefined) return;
  const twin = items.twin(added);
  if (twin !== undefined) items.remove(twin);
  items.add(added);
}

/** How one thing is made, or set, and looked for. */
interface Writing<Made> {
  send(): Promise<Made>;
  /** Looks for what may have been made; says also whether what was read last proves that it was not. */
  look(): Promise<{ found: Made | undefined; last: { complete: boolean } }>;
  /** What to say when nobody can know. */
  doubt(error: RegistrarError): RegistrarError;
}

/**
 * Sends a write. After a doubtful outcome it looks before anything is sent again; what was answered is never repeated, anything else once.
 * @throws RegistrarError the doubt, when it is not known whether it was carried out
 */
export async function writeOnce<Made>({ send, look, doubt }: Writing<Made>): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      // After an attempt that may have been carried out, it may be refused because of just that.
      const mayBeThere = attempt > 1 && (error.status === 400 || error.status === 409);
      if (error.outcome === "no" && !mayBeThere) throw error;
      const looked = await look().catch(() => undefined);
      if (looked?.found !== undefined) return looked.found;
      // Absent for certain, and not repeated yet: once more.
      if (attempt === 1 && looked?.last.complete === true && !(error instanceof UnconfirmedError)) continue;
      throw doubt(error);
    }
  }
}
