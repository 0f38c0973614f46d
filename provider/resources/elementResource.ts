/**
 * The life cycle that DNS records and URL forwards share: elements of a domain's list, each with an id of the
 * registrar's, found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice,
 * and only what is missing from a list that was read whole is gone.
 */

import { randomUUID } from "node:crypto";
import { domainOf } from "./arguments.ts";
import { type Made, managedArgs, managedKeys, managedText, PartialFailure, type Properties } from "./definition.ts";
import { elementAdoption } from "./elementAdoption.ts";
import { elementHolding } from "./elementHolding.ts";
import type { Element, ElementKind } from "./elementKind.ts";

import { elementSearch, recordIdOf } from "./elementSearch.ts";
import { elementTrade, type Trader } from "./elementTrade.ts";

import { elementWrites } from "./elementWrites.ts";
import { DeclaredTwiceError, NoIdError, UnfinishedError, UnknownOutcomeError } from "./errors.ts";
import type { Holders } from "./holders.ts";
import type { Session } from "./session.ts";
import { handedOverIn, type Siblings, scopeOf } from "./siblings.ts";

export function elementLifeCycle<Row extends Element>(kind: ElementKind<Row>) {
  const { exactKey, elementKey, elementKeys, holdWritten } = elementHolding(kind);
  const { call, make, change, removeLive, refuseIncomplete } = elementWrites(kind);
  const { locate, isTakenOver } = elementSearch(kind);
  const { free, makeOrAdopt, takeOver } = elementAdoption(kind);
  const { isKept, findOffered, staysForOthers, clearWay, settleHandedOver, turns } = elementTrade(kind);

  function stateOf(
    args: Properties,
    row: Row,
    session: Session,
    written: boolean,
    previous: Properties = {},
  ): Properties {
    const recordId = row.id ?? recordIdOf(previous);
    const writtenAt = written ? new Date(session.now()).toISOString() : previous["writtenAt"];
    return {
      ...Object.fromEntries(managedKeys(args, kind.controls).map((key) => [key, args[key]])),
      managed: managedText(managedKeys(args, kind.controls)),
      ...(recordId !== undefined && { recordId }),
      ...(writtenAt !== undefined && { writtenAt }),
      ...(!written && previous["lastWrite"] !== undefined && { lastWrite: previous["lastWrite"] }),
      ...(written ? kind.accepted?.(row, kind.wanted(args)) : undefined),
    };
  }

  async function createInTurn(args: Properties, session: Session): Promise<Made> {
    const domain = domainOf(args);
    const wanted = kind.wanted(args);
    const trader: Trader = { domain, holder: undefined, session };
    const list = kind.list(session, domain);
    const elements = await call(session, domain, () => list.read());
    const reservation = exactKey(domain, wanted);
    if (!session.holders.reserve(reservation)) throw new DeclaredTwiceError(kind.describe(wanted, domain));
    try {
      const offered = await findOffered(elements, wanted, trader);
      await clearWay(await list.read(), wanted, [offered], trader);
      const found = offered ?? (await free(await list.read(), wanted, args, session));
      const { row, isNew } =
        found === undefined
          ? await makeOrAdopt(wanted, args, session)
          : { row: await takeOver(found, args, session), isNew: false };
      // Never the id of an element that was there: a resource that held it before may carry that as its label.
      const id = isNew && row.id !== undefined ? `${domain}/${row.id}` : label(domain);
      holdWritten(row, id, domain, session);
      return { id, state: { ...stateOf(args, row, session, true), ...lastWriteOf(row, found) } };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
      throw new PartialFailure(label(domain), unfinished(stateOf(args, wanted, session, true)), error.message);
    } finally {
      session.holders.unreserve(reservation);
    }
  }

  /** Lays what changed over the element that the resource is. */
  async function updateInPlace(id: string, state: Properties, args: Properties, session: Session): Promise<Properties> {
    const domain = domainOf(args);
    const stored = kind.wanted(managedArgs(state));
    const { row: live, elements } = await locate(id, state, session);
    if (live === undefined) refuseIncomplete(elements, domain, stored);
    const row =
      live === undefined
        ? await make(domain, kind.wanted(args), session)
        : await change(
            live,
            kind.overlay(live, args, changedKeys(state, args)),
            { domain, recordId: recordIdOf(state) },
            session,
          );
    const written = row !== live;
    if (written) holdWritten(row, id, domain, session);
    else session.holders.hold(elementKey(domain, row), id);
    return {
      ...stateOf(args, row, session, written, state),
      ...(written && lastWriteOf(row, live)),
    };
  }

  /**
   * Becomes another element. Where a sibling gives that up, it is taken over, and the former one stays for the sibling that
   * wants it, or is removed. Else the former one is changed, or, if it is to stay, a new one made beside it.
   */
  async function move(id: string, state: Properties, args: Properties, session: Session): Promise<Properties> {
    const domain = domainOf(args);
    const [stored, wanted] = [kind.wanted(managedArgs(state)), kind.wanted(args)];
    const trader: Trader = { domain, holder: id, session };
    const list = kind.list(session, domain);
    const { row: live, elements } = await locate(id, state, session);
    if (live === undefined) refuseIncomplete(elements, domain, stored);
    // A row that a sibling has taken over is not ours any more.
    const own = live !== undefined && !isKept(live, trader) ? live : undefined;
    const isLeft = live !== undefined && (own === undefined || staysForOthers(stored, wanted, trader));
    const offered = await findOffered(await list.read(), wanted, trader, live);
    await clearWay(await list.read(), wanted, [live, offered], trader);
    const found = offered ?? (await free(await list.read(), wanted, args, session, { holder: id, own: live }));
    const remembered = await settleHandedOver(state, stored, await list.read(), trader);
    const handedOver = isLeft && live?.id !== undefined ? [...remembered, live.id] : remembered;
    const ownId = own?.id ?? recordIdOf(state);
    if (found !== undefined && own !== undefined && !isLeft && ownId === undefined)
      throw new NoIdError(kind.describe(own, domain));
    try {
      if (found === undefined && own !== undefined && !isLeft) {
        return { ...(await updateInPlace(id, state, args, session)), ...noteOf(handedOver) };
      }
      if (found !== undefined) holdWritten(found, id, domain, session);
      const row =
        found === undefined
          ? (await makeOrAdopt(wanted, args, session, { holder: id, own: live })).row
          : await takeOver(found, args, session);
      holdWritten(row, id, domain, session);
      if (found !== undefined && own !== undefined && !isLeft && ownId !== undefined) {
        await removeLive(own, ownId, domain, session);
      }
      const noted = noteOf(handedOver.filter((left) => left !== row.id));
      return { ...stateOf(args, row, session, true), ...lastWriteOf(row, found), ...noted };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
      const left = { ...unfinished(stateOf(args, wanted, session, true)), ...noteOf(handedOver) };
      throw new PartialFailure(id, left, error.message);
    }
  }

  const changedKeys = (state: Properties, args: Properties) => {
    const old = managedArgs(state);
    return managedKeys(args, kind.controls).filter(
      (key) => !(key in old) || !kind.same(key, old[key], args[key], args),
    );
  };

  /** Did an interrupted run leave rows of this resource for others, who do not hold them yet? */
  const isOwed = (state: Properties, siblings: Siblings) =>
    state["domain"] !== undefined &&
    handedOverIn(state).some((left) => siblings.isHandedOver(scopeOf(kind.group, domainOf(state)), left));

  async function settle(id: string, state: Properties, session: Session): Promise<string[]> {
    const domain = domainOf(state);
    const elements = await call(session, domain, () => kind.list(session, domain).read());
    return settleHandedOver(state, kind.wanted(managedArgs(state)), elements, { domain, holder: id, session });
  }

  /** Is it to become another element? In a preview not everything is known: then nobody asks. */
  function isMoving(old: Properties, wanted: Properties): boolean {
    try {
      return kind.meaning(kind.wanted(old)) !== kind.meaning(kind.wanted(wanted));
    } catch {
      return false;
    }
  }

  function withId(row: Row, state: Properties): Row {
    const recordId = recordIdOf(state);
    return { ...row, ...(recordId !== undefined && { id: recordId }) };
  }

  return {
    async create(args: Properties, session: Session): Promise<Made> {
      return session.inTurn(turns(domainOf(args), [kind.wanted(args)]), () => createInTurn(args, session));
    },

    async read(id: string, state: Properties, session: Session): Promise<Properties | undefined> {
      const domain = domainOf(state);
      if (session.isFormer(domain)) return undefined;
      const args = managedArgs(state);
      const { row, elements } = await locate(id, state, session);
      if (row === undefined) {
        refuseIncomplete(elements, domain, kind.wanted(args));
        return undefined;
      }
      session.holders.hold(elementKey(domain, row), id);
      return {
        ...stateOf(keepAccepted(kind.project(row, args), state), row, session, false, state),
        ...acceptedOf(state),
      };
    },

    async update(id: string, state: Properties, args: Properties, session: Session): Promise<Properties> {
      const domain = domainOf(args);
      const [stored, wanted] = [kind.wanted(managedArgs(state)), kind.wanted(args)];
      const note = noteOf(handedOverIn(state));
      if (changedKeys(state, args).length === 0 && state["unfinished"] !== true) {
        const settled = isOwed(state, session.siblings) ? noteOf(await settle(id, state, session)) : note;
        // Only what is remembered changes (an option, or an argument no longer managed): nothing to ask.
        return { ...stateOf(args, wanted, session, false, state), ...acceptedOf(state), ...settled };
      }
      const isMove = kind.meaning(stored) !== kind.meaning(wanted) && state["unfinished"] !== true;
      const changed = await session.inTurn(turns(domain, [stored, wanted]), async () => {
        if (isMove) return move(id, state, args, session);
        try {
          return { ...(await updateInPlace(id, state, args, session)), ...note };
        } catch (error) {
          if (!isUnfinished(error)) throw error;
          const left = { ...unfinished(stateOf(args, wanted, session, true)), ...note };
          throw new PartialFailure(id, left, error.message);
        }
      });
      for (const key of elementKeys(domain, withId(stored, state))) session.holders.release(key, id);
      for (const key of elementKeys(domain, withId(wanted, changed))) session.holders.hold(key, id);
      session.holders.hasMoved(id);
      return changed;
    },

    async delete(id: string, state: Properties, session: Session): Promise<void> {
      const domain = domainOf(state);
      if (session.isFormer(domain)) return;
      const stored = kind.wanted(managedArgs(state));
      if (isOwed(state, session.siblings)) await settle(id, state, session);
      if (await isTakenOver(id, state, session)) {
        session.say(`${kind.describe(stored, domain)} stays: another resource of this program holds it now.`);
        return;
      }
      const { row, elements } = await locate(id, state, session);
      const recordId = row?.id ?? recordIdOf(state);
      // Gone for certain: the list is whole, or it made way for another resource in this run.
      if (row === undefined && (elements.complete || kind.list(session, domain).wasRemoved(recordId))) return;
      const target = row ?? { ...stored, ...(recordId !== undefined && { id: recordId }) };
      const key = elementKey(domain, target);
      for (const own of [...elementKeys(domain, target), ...elementKeys(domain, stored)]) {
        session.holders.release(own, id);
      }
      if (session.holders.isHeldByOther(key, id)) {
        session.say(`${kind.describe(target, domain)} stays: another resource of this program holds it now.`);
        return;
      }
      if (recordId === undefined) {
        if (row === undefined) refuseIncomplete(elements, domain, stored);
        throw new NoIdError(kind.describe(target, domain));
      }
      await removeLive(target, recordId, domain, session);
    },

    isOwed,

    /** Tells the operation that this resource is alive and holds its element. */
    hold(id: string, state: Properties, holders: Holders, wanted: Properties = state): void {
      const args = managedArgs(state);
      // This runs inside a diff, which never fails: a state that says nothing of its element holds none.
      if (args["domain"] === undefined) return;
      for (const key of elementKeys(domainOf(state), withId(kind.wanted(args), state))) holders.hold(key, id);
      if (isMoving(args, wanted)) holders.moves(id);
    },
  };
}

