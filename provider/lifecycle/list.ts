/**
 * A list of rows (the records or forwards of a domain, the contacts of the account) that all resources of one run share. The
 * run reads the list once, and again only where that reading may be stale or lacks a proof. Look-ups take constant time.
 *
 * `RowList.read` returns a reading to which all writes of this run are applied, in their order, also those before it: the reading
 * may be stale. So a row that this run wrote stays as it was written until the run ends.
 */
import type { Listing, Proof } from "../api/index.ts";
import { partition } from "../dns/index.ts";

export interface RowIndex<Row> {
  /** The registrar's ID; some lists have none. */
  id(row: Row): string | undefined;
  /** Tells if two rows, of which one has no ID, are the same. */
  identity(row: Row): string;
  /** All keys to look the row up by: its identity, its meaning, its name and type. Several rows may share a key. */
  keys(row: Row): readonly string[];
  /** Is the row one that the provider can't read? It is listed, and never found by its ID. */
  isOpaque?(row: Row): boolean;
}

/** How long a failed or cut reading counts for all resources: a thousand records don't ask a dead server a thousand times. */
const failureHoldsMs = 30_000;

/** The effect of a write of this run on the list: a new row, a removed one, or both for an update. */
type ListChange<Row> = { added?: Row; removed?: Row };

/** One reading of a list, indexed by ID and by key. */
export class Rows<Row extends object> {
  readonly proof: Proof;
  /** When the reading began, in milliseconds since 1970. Later writes may be missing. */
  readonly readAt: number;
  /** Does it have the rows of two readings? */
  readonly isSecond: boolean;
  /** Did the registrar list rows that the provider can read? */
  readonly hasReadable: boolean;
  /** Did none of them have an ID? */
  readonly lacksIds: boolean;
  /** Identities of rows that the registrar listed, and that count as deleted by this run. */
  readonly staleKeys: ReadonlySet<string>;
  readonly #by: RowIndex<Row>;
  readonly #rows = new Set<Row>();
  readonly #byId = new Map<string | undefined, Row>();
  readonly #byKey = new Map<string, Row[]>();
  /** Number of the run's writes that `catchUp` has applied. */
  #applied = 0;

