/**
 * Reads and writes of one kind of row in one domain, for one resource of a run. Each write ends in a known outcome or in an error
 * that says that the outcome is unknown: a doubtful write is looked up in the list, and never simply repeated.
 */
import { createHash, randomUUID } from "node:crypto";
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import {
  IncompleteListError,
  isObject,
  NotFoundError,
  RegistrarError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import type { Claims } from "../claims.ts";
import {
  AlreadyExistsError,
  CnameConflictError,
  DeclaredTwiceError,
  NotIdentifiedError,
  PreconditionError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { RowList, Rows } from "../list.ts";
import { confirmed, refusesRow, writeOnce } from "../poll.ts";
import type { Run } from "../run.ts";
import { type AnyRow, type Entries, exactKeyOf, isExactly, type Listed, type RowKind, satisfies } from "./kind.ts";
import { closest, conflictsOf, inPlace, type Matching, matchStored, meant } from "./match.ts";
import type { Plan } from "./plan.ts";

/** Most repetitions of one write, if the row has a new ID each time. */
const maxMoves = 3;

/** Does the registrar refuse a create because the row exists already? */
const saysExists = (error: unknown): error is RegistrarError =>
  refusesRow(error) &&
  error.outcome === "no" &&
  !(error instanceof PreconditionError) &&
  (error.status === 409 || /exist|duplicate|already/i.test(error.what));

/** A row after a write. */
export interface Written<Row> {
  readonly row: Row;
  /** Did the registrar show the TTL that it stored? If not, the first list after the write shows it. */
  readonly isShown: boolean;
}

type WithId<Row> = Row & { id: string };
/** The live rows of stored entries. */
export type Found<Row extends AnyRow> = ReadonlyMap<Listed<Row>, Row>;

const listed = <Row>(row: Row | undefined): Written<Row> | undefined => row && { row, isShown: true };

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

export class DomainRows<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;

  /** Is the resource deleted? */
  readonly isDelete: boolean;

  /** @param owner Pulumi ID of the resource. Default: a new ID */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = label(domain), isDelete = false) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.isDelete = isDelete;
    this.list = kind.list(run, domain);
    this.claims = rowClaims(kind, domain, run.claims, owner);
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /** The list as this run knows it. @param isMissing does it lack a row that a resource owns? Then the list is read to its end */
  async read(isMissing: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const rows = await this.#explained(() => this.list.read());
    if (!isMissing(rows)) return rows;
    const proven = await this.#explained(() => this.list.proven());
    if (proven.rows.length === 0 && proven.complete)
      this.run.logOnce(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    return proven;
  }

  /** The list once it can't be stale after writes of earlier runs. */
  settled(): Promise<Rows<Row>> {
    return this.#explained(() => this.run.poll.settled(this.list));
  }

  /**
   * The list, polled while it may be stale after the last write of a resource.
   * @param awaited entries that the list has to show as they were written
   * @param writtenAt end of that write, ISO 8601; `undefined` if it isn't known
   * @param isQuiet `false` while the list shows a row that the write may have deleted
   */
  async observe(
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
    const rows = await this.read((shown) => shown.open && this.match(shown, stored).size < stored.length);
    const staleUntil = this.run.poll.staleUntil(writtenAt, rows.readAt);
    if (staleUntil === undefined || isShown(rows)) return rows;
    return (await this.poll((shown) => isShown(shown) || undefined, staleUntil)).last;
  }

  /** Polls the list. @returns the result of `find`, and the last reading */
  poll<Found>(find: (rows: Rows<Row>) => Found | undefined, until?: number) {
    return this.#explained(() => this.run.poll.inList(this.list, find, until));
  }

  matching(rows: Rows<Row>): Matching<Row> {
    return {
      kind: this.kind,
      rows,
      isOthers: this.claims.isOthers,
      isOthersListed: this.claims.isOthersListed,
    };
  }

  /** Must a delete leave the row to another resource? Asked directly before the delete. @param isStored does the state list the row? */
  isOthersNow(row: Row, isStored: boolean): boolean {
    this.run.claims.read();
    const { kind, domain, isDelete } = this;
    const isDeclared = () => this.run.isDeclared(domain, `${kind.group} ${kind.line(row)}`, isDelete);
    return this.claims.isOthersListed(row) || (isStored && isDeclared());
  }

  /** Claims the existing row of a finding: with `--continue-on-error`, the engine goes on to deletes, which skip claimed rows. */
  claimMet({ kind, rows }: { readonly kind: string; readonly rows: readonly Row[] }): void {
    if (kind === "exists" || kind === "in place") for (const row of rows) this.claims.claim(row);
  }

  match(rows: Rows<Row>, stored: Entries<Row>): Map<Listed<Row>, Row> {
    return matchStored(this.matching(rows), stored);
  }

  /** An opaque row that may be this row. While it is listed, this row is neither gone nor created. */
  #opaqueFor(rows: Rows<Row>, row: Row): Row | undefined {
    return this.kind.keys(row).hidden.flatMap((key) => rows.withKey(key))[0];
  }

  /** Does a list prove that a row which it lacks is absent? */
  #proves(rows: Rows<Row>, row: Row): boolean {
    return rows.complete && this.#opaqueFor(rows, row) === undefined;
  }

  /** Called for a row that the list lacks. @throws IncompleteListError unless the list proves that the row doesn't exist */
  refuseIncomplete(rows: Rows<Row>, row: Row, question = "is still there"): void {
    this.refuseOpaque(rows, row, question);
    if (!rows.complete) this.#refuse(rows, row, question);
  }

  /** Called for a row that the list lacks. @throws IncompleteListError if an opaque row may be this row */
  refuseOpaque(rows: Rows<Row>, row: Row, question = "is still there"): void {
    const opaque = this.#opaqueFor(rows, row);
    if (opaque === undefined) return;
    const { shown, fields } = this.kind.opaque(opaque, this.domain);
    this.#refuse({ incomplete: `it has ${shown}`, cut: "unreadable", fields }, row, question);
  }

  #refuse(why: Pick<Rows<Row>, "incomplete" | "cut" | "fields">, row: Row, question: string): never {
    const subject = `whether ${this.describe(row)} ${question}`;
    throw new IncompleteListError(subject, `${this.kind.group}.list`, this.domain, why);
  }

  /** @throws IncompleteListError if an incomplete list lacks a stored row, which may exist */
  refuseUnseen(rows: Rows<Row>, stored: Entries<Row>, found: Found<Row>): void {
    for (const entry of stored) if (!found.has(entry)) this.refuseIncomplete(rows, entry.row);
  }

  /**
   * @param isDoubtful may the list lack any row of the domain?
   * @throws IncompleteListError if a plan creates a row that may exist already
   */
  refuseCreates(rows: Rows<Row>, { steps }: Pick<Plan<Row>, "steps">, isDoubtful: boolean): void {
    const refuse = (row: Row) =>
      isDoubtful ? this.refuseIncomplete(rows, row, "exists already") : this.refuseOpaque(rows, row, "exists already");
    for (const step of steps) if (step.kind === "create") refuse(step.want.row);
  }

  /** The registrar's ID of a row. @throws NotIdentifiedError if neither list nor state has one */
  idOf(row: Row, recordId?: string): string {
    const id = row.id ?? recordId;
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    return id;
  }

  /** Runs work on some rows while no other work on rows of the same name and type runs. */
  runExclusive<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
    const owners = new Set(rows.map((row) => this.kind.keys(row).owner));
    return this.run.turns.run(
      [...owners].map((owner) => `${this.kind.group} ${this.domain} ${owner}`),
      work,
    );
  }

  /** Creates a row. @throws DeclaredTwiceError if another resource owns an equal row */
  async make(wanted: Row): Promise<Written<Row>> {
    if (this.claims.isOthers({ ...wanted, id: undefined }))
      throw new DeclaredTwiceError(this.describe(wanted), this.kind.group === "records");
    try {
      const written = await this.#explained(() => this.#post(wanted), wanted);
      this.list.note({ added: written.row });
      return written;
    } catch (error) {
      if (!saysExists(error)) throw error;
      this.refuseIncomplete(await this.read(), wanted, `exists already, though the registrar says so (${error.what})`);
      this.claims.claim(wanted);
      throw new AlreadyExistsError(this.describe(wanted), { refusal: error.what });
    }
  }

  /** Changes a live row, unless it is as wanted. @param recordId the registrar's ID, in case the list doesn't show it */
  async change(live: Row, wanted: Row, recordId?: string): Promise<Written<Row>> {
    const { kind, domain, run } = this;
    if (satisfies(kind, live, wanted)) return { row: live, isShown: true };
    const id = this.idOf(live, recordId);
    if (!run.api.exists(`${kind.group}.update`)) return this.#replace(live, id, wanted);
    const update = (row: WithId<Row>) =>
      confirmed(
        async () => this.#written(await kind.update(run, domain, row.id, wanted), { ...wanted, id: row.id }),
        async () => listed((await this.poll((rows) => this.#changed(rows, row.id, wanted))).found),
      );
    const written = await this.#writeTo("update", { ...live, id }, wanted, async (row) =>
      satisfies(kind, row, wanted) ? { row, isShown: true } : update(row),
    );
    if (written === undefined) return this.make({ ...wanted, id: undefined });
    this.list.note({ removed: written.from, added: written.to.row });
    return written.to;
  }

  /** Deletes a live row. @param stored the row as the state has it, since the list may be stale */
  async remove(live: Row, id: string, stored = live): Promise<void> {
    const gone = await this.#writeTo("delete", { ...live, id }, stored, (row) =>
      confirmed(
        () => this.kind.delete(this.run, this.domain, row.id),
        async () => ((await this.#isGone(row)) ? {} : undefined),
      ),
    );
    if (gone !== undefined) this.list.note({ removed: gone.from });
  }

  /** The changed row as a list shows it, under its old or a new ID; `undefined` if the list doesn't show the change. */
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
    await this.poll((rows) => lacks(rows) || undefined);
    const rows = await list.proven();
    return this.#proves(rows, row) && lacks(rows);
  }

  #post(wanted: Row): Promise<Written<Row>> {
    const { kind, domain, run } = this;
    const findNew = (rows: Rows<Row>) => {
      const free = meant({ kind, rows }, wanted).filter((row) => this.claims.isNew(row, wanted));
      return closest(kind, free, wanted);
    };
    return writeOnce({
      send: async () => this.#written(await kind.create(run, domain, wanted), wanted),
      look: async () => {
        const { found, last } = await this.poll(findNew);
        return { found: listed(found), last: { complete: this.#proves(last, wanted) } };
      },
      doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
    });
  }

  /** The row in the response to a write; the row as sent if the response has none, or is about something else (a job). */
  #written(response: AnyObject, sent: Row): Written<Row> {
    for (const wire of [response, response["record"], response["dns_record"]].filter(isObject)) {
      const row = this.kind.fromWire(wire, this.domain);
      if (row.id === undefined) continue;
      if (this.kind.unreadable(row) !== undefined) return { row: { ...sent, id: row.id }, isShown: false };
      const granted = this.kind.granted(row, sent);
      if (granted === undefined) continue;
      return { row: { ...sent, ...granted, id: row.id }, isShown: this.kind.secondary(row)["ttl"] !== undefined };
    }
    return { row: sent, isShown: false };
  }

  /** Deletes and creates a row, for a registrar without an update. The delete comes first, since both rows may not exist at once. */
  async #replace(live: Row, id: string, wanted: Row): Promise<Written<Row>> {
    await this.remove(live, id);
    return this.make({ ...wanted, id: undefined }).catch((error: unknown) => {
      this.run.log(
        `${this.describe(live)} was deleted to create it again, since this registrar has no update, and is missing now.`,
      );
      throw error;
    });
  }

  /**
   * Sends a write to one row. If the row has got another ID, repeats the write with that ID.
   * @param wanted the row as it would be afterwards
   * @returns the row that was written to, and the result of `send`; nothing if the row is gone
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
    const { kind, domain } = this;
    const decide = (rows: Rows<Row>): { moved?: WithId<Row> } | undefined => {
      for (const each of [wanted, live])
        for (const row of meant({ kind, rows }, each)) {
          const { id = live.id } = row;
          if (id !== live.id && isExactly(kind, row, each) && !this.claims.isClaimedById(id))
            return { moved: { ...row, id } };
        }
      return this.#proves(rows, live) && rows.withId(live.id) === undefined ? {} : undefined;
    };
    const { found, last } = await this.poll(decide);
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

  /** Runs a call. If the registrar refuses it, throws the error that explains the refusal best. */
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

/** A generated ID of a resource. @param seed makes the same ID each time; default: a random one */
export function label(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/** The claims of one resource on rows of one list. @param owner Pulumi ID of the resource */
export function rowClaims<Row extends AnyRow>(kind: RowKind<Row>, domain: string, claims: Claims, owner: string) {
  const scope = `${kind.group} ${domain} `;
  const exactKey = (row: Row, wanted?: Row) => scope + exactKeyOf(kind, row, wanted);
  const listedKey = (row: Row, wanted?: Row) => (row.id === undefined ? exactKey(row, wanted) : scope + row.id);
  const keysOf = (row: Row, wanted?: Row) => [listedKey(row, wanted), exactKey(row, wanted)];
  const isOthersKey = (key: string) => claims.othersOf(key, owner).length > 0;
  const isClaimedById = (id: string) => claims.othersOf(scope + id, undefined).length > 0;
  /** Did another resource claim the row, by its ID or its data? */
  const isOthers = (row: Row, wanted?: Row) => keysOf(row, wanted).some(isOthersKey);
  return {
    isClaimedById,
    isOthers,

    /** Records that a check planned to change or delete the row. An update changes a row that it never listed only then. */
    plan: (row: Row) => claims.planned.add(listedKey(row)),
    isPlanned: (row: Row) => claims.planned.has(listedKey(row)),

    /** Did another resource claim exactly this row: by its ID, if it has one? */
    isOthersListed: (row: Row) => isOthersKey(listedKey(row)),

    /** Can this resource have just created the row? Not if any resource owned the row before. */
    isNew(row: Row, wanted: Row): boolean {
      const existed = row.id === undefined ? !isExactly(kind, row, wanted) : isClaimedById(row.id);
      return !existed && !isOthers(row, wanted);
    },

    /** Claims a row by its ID and by its data: after a write it may have another ID, or none. */
    claim(row: Row, isStored = false): void {
      for (const key of keysOf(row)) claims.claim(key, owner, isStored);
    },

    /** Claims a row by its ID alone, if it has one: edited by hand, it may have the data of another resource's row. */
    claimListed: (row: Row, wanted: Row) => claims.claim(listedKey(row, wanted), owner),

    release(row: Row): void {
      for (const key of keysOf(row)) claims.release(key, owner);
    },

    /** Does a reading of the list lack a row that a state lists? A row removed in this run isn't lacking. */
    isAnyMissing(rows: Rows<Row>, list: RowList<Row>): boolean {
      const shown = new Map<string, boolean>();
      for (const [key, each] of claims.stored(scope)) {
        const name = key.slice(scope.length);
        const isShown = rows.shows(name) || list.wasRemoved(name) || rows.withKey(name).length > 0;
        shown.set(each, isShown || shown.get(each) === true);
      }
      return [...shown.values()].includes(false);
    },
  };
}

export type RowClaims<Row extends AnyRow> = ReturnType<typeof rowClaims<Row>>;
