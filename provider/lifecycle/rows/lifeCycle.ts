/**
 * The life cycle that DNS records and URL forwards share: items of a domain's list, each with an id of the registrar's,
 * found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice, and only what is
 * missing from a list that was read whole is gone.
 */
import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { RegistrarError } from "../../api/index.ts";

import { type Adopt, domainOf, sameDomain } from "../arguments.ts";
import { type Definition, reader } from "../define.ts";
import {
  computedOutputs,
  diffArgs,
  type Made,
  managedArgs,
  PartialFailure,
  type Precondition,
  type Properties,
  pick,
} from "../definition.ts";
import {
  AlreadyExistsError,
  CnameConflictError,
  DeclaredTwiceError,
  type Meeting,
  SeveralCandidatesError,
  UnknownOutcomeError,
} from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { DomainItems, ItemClaims, isSame, type Stored } from "./items.ts";
import type { Items } from "./list.ts";
import {
  changedKeys,
  givenKeys,
  type Item,
  type ItemArgs,
  type ItemKind,
  isExactly,
  itemControls,
  overlay,
  satisfies,
} from "./table.ts";

/** What is remembered beside the arguments. */
const memory = {
  /** The registrar's id, where it has shown one. */
  recordId: z.string(),
  /** When the item was last written. */
  writtenAt: z.string(),
  /** The last write was a change: a list that still shows what was there before is read again. */
  lastWrite: z.literal("update"),
  /** The TTL that the registrar made of the program's. */
  acceptedTtl: z.number(),
  /** Nobody knows whether the item is there: the next update looks, whatever it is to change. */
  unfinished: z.boolean(),
};
const readAll = reader(memory);

/** What a state remembers of an item. @param idName of the kind */
export const readMemory = (idName: string, bag: Properties): ReturnType<typeof readAll> =>
  readAll({ ...bag, recordId: bag[idName] });

/** With the live values of the arguments that the program manages. */
export type ItemState = { args: Partial<ItemArgs> } & {
  [Key in keyof typeof memory]?: z.output<(typeof memory)[Key]> | undefined;
};

/** All arguments in it are managed by the program: what it does not give is not kept. */
function writeState(kind: Pick<ItemKind<Item>, "idName" | "computed">, state: ItemState): Properties {
  const { args, recordId, ...remembered } = state;
  const all = { ...args, ...remembered, [kind.idName]: recordId };
  return {
    ...pick(all, [...givenKeys(args), kind.idName, ...Object.keys(memory)]),
    ...computedOutputs(kind.computed, { ...args }),
  };
}

/** The state after a look. Nothing was written, so that what is remembered stays. */
function seenState(args: Partial<ItemArgs>, state: ItemState, row?: Item): ItemState {
  return { ...state, args, recordId: row?.id ?? state.recordId, unfinished: undefined };
}

/**
 * The state after a write.
 * @param before the row that was there, if one was: if it was changed, lists may still show it
 */
function writtenState<Row extends Item>(
  { kind, run }: DomainItems<Row>,
  args: ItemArgs,
  row: Row,
  before?: Row,
): ItemState {
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
async function keepingUnfinished<Row extends Item, T>(
  { kind }: DomainItems<Row>,
  id: string,
  state: () => ItemState,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    throw new PartialFailure(id, writeState(kind, { ...state(), unfinished: true }), error.message);
  }
}

/**
 * A made-up label for a resource whose registrar id is not known, or is another resource's label.
 * @param seed gives the same label each time; default: each is another
 */
