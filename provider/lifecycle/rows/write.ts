/**
 * Writes of one kind of row in one domain, for one resource of a run. Each write ends in a known outcome, or in an error that
 * says that the outcome is unknown: a doubtful write is looked up in the list, and never simply repeated.
 */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import {
  isObject,
  NotFoundError,
  RegistrarError,
  renamedIn,
  UnconfirmedError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import {
  AlreadyExistsError,
  CnameConflictError,
  DeclaredTwiceError,
  NotIdentifiedError,
  PreconditionError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { Rows } from "../list.ts";
import { confirmed, refusesRow, writeOnce } from "../poll.ts";
import type { AnyRow } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isExactly, meant, satisfies } from "./match.ts";
import { RowReader } from "./read.ts";

/** Does the registrar refuse a create because the row exists already? */
const saysExists = (error: unknown): error is RegistrarError =>
  refusesRow(error) &&
  error.outcome === "no" &&
  !(error instanceof PreconditionError) &&
  (error.status === 409 || /already|duplicate|(?<!(\bnot|n't) )\bexists?\b/i.test(error.what));

/** A row after a write. */
export interface Written<Row> {
  readonly row: Row;
  /** Did the registrar show the TTL that it stored? If not, the first list after the write shows it. */
  readonly isTtlShown: boolean;
}

type WithId<Row> = Row & { id: string };
const asListed = <Row>(row: Row | undefined): Written<Row> | undefined => row && { row, isTtlShown: true };

/** A write to a row by its ID. */
interface RowWrite<Row, Done> {
  readonly verb: "update" | "delete";
  readonly live: WithId<Row>;
  /** A row with another ID that equals one of these may be this row: as listed, as wanted, or as a state has it. */
  readonly forms: readonly Row[];
  readonly send: (row: WithId<Row>) => Promise<Done>;
  /** Makes the error that explains a refusal best. */
  readonly explain: (error: unknown) => Promise<unknown>;
}

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

/** Writes rows by their IDs, and reads them as `RowReader` does. */
export class RowWriter<Row extends AnyRow> extends RowReader<Row> {
  /** Creates a row. @throws DeclaredTwiceError if another resource owns an equal row */
  async make(wanted: Row): Promise<Written<Row>> {
    if (this.claims.isOthers({ ...wanted, id: undefined }))
      throw new DeclaredTwiceError(this.describe(wanted), this.kind.group === "records");
    if (this.areIdsFields) this.list.forgetRemoved();
    try {
      const create = async () => {
        const made = await this.explained(() => this.#sendCreate(wanted), this.refusalOf(wanted));
        this.note({ added: made.row });
        return made;
      };
      return await this.list.create(create, (rows) => this.absence.requireUnderstood(rows, wanted));
    } catch (error) {
      if (!saysExists(error)) throw error;
      const rows = await this.read(() => true).catch(() => undefined);
      if (rows === undefined) throw error;
      this.absence.require(rows, wanted, `exists already, as the registrar says (${error.status}),`);
      this.claims.spare(wanted);
      throw AlreadyExistsError.unlisted(this.describe(wanted), error);
    }
  }

  /** Changes a live row. @param recordId the registrar's ID, in case the list doesn't show it */
  async change(live: Row, wanted: Row, recordId?: string): Promise<Written<Row>> {
    const { kind, domain, run } = this;
    const id = await this.#idOf(live, recordId);
    if (!run.api.exists(`${kind.group}.update`)) return this.recreate({ ...live, id }, wanted);
    const update = (row: WithId<Row>) =>
      confirmed(
        async () => this.#rowInResponse(await kind.update(run, domain, row.id, wanted), { ...wanted, id: row.id }),
        async () => asListed((await this.poll((rows) => this.#findChanged(rows, row, wanted))).found),
      );
    const written = await this.#writeTo<Written<Row>>({
      verb: "update",
      live: { ...live, id },
      forms: [wanted, live],
      // A row that has moved may be as wanted already.
      send: async (row) => (satisfies(kind, row, wanted) ? { row, isTtlShown: true } : update(row)),
      explain: this.refusalOf(wanted),
    });
    if (written === undefined) return this.make({ ...wanted, id: undefined });
    this.note({ removed: written.from, added: written.to.row });
    return written.to;
  }

  /**
   * Deletes a live row. @param recordId as for `change` @param stored the row as the state has it, since the list may be stale
   */
  async remove(live: Row, recordId?: string, stored = live): Promise<void> {
    const id = await this.#idOf(live, recordId);
    const gone = await this.#writeTo({
      verb: "delete",
      live: { ...live, id },
      forms: [stored, live],
      send: (row) =>
        confirmed(
          () => this.kind.delete(this.run, this.domain, row.id),
          async () => ((await this.#isGone(row)) ? {} : undefined),
        ),
      explain: (error) => this.explanation(error),
    });
    if (gone !== undefined) this.note({ removed: gone.from });
  }

  /** The changed row as a list shows it, under its old or a new ID; `undefined` if the list doesn't show the change. */
  #findChanged(rows: Rows<Row>, from: WithId<Row>, wanted: Row): Row | undefined {
    const { kind, claims } = this;
    const row = rows.withId(from.id);
    const candidates = row === undefined ? meant({ kind, rows }, wanted) : [row];
    // With new data, any TTL may be the one that the registrar granted. With the old data, it may be the old TTL.
    const lastSent = isExactly(kind, from, wanted) ? undefined : { row: wanted, granted: { ttl: null } };
    return candidates.find(
      (row) => kind.unreadable(row) === undefined && satisfies(kind, row, wanted, lastSent) && !claims.isOthers(row),
    );
  }

  /** Is a row proven to be absent, once lists show recent writes? */
  async #isGone(row: Row): Promise<boolean> {
    const { kind, claims, list } = this;
    const isIt = (other: Row) => isExactly(kind, other, row) && !claims.isOthers(other);
    const lacks = (rows: Rows<Row>) => rows.withId(row.id) === undefined && !meant({ kind, rows }, row).some(isIt);
    const { last } = await this.poll((rows) => lacks(rows) || undefined);
    const rows = last.needsSecondReading ? await list.read(lacks) : last;
    return this.absence.isProven(rows, row) && lacks(rows);
  }

  /** Sends a create. @throws UnknownOutcomeError if no list shows the outcome */
  #sendCreate(wanted: Row): Promise<Written<Row>> {
    const { kind, domain, run } = this;
    const findNew = (rows: Rows<Row>) => meant({ kind, rows }, wanted).find((row) => this.claims.isNew(row, wanted));
    return writeOnce({
      send: async () => {
        const before = await this.read();
        return this.#rowInResponse(await kind.create(run, domain, wanted), wanted, before);
      },
      look: async () => {
        const { found, last } = await this.poll(findNew);
        return { found: asListed(found), isAbsent: this.absence.isProven(last, wanted) };
      },
      doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
    });
  }

  /**
   * The row in the response to a write; the row as sent if the response has none, or is about something else (a job).
   * @param before a create: the list without the row
   */
  #rowInResponse(response: AnyObject, sent: Row, before?: Rows<Row>): Written<Row> {
    const { kind, domain } = this;
    const parts = [response["record"], response["dns_record"], response].filter(isObject);
    const rows = parts.map((wire) => kind.fromWire(wire, domain, sent)).filter(({ id }) => id !== undefined);
    for (const row of rows) {
      const stored = kind.unreadable(row) === undefined ? kind.storedIn(row, sent) : undefined;
      if (stored === undefined) continue;
      return { row: { ...sent, ...stored, id: row.id }, isTtlShown: kind.secondary(row)["ttl"] !== undefined };
    }
    // Only a create learns the ID from a response without data. A known ID, as after an update, may be that of a job.
    const [made] = rows.filter(({ id = "" }) => before?.shows(id) === false);
    if (made !== undefined && kind.unreadable(made) === undefined) throw this.#madeOther(made, sent);
    return { row: { ...sent, id: sent.id ?? made?.id }, isTtlShown: false };
  }

  /** The response to a create shows a new row of another name, which has another field in requests, or of other data. */
  #madeOther(made: Row, sent: Row): UnconfirmedError {
    const operation = `${this.kind.group}.create` as const;
    const isNamed = areNamedAlike(this.kind, made, sent) && this.kind.group === "records";
    const dot = 'If it completes hosts with the domain, set {"records":{"hosts":"dot"}} in a contract file.';
    return new UnconfirmedError({
      operation,
      domain: this.domain,
      outcome: "unknown",
      what: `the response shows ${this.describe(made)}, which the program didn't ask for`,
      advice: `Delete that in the registrar's dashboard. ${isNamed ? dot : renamedIn(operation)}`,
    });
  }

  /** Deletes and creates a row, where no call updates it. The delete comes first: both rows may exclude each other. */
  protected async recreate(live: Row, wanted: Row): Promise<Written<Row>> {
    await this.remove(live);
    this.claims.release(live);
    return this.make({ ...wanted, id: undefined }).catch((error: unknown) => {
      if (!(error instanceof RegistrarError) || error instanceof UnknownOutcomeError) throw error;
      // The state must name the new row, or nothing would be done if the program goes back to the old one.
      const what = `${this.describe(live)} was deleted so that it could be recreated, and the new one is missing`;
      throw new UnknownOutcomeError(this.describe(wanted), error, what);
    });
  }

  /**
   * Sends a write to one row. If the row has got another ID, repeats the write once, with that ID.
   * @returns the row that was written to, and the result of `send`; nothing if the row is gone
   */
  async #writeTo<Done>(write: RowWrite<Row, Done>, isRepeated = false): Promise<{ from: Row; to: Done } | undefined> {
    const listing = { kind: this.kind, rows: await this.read() };
    // Read before the write is sent, since the list may change meanwhile.
    const seenIds = new Set(write.forms.flatMap((form) => meant(listing, form)).map(({ id }) => id));
    try {
      return { from: write.live, to: await write.send(write.live) };
    } catch (error) {
      if (isRepeated || !(error instanceof NotFoundError)) throw await write.explain(error);
      const moved = await this.#rowAfter404(error, write, seenIds);
      this.note({ removed: write.live, ...(moved && { added: moved }) });
      return moved && this.#writeTo({ ...write, live: moved }, true);
    }
  }

  /**
   * Finds the row after a 404. The list decides:
   * - the row is gone;
   * - the row has another ID: an earlier attempt was carried out and its response lost, or the list was stale. An equal row
   *   counts as this one if the list didn't show it before, and no resource claimed its ID; or
   * - the endpoint doesn't exist.
   * @param seenIds IDs of the equal rows that the list showed before
   * @returns nothing if the row is gone
   */
  async #rowAfter404(
    { status }: NotFoundError,
    { verb, live, forms }: Pick<RowWrite<Row, unknown>, "verb" | "live" | "forms">,
    seenIds: ReadonlySet<string | undefined>,
  ): Promise<WithId<Row> | undefined> {
    const { kind, domain } = this;
    const isMoved = (row: Row): row is WithId<Row> =>
      row.id !== undefined && !seenIds.has(row.id) && !this.claims.isClaimedById(row.id);
    const decide = (rows: Rows<Row>): { moved?: WithId<Row> } | undefined => {
      // A row that is still listed hasn't moved, and an equal row is another one.
      if (rows.shows(live.id)) return undefined;
      const equal = forms.flatMap((form) => meant({ kind, rows }, form).filter((row) => isExactly(kind, row, form)));
      const moved = equal.find(isMoved);
      if (moved !== undefined) return { moved };
      return this.absence.isProven(rows, live) ? {} : undefined;
    };
    const { found, last } = await this.poll(decide);
    if (found !== undefined) return found.moved;
    if (last.withId(live.id) === undefined) this.absence.require(last, live);
    throw new UnsupportedOperationError({
      operation: `${kind.group}.${verb}`,
      domain,
      ...(status !== undefined && { status }),
      what: `${this.describe(live)} is there, but the registrar does not know this operation on it`,
      advice:
        `Nothing was changed. ${contractAdvice} If there is no such operation, say ` +
        `\`"${kind.group}.${verb}": null\` there.`,
    });
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /**
   * The registrar's ID of a row. An ID made of a row's fields counts only as listed: another row may have the same fields by now.
   * @throws NotIdentifiedError if neither list nor state has one; IncompleteListError if the list may lack a row of the same ID
   */
  async #idOf(row: Row, recordId?: string): Promise<string> {
    const id = row.id ?? (this.areIdsFields ? undefined : recordId);
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    if (this.areIdsFields) this.absence.require(await this.read(() => true), row, "is the only row with its ID");
    return id;
  }

  /** Notes a write in the shared list. */
  protected note(write: { added?: Row; removed?: Row }): void {
    this.list.note(write);
    this.run.claims.noteWrite(this.listName);
  }

  /** Explains the refusal of a write by live rows that exclude the wanted row, else as the kind of row does. */
  protected refusalOf(wanted: Row) {
    return async (error: unknown): Promise<unknown> => {
      const conflicts = refusesRow(error) && error.outcome === "no" ? await this.#conflicts(wanted) : [];
      return conflicts.length > 0 ? new CnameConflictError(this.describe(wanted), conflicts) : this.explanation(error);
    };
  }

  /** Live rows that exclude a refused row, as messages show them; none if the list can't be read. */
  async #conflicts(wanted: Row): Promise<string[]> {
    const rows = await this.read().catch(() => undefined);
    if (rows === undefined) return [];
    const listing = { kind: this.kind, rows };
    const beside = conflictsOf(listing, wanted).filter((row) => !inPlace(listing, wanted).includes(row));
    return beside.map((row) => this.describe(row));
  }
}
