/**
 * The life cycle that DNS records and URL forwards share: items of a domain's list, each with an id of the registrar's,
 * found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice, and only what is
 * missing from a list that was read whole is gone.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Definition, reader } from "../define.ts";
import { type Made, managedArgs, PartialFailure, type Properties, pick } from "../definition.ts";
import { NoIdError, UnfinishedError, UnknownOutcomeError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { findFree, obtain, type Wish, wishOf } from "./adoption.ts";
import { ItemClaims } from "./claims.ts";
import { DomainItems, findOwn, isTakenOver, refuseEdited, type Stored } from "./items.ts";
import type { Items } from "./list.ts";
import { clearWay, findReleased, inTurn, isSharedAndWanted, staysForOthers } from "./reassignment.ts";
import { changedKeys, type DeclaredKind, givenKeys, type Item, type ItemArgs, overlay } from "./table.ts";

export interface ItemState<Args> {
  /** Live values of the arguments that the program manages. */
  args: Partial<Args>;
  /** The registrar's id, where it has shown one. */
  recordId?: string | undefined;
  /** When the item was last written. */
  writtenAt?: string | undefined;
  /** The last write was a change: a list that still shows what was there before is read again. */
  lastWrite?: "update" | undefined;
  /** The TTL that the registrar made of the program's. */
  acceptedTtl?: number | undefined;
  /** Nobody knows whether the item is there: the next update looks, whatever it is to change. */
  unfinished?: boolean | undefined;
}

/** Reads what is remembered beside the arguments. */
const memory = {
  recordId: z.string(),
  writtenAt: z.string(),
  lastWrite: z.literal("update"),
  acceptedTtl: z.number(),
  unfinished: z.boolean(),
};
const memoryKeys = Object.keys(memory);
export const readMemory = reader(memory);

export function readState<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  bag: Properties,
): ItemState<Args> {
  return { args: kind.read(managedArgs(bag)), ...readMemory(bag) };
}

/** All arguments in it are managed by the program: what it does not give is not kept. */
export function writeState<Args>({ args, ...memory }: ItemState<Args>): Properties {
  return pick({ ...args, ...memory }, [...givenKeys(args), ...memoryKeys]);
}

/** The state after a look. Nothing was written, so that what is remembered stays. */
export function seenState<Args>(args: Partial<Args>, state: ItemState<Args>, row?: Item): ItemState<Args> {
  const { recordId, writtenAt, lastWrite, acceptedTtl } = state;
  return { args, recordId: row?.id ?? recordId, writtenAt, lastWrite, acceptedTtl };
}

/**
 * The state after a write.
 * @param before the row that was there, if one was: if it was changed, lists may still show it
 */
export function writtenState<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  args: Args,
  row: Row,
  before: Row | undefined,
  run: Run,
): ItemState<Args> {
  const [{ ttl: shown }, { ttl: asked }] = [kind.beside(row), kind.beside(kind.wanted(args))];
  return {
    args,
    recordId: row.id,
    writtenAt: new Date(run.now()).toISOString(),
    lastWrite: before !== undefined && row !== before ? "update" : undefined,
    acceptedTtl: asked !== undefined && shown !== asked && typeof shown === "number" ? shown : undefined,
  };
}

/** Runs writes after which the item may be there although they failed: then the state keeps it as unfinished. */
export async function keepingUnfinished<T, Args>(
  id: string,
  state: () => ItemState<Args>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnfinishedError || error instanceof UnknownOutcomeError)) throw error;
    throw new PartialFailure(id, writeState({ ...state(), unfinished: true }), error.message);
  }
}

/** A made-up label for a resource whose registrar id is not known, or is another resource's label. */
export function label(domain: string): string {
  return `${domain}/${randomUUID().slice(0, 13)}`;
}

type LifeCycle<Args extends object, State extends object> = Required<
  Pick<Definition<Args, State>, "create" | "read" | "update" | "delete" | "claim" | "readState" | "writeState">
>;

export function itemLifeCycle<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
): LifeCycle<Args, ItemState<Args>> {
  return {
    create: (args, run) => create(kind, args, run),
    read: (id, state, run) => new ItemResource(kind, id, state, run).read(),
    update: (id, state, args, run) => new ItemResource(kind, id, state, run).update(args),
    delete: (id, state, run) => new ItemResource(kind, id, state, run).delete(),
    claim: (id, state, claims, args) => claimStored(kind, id, state, claims, args),
    readState: (bag) => readState(kind, bag),
    writeState,
  };
}