export function label(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/** @param replaces arguments that cannot change in place */
export function itemLifeCycle<Row extends Item>(kind: ItemKind<Row>, replaces: readonly string[]) {
  return {
    outputs: {
      [kind.idName]: z
        .string()
        .optional()
        .meta({ description: "The registrar's id of the item; absent until the registrar has shown it." }),
      ...kind.outputs,
    },
    ...(kind.computed && { computed: kind.computed }),
    controls: itemControls,
    deleteBeforeReplace: true,
    diff(state, args, unread) {
      const same = (key: string, old: unknown, wanted: unknown) => kind.same(key, old, wanted, args);
      return diffArgs({ ...state.args }, { ...args }, itemControls, replaces, same, unread);
    },
    create: (args, run) => create(kind, args, run),
    read: (id, state, run) => new ItemResource(kind, id, state, run).read(),
    update: (id, state, args, run) => new ItemResource(kind, id, state, run).update(args),
    delete: (id, state, run) => new ItemResource(kind, id, state, run).delete(),
    claim(id, { args, recordId }, claims) {
      // This runs inside a diff, which never fails: a state that says nothing of its row owns none.
      if (args.domain === undefined) return;
      new ItemClaims(kind, domainOf(args), claims, id).claim({ ...kind.wanted(args), id: recordId });
    },
    readState: (bag) => ({ args: kind.read(managedArgs(bag)), ...readMemory(kind.idName, bag) }),
    writeState: (state) => writeState(kind, state),
  } satisfies Partial<Definition<ItemArgs, ItemState>>;
}

/** What a resource is to be, and what it may take over for it: never more than its arguments allow. */
interface Desired<Row extends Item> {
  row: Row;
  /** What it is so far. */
  own?: Row | undefined;
  args: Partial<ItemArgs>;
  /** May an existing item be taken over? `overwrite`: also another one in the place of the wanted one. */
  adopt: Adopt;
  /** In a check: the resource that is to be the row, and the one that owned a row before this run. */
  owners?: { readonly wants: string; had(row: Row): string | undefined };
}

function desiredOf<Row extends Item>({ kind, run }: DomainItems<Row>, args: Partial<ItemArgs>): Desired<Row> {
  return { row: kind.wanted(args), args, adopt: args.adopt ?? run.configuration.adopt };
}

/** A live item with all arguments laid over it. */
const laidOver = <Row extends Item>({ kind }: DomainItems<Row>, { args }: Desired<Row>, live: Row): Row =>
  overlay(kind, live, args, givenKeys(args));

/** Finds the existing row to adopt. */
async function findFor<Row extends Item>(of: DomainItems<Row>, desired: Desired<Row>): Promise<Row | undefined> {
  const found = existing(of, await of.read(), desired);
  // A list may still show what was deleted a moment ago. A write to it would find out; without one, only time does.
  if (found === undefined || !satisfies(of.kind, found, laidOver(of, desired, found))) return found;
  return existing(of, await of.settled(), desired);
}

/**
 * Takes over what was found, or makes the item; where the registrar refuses because it is there, though the list did not show
 * it, takes that over.
 */
async function obtain<Row extends Item>(
  of: DomainItems<Row>,
  desired: Desired<Row>,
  found: Row | undefined,
): Promise<{ row: Row; isNew: boolean }> {
  const takeOver = async (row: Row) => ({ row: await of.change(row, laidOver(of, desired, row)), isNew: false });
  if (found !== undefined) return takeOver(found);
  // A list that is cut, or that lacks what this program has made, may as well lack this.
  const isAnyMissing = (shown: Items<Row>) => (shown.open || !shown.complete) && of.claims.isAnyMissing(shown, of.list);
  const items = await of.read(isAnyMissing);
  if (items.cut || isAnyMissing(items)) of.refuseIncomplete(items, desired.row, "exists already");
  try {
    return { row: await of.make(desired.row), isNew: true };
  } catch (error) {
    if (error instanceof RegistrarError && isDuplicate(error)) {
      of.refuseIncomplete(items, desired.row, `exists already, though the registrar says so (${error.what})`);
      if (desired.adopt === "none") throw alreadyExists(of, desired, desired.row, { refusal: error.what });
    }
    if (desired.adopt === "none") throw error;
    return takeOver(await of.findRefused(error, (shown) => existing(of, shown, desired)));
  }
}

/** Does a refusal speak of something that is there already? */
function isDuplicate({ outcome, status, what }: RegistrarError): boolean {
  if (outcome !== "no") return false;
  return status === 409 || (status === 400 && /exist|duplicate|already/i.test(what));
}

const withId =
  <Row extends Item>(of: DomainItems<Row>) =>
  (row: Row): string =>
    `${of.describe(row)}${row.id === undefined ? "" : ` (id ${row.id})`}`;

/** What is in the way, or may be taken over. @param isFree is it nobody's? */
function existing<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  desired: Desired<Row>,
  isFree = (row: Row) => !of.claims.isOthers(row, desired.row),
): Row | undefined {
  const { row: wanted, adopt, own } = desired;
  const describe = withId(of);
  const twins = of.meant(items, wanted).filter((row) => !isSame(row, own));
  const free = twins.filter(isFree);
  const [twin] = free;
  if (free.length > 1 && adopt !== "none") throw new SeveralCandidatesError(free.map(describe));
  if (twin !== undefined) {
    if (adopt === "none") throw alreadyExists(of, desired, twin);
    return twin;
  }
  // One of this meaning that is another resource's: a second is right only where it differs (an MX with another priority).
  const [claimed] = twins;
  if (claimed !== undefined && (isExactly(of.kind, claimed, wanted) || satisfies(of.kind, claimed, wanted)))
    throw new DeclaredTwiceError(describe(claimed), of.kind.group === "records");
  const inPlace = of.inPlace(items, wanted).filter((row) => !isSame(row, own));
  const [other] = inPlace;
  if (other === undefined) return undefined;
  if (inPlace.length > 1) throw new SeveralCandidatesError(inPlace.map(describe));
  if (!isFree(other)) throw new DeclaredTwiceError(describe(other));
  if (adopt !== "overwrite") throw alreadyExists(of, desired, other, { isInPlace: true });
  return other;
}

