/**
 * A list of rows (the records or forwards of a domain, the contacts of the account) that all resources of one run share. The
 * run reads the list once, adds its own writes, and reads again only where that may be stale or lacks a proof. Look-ups take
 * constant time.
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

/**
 * One reading of a list, indexed by ID and by key. `RowList.read` adds the run's later writes to the shared one. It proves:
 *
 * | | meaning |
 * |---|---|
 * | `proof.complete` | the registrar showed the end of the list (api/lists/prove.ts) |
 * | `proof.cut` | something contradicts the list, so a row that it lacks may exist |
 * | `needsSecondReading` | complete, but read once, of several pages or empty (`proof.mayLack`) |
 * | `isSecond` | it has the rows of two readings |
 * | `isProof` | complete, and needs no second reading: a row that it lacks doesn't exist |
 */
export class Rows<Row extends object> {
  readonly proof: Proof;
  /** When the reading began, in milliseconds since 1970. Later writes may be missing. */
  readonly readAt: number;
  readonly isSecond: boolean;
  /** Did the registrar list rows that the provider can read? */
  readonly hasReadable: boolean;
  /** Did none of them have an ID? */
  readonly lacksIds: boolean;
  /** Identities of rows that the registrar listed, and that count as deleted by this run. */
  readonly staleKeys: ReadonlySet<string>;
  readonly #by: RowIndex<Row>;
  readonly #rows = new Set<Row>();
  readonly #byId = new Map<string, Row>();
  readonly #byKey = new Map<string, Row[]>();
  /** Number of the run's writes that it has. */
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
    for (const row of listing.rows) if (this.#shown(by.id(row)) === undefined) this.#add(row);
  }

