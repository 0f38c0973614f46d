/** The rows of one kind in one domain, as one resource of a run matches, claims and writes them. */
import type { AnyObject } from "../../api/endpoints/shapes.ts";
import {
  IncompleteListError,
  isObject,
  NotFoundError,
  RegistrarError,
  UnexpectedShapeError,
  UnsupportedOperationError,
} from "../../api/index.ts";
import type { Claims } from "../claims.ts";
import { CnameConflictError, DeclaredTwiceError, NotIdentifiedError, UnknownOutcomeError } from "../errors.ts";
import type { LastWrite } from "../poll.ts";
import type { Run } from "../run.ts";
import { type ItemList, type Items, writeOnce } from "./list.ts";
import {
  contractAdvice,
  exactKeyOf,
  type Item,
  type ItemKind,
  isExactly,
  isMeant,
  isPlausible,
  satisfies,
} from "./table.ts";

/** The same row, perhaps of another reading of the list. */
export const isSame = <Row extends Item>(row: Row, other: Row | undefined): boolean =>
  row === other || (row.id !== undefined && row.id === other?.id);

/** What a state says of one item. */
export interface Stored<Row extends Item> {
  /** The item as it was. */
  row: Row;
  recordId?: string | undefined;
}

/** Which items of one kind in one domain the resources of a run have claimed, as one of them sees it. */
export class ItemClaims<Row extends Item> {
  readonly #kind: ItemKind<Row>;
  readonly #scope: string;
  readonly #claims: Claims;
  readonly #owner: string | undefined;

  /** @param owner Pulumi id of the resource that asks; a new one has none yet */
  constructor(kind: ItemKind<Row>, domain: string, claims: Claims, owner: string | undefined) {
    this.#kind = kind;
    this.#scope = `${kind.group} ${domain} `;
    this.#claims = claims;
    this.#owner = owner;
  }