/** Refuses a row that exists, and claims it: with `--continue-on-error` the engine goes on to deletes, which leave it. */
function alreadyExists<Row extends Item>(
  of: DomainItems<Row>,
  { own, owners }: Desired<Row>,
  row: Row,
  met: Pick<Meeting, "isInPlace" | "refusal"> = {},
): AlreadyExistsError {
  of.claims.claim(row, label(of.domain));
  const [isMove, isRecord] = [own !== undefined, of.kind.group === "records"];
  const names = { wants: owners?.wants, had: owners?.had(row) };
  return new AlreadyExistsError(withId(of)(row), { ...met, ...names, isMove, isRecord });
}

/**
 * What a new item, or one that becomes another, would meet in the list of its domain; by the same rules as its create.
 * @param isWhole is all known that says which item it is?
 */
export const isFree =
  <Row extends Item, Args extends ItemArgs>(
    kind: ItemKind<Row, Args>,
    isWhole: (args: Partial<Args>) => boolean,
  ): Precondition<Args> =>
  async (args, { run, context }) => {
    const { domain } = args;
    if (context === undefined || domain === undefined || !isWhole(args)) return;
    const of = new DomainItems<Row>(kind, domainOf({ domain }), run);
    const desired = desiredOf(of, args);
    const isFormer = context.former !== undefined && sameDomain(context.former.domain, domain);
    const former = isFormer ? kind.keys(kind.wanted(context.former ?? {})).meaning : undefined;
    const { meaning } = kind.keys(desired.row);
    if (former === meaning) return;
    const ownerKey = (of: string) => `${kind.group} ${domainOf({ domain })} ${of}`;
    if (former !== undefined) run.formerOwners.set(ownerKey(former), context.name);
    const had = (row: Row) => run.formerOwners.get(ownerKey(kind.keys(row).meaning));
    const items = await of.read();
    const [own] = former === undefined ? [] : items.withKey(former);
    // Where the list does not show its row as it was, any row could be it.
    if (former !== undefined && own === undefined) return;
    refuseMet(of, items, { ...desired, own, owners: { wants: context.name, had } });
  };

