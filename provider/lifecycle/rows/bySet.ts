/** Writes to an API whose calls write all records of a name and type, such as GoDaddy's: each sends the other records again. */
import { rowFieldsIn } from "../../api/index.ts";
import { NotIdentifiedError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { writeOnce } from "../poll.ts";
import type { Run } from "../run.ts";
import type { AnyRow, RowKind, Shown } from "./kind.ts";
import { isExactly, satisfies } from "./match.ts";
import { refusal } from "./outcome.ts";
import { RowWriter } from "./write.ts";

/** Longest wait for a turn, in case a process can't write its end. */
const maxTurnMs = 600_000;

/** The writer that the contract's paths ask for. @param owner Pulumi ID of the resource. Default: a new ID */
export function writerOf<Row extends AnyRow>(
  kind: RowKind<Row>,
  domain: string,
  run: Run,
  owner?: string,
): RowWriter<Row> {
  const { setId } = kind;
  const isBySet = rowFieldsIn(run.api.contract.endpoints[`${kind.group}.update`]?.path).length > 0;
  return setId !== undefined && isBySet
    ? new SetWriter((row) => setId(run, domain, row), kind, domain, run, owner)
    : new RowWriter(kind, domain, run, owner);
}

class SetWriter<Row extends AnyRow> extends RowWriter<Row> {
  /** Names the rows that one call writes. */
  readonly #setId: (row: Row) => string | undefined;

  constructor(setId: (row: Row) => string | undefined, ...rest: ConstructorParameters<typeof RowWriter<Row>>) {
    super(...rest);
    this.#setId = setId;
  }

  override make(wanted: Row): Promise<Shown> {
    return this.#inTurn(wanted, () => super.make(wanted));
  }

  override change(live: Row, wanted: Row): Promise<Shown> {
    return this.#setId(live) === this.#setId(wanted) ? this.#rewrite(live, wanted) : this.recreate(live, wanted);
  }

  override async remove(live: Row): Promise<void> {
    await this.#rewrite(live);
  }

  /** Runs a write while no other write to the same rows runs, in any process of the run. */
  #inTurn<T>(row: Row, work: () => Promise<T>): Promise<T> {
    const name = `${this.listName} set ${this.#setId(row)}`;
    return this.run.turns.run([name], async () => {
      const turn = this.run.claims.beginTurn(name);
      try {
        await this.run.poll.waitFor(turn.isNext, maxTurnMs);
        return await work();
      } finally {
        turn.end();
      }
    });
  }

  /** The list, read just now: the call deletes each record of the set that it lacks. @throws IncompleteListError if it is cut */
  async #complete(live: Row): Promise<Rows<Row>> {
    await this.fresh();
    const rows = await this.renewed(() => true);
    this.requireProof(rows, live, "is alone with its name and type");
    return rows;
  }

  #rewrite(live: Row, wanted?: Row): Promise<Shown> {
    const { kind, domain, run } = this;
    const set = this.#setId(live) ?? "";
    const row = { ...(wanted ?? live), id: undefined };
    const ofSet = (rows: Rows<Row>) => rows.rows.filter((each) => this.#setId(each) === set);
    return this.#inTurn(live, async () => {
      const now = ofSet(await this.#complete(live));
      const isOpaque = now.some((each) => !kind.isReadable(each));
      if (isOpaque) throw NotIdentifiedError.withoutId(this.describe(live));
      const others = now.filter((each) => !isExactly(kind, each, live));
      // One call has no duplicates, so an equal row goes with this one.
      const left = wanted === undefined ? others : [row, ...others];
      const [first, ...beside] = left;
      const isShown = (shown: Rows<Row>) => {
        const there = ofSet(shown);
        const isThere = (each: Row) => there.some((other) => kind.isReadable(other) && satisfies(kind, other, each));
        return (there.length === left.length && left.every(isThere)) || undefined;
      };
      const send = () =>
        first === undefined ? kind.delete(run, domain, set) : kind.update(run, domain, set, first, beside);
      if (wanted !== undefined || others.length < now.length)
        await this.explained(
          () => writeOnce<unknown>({ send, look: () => this.poll(isShown) }),
          (error) => (wanted === undefined ? this.explanation(error) : refusal(this, error, wanted, false)),
        );
      this.note({ removed: live, ...(wanted && { added: row }) });
      return {};
    });
  }
}