/** Errors after which the element may exist, so that the state must know of it. */
function isUnfinished(error: unknown): error is UnfinishedError | UnknownOutcomeError {
  return error instanceof UnfinishedError || error instanceof UnknownOutcomeError;
}

/** A list that still shows what was there before the last write is read again. */
const lastWriteOf = (row: Element, before: Element | undefined): Properties =>
  before !== undefined && row !== before ? { lastWrite: "update" } : {};

/** What a state remembers of rows that were left for siblings. */
const noteOf = (handedOver: readonly string[]): Properties =>
  handedOver.length === 0 ? {} : { handedOver: [...handedOver] };

/** Marks a state of which nobody knows whether the element is there: the next update looks, whatever it is to change. */
const unfinished = (state: Properties): Properties => ({ ...state, unfinished: true });

/** A made-up label for a resource whose registrar id is not known, or is another resource's label. */
export function label(domain: string): string {
  return `${domain}/${randomUUID().slice(0, 13)}`;
}

/** What the registrar is known to have made of our value counts as our value. */
function keepAccepted(live: Properties, state: Properties): Properties {
  return state["acceptedTtl"] !== undefined && live["ttl"] === state["acceptedTtl"]
    ? { ...live, ttl: state["ttl"] }
    : live;
}

function acceptedOf(state: Properties): Properties {
  return state["acceptedTtl"] === undefined ? {} : { acceptedTtl: state["acceptedTtl"] };
}