  /** Claims an item that this resource is. It may have another id after a write, or none: what it is counts, too. */
  claim(row: Row, owner = this.#owner): void {
    if (owner !== undefined) for (const key of this.#keys(row)) this.#claims.claim(key, owner);
  }

  /** Claims it by its id alone, where it has one: edited by hand, it may say what another resource is. */
  claimListed(row: Row, wanted?: Row): void {
    if (this.#owner !== undefined) this.#claims.claim(this.#listedKey(row, wanted), this.#owner);
  }

  release(row: Row): void {
    if (this.#owner !== undefined) for (const key of this.#keys(row)) this.#claims.release(key, this.#owner);
  }

  /** Has another resource claimed it? */
  isOthers(row: Row, wanted?: Row): boolean {
    return this.#keys(row, wanted).some((key) => this.#claims.othersOf(key, this.#owner).length > 0);
  }

  /** Has another resource claimed just this row: by its id, where it has one? */
  isOthersListed(row: Row): boolean {
    return this.#claims.othersOf(this.#listedKey(row), this.#owner).length > 0;
  }

  isClaimedById(id: string): boolean {
    return this.#claims.othersOf(this.#scope + id, undefined).length > 0;
  }

  /** Can it be what this resource has just made: no other's, and not a row that this one was before? */
  isNew(row: Row, wanted: Row): boolean {
    const wasThere = row.id === undefined ? !isExactly(this.#kind, row, wanted) : this.isClaimedById(row.id);
    return !wasThere && !this.isOthers(row, wanted);
  }

  /** Does a reading of the list lack what a resource of this run is? One that was removed in this run is not lacking. */
  isAnyMissing(items: Items<Row>, list: ItemList<Row>): boolean {
    const shown = new Map<string, boolean>();
    for (const [key, owner] of this.#claims.under(this.#scope)) {
      const name = key.slice(this.#scope.length);
      const isShown = items.withId(name) !== undefined || list.wasRemoved(name) || items.withKey(name).length > 0;
      shown.set(owner, isShown || shown.get(owner) === true);
    }
    return [...shown.values()].includes(false);
  }

  #exactKey(row: Row, wanted?: Row): string {
    return this.#scope + exactKeyOf(this.#kind, row, wanted);
  }

  #listedKey(row: Row, wanted?: Row): string {
    return row.id === undefined ? this.#exactKey(row, wanted) : this.#scope + row.id;
  }

  #keys(row: Row, wanted?: Row): string[] {
    return [this.#listedKey(row, wanted), this.#exactKey(row, wanted)];
  }
}

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
      this.run.logOnce(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
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
  conflicting(items: Items<Row>, wanted: Row): Row[] {
    const rows = new Set(this.kind.keys(wanted).excludes.flatMap((key) => items.withKey(key)));
    return [...rows].filter((row) => !isMeant(this.kind, row, wanted));
  }

  /** The same, without what is in its very place and could become it. */
  beside(items: Items<Row>, wanted: Row): Row[] {
    const inPlace = this.inPlace(items, wanted);
    return this.conflicting(items, wanted).filter((row) => !inPlace.includes(row));
  }

  /**
   * What a list does not show is gone, and may be made, only where something proves the list whole.
   * @throws IncompleteListError
   */
  refuseIncomplete(items: Items<Row>, row: Row, question = "is still there"): void {
    if (items.complete) return;
    const subject = `whether ${this.describe(row)} ${question}`;
    throw new IncompleteListError(subject, `${this.kind.group}.list`, this.domain, items);
  }

  /** The row with the stored id, if it could be what was stored. @throws UnexpectedShapeError if it is not understood */
  #findById(items: Items<Row>, { row: stored, recordId }: Stored<Row>): Row | undefined {
    const { kind, domain } = this;
    const row = items.withId(recordId);
    const unreadable = row && kind.unreadable(row);
    if (unreadable !== undefined) {
      throw new UnexpectedShapeError({
        operation: `${kind.group}.list`,
        domain,
        what: `${this.describe(stored)} came back in a form that is not understood: ${unreadable}`,
        advice: contractAdvice,
      });
    }
    return row !== undefined && isPlausible(kind, row, stored) ? row : undefined;
  }

  /** The rows that were stored: by id, else the one of the same meaning that nobody else is. */
  findAll<Known extends Stored<Row>>(items: Items<Row>, stored: readonly Known[]): Map<Known, Row> {
    const found = new Map<Known, Row>();
    for (const each of stored) {
      const row = this.#findById(items, each);
      if (row !== undefined) found.set(each, row);
    }
    const taken = new Set(found.values());
    for (const each of stored) {
      if (found.has(each)) continue;
      const rows = this.meant(items, each.row).filter((row) => !taken.has(row) && !this.claims.isOthers(row, each.row));
      const row = this.closest(rows, each.row);
      if (row === undefined) continue;
      found.set(each, row);
      taken.add(row);
    }
    return found;
  }

  /** The row with the stored id that shares nothing else with what was stored, unless another resource is it. */
  findEdited(items: Items<Row>, { row: stored, recordId }: Stored<Row>): Row | undefined {
    const { kind, claims } = this;
    const row = items.withId(recordId);
    if (row === undefined || kind.unreadable(row) !== undefined || claims.isOthers(row)) return undefined;
    return kind.keys(row).type === kind.keys(stored).type ? row : undefined;
  }

  /** The row that was stored, or the one with its id that was edited in all the rest. */
  findOwn(items: Items<Row>, stored: Stored<Row>): Row | undefined {
    return this.findAll(items, [stored]).get(stored) ?? this.findEdited(items, stored);
  }

  /**
   * Refuses to write a row until a refresh has shown it, where one of these holds:
   * - the row with the stored id is another one now, and a row with another id is what was stored;
   * - the row means something else, and no value of it is as it was stored.
   * @param wanted what the resource is to be: a row that is that already was changed by a run that was killed
   */
  refuseEdited(items: Items<Row>, row: Row | undefined, { row: stored, recordId }: Stored<Row>, wanted?: Row): void {
    const { kind, claims } = this;
    const atId = items.withId(recordId);
    const isMoved = row !== undefined && atId !== undefined && !isSame(atId, row);
    if (isMoved && (wanted === undefined || !isMeant(kind, atId, wanted)))
      throw NotIdentifiedError.edited(this.describe(stored), this.describe(atId), recordId, row.id);
    if (row === undefined || isMeant(kind, row, stored) || (wanted !== undefined && isMeant(kind, row, wanted))) return;
    const isStored = (other: Row) => isExactly(kind, other, stored) && !claims.isOthers(other, stored);
    const instead = this.meant(items, stored).find(isStored);
    if (instead === undefined && isPlausible(kind, row, stored)) return;
    throw NotIdentifiedError.edited(this.describe(stored), this.describe(row), row.id, instead?.id);
  }

  /** Has another resource got what was stored, without any of its own being there? */
  isTakenOver(items: Items<Row>, stored: Stored<Row>): boolean {
    if (this.findOwn(items, stored) !== undefined) return false;
    const isTheirs = (row: Row) => isExactly(this.kind, row, stored.row) && this.claims.isOthers(row, stored.row);
    return this.meant(items, stored.row).some(isTheirs);
  }

  /** The registrar's id of a row. @throws NotIdentifiedError where neither the list nor the state has one */
  idOf(row: Row, recordId?: string): string {
    const id = row.id ?? recordId;
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    return id;
  }

  /** Runs a write of some rows while no other write of these rows, or in their places, runs. */
  runExclusive<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
    const keys = rows.flatMap((row) => {
      const { meaning, place = meaning } = this.kind.keys(row);
      return [meaning, place];
    });
    return this.run.turns.run(
      [...new Set(keys)].map((key) => `${this.kind.group} ${this.domain} ${key}`),
      work,
    );
  }

  /** Makes the item; nothing of this meaning is there. @throws DeclaredTwiceError where another resource is to be it */
  async make(wanted: Row): Promise<Row> {
    if (this.claims.isOthers({ ...wanted, id: undefined }))
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
  async change(live: Row, desired: Row, recordId?: string): Promise<Row> {
    const { kind, domain, run } = this;
    if (satisfies(kind, live, desired)) return live;
    const id = this.idOf(live, recordId);
    if (!run.api.exists(`${kind.group}.update`)) return this.#replace(live, id, desired);
    const update = (row: Row & { id: string }) =>
      run.poll.confirmed(
        async () => this.#answered(await kind.update(run, domain, row.id, desired), { ...desired, id: row.id }),
        async () => (await run.poll.inList(this.list, (items) => this.#changed(items, row.id, desired))).found,
      );
    const written = await this.#writeTo("update", { ...live, id }, desired, async (row) =>
      satisfies(kind, row, desired) ? row : update(row),
    );
    if (written === undefined) return this.make({ ...desired, id: undefined });
    this.list.note({ removed: written.from, added: written.to });
    return written.to;
  }

  /** @param stored what the item is by the state, where the list may show what it was before */
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
  #changed(items: Items<Row>, id: string, desired: Row): Row | undefined {
    const rows = [items.withId(id), ...this.meant(items, desired)].filter((row) => row !== undefined);
    return rows.find(
      (row) =>
        this.kind.unreadable(row) === undefined && satisfies(this.kind, row, desired) && !this.claims.isOthers(row),
    );
  }

  /** Is a row gone for certain, once lists show recent writes? */
  async #isGone(row: Row): Promise<boolean> {
    const isIt = (other: Row) => isExactly(this.kind, other, row) && !this.claims.isOthers(other);
    const lacks = (items: Items<Row>) => items.withId(row.id) === undefined && !this.meant(items, row).some(isIt);
    await this.run.poll.inList(this.list, (items) => lacks(items) || undefined);
    const items = await this.list.proven();
    return items.complete && lacks(items);
  }

  #post(wanted: Row): Promise<Row> {
    const { kind, domain, run } = this;
    const findNew = (items: Items<Row>) =>
      this.closest(
        this.meant(items, wanted).filter((row) => this.claims.isNew(row, wanted)),
        wanted,
      );
    return writeOnce({
      send: async () => this.#answered(await kind.create(run, domain, wanted), wanted),
      look: () => run.poll.inList(this.list, findNew),
      doubt: (error) => new UnknownOutcomeError(this.describe(wanted), error),
    });
  }