/** Takes over what another resource gives up or the program may adopt; else makes the item. */
async function create<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  args: Args,
  run: Run,
): Promise<Made<ItemState<Args>>> {
  const of = new DomainItems(kind, domainOf(args), run);
  const wish = wishOf(kind, args, run);
  const unfinished = () => writtenState(kind, args, wish.row, undefined, run);
  const ensure = async () => {
    const found = await findFor(of, wish);
    const { row, isNew } = await obtain(of, wish, found);
    // Never the id of an item that was there: a resource that it belonged to before may carry that as its label.
    const id = isNew && row.id !== undefined ? `${of.domain}/${row.id}` : label(of.domain);
    of.claims.claim({ ...wish.row, id: row.id }, id);
    return { id, state: writtenState(kind, args, row, found, run) };
  };
  return inTurn(of, [wish.row], () => keepingUnfinished(label(of.domain), unfinished, ensure));
}

/** What is there for a resource to become, once what stands in its way and is due to go is gone. */
async function findFor<Row extends Item>(of: DomainItems<Row>, wish: Wish<Row>): Promise<Row | undefined> {
  const released = await findReleased(of, wish);
  await clearWay(of, wish.row, [wish.own, released]);
  return released ?? findFree(of, wish);
}

/** A resource that exists: what its state says, and the list that its item is in. */
class ItemResource<Row extends Item, Args extends ItemArgs> {
  readonly #kind: DeclaredKind<Row, Args>;
  readonly #id: string;
  readonly #state: ItemState<Args>;
  readonly #run: Run;
  readonly #of: DomainItems<Row>;
  readonly #stored: Stored<Row>;

  constructor(kind: DeclaredKind<Row, Args>, id: string, state: ItemState<Args>, run: Run) {
    this.#kind = kind;
    this.#id = id;
    this.#state = state;
    this.#run = run;
    this.#of = new DomainItems(kind, domainOf(state.args), run, id);
    this.#stored = { row: kind.wanted(state.args), recordId: state.recordId };
  }