/** Refuses what a create would meet. @throws PreconditionError */
function refuseMet<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, desired: Desired<Row>): void {
  const { row: wanted, own } = desired;
  if (isSibling(of, items, wanted, own) || existing(of, items, desired) !== undefined) return;
  const beside = of.beside(items, wanted).filter((row) => !isSame(row, own));
  if (beside.length > 0) throw new CnameConflictError(of.describe(wanted), beside.map(withId(of)));
}

/** Is there only a row of the same meaning and another priority? It may be a resource's that is checked later. */
function isSibling<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, wanted: Row, own: Row | undefined) {
  const twins = of.meant(items, wanted).filter((row) => !isSame(row, own));
  return twins.length > 0 && !twins.some((row) => isExactly(of.kind, row, wanted));
}

/** Adopts an existing row, as far as the program allows that; else makes the row. */
async function create<Row extends Item>(kind: ItemKind<Row>, args: ItemArgs, run: Run): Promise<Made<ItemState>> {
  const of = new DomainItems(kind, domainOf(args), run);
  const desired = desiredOf(of, args);
  const unfinished = () => writtenState(of, args, desired.row);
  const ensure = async () => {
    const found = await findFor(of, desired);
    const { row, isNew } = await obtain(of, desired, found);
    // Never the id of an item that was there: a resource that it belonged to before may carry that as its label.
    const id = isNew && row.id !== undefined ? `${of.domain}/${row.id}` : label(of.domain);
    of.claims.claim({ ...desired.row, id: row.id }, id);
    return { id, state: writtenState(of, args, row, found) };
  };
  return of.runExclusive([desired.row], () => keepingUnfinished(of, label(of.domain), unfinished, ensure));
}

/** A resource that exists: what its state says, and the list that its item is in. */
class ItemResource<Row extends Item> {
  readonly #id: string;
  readonly #state: ItemState;
  readonly #of: DomainItems<Row>;
  readonly #stored: Stored<Row>;

  constructor(kind: ItemKind<Row>, id: string, state: ItemState, run: Run) {
    this.#id = id;
    this.#state = state;
    this.#of = new DomainItems(kind, domainOf(state.args), run, id);
    this.#stored = { row: kind.wanted(state.args), recordId: state.recordId };
  }

