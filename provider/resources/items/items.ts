/** The items of one kind in one domain, as one resource of a run sees, finds, claims and writes them. */
import { NotFoundError, RegistrarError, UnexpectedShapeError, UnsupportedOperationError } from "../../api/index.ts";
import { createOnce } from "../createOnce.ts";
import {
  DeclaredTwiceError,
  EditedItemError,
  IncompleteListError,
  MovingIdError,
  NoIdError,
  StandsBesideError,
  UnfinishedError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { LastWrite } from "../poll.ts";
import type { Run } from "../run.ts";
import { ItemClaims } from "./claims.ts";
import type { ItemList, Items } from "./list.ts";
import {
  answered,
  contractAdvice,
  type Item,
  type ItemKind,
  isExactly,
  isMeant,
  isPlausible,
  satisfies,
} from "./table.ts";

/** How often a write follows an item that has another id than it had a moment ago. */
const maxMoves = 3;

export class DomainItems<Row extends Item> {
  readonly kind: ItemKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: ItemClaims<Row>;
  readonly list: ItemList<Row>;

  /** @param owner Pulumi id of the resource that asks; a new one has none yet */
  constructor(kind: ItemKind<Row>, domain: string, run: Run, owner?: string) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.list = kind.list(run, domain);
    this.claims = new ItemClaims(kind, domain, run.claims, owner);
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /**
   * The list as this run knows it.
   * @param isMissing does it lack something that a resource is? Then its end is asked for
   */
  async read(isMissing: (items: Items<Row>) => boolean = () => false): Promise<Items<Row>> {
    const items = await this.#explained(() => this.list.read());
    if (!isMissing(items)) return items;
    const proven = await this.#explained(() => this.list.proven());
    if (proven.size === 0 && proven.complete) {
      this.run.sayOnce(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    }
    return proven;
  }

  /** The list when it can no longer lag behind what was done before this run. */
  settled(): Promise<Items<Row>> {
    return this.#explained(() => this.run.poll.settled(this.list));
  }

  /**
   * The list, which is read again until it shows what was written, for as long as it may lag behind that write.
   * @param isMissing does it lack something that a resource is? Default: what does not show
   */
  async observe(
    write: LastWrite,
    isShown: (items: Items<Row>) => boolean,
    isMissing = (items: Items<Row>) => !isShown(items),
  ): Promise<Items<Row>> {
    const items = await this.read(isMissing);
    const lagsUntil = this.run.poll.lagsUntil(write, items.readAt);
    if (lagsUntil === undefined || isShown(items)) return items;
    const { last } = await this.#explained(() =>
      this.run.poll.inList(this.list, (shown) => isShown(shown) || undefined, lagsUntil),
    );
    return last;
  }

  /** Of items with one meaning the one that is the same in everything, else the first; one alone is not compared. */
  closest(rows: readonly Row[], wanted: Row): Row | undefined {
    return rows.length < 2 ? rows[0] : (rows.find((row) => isExactly(this.kind, row, wanted)) ?? rows[0]);
  }

  /** Every item that means what the wanted one does, in the list's order. */
  meant(items: Items<Row>, wanted: Row): readonly Row[] {
    return items.withKey(this.kind.keys(wanted).meaning);
  }

  /** Every item in the place of the wanted one, where only one can be there. */
  inPlace(items: Items<Row>, wanted: Row): readonly Row[] {
    const { place } = this.kind.keys(wanted);
    return place === undefined ? [] : items.withKey(place);
  }

  /** What cannot exist beside the wanted item. */
  rivals(items: Items<Row>, wanted: Row): Row[] {
    const rows = new Set(this.kind.keys(wanted).excludes.flatMap((key) => items.withKey(key)));
    return [...rows].filter((row) => !isMeant(this.kind, row, wanted));
  }

  /** The same, without what is in its very place and could become it. */
  beside(items: Items<Row>, wanted: Row): Row[] {
    const inPlace = this.inPlace(items, wanted);
    return this.rivals(items, wanted).filter((row) => !inPlace.includes(row));
  }

  /** What a list does not show is gone only where something proves the list whole. @throws IncompleteListError */
  refuseIncomplete(items: Items<Row>, row: Row): void {
    if (!items.complete) throw this.#doubt(items, `whether ${this.describe(row)} is still there`);
  }

  /**
   * Whether something may be made anew is not known from a list that is not proven whole.
   * @param refusal the registrar's words, where it refused to make it
   * @throws IncompleteListError
   */
  refuseNew(items: Items<Row>, row: Row, refusal?: string): void {
    const said = refusal === undefined ? "" : `, though the registrar says so (${refusal})`;
    if (!items.complete) throw this.#doubt(items, `whether ${this.describe(row)} exists already${said}`);
  }

  #doubt(items: Items<Row>, subject: string): IncompleteListError {
    const { incomplete: why, cut } = items;
    const list = { operation: `${this.kind.group}.list`, domain: this.domain, why, cut } as const;
    return new IncompleteListError(subject, list, items.isFirstReport());
  }

  /** Runs what writes some items alone among all that work on them, or in their places. */
  inTurn<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
    const keys = rows.flatMap((row) => {
      const { meaning, place = meaning } = this.kind.keys(row);
      return [meaning, place];
    });
    return this.run.inTurn(
      [...new Set(keys)].map((key) => `${this.kind.group} ${this.domain} ${key}`),
      work,
    );
  }

  /** Makes the item; nothing of this meaning is there. @throws DeclaredTwiceError where another resource is to be it */
  async make(wanted: Row): Promise<Row> {
    if (this.claims.isKept({ ...wanted, id: undefined }))
      throw new DeclaredTwiceError(this.describe(wanted), this.kind.group === "records");
    const row = await this.#explained(() => this.#post(wanted), wanted);
    this.list.note({ added: row });
    return row;
  }

  /**
   * What a registrar refused to make, because it is there although its list did not show it.
   * @throws the refusal, if it is none of that kind, or nothing is found
   */
  async findRefused(refusal: unknown, find: (items: Items<Row>) => Row | undefined): Promise<Row> {
    if (!(refusal instanceof RegistrarError) || (refusal.status !== 400 && refusal.status !== 409)) throw refusal;
    const { found } = await this.run.poll.inList(this.list, find);
    if (found === undefined) throw refusal;
    return found;
  }

  /**
   * Changes the live item where it differs from what it should be.
   * @param recordId the registrar's id, where a list may not show it
   */
  async change(live: Row, desired: Row, recordId?: string, moves = 0): Promise<Row> {
    const { kind, domain, run } = this;
    if (satisfies(kind, live, desired)) return live;
    const id = live.id ?? recordId;
    if (id === undefined) throw new NoIdError(this.describe(live));
    if (!run.api.exists(`${kind.group}.update`)) return this.#replace(live, id, desired);
    const { done, moved } = await this.#writeTo("update", { live, id, desired }, () =>
      kind.update(run, domain, id, desired),
    );
    if (moved !== undefined) {
      if (moves >= maxMoves) throw new MovingIdError(this.describe(live));
      return this.change(moved, { ...desired, id: moved.id }, undefined, moves + 1);
    }
    if (done === undefined) return this.make({ ...desired, id: undefined });
    const row = answered(kind, done, desired, domain) ?? { ...desired, id };
    this.list.note({ removed: live, added: row });
    return row;
  }

  /** @param stored what the item is by the state, where the list may show what it was before */
  async remove(live: Row, id: string, stored = live, moves = 0): Promise<void> {
    const { moved } = await this.#writeTo("delete", { live, id, desired: stored }, () =>
      this.kind.delete(this.run, this.domain, id),
    );
    if (moved?.id !== undefined) {
      if (moves >= maxMoves) throw new MovingIdError(this.describe(live));
      return this.remove(moved, moved.id, stored, moves + 1);
    }
    this.list.note({ removed: live });
  }

  #post(wanted: Row): Promise<Row> {
    const { kind, domain, run } = this;
    const findNew = (items: Items<Row>) =>
      this.closest(
        this.meant(items, wanted).filter((row) => this.claims.isNew(row, wanted)),
        wanted,
      );
    return createOnce({
      send: async () => answered(kind, await kind.create(run, domain, wanted), wanted, domain) ?? wanted,
      look: () => run.poll.inList(this.list, findNew),
      doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
    });
  }

  /** For a registrar without an update: delete, then create, since both cannot stand side by side. */
  async #replace(live: Row, id: string, desired: Row): Promise<Row> {
    await this.remove(live, id);
    try {
      return await this.make({ ...desired, id: undefined });
    } catch (error) {
      throw new UnfinishedError(this.describe(desired), error);
    }
  }

  /**
   * Sends a write to one item. A 404 may mean that the item is gone, that it has another id by now (an attempt was
   * carried out whose answer got lost, or the list was old), or that there is no such endpoint; looking settles which.
   * @param desired the item as it would be afterwards
   * @returns what the call answered; or the item under its other id; or nothing when it is gone
   */
  async #writeTo<T>(
    verb: "update" | "delete",
    { live, id, desired }: { live: Row; id: string; desired: Row },
    send: () => Promise<T>,
  ): Promise<{ done?: T; moved?: Row }> {
    const { kind, domain, list } = this;
    try {
      return { done: await send() };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw await this.#explanation(error, desired);
      const settle = (items: Items<Row>): { moved?: Row } | undefined => {
        const moved = [desired, live]
          .flatMap((row) => this.meant(items, row).filter((other) => isExactly(kind, other, row)))
          .find((row) => row.id !== undefined && row.id !== id && !this.claims.isClaimedById(row.id));
        if (moved !== undefined) return { moved };
        return items.complete && items.withId(id) === undefined ? {} : undefined;
      };
      const { found, last } = await this.#explained(() => this.run.poll.inList(list, settle));
      if (found === undefined) {
        if (last.withId(id) === undefined) this.refuseIncomplete(last, live);
        throw new UnsupportedOperationError({
          operation: `${kind.group}.${verb}`,
          domain,
          ...(error.status !== undefined && { status: error.status }),
          what: `${this.describe(live)} is there, but the registrar does not know this operation on it`,
          advice: `Nothing was changed. ${contractAdvice} If there is no such operation, say \`"${kind.group}.${verb}": null\` there.`,
        });
      }
      list.note({ removed: live, ...(found.moved && { added: found.moved }) });
      return found;
    }
  }

  /** Runs a call on the whole list and gives refusals their best explanation. */
  async #explained<T>(work: () => Promise<T>, wanted?: Row): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.#explanation(error, wanted);
    }
  }

  /** @param wanted the item as it would be afterwards */
  async #explanation(error: unknown, wanted?: Row): Promise<unknown> {
    if (!(error instanceof RegistrarError)) return error;
    const isRefused = error.outcome === "no" && (error.status === 400 || error.status === 409);
    const beside = wanted !== undefined && isRefused ? this.beside(await this.read(), wanted) : [];
    if (wanted !== undefined && beside.length > 0)
      return new StandsBesideError(
        this.describe(wanted),
        beside.map((row) => this.describe(row)),
        this.run.peers.isTold,
      );
    return this.kind.explain?.(error, this.domain, this.run) ?? error;
  }
}

