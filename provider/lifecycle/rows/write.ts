/**
 * Reads and writes of one kind of row in one domain, for one resource of a run. Each write ends in a known outcome or in an error
 * that says it is unknown: a doubtful write is looked up in the list, and never simply repeated.
 */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import {
  IncompleteListError,
  isObject,
  NotFoundError,
  RegistrarError,
  UnexpectedShapeError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import { CnameConflictError, DeclaredTwiceError, NotIdentifiedError, UnknownOutcomeError } from "../errors.ts";
import { type RowList, type Rows, refusesRow, writeOnce } from "../list.ts";
import type { LastWrite } from "../poll.ts";
import type { Run } from "../run.ts";
import { type AnyRow, type Entries, isExactly, type Listed, type RowKind, satisfies } from "./kind.ts";
import { closest, conflictsOf, doubtOf, inPlace, type Matching, matchStored, meant } from "./match.ts";
import { label, type RowClaims, rowClaims } from "./owners.ts";

/** Attempts of one write, if the row has another ID each time. */
const maxMoves = 3;

type WithId<Row> = Row & { id: string };
/** Live rows of entries. */
export type Found<Row extends AnyRow> = ReadonlyMap<Listed<Row>, Row>;

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

export class DomainRows<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;

  /** @param owner Pulumi ID of the resource; default: that of a new one */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = label(domain)) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.list = kind.list(run, domain);
    this.claims = rowClaims(kind, domain, run.claims, owner);
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /** The list as this run knows it. @param isMissing does it lack a row that a resource owns? Then it is read to its end */
  async read(isMissing: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const rows = await this.#explained(() => this.list.read());
    if (!isMissing(rows)) return rows;
    const proven = await this.#explained(() => this.list.proven());
    if (proven.rows.length === 0 && proven.complete)
      this.run.logOnce(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    return proven;
  }

  /** The list once it can't be stale any more, as far as writes before this run go. */
  settled(): Promise<Rows<Row>> {
    return this.#explained(() => this.run.poll.settled(this.list));
  }

  /**
   * The list, polled until it shows a write, for as long as it may be stale.
   * @param isMissing as for {@link read}; default: while the write doesn't show
   */
  async observe(
    write: LastWrite,
    isShown: (rows: Rows<Row>) => boolean,
    isMissing = (rows: Rows<Row>) => !isShown(rows),
  ): Promise<Rows<Row>> {
    const rows = await this.read(isMissing);
    const staleUntil = this.run.poll.lagsUntil(write, rows.readAt);
    if (staleUntil === undefined || isShown(rows)) return rows;
    const { last } = await this.#explained(() =>
      this.run.poll.inList(this.list, (shown) => isShown(shown) || undefined, staleUntil),
    );
    return last;
  }

  /**
   * The list, polled while it may be stale.
   * @param awaited entries that have to show as they were written
   * @param isQuiet does the list show no row that the last write may have removed?
   */
  observeStored(
    stored: Entries<Row>,
    awaited: Entries<Row>,
    writtenAt: string | undefined,
    isQuiet: (rows: Rows<Row>, found: Found<Row>) => boolean = () => true,
  ): Promise<Rows<Row>> {
    const isShown = (rows: Rows<Row>) => {
      const found = this.match(rows, stored);
      const isAsWritten = (entry: Listed<Row>) => {
        const row = found.get(entry);
        return row !== undefined && satisfies(this.kind, row, entry.row, entry);
      };
      return isQuiet(rows, found) && awaited.every(isAsWritten);
    };
    const isMissing = (rows: Rows<Row>) => rows.open && this.match(rows, stored).size < stored.length;
    return this.observe({ writtenAt }, isShown, isMissing);
  }

  matching(rows: Rows<Row>): Matching<Row> {
    return {
      kind: this.kind,
      rows,
      isOthers: (row, wanted) => this.claims.isOthers(row, wanted),
      isReleased: (row) => this.run.claims.released.get(this.keyOf(row))?.isReplaced === true,
    };
  }

  /** Claims a row that exists already: with `--continue-on-error` the engine goes on to deletes, which leave a claimed row. */
  claimMet({ kind, rows }: { readonly kind: string; readonly rows: readonly Row[] }): void {
    if (kind === "exists" || kind === "in place") for (const row of rows) this.claims.claim(row);
  }

  /** Key of a row among those that the resources of a run give up. */
  keyOf(row: Row): string {
    return `${this.kind.group} ${this.domain} ${this.kind.keys(row).meaning}`;
  }

  /** @throws UnexpectedShapeError if a row with a stored ID isn't understood */
  match(rows: Rows<Row>, stored: Entries<Row>): Map<Listed<Row>, Row> {
    for (const { row: known, recordId } of stored) {
      const row = rows.withId(recordId);
      const reason = row && this.kind.unreadable(row);
      if (reason !== undefined)
        throw new UnexpectedShapeError({
          operation: `${this.kind.group}.list`,
          domain: this.domain,
          what: `${this.describe(known)} came back in a form that is not understood: ${reason}`,
          advice: contractAdvice,
        });
    }
    return matchStored(this.matching(rows), stored);
  }

  /** Refuses to write a row until a refresh has shown it. @throws NotIdentifiedError */
  refuseDoubt(rows: Rows<Row>, row: Row | undefined, stored: Listed<Row>, isGoal?: (row: Row) => boolean): void {
    const doubt = doubtOf(this.matching(rows), row, stored, isGoal);
    if (doubt === undefined) return;
    const { now, instead } = doubt;
    throw NotIdentifiedError.edited(this.describe(stored.row), this.describe(now), now.id, instead?.id);
  }

  /** Refuses to treat a row that a list doesn't show as gone, unless the list is complete. @throws IncompleteListError */
  refuseIncomplete(rows: Rows<Row>, row: Row, question = "is still there"): void {
    if (rows.complete) return;
    const subject = `whether ${this.describe(row)} ${question}`;
    throw new IncompleteListError(subject, `${this.kind.group}.list`, this.domain, rows);
  }

  /** The registrar's ID of a row. @throws NotIdentifiedError if neither list nor state has one */
  idOf(row: Row, recordId?: string): string {
    const id = row.id ?? recordId;
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    return id;
  }

  /** Runs work on some rows while no other work on rows of the same owners (name and type of a record) runs. */
  runExclusive<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
    const owners = new Set(rows.map((row) => this.kind.keys(row).owner));
    return this.run.turns.run(
      [...owners].map((owner) => `${this.kind.group} ${this.domain} ${owner}`),
      work,
    );
  }

  /** Creates a row. @throws DeclaredTwiceError if another resource owns an equal one */
  async make(wanted: Row): Promise<Row> {
    if (this.claims.isOthers({ ...wanted, id: undefined }))
      throw new DeclaredTwiceError(this.describe(wanted), this.kind.group === "records");
    const row = await this.#explained(() => this.#post(wanted), wanted);
    this.list.note({ added: row });
    return row;
  }

  /**
   * Finds the row because of which the registrar refused a create, although the list didn't show it.
   * @throws the refusal, if it is of another kind or nothing is found
   */
  async findRefused(refusal: unknown, find: (rows: Rows<Row>) => Row | undefined): Promise<Row> {
    if (!refusesRow(refusal)) throw refusal;
    const { found } = await this.run.poll.inList(this.list, find);
    if (found === undefined) throw refusal;
    return found;
  }

  /** Changes a live row, unless it is as wanted. @param recordId the registrar's ID, in case the list doesn't show it */
  async change(live: Row, wanted: Row, recordId?: string): Promise<Row> {
    const { kind, domain, run } = this;
    if (satisfies(kind, live, wanted)) return live;
    const id = this.idOf(live, recordId);
    if (!run.api.exists(`${kind.group}.update`)) return this.#replace(live, id, wanted);
    const update = (row: WithId<Row>) =>
      run.poll.confirmed(
        async () => this.#written(await kind.update(run, domain, row.id, wanted), { ...wanted, id: row.id }),
        async () => (await run.poll.inList(this.list, (rows) => this.#changed(rows, row.id, wanted))).found,
      );
    const written = await this.#writeTo("update", { ...live, id }, wanted, async (row) =>
      satisfies(kind, row, wanted) ? row : update(row),
    );
    if (written === undefined) return this.make({ ...wanted, id: undefined });
    this.list.note({ removed: written.from, added: written.to });
    return written.to;
  }

  /** Deletes a live row. @param stored the row by the state: the list may show it as it was earlier */
  async remove(live: Row, id: string, stored = live): Promise<void> {
    const gone = await this.#writeTo("delete", { ...live, id }, stored, (row) =>
      this.run.poll.confirmed(
        () => this.kind.delete(this.run, this.domain, row.id),
        async () => ((await this.#isGone(row)) ? {} : undefined),
      ),
    );
    if (gone !== undefined) this.list.note({ removed: gone.from });
  }

  /** The row as a list shows it after a change, under its ID or another one. */
  #changed(rows: Rows<Row>, id: string, wanted: Row): Row | undefined {
    const { kind, claims } = this;
    const candidates = [rows.withId(id), ...meant({ kind, rows }, wanted)].filter((row) => row !== undefined);
    return candidates.find(
      (row) => kind.unreadable(row) === undefined && satisfies(kind, row, wanted) && !claims.isOthers(row),
    );
  }

  /** Is a row proven to be absent, once lists show recent writes? */
  async #isGone(row: Row): Promise<boolean> {
    const { kind, claims, list } = this;
    const isIt = (other: Row) => isExactly(kind, other, row) && !claims.isOthers(other);
    const lacks = (rows: Rows<Row>) => rows.withId(row.id) === undefined && !meant({ kind, rows }, row).some(isIt);
    await this.run.poll.inList(list, (rows) => lacks(rows) || undefined);
    const rows = await list.proven();
    return rows.complete && lacks(rows);
  }

  #post(wanted: Row): Promise<Row> {
    const { kind, domain, run } = this;
    const findNew = (rows: Rows<Row>) => {
      const free = meant({ kind, rows }, wanted).filter((row) => this.claims.isNew(row, wanted));
      return closest(kind, free, wanted);
    };
    return writeOnce({
      send: async () => this.#written(await kind.create(run, domain, wanted), wanted),
      look: () => run.poll.inList(this.list, findNew),
      doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
    });
  }

  /** The row in the response to a write; the row as sent if the response has none, or is about something else (a job). */
  #written(response: AnyObject, sent: Row): Row {
    for (const wire of [response, response["record"], response["dns_record"]].filter(isObject)) {
      const row = this.kind.fromWire(wire, this.domain);
      if (row.id === undefined) continue;
      if (this.kind.unreadable(row) !== undefined) return { ...sent, id: row.id };
      const granted = this.kind.granted(row, sent);
      if (granted !== undefined) return { ...sent, ...granted, id: row.id };
    }
    return sent;
  }

  /** Deletes and creates, for a registrar without an update: two such rows can't exist at once. */
  async #replace(live: Row, id: string, wanted: Row): Promise<Row> {
    await this.remove(live, id);
    return this.make({ ...wanted, id: undefined }).catch((error: unknown) => {
      this.run.log(
        `${this.describe(live)} was deleted to create it again, since this registrar has no update, and is missing now.`,
      );
      throw error;
    });
  }

  /**
   * Sends a write to one row, under whatever ID it has by now.
   * @param wanted the row as it would be afterwards
   * @returns the row that was written to, and the result; nothing if it is gone
   */
  async #writeTo<T>(
    verb: "update" | "delete",
    live: WithId<Row>,
    wanted: Row,
    send: (row: WithId<Row>) => Promise<T>,
  ): Promise<{ from: Row; to: T } | undefined> {
    for (let [from, moves] = [live, 0]; ; moves += 1) {
      try {
        return { from, to: await send(from) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw await this.#explanation(error, wanted);
        const moved = await this.#followed(verb, from, wanted, error);
        this.list.note({ removed: from, ...(moved && { added: moved }) });
        if (moved === undefined) return undefined;
        if (moves >= maxMoves) throw NotIdentifiedError.changingIds(this.describe(live));
        from = moved;
      }
    }
  }

  /**
   * Finds the row after a 404. The list decides:
   * - the row is gone;
   * - the row has another ID: an earlier attempt was carried out and its response lost, or the list was stale; or
   * - the endpoint doesn't exist.
   * @returns nothing if the row is gone
   */
  async #followed(verb: "update" | "delete", live: WithId<Row>, wanted: Row, { status }: NotFoundError) {
    const { kind, domain, list } = this;
    const decide = (rows: Rows<Row>): { moved?: WithId<Row> } | undefined => {
      for (const each of [wanted, live])
        for (const row of meant({ kind, rows }, each)) {
          const { id = live.id } = row;
          if (id !== live.id && isExactly(kind, row, each) && !this.claims.isClaimedById(id))
            return { moved: { ...row, id } };
        }
      return rows.complete && rows.withId(live.id) === undefined ? {} : undefined;
    };
    const { found, last } = await this.#explained(() => this.run.poll.inList(list, decide));
    if (found !== undefined) return found.moved;
    if (last.withId(live.id) === undefined) this.refuseIncomplete(last, live);
    throw new UnsupportedOperationError({
      operation: `${kind.group}.${verb}`,
      domain,
      ...(status !== undefined && { status }),
      what: `${this.describe(live)} is there, but the registrar does not know this operation on it`,
      advice: `Nothing was changed. ${contractAdvice} If there is no such operation, say \`"${kind.group}.${verb}": null\` there.`,
    });
  }

  /** Runs a call and gives a refusal its best explanation. */
  async #explained<T>(work: () => Promise<T>, wanted?: Row): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.#explanation(error, wanted);
    }
  }

  /** @param wanted the row as it would be afterwards */
  async #explanation(error: unknown, wanted?: Row): Promise<unknown> {
    if (!(error instanceof RegistrarError)) return error;
    if (wanted !== undefined && refusesRow(error) && error.outcome === "no") {
      const at = { kind: this.kind, rows: await this.read() };
      const conflicts = conflictsOf(at, wanted).filter((row) => !inPlace(at, wanted).includes(row));
      const shown = conflicts.map((row) => this.describe(row));
      if (shown.length > 0) return new CnameConflictError(this.describe(wanted), shown);
    }
    return this.kind.explain?.(error, this.domain, this.run) ?? error;
  }
}