  /** The item in a write's answer; as it was sent where it is not there, or the answer speaks of something else (a job, say). */
  #answered(answer: AnyObject, sent: Row): Row {
    for (const wire of [answer, answer["record"], answer["dns_record"]].filter(isObject)) {
      const row = this.kind.fromWire(wire, this.domain);
      if (row.id === undefined) continue;
      if (this.kind.unreadable(row) !== undefined) return { ...sent, id: row.id };
      const granted = this.kind.granted(row, sent);
      if (granted !== undefined) return { ...sent, ...granted, id: row.id };
    }
    return sent;
  }

  /** For a registrar without an update: delete, then create, since both cannot stand side by side. */
  async #replace(live: Row, id: string, desired: Row): Promise<Row> {
    await this.remove(live, id);
    return this.make({ ...desired, id: undefined }).catch((error: unknown) => {
      this.run.log(
        `${this.describe(live)} was deleted to be made anew, since this registrar changes none, and is missing now.`,
      );
      throw error;
    });
  }

  /**
   * Sends a write to one item, under whatever id it has by now.
   * @param desired the item as it would be afterwards
   * @returns the row that was written to, and what came of it; nothing when it is gone
   */
  async #writeTo<T>(
    verb: "update" | "delete",
    live: Row & { id: string },
    desired: Row,
    send: (row: Row & { id: string }) => Promise<T>,
  ): Promise<{ from: Row; to: T } | undefined> {
    for (let [from, moves] = [live, 0]; ; moves += 1) {
      try {
        return { from, to: await send(from) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw await this.#explanation(error, desired);
        const moved = await this.#followed(verb, from, desired, error);
        this.list.note({ removed: from, ...(moved && { added: moved }) });
        if (moved === undefined) return undefined;
        if (moves >= maxMoves) throw NotIdentifiedError.changingIds(this.describe(live));
        from = moved;
      }
    }
  }

  /**
   * The item after a 404, which may mean that it is gone, that it has another id by now (an attempt was carried out whose
   * answer got lost, or the list was old), or that there is no such endpoint; looking settles which.
   * @returns nothing when it is gone
   */
  async #followed(verb: "update" | "delete", live: Row & { id: string }, desired: Row, { status }: NotFoundError) {
    const { kind, domain, list } = this;
    const settle = (items: Items<Row>): { moved?: Row & { id: string } } | undefined => {
      for (const row of [desired, live].flatMap((each) =>
        this.meant(items, each).filter((other) => isExactly(kind, other, each)),
      )) {
        const { id } = row;
        if (id !== undefined && id !== live.id && !this.claims.isClaimedById(id)) return { moved: { ...row, id } };
      }
      return items.complete && items.withId(live.id) === undefined ? {} : undefined;
    };
    const { found, last } = await this.#explained(() => this.run.poll.inList(list, settle));
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
      return new CnameConflictError(
        this.describe(wanted),
        beside.map((row) => this.describe(row)),
      );
    return this.kind.explain?.(error, this.domain, this.run) ?? error;
  }
}