  /** What is live; `undefined` when it is certainly gone. */
  async read(): Promise<ItemState<Args> | undefined> {
    if (this.#run.isFormer(this.#of.domain)) return undefined;
    const { row, items } = await this.#locate();
    if (row === undefined) {
      this.#of.refuseIncomplete(items, this.#stored.row);
      return undefined;
    }
    this.#of.claims.claimListed(row, this.#stored.row);
    const { args, acceptedTtl } = this.#state;
    return seenState(this.#kind.project(row, args, acceptedTtl), this.#state, row);
  }

  /** Makes the item what the arguments say: the same item changed, or another item. */
  async update(args: Args): Promise<ItemState<Args>> {
    const { recordId, unfinished } = this.#state;
    const stored = this.#stored.row;
    if (unfinished !== true && changedKeys(this.#kind, this.#state.args, args).length === 0) {
      // Only what is remembered changes (an option, or an argument no longer managed): nothing to ask.
      return seenState(args, this.#state);
    }
    const wish = wishOf(this.#kind, args, this.#run);
    const isMove = unfinished !== true && this.#kind.keys(stored).meaning !== this.#kind.keys(wish.row).meaning;
    const changed = await inTurn(this.#of, [wish.row, stored], () =>
      isMove ? this.#move(args, wish) : this.#change(args, wish.row),
    );
    this.#of.claims.release({ ...stored, id: recordId });
    this.#of.claims.claim({ ...wish.row, id: changed.recordId });
    this.#run.claims.hasMoved(this.#id);
    return changed;
  }

  /** Deletes the item; what cannot be deleted, because nobody is served it, is let go. */
  async delete(): Promise<void> {
    const { domain } = this.#of;
    if (this.#run.isFormer(domain)) return;
    await this.#deleteOwn().catch((error: unknown) => releaseUnserved(error, domain, this.#run));
  }

  /** Deletes the item, unless another resource of the program has taken it over. */
  async #deleteOwn(): Promise<void> {
    const [of, stored] = [this.#of, this.#stored];
    const sayStays = (row: Row) =>
      this.#run.say(`${of.describe(row)} stays: another resource of this program owns it now.`);
    // Another resource takes it over before that, or finds it gone.
    await of.inTurn([stored.row], async () => {
      if (isSharedAndWanted(of, stored.row) || isTakenOver(of, await of.read(), stored)) return sayStays(stored.row);
      const { row, items } = await this.#locate();
      refuseEdited(of, items, row, stored);
      const id = row?.id ?? stored.recordId;
      // Gone for certain: the list is whole, or it made way for another resource in this run.
      if (row === undefined && (items.complete || of.list.wasRemoved(id))) return;
      const target = row ?? { ...stored.row, id };
      for (const own of [target, stored.row]) of.claims.release(own);
      if (of.claims.isOthersListed(target)) return sayStays(target);
      if (id !== undefined) return of.remove(target, id, stored.row);
      if (row === undefined) of.refuseIncomplete(items, stored.row);
      throw new NoIdError(of.describe(target));
    });
  }

  /** Lays what changed over the item that the resource is; what is gone is made again. */
  async #change(args: Args, wanted: Row): Promise<ItemState<Args>> {
    const [of, state] = [this.#of, this.#state];
    const unfinished = () => this.#written(args, wanted);
    return keepingUnfinished(this.#id, unfinished, async () => {
      const live = await this.#findToChange(wanted);
      const changed = changedKeys(this.#kind, state.args, args);
      const row =
        live === undefined
          ? await of.make(wanted)
          : await of.change(live, overlay(this.#kind, live, args, changed), state.recordId);
      if (row === live) {
        of.claims.claimListed(row, wanted);
        return seenState(args, state, row);
      }
      of.claims.claim(row);
      return { ...this.#written(args, row, live), recordId: row.id ?? state.recordId };
    });
  }

  /**
   * Becomes another item. Where another resource gives that up, it is taken over, and the former one stays for the one that
   * wants it, or is removed. Else the former one is changed, or, if it is to stay, a new one is made beside it.
   */
  async #move(args: Args, asked: Wish<Row>): Promise<ItemState<Args>> {
    const [of, stored] = [this.#of, this.#stored.row];
    const live = await this.#findToChange(asked.row);
    const wish = { ...asked, own: live };
    // A row that another resource has taken over is not this resource's any more.
    const isLeft = live === undefined || of.claims.isKept(live) || staysForOthers(of, stored, wish.row);
    const found = await findFor(of, wish);
    const former = isLeft ? undefined : live;
    if (found === undefined && former !== undefined) return this.#change(args, wish.row);
    const formerId = former?.id ?? this.#state.recordId;
    if (former !== undefined && formerId === undefined) throw new NoIdError(of.describe(former));
    const unfinished = () => this.#written(args, wish.row);
    return keepingUnfinished(this.#id, unfinished, async () => {
      if (found !== undefined) of.claims.claim(found);
      const { row } = await obtain(of, wish, found);
      of.claims.claim({ ...wish.row, id: row.id });
      if (former !== undefined && formerId !== undefined) await of.remove(former, formerId);
      return this.#written(args, row, found);
    });
  }

  #written(args: Args, row: Row, before?: Row): ItemState<Args> {
    return writtenState(this.#kind, args, row, before, this.#run);
  }

  /** The row that the state speaks of, with patience for a list that lags behind the last write of it. */
  async #locate(): Promise<{ row: Row | undefined; items: Items<Row> }> {
    const { args, lastWrite, acceptedTtl, writtenAt, recordId } = this.#state;
    const find = (items: Items<Row>) => findOwn(this.#of, items, this.#stored);
    // A row under another id may be another resource's, while our own does not show yet.
    const mayBeOld = (row: Row) => lastWrite !== undefined || (recordId !== undefined && row.id !== recordId);
    const isStale = (row: Row) =>
      mayBeOld(row) && changedKeys(this.#kind, this.#kind.project(row, args, acceptedTtl), args).length > 0;
    const isShown = (shown: Items<Row>) => {
      const row = find(shown);
      return row !== undefined && !isStale(row);
    };
    const items = await this.#of.observe({ writtenAt }, isShown, (shown) => find(shown) === undefined);
    return { row: find(items), items };
  }

  /** The row to be changed. One that a list does not show, which is not proven whole, is taken at its id. */
  async #findToChange(wanted: Row): Promise<Row | undefined> {
    const { row, items } = await this.#locate();
    const { recordId, unfinished } = this.#state;
    refuseEdited(this.#of, items, row, this.#stored, wanted);
    if (row !== undefined || items.complete || this.#of.list.wasRemoved(recordId)) return row;
    if (recordId === undefined || unfinished === true) this.#of.refuseIncomplete(items, this.#stored.row);
    return { ...this.#stored.row, id: recordId };
  }
}

/** Tells the run that this resource is alive and owns its item, and whether it is to become another one. */
function claimStored<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  id: string,
  { args, recordId }: ItemState<Args>,
  claims: Claims,
  wanted: Partial<Args> = args,
): void {
  // This runs inside a diff, which never fails: a state that says nothing of its item owns none.
  if (args.domain === undefined) return;
  const stored = kind.wanted(args);
  new ItemClaims(kind, domainOf(args), claims, id).claim({ ...stored, id: recordId });
  try {
    if (kind.keys(stored).meaning !== kind.keys(kind.wanted(wanted)).meaning) claims.moves(id);
  } catch {
    // In a preview not everything is known: then nobody asks.
  }
}