  get rows(): Row[] {
    return [...this.#rows];
  }

  /** Must it be read again before a row that it lacks counts as gone? */
  get needsSecondReading(): boolean {
    return this.proof.complete && this.proof.mayLack === true && !this.isSecond;
  }

  /** Does it prove that a row which it lacks doesn't exist? */
  get isProof(): boolean {
    return this.proof.complete && !this.needsSecondReading;
  }

  /** The row with this ID, if the provider can read it. */
  withId(id: string | undefined): Row | undefined {
    const row = this.#shown(id);
    return row === undefined || this.#by.isOpaque?.(row) ? undefined : row;
  }

  /** Does the list show a row with this ID, readable or not? */
  shows(id: string): boolean {
    return this.#shown(id) !== undefined;
  }

  #shown(id: string | undefined): Row | undefined {
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
    const found = this.#shown(id);
    if (found !== undefined) return found;
    return this.withKey(this.#by.identity(row)).find((other) => id === undefined || this.#by.id(other) === undefined);
  }

  /** @param writes all of the run. Each is applied once */
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

/** A reading for all resources that need it. */
class Reading<Row extends object> {
  readonly rows: Promise<Rows<Row>>;
  /** The second reading after it, for those that need one. */
  second: Reading<Row> | undefined;
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

export class RowList<Row extends object> {
  /** When this run first read the list, in milliseconds since 1970. All writes of earlier runs were made before. */
  firstReadAt: number | undefined;
  readonly #fetch: () => Promise<Listing<Row>>;
  readonly #by: RowIndex<Row>;
  readonly #writes: ListChange<Row>[] = [];
  /** By ID, the identities of deleted rows. A list that still shows such a row is stale; another row may get the ID. */
  readonly #removed = new Map<string, string>();
  /**
   * Resources wait for it, and see its rows:
   *
   * | event | the shared reading |
   * |---|---|
   * | the first reading begins (`read`) | that one; if it fails or is cut, for some time |
   * | a second one ends, for those who need it | that one, with the older rows, unless another has replaced the first |
   * | a second one fails, or is cut | as before. Who needs a second one gets this result for some time |
   * | a reading of `reread` ends | a copy; if it is cut, as before |
   */
  #shared: Reading<Row> | undefined;
  /** A reading that begins when the one before has ended. */
  #queued: Promise<Rows<Row>> | undefined;
  #lastLoad: Promise<unknown> = Promise.resolve();

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
    if (this.#shared?.counts !== true) this.#shared = new Reading(this.#load());
    const known = this.#shared;
    const rows = await this.#caughtUp(known);
    if (!rows.needsSecondReading || !lacks(rows)) return rows;
    // Another reading has taken its place meanwhile.
    if (this.#shared !== known) return this.read(lacks);
    if (known.second?.counts !== true) known.second = this.#secondAfter(known, rows);
    return this.#caughtUp(known.second);
  }

  /** The rows of a reading, which may be stale, with the writes of this run. */
  async #caughtUp(reading: Reading<Row>): Promise<Rows<Row>> {
    return (await reading.rows).catchUp(this.#writes);
  }

  /** A second reading, with the rows of the first that it lacks. */
  #secondAfter(known: Reading<Row>, first: Rows<Row>): Reading<Row> {
    const second = new Reading(
      this.#load().then((fresh) => {
        const { proof, readAt, staleKeys, hasReadable, lacksIds } = fresh;
        const rows = [...fresh.rows, ...first.rows.filter((row) => fresh.twin(row) === undefined)];
        if (proof.cut === undefined && this.#shared === known) this.#shared = second;
        return new Rows({ rows, proof, readAt, staleKeys, hasReadable, lacksIds, isSecond: true }, this.#by);
      }),
    );
    return second;
  }

  /** Reads again for the next `read`. @returns the reading if it is cut: then it isn't shared, and `read` returns an older one */
  async renew(): Promise<Rows<Row> | undefined> {
    const rows = await this.reread();
    return rows.proof.cut === undefined ? undefined : rows;
  }

  /**
   * For polls: reads the list again, beginning after this call. Of this run's writes, only deletes of rows with IDs are applied
   * to the result. Calls that wait at the same time share one reading.
   */
  reread(): Promise<Rows<Row>> {
    this.#queued ??= (async () => {
      await this.#lastLoad;
      this.#queued = undefined;
      const fresh = await this.#load();
      // The shared list is a copy: it has this run's creates, and the result hasn't.
      if (!fresh.proof.cut) this.#shared = new Reading(Promise.resolve(new Rows(fresh, this.#by)));
      return fresh;
    })();
    return this.#queued;
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

  /** Called before a create if IDs are made of fields: the new row may have the ID of a deleted one. */
  forgetRemoved(): void {
    this.#removed.clear();
  }

  wasRemoved(id: string | undefined): boolean {
    return id !== undefined && this.#removed.has(id);
  }

  /** Is it a deleted row, and not another one with its ID? */
  #isStale(row: Row): boolean {
    const id = this.#by.id(row);
    return id !== undefined && this.#removed.get(id) === this.#by.identity(row);
  }

  #load(): Promise<Rows<Row>> {
    const readAt = Date.now();
    this.firstReadAt ??= readAt;
    const loading = this.#fetch().then(({ rows, proof }) => {
      const [stale, shown] = partition(rows, (row) => this.#isStale(row));
      const staleKeys = new Set(stale.map((row) => this.#by.identity(row)));
      return new Rows({ rows: shown, proof, readAt, staleKeys }, this.#by);
    });
    this.#lastLoad = loading.catch(() => undefined);
    return loading;
  }
}

/**
 * Creates into one list. A list without readable rows can't show how its rows look, so its first create runs alone, and the list
 * is read once after it:
 *
 * | the first create | the list after it | all others, which wait for it |
 * |---|---|---|
 * | succeeds | has readable rows, and passes `test` | run |
 * | succeeds | fails `test` | fail as the first does |
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

  async run<T>(make: () => Promise<T>, test: (rows: Rows<Row>) => void): Promise<T> {
    while (!this.#isTested) {
      if (this.#first !== undefined) await this.#first;
      else if ((await this.#list.read()).hasReadable) break;
      else if (this.#first === undefined) return this.#runFirst(make(), test);
    }
    return make();
  }

  async #runFirst<T>(making: Promise<T>, test: (rows: Rows<Row>) => void): Promise<T> {
    this.#first = this.#testAfter(making, test);
    await this.#first;
    return making;
  }

  /** @throws the error of `test` */
  async #testAfter(making: Promise<unknown>, test: (rows: Rows<Row>) => void): Promise<void> {
    const rows = await making.then(() => this.#list.reread()).catch(() => undefined);
    if (rows !== undefined) test(rows);
    this.#isTested = rows?.hasReadable === true;
    if (!this.#isTested) this.#first = undefined;
  }
}
