/**
 * The life cycle that DNS records and URL forwards share: elements of a domain's list, each with an id of the
 * registrar's, found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice,
 * and only what is missing from a list that was read whole is gone.
 */

import { domainOf } from "./arguments.ts";
import { type Made, managedArgs, PartialFailure, type Properties, type Resource } from "./definition.ts";
import { elementAdoption } from "./elementAdoption.ts";
import { elementChange } from "./elementChange.ts";
import { elementHolding } from "./elementHolding.ts";
import type { Element, ElementKind } from "./elementKind.ts";
import { elementSearch, recordIdOf } from "./elementSearch.ts";
import {
  acceptedOf,
  elementState,
  isUnfinished,
  keepAccepted,
  label,
  lastWriteOf,
  noteOf,
  unfinished,
} from "./elementState.ts";
import { elementTrade, type Trader } from "./elementTrade.ts";
import { elementWrites } from "./elementWrites.ts";
import { DeclaredTwiceError, NoIdError } from "./errors.ts";
import type { Holders } from "./holders.ts";
import type { Session } from "./session.ts";
import { handedOverIn, type Siblings, scopeOf } from "./siblings.ts";

type LifeCycle = Required<Pick<Resource, "create" | "read" | "update" | "delete" | "isOwed" | "hold">>;

export function elementLifeCycle<Row extends Element>(kind: ElementKind<Row>): LifeCycle {
  const { exactKey, elementKey, elementKeys, holdWritten } = elementHolding(kind);
  const { call, removeLive, refuseIncomplete } = elementWrites(kind);
  const { locate, isTakenOver, refuseEdited } = elementSearch(kind);
  const { free, makeOrAdopt, takeOver } = elementAdoption(kind);
  const { findOffered, isSharedAndWanted, clearWay, settleHandedOver, inTurn, turns } = elementTrade(kind);
  const { changedKeys, updateInPlace, move } = elementChange(kind);
  const { stateOf } = elementState(kind);

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

  async function remove(id: string, state: Properties, session: Session): Promise<void> {
    const domain = domainOf(state);
    const stored = kind.wanted(managedArgs(state));
    if (isOwed(state, session.siblings)) await settle(id, state, session);
    if (isSharedAndWanted(stored, { domain, holder: id, session }) || (await isTakenOver(id, state, session))) {
      session.say(`${kind.describe(stored, domain)} stays: another resource of this program holds it now.`);
      return;
    }
    const { row, elements } = await locate(id, state, session);
    refuseEdited(row, state);
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
  }

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
      const trader: Trader = { domain: domainOf(args), holder: undefined, session };
      return inTurn(kind.wanted(args), undefined, trader, () => createInTurn(args, session));
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
      const changed = await inTurn(wanted, stored, { domain, holder: id, session }, async () => {
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
      // A sibling takes it over before that, or finds it gone.
      await session.inTurn(turns(domain, [stored]), () => remove(id, state, session));
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