  /** What is live; `undefined` when it is certainly gone. */
  async read(): Promise<ItemState | undefined> {
    const { kind, domain, run, claims } = this.#of;
    if (run.isFormer(domain)) return undefined;
    const { row, items } = await this.#locate();
    if (row === undefined) {
      this.#of.refuseIncomplete(items, this.#stored.row);
      return undefined;
    }
    claims.claimListed(row, this.#stored.row);
    const { args, acceptedTtl } = this.#state;
    return seenState(kind.project(row, args, acceptedTtl), this.#state, row);
  }

  /** Makes the item what the arguments say: the same item changed, or another item. */
  async update(args: ItemArgs): Promise<ItemState> {
    const { kind, claims } = this.#of;
    const { recordId, unfinished } = this.#state;
    const stored = this.#stored.row;
    // Where only what is remembered changes (an option, or an argument no longer managed), there is nothing to ask.
    if (unfinished !== true && changedKeys(kind, this.#state.args, args).length === 0)
      return seenState(args, this.#state);
    const desired = desiredOf(this.#of, args);
    const isMove = unfinished !== true && kind.keys(stored).meaning !== kind.keys(desired.row).meaning;
    const changed = await this.#of.runExclusive([desired.row, stored], () =>
      isMove ? this.#move(args, desired) : this.#change(args, desired.row),
    );
    claims.release({ ...stored, id: recordId });
    claims.claim({ ...desired.row, id: changed.recordId });
    return changed;
  }

  /** Deletes the item; what cannot be deleted, because nobody is served it, is let go. */
  async delete(): Promise<void> {
    const { domain, run } = this.#of;
    if (run.isFormer(domain)) return;
    await this.#deleteOwn().catch((error: unknown) => releaseUnserved(error, domain, run));
  }

  /** Deletes the item, unless another resource of the program has taken it over. */
  async #deleteOwn(): Promise<void> {
    const [of, stored] = [this.#of, this.#stored];
    const logStays = (row: Row) =>
      of.run.log(`${of.describe(row)} stays: another resource of this program declares it.`);
    // Another resource takes it over before that, or finds it gone.
    await of.runExclusive([stored.row], async () => {
      if (of.isTakenOver(await of.read(), stored)) return logStays(stored.row);
      const { row, items } = await this.#locate();
      of.refuseEdited(items, row, stored);
      const id = row?.id ?? stored.recordId;
      // Gone for certain: the list is whole, or it made way for another resource in this run.
      if (row === undefined && (items.complete || of.list.wasRemoved(id))) return;
      const target = row ?? { ...stored.row, id };
      for (const own of [target, stored.row]) of.claims.release(own);
      if (of.claims.isOthersListed(target)) return logStays(target);
      if (row === undefined && id === undefined) of.refuseIncomplete(items, stored.row);
      return of.remove(target, of.idOf(target, id), stored.row);
    });
  }

  /** Lays what changed over the item that the resource is; what is gone is made again. */
  async #change(args: ItemArgs, wanted: Row): Promise<ItemState> {
    const [of, state] = [this.#of, this.#state];
    const unfinished = () => writtenState(of, args, wanted);
    return keepingUnfinished(of, this.#id, unfinished, async () => {
      const live = await this.#findToChange(wanted);
      const changed = changedKeys(of.kind, state.args, args);
      const row =
        live === undefined
          ? await of.make(wanted)
          : await of.change(live, overlay(of.kind, live, args, changed), state.recordId);
      if (row === live) {
        of.claims.claimListed(row, wanted);
        return seenState(args, state, row);
      }
      of.claims.claim(row);
      return { ...writtenState(of, args, row, live), recordId: row.id ?? state.recordId };
    });
  }

  /** Becomes another row: by a change of its own, or by adopting an existing one and deleting its own. */
  async #move(args: ItemArgs, asked: Desired<Row>): Promise<ItemState> {
    const of = this.#of;
    const live = await this.#findToChange(asked.row);
    const desired = { ...asked, own: live };
    // A row that another resource adopted in this run is not this resource's any more.
    const isLeft = live === undefined || of.claims.isOthers(live);
    const found = await findFor(of, desired);
    if (found === undefined && !isLeft) return this.#change(args, desired.row);
    const former = isLeft ? undefined : { row: live, id: of.idOf(live, this.#state.recordId) };
    const unfinished = () => writtenState(of, args, desired.row);
    return keepingUnfinished(of, this.#id, unfinished, async () => {
      if (found !== undefined) of.claims.claim(found);
      const { row } = await obtain(of, desired, found);
      of.claims.claim({ ...desired.row, id: row.id });
      if (former !== undefined) await of.remove(former.row, former.id);
      return writtenState(of, args, row, found);
    });
  }

  /** The row that the state speaks of, from a list that is polled while it may lag behind the last write of it. */
  async #locate(): Promise<{ row: Row | undefined; items: Items<Row> }> {
    const { args, lastWrite, acceptedTtl, writtenAt, recordId } = this.#state;
    const { kind } = this.#of;
    const find = (items: Items<Row>) => this.#of.findOwn(items, this.#stored);
    // A row under another id may be another resource's, while our own does not show yet.
    const mayBeOld = (row: Row) => lastWrite !== undefined || (recordId !== undefined && row.id !== recordId);
    const isStale = (row: Row) =>
      mayBeOld(row) && changedKeys(kind, kind.project(row, args, acceptedTtl), args).length > 0;
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
    this.#of.refuseEdited(items, row, this.#stored, wanted);
    if (row !== undefined || items.complete || this.#of.list.wasRemoved(recordId)) return row;
    if (recordId === undefined || unfinished === true) this.#of.refuseIncomplete(items, this.#stored.row);
    return { ...this.#stored.row, id: recordId };
  }
}