/** The same row, perhaps of another reading of the list. */
export const isSame = <Row extends Item>(row: Row, other: Row | undefined): boolean =>
  row === other || (row.id !== undefined && row.id === other?.id);

/** What a state says of one item. */
export interface Stored<Row extends Item> {
  /** The item as it was. */
  row: Row;
  recordId?: string | undefined;
}

/** The row with the stored id, if it could be what was stored. @throws UnexpectedShapeError if it is not understood */
function findById<Row extends Item>(
  { kind, domain }: DomainItems<Row>,
  items: Items<Row>,
  { row: stored, recordId }: Stored<Row>,
): Row | undefined {
  const row = items.withId(recordId);
  const unreadable = row && kind.unreadable(row);
  if (unreadable !== undefined) {
    throw new UnexpectedShapeError({
      operation: `${kind.group}.list`,
      domain,
      what: `${kind.describe(stored, domain)} came back in a form that is not understood: ${unreadable}`,
      advice: contractAdvice,
    });
  }
  return row !== undefined && isPlausible(kind, row, stored) ? row : undefined;
}

/** The rows that were stored: by id, else the one of the same meaning that nobody else is. */
export function findAll<Row extends Item, Known extends Stored<Row>>(
  of: DomainItems<Row>,
  items: Items<Row>,
  stored: readonly Known[],
): Map<Known, Row> {
  const found = new Map<Known, Row>();
  for (const each of stored) {
    const row = findById(of, items, each);
    if (row !== undefined) found.set(each, row);
  }
  const taken = new Set(found.values());
  for (const each of stored) {
    if (found.has(each)) continue;
    const rows = of.meant(items, each.row).filter((row) => !taken.has(row) && !of.claims.isOthers(row, each.row));
    const row = of.closest(rows, each.row);
    if (row === undefined) continue;
    found.set(each, row);
    taken.add(row);
  }
  return found;
}

