/**
 * Creates, changes and deletes rows of one kind in one domain, for one resource of a run. A write is sent a second time only as
 * this table says, at most once for each column:
 *
 * | write | of unknown outcome | after a 404 (`rowAfter404`) |
 * |---|---|---|
 * | `make` | is looked up, and sent again if the row is proven to be absent | fails |
 * | `change` | is looked up | is sent to the row's new ID; creates the row if it is gone |
 * | `remove` | is looked up | is sent to the row's new ID; is done if the row is gone |
 * | `recreate` | as `remove`, then `make`. If the latter fails, the state names the new row | |
 *
 * A write whose look-up shows no outcome fails.
 */
import { InterruptedError, NotFoundError, RegistrarError } from "../../api/index.ts";
import { optional } from "../../dns/index.ts";
import { NotIdentifiedError, UnknownOutcomeError } from "../errors.ts";
import { writeOnce } from "../poll.ts";
import type { RowEntry } from "./entry.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { satisfies } from "./match.ts";
import { changedIn, findChanged, findGone, findMade, madeIn, refusal, rowAfter404, type WithId } from "./outcome.ts";
import { RowReader } from "./read.ts";

/** A written row for the shared list: as sent, with the ID and TTL that the registrar showed. */
const asShown = <Row extends AnyRow>(sent: Row, { id, ttl }: Shown): Row => ({ ...sent, ...optional({ id, ttl }) });

/** A written row, as the registrar showed it. */
interface Written extends Shown {
  /** The error of a row that was created with this ID, and that the list then shows in a form which isn't understood. */
  readonly doubt?: unknown;
}

export class RowWriter<Row extends AnyRow> extends RowReader<Row> {
  /** Creates a row, which has no ID yet. @throws UnknownOutcomeError */
  async make(wanted: Row): Promise<Written> {
    const { made, doubt } = await this.list.creates.run(
      () => this.#makeNow(wanted),
      (rows) => this.requireUnderstood(rows, wanted),
    );
    if (doubt !== undefined && made.id === undefined) throw doubt;
    return { ...made, doubt };
  }

  async #makeNow(wanted: Row): Promise<Shown> {
    const { kind, domain, run } = this;
    const known = await this.read();
    const send = async () => madeIn(this, await kind.create(run, domain, wanted), wanted, known);
    const look = () => findMade(this, wanted, known);
    const doubt = (error: RegistrarError) => new UnknownOutcomeError(this.describe(wanted), error);
    const shown = await this.explained(
      () => writeOnce({ send, look, doubt }),
      (error) => refusal(this, error, wanted, true),
    );
    this.#note({ added: asShown(wanted, shown) });
    return shown;
  }

  /**
   * Changes a live row.
   * @param stored its entry in the state: the list may be stale, or show no ID
   */
  async change(live: Row, wanted: Row, stored?: RowEntry<Row>): Promise<Written> {
    const { kind, run } = this;
    const id = this.#idToWrite(live, stored);
    if (run.api.contract.endpoints[`${kind.group}.update`] === null)
      return this.#recreate({ ...live, id }, wanted, stored);
    // A row that has got another ID may be as wanted already.
    const update = async (row: WithId<Row>): Promise<Shown> =>
      satisfies(kind, row, wanted) ? row : { id: row.id, ...optional(await this.#updateOnce(row, wanted)) };
    const sent = await this.explained(
      () => this.#sendTo({ ...live, id }, [wanted, live], update),
      (error) => refusal(this, error, wanted, false),
    );
    if (sent === "gone") return this.make({ ...wanted, id: undefined });
    this.#note({ removed: sent.row, added: asShown(wanted, sent.result) });
    return sent.result;
  }

  /** @returns the row as shown; a list without IDs shows none */
  #updateOnce(row: WithId<Row>, wanted: Row): Promise<Shown> {
    const { kind, domain, run } = this;
    const look = () => findChanged(this, row, wanted);
    const send = async () => {
      const shown = changedIn(this, await kind.update(run, domain, row.id, wanted), { ...wanted, id: row.id });
      if (shown.id === row.id) return shown;
      // Another ID may be that of a job: the list decides. The update succeeded, so it doesn't fail if the list can't be read.
      const { found } = await look().catch((error: unknown) => {
        if (!(error instanceof RegistrarError) || error instanceof InterruptedError) throw error;
        return { found: undefined };
      });
      return found ?? { ...shown, id: row.id };
    };
    return writeOnce({ send, look });
  }

  /** Deletes a live row. @param stored as for `change` */
  async remove(live: Row, stored?: RowEntry<Row>): Promise<void> {
    const { kind, domain, run } = this;
    const id = this.#idToWrite(live, stored);
    const remove = (row: WithId<Row>) =>
      writeOnce<unknown>({ send: () => kind.delete(run, domain, row.id), look: () => findGone(this, row) });
    const sent = await this.explained(() => this.#sendTo({ ...live, id }, [stored?.row ?? live, live], remove));
    if (sent !== "gone") this.#note({ removed: sent.row });
  }

  /** Deletes and creates a row, where no call updates it. The delete comes first: both rows may exclude each other. */
  async #recreate(live: Row, wanted: Row, stored?: RowEntry<Row>): Promise<Written> {
    const created = { ...wanted, id: undefined };
    await this.list.creates.requireAllowed();
    await this.remove(live, stored);
    return this.make(created).catch((error: unknown) => {
      if (!(error instanceof RegistrarError) || error instanceof UnknownOutcomeError) throw error;
      // The state must name the new row, or nothing would be done if the program goes back to the old one.
      const what = `${this.describe(live)} was deleted so that it could be recreated, and the new one is missing`;
      throw new UnknownOutcomeError(this.describe(created), error, what);
    });
  }

  /**
   * Sends a write to a row. If the row has got another ID, repeats the write once, with that ID.
   * @param forms as for `rowAfter404`
   * @returns the row to which the write was sent, or `gone` if there is none any more, which the shared list shows then
   */
  async #sendTo<Result>(
    live: WithId<Row>,
    forms: readonly Row[],
    send: (row: WithId<Row>) => Promise<Result>,
  ): Promise<{ row: WithId<Row>; result: Result } | "gone"> {
    const known = await this.read();
    try {
      return { row: live, result: await send(live) };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const now = await rowAfter404(this, error, live, forms, known);
      this.#note({ removed: live, ...(now && { added: now }) });
      return now === undefined ? "gone" : { row: now, result: await send(now) };
    }
  }

  /** The registrar's ID of a row. @throws NotIdentifiedError if neither list nor state has one */
  #idToWrite(row: Row, stored?: RowEntry<Row>): string {
    const id = row.id ?? stored?.id;
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    return id;
  }

  /** Notes a write in the shared list. */
  #note(write: { added?: Row; removed?: Row }): void {
    this.list.note(write);
    this.run.claims.noteWrite(this.listName);
  }
}
