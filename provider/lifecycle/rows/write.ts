/**
 * Changes and deletes rows of one kind in one domain by their IDs, for one resource of a run. The list decides after a write of
 * unknown outcome, and after a 404 (`#rowAfter404`).
 */
import { NotFoundError, RegistrarError, UnsupportedOperationError } from "../../api/index.ts";
import { optional } from "../../dns/index.ts";
import { NotIdentifiedError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { confirmed } from "../poll.ts";
import { asShown, RowCreator } from "./create.ts";
import type { RowEntry } from "./entry.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { isExactly, rowsMeaning, satisfies } from "./match.ts";

type WithId<Row> = Row & { id: string };
type Stored<Row extends AnyRow> = Pick<RowEntry<Row>, "row" | "id">;

/** A write to a row by its ID. */
interface RowWrite<Row, Done> {
  readonly verb: "update" | "delete";
  readonly live: WithId<Row>;
  /** The row as listed, and as wanted or as the state has it. If it has got another ID, it is one of these. */
  readonly forms: readonly Row[];
  readonly send: (row: WithId<Row>) => Promise<Done>;
}

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contractFile` or REGISTRAR_CONTRACT_FILE).";

/** Creates rows as `RowCreator` does, and changes and deletes them. */
export class RowWriter<Row extends AnyRow> extends RowCreator<Row> {
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
    return written === "gone" ? this.make({ ...wanted, id: undefined }) : written;
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
    const lastSent = isExactly(kind, from, wanted) ? undefined : { row: wanted, granted: { ttl: null } };
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

  /** Sends a write to a row. If the row has got another ID, repeats the write once, with that ID. */
  async #sendTo<Done>(write: RowWrite<Row, Done>): Promise<Done | "gone"> {
    const before = await this.read();
    try {
      return await write.send(write.live);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const now = await this.#rowAfter404(error, write, before);
      this.note({ removed: write.live, ...(now !== "gone" && { added: now }) });
      return now === "gone" ? now : write.send(now);
    }
  }

  /**
   * Looks for the row of a write that met a 404:
   *
   * | a list shows | result |
   * |---|---|
   * | its ID | UnsupportedOperationError: the API lacks the operation |
   * | an equal row whose ID is new, and no resource's | this row: the ID changed, and the list was stale or a response was lost |
   * | neither, and is a proof | `"gone"` |
   * | neither, and isn't a proof | IncompleteListError |
   *
   * @param before the list before the write
   */
  async #rowAfter404(
    { status }: NotFoundError,
    { verb, live, forms }: Omit<RowWrite<Row, unknown>, "send">,
    before: Rows<Row>,
  ): Promise<WithId<Row> | "gone"> {
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
    if (found !== undefined) return found;
    if (!last.shows(live.id)) this.requireAbsent(last, live);
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
}