/** The row with the stored id that shares nothing else with what was stored, unless another resource is it. */
export function findEdited<Row extends Item>(
  { kind, claims }: DomainItems<Row>,
  items: Items<Row>,
  { row: stored, recordId }: Stored<Row>,
): Row | undefined {
  const row = items.withId(recordId);
  if (row === undefined || kind.unreadable(row) !== undefined || claims.isOthers(row)) return undefined;
  return kind.keys(row).type === kind.keys(stored).type ? row : undefined;
}

/** The row that was stored, or the one with its id that was edited in all the rest. */
export function findOwn<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  stored: Stored<Row>,
): Row | undefined {
  return findAll(of, items, [stored]).get(stored) ?? findEdited(of, items, stored);
}

/**
 * A change or a delete waits until a refresh has shown it where the row was edited in all that it is, or means something
 * else while another one is what was stored: its id may be another row's by now.
 * @param wanted what the resource is to be: a row that is that already was changed by a run that was killed
 */
export function refuseEdited<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  row: Row | undefined,
  { row: stored }: Stored<Row>,
  wanted?: Row,
): void {
  const { kind, claims } = of;
  if (row === undefined || isMeant(kind, row, stored) || (wanted !== undefined && isMeant(kind, row, wanted))) return;
  const isStored = (other: Row) => isExactly(kind, other, stored) && !claims.isOthers(other, stored);
  const instead = of.meant(items, stored).find(isStored);
  if (instead === undefined && isPlausible(kind, row, stored)) return;
  throw new EditedItemError(of.describe(stored), of.describe(row), row.id, instead?.id);
}

/** Has another resource got what was stored, without any of its own being there? */
export function isTakenOver<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, stored: Stored<Row>): boolean {
  if (findOwn(of, items, stored) !== undefined) return false;
  return of
    .meant(items, stored.row)
    .some((row) => isExactly(of.kind, row, stored.row) && of.claims.isOthers(row, stored.row));
}