  constructor(
    listing: Listing<Row> & Partial<Pick<Rows<Row>, "readAt" | "staleKeys" | "isSecond" | "hasReadable" | "lacksIds">>,
    by: RowIndex<Row>,
  ) {
    this.proof = listing.proof;
    this.staleKeys = listing.staleKeys ?? new Set();
    this.isSecond = listing.isSecond ?? false;
    this.readAt = listing.readAt ?? Date.now();
    this.#by = by;
    const readable = listing.rows.filter((row) => !by.isOpaque?.(row));
    this.hasReadable = listing.hasReadable ?? readable.length > 0;
    this.lacksIds = listing.lacksIds ?? (this.hasReadable && readable.every((row) => by.id(row) === undefined));
    // A list that contradicts itself may show an ID twice: the first row counts, or one call might change both.
    for (const row of listing.rows) if (!this.#byId.has(by.id(row))) this.#add(row);
  }

  get rows(): Row[] {
    return [...this.#rows];
  }

  /** Is it complete, but of several pages or empty, so that it is read again before a row that it lacks counts as gone? */
  get needsSecondReading(): boolean {
    return this.proof.complete && this.proof.mayLack === true && !this.isSecond;
  }

  /** Does it prove that a row which it lacks doesn't exist? */
  get isProof(): boolean {
    return this.proof.complete && !this.needsSecondReading;
  }

  /** The row with this ID, if the provider can read it. */
  withId(id: string | undefined): Row | undefined {
    const row = this.#byId.get(id);
    return row === undefined || this.#by.isOpaque?.(row) ? undefined : row;
  }

  /** Does the list show a row with this ID, readable or not? */
  shows(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The row with this ID, readable or not. */
  shownAs(id: string | undefined): Row | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Every row with this key, in the list's order. */
  withKey(key: string): readonly Row[] {
    return this.#byKey.get(key) ?? [];
  }

  #add(row: Row): void {
    this.#rows.add(row);
    const id = this.#by.id(row);
    if (id !== undefined) this.#byId.set(id, row);
    for (const key of this.#by.keys(row)) {
      const rows = this.#byKey.get(key);
      if (rows === undefined) this.#byKey.set(key, [row]);
      else rows.push(row);
    }
  }

  #remove(row: Row): void {
    this.#rows.delete(row);
    const id = this.#by.id(row);
    if (id !== undefined && this.#byId.get(id) === row) this.#byId.delete(id);
    for (const key of this.#by.keys(row)) {
      const others = this.withKey(key).filter((other) => other !== row);
      this.#byKey.set(key, others);
    }
  }

  /**
   * The row of this list that is the same as a row of another reading: by ID, else by its identity if one of the two has no
   * ID.
   */
  twin(row: Row): Row | undefined {
    const id = this.#by.id(row);
    const found = this.#byId.get(id);
    if (found !== undefined) return found;
    return this.withKey(this.#by.identity(row)).find((other) => id === undefined || this.#by.id(other) === undefined);
  }

  /** This reading as the second one: with the rows of the first that it lacks. */
  afterFirst(first: Rows<Row>): Rows<Row> {
    const { proof, readAt, staleKeys, hasReadable, lacksIds } = this;
    const rows = [...this.rows, ...first.rows.filter((row) => this.twin(row) === undefined)];
    return new Rows({ rows, proof, readAt, staleKeys, hasReadable, lacksIds, isSecond: true }, this.#by);
  }

  /** Changes this reading by the writes of the run that it doesn't have yet. @param writes all of the run, in their order */
  catchUp(writes: readonly ListChange<Row>[]): this {
    for (const write of writes.slice(this.#applied)) this.#apply(write);
    this.#applied = writes.length;
    return this;
  }

  #apply({ added, removed }: ListChange<Row>): void {
    const old = removed && this.twin(removed);
    // A row of other data that has the ID of a removed one is another row.
    if (removed && old && this.#by.identity(old) === this.#by.identity(removed)) this.#remove(old);
    if (added === undefined) return;
    const former = this.twin(added);
    // The response to a create may lack the ID, which a later reading shows.
    if (former && this.#by.id(former) !== undefined && this.#by.id(added) === undefined) return;
    if (former !== undefined) this.#remove(former);
    this.#add(added);
  }
}

/** A reading that has begun, for all resources that need it. */
class Reading<Row extends object> {
  readonly rows: Promise<Rows<Row>>;
  /** When it failed, or was cut, in milliseconds since 1970. */
  #brokenAt: number | undefined;

  constructor(rows: Promise<Rows<Row>>) {
    this.rows = rows;
    const onBreak = () => {
      this.#brokenAt = Date.now();
    };
    rows.then(({ proof }) => proof.cut !== undefined && onBreak(), onBreak);
  }

  /** Does it count, or is it so long ago that it failed or was cut that the registrar is asked again? */
  get counts(): boolean {
    return this.#brokenAt === undefined || Date.now() - this.#brokenAt <= failureHoldsMs;
  }
}

/**
 * The readings of one run. `read` waits for the shared one and, if a row is missing there and `needsSecondReading`, for a second
 * one. Events change them:
 *
 * | event | the shared reading | the second one |
 * |---|---|---|
 * | `read` finds no shared reading that counts | begins | none |
 * | `read` needs a second one, and finds none that counts | as before | begins |
 * | the second one ends | the second one, with the rows of the first, or of a third one (`#loadAfter`) | none |
 * | a reading of `reread` ends | a copy of it | none |
 * | one of the last two fails, or is cut | as before | as before |
 */
export class RowList<Row extends object> {
  /** When this run first read the list, in milliseconds since 1970. All writes of earlier runs were made before. */
  firstReadAt: number | undefined;
  readonly #fetch: () => Promise<Listing<Row>>;
  readonly #by: RowIndex<Row>;
  readonly #writes: ListChange<Row>[] = [];
  /** By ID, the identities of deleted rows. A list that still shows such a row is stale; another row may get the ID. */
  readonly #removed = new Map<string | undefined, string>();
  #shared: Reading<Row> | undefined;
  #second: Reading<Row> | undefined;
  /** The end of the reading that began last. */
  #lastEnd: Promise<unknown> = Promise.resolve();
  /** The reading that begins after that end: all calls of `reread` share it until it begins. */
  #next: Promise<Rows<Row>> | undefined;

  /** Through it, all resources create rows. */
  readonly creates = new Creates(this);

  /** @param fetch reads the list from the registrar */
  constructor(fetch: () => Promise<Listing<Row>>, by: RowIndex<Row>) {
    this.#fetch = fetch;
    this.#by = by;
  }

  /**
   * The shared list: read once by this run, with the run's own writes.
   * @param lacks does it lack a row that may exist? A list of several pages, or an empty one, is then read once more
   */
  async read(lacks: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const shared = this.#shared?.counts ? this.#shared : this.#share(new Reading(this.#load()));
    const rows = (await shared.rows).catchUp(this.#writes);
    if (!rows.needsSecondReading || !lacks(rows)) return rows;
    // Another reading has taken its place meanwhile.
    if (this.#shared !== shared) return this.read(lacks);
    if (!this.#second?.counts) this.#second = this.#secondAfter(shared, rows);
    return (await this.#second.rows).catchUp(this.#writes);
  }

  #share(reading: Reading<Row>): Reading<Row> {
    this.#shared = reading;
    this.#second = undefined;
    return reading;
  }

  #secondAfter(shared: Reading<Row>, first: Rows<Row>): Reading<Row> {
    const second = new Reading(
      this.#loadAfter(first).then((both) => {
        if (both.proof.cut === undefined && this.#shared === shared) this.#share(second);
        return both;
      }),
    );
    return second;
  }

  /**
   * A reading with the rows of the first that it lacks. A third one tells if these moved between pages, or if the first was
   * stale: a row that the second and the third lack is gone, or has another ID.
   */
  async #loadAfter(first: Rows<Row>): Promise<Rows<Row>> {
    const fresh = await this.#load();
    const own = new Set(this.#writes.map(({ added }) => added));
    const isLost = first.rows.some((row) => !own.has(row) && fresh.twin(row) === undefined);
    const third = isLost && fresh.proof.cut === undefined ? await this.#load().catch(() => fresh) : fresh;
    return third === fresh || third.proof.cut !== undefined ? fresh.afterFirst(first) : third.afterFirst(fresh);
  }

  /** Reads again for the next `read`. @returns the reading if it is cut: `read` returns an older one then */
  async renew(): Promise<Rows<Row> | undefined> {
    const rows = await this.reread();
    return rows.proof.cut === undefined ? undefined : rows;
  }

  /**
   * For polls: reads the list again, beginning after this call. The result lacks rows with IDs that this run deleted, and gets
   * no other writes of this run. Calls that wait at the same time share one reading.
   */
  reread(): Promise<Rows<Row>> {
    this.#next ??= this.#lastEnd.then(async () => {
      this.#next = undefined;
      const fresh = await this.#load();
      // Shares a copy, since `read` adds this run's writes to it: the result stays as it was read.
      if (fresh.proof.cut === undefined) this.#share(new Reading(Promise.resolve(new Rows(fresh, this.#by))));
      return fresh;
    });
    return this.#next;
  }

  /** Adds a write of this run, for all later calls of `read`. */
  note(write: ListChange<Row>): void {
    this.#writes.push(write);
    const { added, removed } = write;
    const [addedId, removedId] = [added && this.#by.id(added), removed && this.#by.id(removed)];
    if (removed !== undefined && removedId !== undefined) this.#removed.set(removedId, this.#by.identity(removed));
    // An update keeps the ID, and a create may use it again.
    if (addedId !== undefined) this.#removed.delete(addedId);
  }

  wasRemoved(id: string | undefined): boolean {
    return this.#removed.has(id);
  }

  #load(): Promise<Rows<Row>> {
    const readAt = Date.now();
    this.firstReadAt ??= readAt;
    const loading = this.#fetch().then(({ rows, proof }) => {
      // A deleted row, and not another one with its ID.
      const isStale = (row: Row) => this.#removed.get(this.#by.id(row)) === this.#by.identity(row);
      const [stale, shown] = partition(rows, isStale);
      const staleKeys = new Set(stale.map((row) => this.#by.identity(row)));
      return new Rows({ rows: shown, proof, readAt, staleKeys }, this.#by);
    });
    this.#lastEnd = loading.catch(() => undefined);
    return loading;
  }
}

interface Created<T> {
  readonly made: T;
  /** The error of the test, if it was the first create, and failed it. */
  readonly doubt?: unknown;
}

/**
 * Creates into one list. A list without readable rows can't show how its rows look, so its first create runs alone, and the list
 * is read once after it:
 *
 * | the first create | the list after it | all others, which wait for it |
 * |---|---|---|
 * | succeeds | has readable rows, and passes `test` | run |
 * | succeeds | fails `test` | fail with the error of `test`, which is the doubt of the first |
 * | succeeds | can't be read, or has no readable row yet | run: the next of them is the first |
 * | fails | - | run: the next of them is the first |
 */
class Creates<Row extends object> {
  readonly #list: RowList<Row>;
  /** The first create, and the test of the list after it. */
  #first: Promise<unknown> | undefined;
  #isTested = false;

  constructor(list: RowList<Row>) {
    this.#list = list;
  }

  async run<T>(make: () => Promise<T>, test: (rows: Rows<Row>) => void): Promise<Created<T>> {
    while (!this.#isTested) {
      if (this.#first !== undefined) await this.#first;
      else if ((await this.#list.read()).hasReadable) break;
      // Another create may have become the first during the reading.
      else if (this.#first === undefined) {
        const making = make();
        this.#first = this.#testAfter(making, test);
        const doubt = await this.#first.catch((error: unknown) => error);
        return { made: await making, doubt };
      }
    }
    return { made: await make() };
  }

  /** For a delete that a create follows: waits for the first create. @throws its error if that forbids others */
  async requireAllowed(): Promise<void> {
    await this.#first;
  }

  /** @throws the error of `test` */
  async #testAfter(making: Promise<unknown>, test: (rows: Rows<Row>) => void): Promise<void> {
    const rows = await making.then(() => this.#list.reread()).catch(() => undefined);
    if (rows !== undefined) test(rows);
    this.#isTested = rows?.hasReadable === true;
    if (!this.#isTested) this.#first = undefined;
  }
}
