/** Creates rows of one kind in one domain, for one resource of a run. */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import { isObject, type RegistrarError, renamedIn, UnconfirmedError } from "../../api/index.ts";
import { optional } from "../../dns/index.ts";
import { AlreadyExistsError, DeclaredTwiceError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { refusesRow, writeOnce } from "../poll.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isMeant, rowsMeaning } from "./match.ts";
import { RowReader } from "./read.ts";

/** Does the registrar refuse a row because it exists already? */
const saysExists = ({ status, what }: RegistrarError): boolean =>
  status === 409 || /already|duplicate|(?<!(\bnot|n't) )\bexists?\b/i.test(what);

/** A written row for the shared list: as sent, with the ID and TTL that the registrar showed. */
export const asShown = <Row extends AnyRow>(sent: Row, { id, ttl }: Shown): Row => ({
  ...sent,
  ...optional({ id, ttl }),
});

/** Reads rows as `RowReader` does, and creates them. */
export class RowCreator<Row extends AnyRow> extends RowReader<Row> {
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
    const reading = this.reread().then(() => this.read());
    const rows = await reading.catch(() => undefined);
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
