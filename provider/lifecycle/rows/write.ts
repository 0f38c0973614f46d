/**
 * Creates, changes and deletes rows of one kind in one domain, for one resource of a run. The list decides after a write of
 * unknown outcome (`make`, `#findChanged`, `#isGone`), after a 404 (`#rowAfter404`) and after a refusal (`refusal`).
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
import { optional } from "../../dns/index.ts";
import { AlreadyExistsError, DeclaredTwiceError, NotIdentifiedError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { confirmed, refusesRow, writeOnce } from "../poll.ts";
import type { RowEntry } from "./entry.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { anyTtl, areNamedAlike, conflictsOf, inPlace, isExactly, isMeant, rowsMeaning, satisfies } from "./match.ts";
import { RowReader } from "./read.ts";

type WithId<Row> = Row & { id: string };
type Stored<Row extends AnyRow> = Pick<RowEntry<Row>, "row" | "id">;

/** A write to a row by its ID. */
interface RowWrite<Row, Done> {
  readonly verb: "update" | "delete";
  readonly live: WithId<Row>;
  /** The row as listed, and as wanted or as the state has it: under another ID, the list shows one of these. */
  readonly forms: readonly Row[];
  readonly send: (row: WithId<Row>) => Promise<Done>;
}

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

/** Does the registrar refuse a row because it exists already? */
const saysExists = ({ status, what }: RegistrarError): boolean =>
  status === 409 || /already|duplicate|(?<!(\bnot|n't) )\bexists?\b/i.test(what);

/** A written row for the shared list: as sent, with the ID and TTL that the registrar showed. */
const asShown = <Row extends AnyRow>(sent: Row, { id, ttl }: Shown): Row => ({
  ...sent,
  ...optional({ id, ttl }),
});

export class RowWriter<Row extends AnyRow> extends RowReader<Row> {
  /**
   * Creates a row. If the outcome is unknown, looks it up in the list, and sends the create again only if the row is proven to
   * be absent.
   * @throws DeclaredTwiceError if another resource owns an equal row; UnknownOutcomeError if no list shows the outcome
   */
  async make(wanted: Row): Promise<Shown> {
    const { kind, domain, run, claims, list } = this;
    if (claims.isOthers({ ...wanted, id: undefined }))
      throw new DeclaredTwiceError(this.describe(wanted), kind.group === "records");
    if (this.areIdsFields) list.forgetRemoved();
    const findNew = (rows: Rows<Row>) => rowsMeaning({ kind, rows }, wanted).find((row) => claims.isNew(row, wanted));
    const create = () =>
      writeOnce<Shown>({
        send: async () => {
          const before = await this.read();
          return this.shownIn(await kind.create(run, domain, wanted), wanted, before);
        },
        look: async () => {
          const { found, last } = await this.poll(findNew);
          return { found, isAbsent: this.provesAbsent(last, wanted) };
        },
        doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
      });
    const createAndNote = async () => {
      const shown = await this.explained(create, (error) => this.refusal(error, wanted, true));
      this.note({ added: asShown(wanted, shown) });
      return shown;
    };
    return list.create(createAndNote, (rows) => this.requireUnderstood(rows, wanted));
  }

  /**
   * Changes a live row.
   * @param stored its entry in the state: the list may be stale, or show no ID
   */
  async change(live: Row, wanted: Row, stored?: Stored<Row>): Promise<Shown> {
    const { kind, domain, run } = this;
    const id = await this.#idOf(live, stored);
    if (run.api.contract.endpoints[`${kind.group}.update`] === null)
      return this.recreate({ ...live, id }, wanted, stored);
    const update = (row: WithId<Row>) =>
      confirmed<Shown>(
        async () => this.shownIn(await kind.update(run, domain, row.id, wanted), { ...wanted, id: row.id }),
        async () => (await this.poll((rows) => this.#findChanged(rows, row, wanted))).found,
      );
    const send = async (row: WithId<Row>) => {
      // A row with another ID may be as wanted already.
      const shown = satisfies(kind, row, wanted) ? row : { id: row.id, ...optional(await update(row)) };
      this.note({ removed: row, added: asShown({ ...wanted, id: row.id }, shown) });
      return shown;
    };
    const written = await this.explained(
      () => this.#sendTo({ verb: "update", live: { ...live, id }, forms: [wanted, live], send }),
      (error) => this.refusal(error, wanted, false),
    );
    return written ?? this.make({ ...wanted, id: undefined });
  }

  /** Deletes a live row. @param stored as for `change` */
  async remove(live: Row, stored?: Stored<Row>): Promise<void> {
    const id = await this.#idOf(live, stored);
    const send = async (row: WithId<Row>) => {
      await confirmed(
        () => this.kind.delete(this.run, this.domain, row.id),
        async () => ((await this.#isGone(row)) ? {} : undefined),
      );
      this.note({ removed: row });
    };
    await this.explained(() =>
      this.#sendTo({ verb: "delete", live: { ...live, id }, forms: [stored?.row ?? live, live], send }),
    );
  }

  /** Deletes and creates a row, where no call updates it. The delete comes first: both rows may exclude each other. */
  protected async recreate(live: Row, wanted: Row, stored?: Stored<Row>): Promise<Shown> {
    await this.remove(live, stored);
    this.claims.release(live);
    return this.make({ ...wanted, id: undefined }).catch((error: unknown) => {
      if (!(error instanceof RegistrarError) || error instanceof UnknownOutcomeError) throw error;
      // The state must name the new row, or nothing would be done if the program goes back to the old one.
      const what = `${this.describe(live)} was deleted so that it could be recreated, and the new one is missing`;
      throw new UnknownOutcomeError(this.describe(wanted), error, what);
    });
  }

  /** The changed row as a list shows it, under its old or a new ID; `undefined` if the list doesn't show the change. */
  #findChanged(rows: Rows<Row>, from: WithId<Row>, wanted: Row): Row | undefined {
    const { kind, claims } = this;
    const row = rows.withId(from.id);
    const candidates = row === undefined ? rowsMeaning({ kind, rows }, wanted) : [row];
    // With new data, any TTL may be the one that the registrar granted. With the old data, it may be the old TTL.
    const lastSent = isExactly(kind, from, wanted) ? undefined : { row: wanted, granted: anyTtl };
    return candidates.find((each) => satisfies(kind, each, wanted, lastSent) && !claims.isOthers(each));
  }

  /** Is a row proven to be absent, once lists show recent writes? */
  async #isGone(row: Row): Promise<boolean> {
    const { kind, claims, list } = this;
    const isIt = (other: Row) => isExactly(kind, other, row) && !claims.isOthers(other);
    const lacks = (rows: Rows<Row>) =>
      rows.withId(row.id) === undefined && !rowsMeaning({ kind, rows }, row).some(isIt);
    const { last } = await this.poll((rows) => lacks(rows) || undefined);
    const rows = last.needsSecondReading ? await list.read(lacks) : last;
    return this.provesAbsent(rows, row) && lacks(rows);
  }

  /**
   * Sends a write to a row. If the row has got another ID, repeats the write once, with that ID.
   * @returns `undefined` if the row is gone
   */
  async #sendTo<Done>(write: RowWrite<Row, Done>): Promise<Done | undefined> {
    const before = await this.read();
    try {
      return await write.send(write.live);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const now = await this.#rowAfter404(error, write, before);
      this.note({ removed: write.live, ...(now && { added: now }) });
      return now && write.send(now);
    }
  }

  /**
   * Looks for the row of a write that met a 404:
   *
   * | a list shows | result |
   * |---|---|
   * | its ID | UnsupportedOperationError: the API lacks the operation |
   * | an equal row whose ID is new, and no resource's | this row: the ID changed, and the list was stale or a response was lost |
   * | neither, and is a proof | `undefined`: it is gone |
   * | neither, and isn't a proof | IncompleteListError |
   *
   * @param before the list before the write
   */
  async #rowAfter404(
    { status }: NotFoundError,
    { verb, live, forms }: Omit<RowWrite<Row, unknown>, "send">,
    before: Rows<Row>,
  ): Promise<WithId<Row> | undefined> {
    const { kind, domain, claims } = this;
    const isMoved = (row: Row): row is WithId<Row> =>
      row.id !== undefined && !before.shows(row.id) && !claims.isClaimedById(row.id);
    const { found, last } = await this.poll((rows) => {
      if (rows.shows(live.id)) return undefined;
      const equal = forms.flatMap((form) =>
        rowsMeaning({ kind, rows }, form).filter((row) => isExactly(kind, row, form)),
      );
      return equal.find(isMoved) ?? (this.provesAbsent(rows, live) ? "gone" : undefined);
    });
    if (found !== undefined) return found === "gone" ? undefined : found;
    if (!last.shows(live.id)) this.requireProof(last, live);
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

  /**
   * The registrar's ID of a row. An ID made of a row's fields counts only as listed: another row may have the same fields by now.
   * @throws NotIdentifiedError if neither list nor state has one; IncompleteListError if the list may lack a row of the same ID
   */
  async #idOf(row: Row, stored?: Stored<Row>): Promise<string> {
    const id = row.id ?? (this.areIdsFields ? undefined : stored?.id);
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    if (this.areIdsFields) this.requireProof(await this.read(() => true), row, "is the only row with its ID");
    return id;
  }

  /**
   * The ID and TTL of the sent row in the response to a write. A response about something else, such as a job, has none.
   * @param before a create: the list without the row
   */
  protected shownIn(response: AnyObject, sent: Row, before?: Rows<Row>): Shown {
    const { kind, domain } = this;
    const parts = [response["record"], response["dns_record"], response].filter(isObject);
    const rows = parts.map((wire) => kind.fromWire(wire, domain, sent)).filter(({ id }) => id !== undefined);
    const row = rows.find((each) => kind.isReadable(each) && isMeant(kind, each, sent));
    if (row !== undefined) return row;
    // Only a create learns the ID from a response without data. A known ID, as after an update, may be that of a job.
    const [made] = rows.filter(({ id = "" }) => before?.shows(id) === false);
    if (made !== undefined && kind.isReadable(made)) throw this.#madeOther(made, sent);
    return { id: sent.id ?? made?.id };
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

  /**
   * The error that tells best why the registrar refuses a row. The list, read again, decides:
   *
   * | the list shows | error |
   * |---|---|
   * | rows that can't exist together with the refused one | AlreadyExistsError.conflicting |
   * | another row in the place of a new one | AlreadyExistsError.inPlace |
   * | the meaning of a new one, and the registrar says "exists" | AlreadyExistsError.listedLate |
   * | nothing of a new one, and the registrar says "exists" | AlreadyExistsError.unlisted |
   * | anything else | as the kind of row explains the refusal |
   */
  protected async refusal(error: unknown, wanted: Row, isNew: boolean): Promise<unknown> {
    if (!refusesRow(error) || error.outcome !== "no") return this.explanation(error);
    // Another stack or a person may have made a row since the list was read.
    const rows = await this.renewed().catch(() => undefined);
    if (rows === undefined) return this.explanation(error);
    const listing = { kind: this.kind, rows };
    const places = inPlace(listing, wanted);
    const conflicts = conflictsOf(listing, wanted).filter((row) => !places.includes(row));
    if (conflicts.length > 0) return this.errorOf({ kind: "conflict", want: wanted, rows: conflicts }, []);
    const [equal] = rowsMeaning(listing, wanted);
    if (isNew && equal === undefined && places.length > 0)
      return this.errorOf({ kind: "in place", want: wanted, rows: places }, []);
    const explained = await this.explanation(error);
    if (!isNew || explained !== error || !saysExists(error)) return explained;
    this.claims.spare(equal ?? wanted);
    return equal === undefined
      ? AlreadyExistsError.unlisted(this.describe(wanted), error)
      : AlreadyExistsError.listedLate(this.describe(equal));
  }

  /** Notes a write in the shared list. */
  protected note(write: { added?: Row; removed?: Row }): void {
    this.list.note(write);
    this.run.claims.noteWrite(this.listName);
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }
}
