/**
 * The life cycle that DNS records and URL forwards share: items of a domain's list, each with an id of the
 * registrar's, found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice,
 * and only what is missing from a list that was read whole is gone.
 */

import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, managedArgs, PartialFailure, type Properties, type Resource } from "../definition.ts";
import { DeclaredTwiceError, NoIdError } from "../errors.ts";
import type { Run } from "../run.ts";
import { handedOverIn, type Siblings, scopeOf } from "../siblings.ts";
import { itemAdoption } from "./adoption.ts";
import { itemChange } from "./change.ts";
import { itemClaims } from "./claims.ts";
import type { Item, ItemKind } from "./kind.ts";
import { itemSearch, recordIdOf } from "./search.ts";
import { acceptedOf, isUnfinished, itemState, keepAccepted, label, lastWriteOf, noteOf, unfinished } from "./state.ts";
import { itemTrade, type Trader } from "./trade.ts";
import { itemWrites } from "./writes.ts";

type LifeCycle = Required<Pick<Resource, "create" | "read" | "update" | "delete" | "isOwed" | "claim">>;

export function itemLifeCycle<Row extends Item>(kind: ItemKind<Row>): LifeCycle {
  const { exactKey, itemKey, itemKeys, claimWritten } = itemClaims(kind);
  const { call, removeLive, refuseIncomplete } = itemWrites(kind);
  const { locate, isTakenOver, refuseEdited } = itemSearch(kind);
  const { free, makeOrAdopt, takeOver } = itemAdoption(kind);
  const { findOffered, isSharedAndWanted, clearWay, settleHandedOver, inTurn, turns } = itemTrade(kind);
  const { changedKeys, updateInPlace, move } = itemChange(kind);
  const { stateOf } = itemState(kind);

  async function createInTurn(args: Properties, run: Run): Promise<Made> {
    const domain = domainOf(args);
    const wanted = kind.wanted(args);
    const trader: Trader = { domain, owner: undefined, run };
    const list = kind.list(run, domain);
    const items = await call(run, domain, () => list.read());
    const reservation = exactKey(domain, wanted);
    if (!run.claims.reserve(reservation)) throw new DeclaredTwiceError(kind.describe(wanted, domain));
    try {
      const offered = await findOffered(items, wanted, trader);
      await clearWay(await list.read(), wanted, [offered], trader);
      const found = offered ?? (await free(await list.read(), wanted, args, run));
      const { row, isNew } =
        found === undefined
          ? await makeOrAdopt(wanted, args, run)
          : { row: await takeOver(found, args, run), isNew: false };
      // Never the id of an item that was there: a resource that held it before may carry that as its label.
      const id = isNew && row.id !== undefined ? `${domain}/${row.id}` : label(domain);
      claimWritten(row, id, domain, run);
      return { id, state: { ...stateOf(args, row, run, true), ...lastWriteOf(row, found) } };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
      throw new PartialFailure(label(domain), unfinished(stateOf(args, wanted, run, true)), error.message);
    } finally {
      run.claims.unreserve(reservation);
    }
  }

  async function remove(id: string, state: Properties, run: Run): Promise<void> {
    const domain = domainOf(state);
    const stored = kind.wanted(managedArgs(state));
    if (isOwed(state, run.siblings)) await settle(id, state, run);
    if (isSharedAndWanted(stored, { domain, owner: id, run }) || (await isTakenOver(id, state, run))) {
      run.say(`${kind.describe(stored, domain)} stays: another resource of this program holds it now.`);
      return;
    }
    const { row, items } = await locate(id, state, run);
    refuseEdited(row, state);
    const recordId = row?.id ?? recordIdOf(state);
    // Gone for certain: the list is whole, or it made way for another resource in this run.
    if (row === undefined && (items.complete || kind.list(run, domain).wasRemoved(recordId))) return;
    const target = row ?? { ...stored, ...(recordId !== undefined && { id: recordId }) };
    const key = itemKey(domain, target);
    for (const own of [...itemKeys(domain, target), ...itemKeys(domain, stored)]) {
      run.claims.release(own, id);
    }
    if (run.claims.isClaimedByOther(key, id)) {
      run.say(`${kind.describe(target, domain)} stays: another resource of this program holds it now.`);
      return;
    }
    if (recordId === undefined) {
      if (row === undefined) refuseIncomplete(items, domain, stored);
      throw new NoIdError(kind.describe(target, domain));
    }
    await removeLive(target, recordId, domain, run);
  }

  /** Did an interrupted run leave rows of this resource for others, who do not hold them yet? */
  const isOwed = (state: Properties, siblings: Siblings) =>
    state["domain"] !== undefined &&
    handedOverIn(state).some((left) => siblings.isHandedOver(scopeOf(kind.group, domainOf(state)), left));

  async function settle(id: string, state: Properties, run: Run): Promise<string[]> {
    const domain = domainOf(state);
    const items = await call(run, domain, () => kind.list(run, domain).read());
    return settleHandedOver(state, kind.wanted(managedArgs(state)), items, { domain, owner: id, run });
  }

  /** Is it to become another item? In a preview not everything is known: then nobody asks. */
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
    async create(args: Properties, run: Run): Promise<Made> {
      const trader: Trader = { domain: domainOf(args), owner: undefined, run };
      return inTurn(kind.wanted(args), undefined, trader, () => createInTurn(args, run));
    },

    async read(id: string, state: Properties, run: Run): Promise<Properties | undefined> {
      const domain = domainOf(state);
      if (run.isFormer(domain)) return undefined;
      const args = managedArgs(state);
      const { row, items } = await locate(id, state, run);
      if (row === undefined) {
        refuseIncomplete(items, domain, kind.wanted(args));
        return undefined;
      }
      run.claims.claim(itemKey(domain, row), id);
      return {
        ...stateOf(keepAccepted(kind.project(row, args), state), row, run, false, state),
        ...acceptedOf(state),
      };
    },

    async update(id: string, state: Properties, args: Properties, run: Run): Promise<Properties> {
      const domain = domainOf(args);
      const [stored, wanted] = [kind.wanted(managedArgs(state)), kind.wanted(args)];
      const note = noteOf(handedOverIn(state));
      if (changedKeys(state, args).length === 0 && state["unfinished"] !== true) {
        const settled = isOwed(state, run.siblings) ? noteOf(await settle(id, state, run)) : note;
        // Only what is remembered changes (an option, or an argument no longer managed): nothing to ask.
        return { ...stateOf(args, wanted, run, false, state), ...acceptedOf(state), ...settled };
      }
      const isMove = kind.meaning(stored) !== kind.meaning(wanted) && state["unfinished"] !== true;
      const changed = await inTurn(wanted, stored, { domain, owner: id, run }, async () => {
        if (isMove) return move(id, state, args, run);
        try {
          return { ...(await updateInPlace(id, state, args, run)), ...note };
        } catch (error) {
          if (!isUnfinished(error)) throw error;
          const left = { ...unfinished(stateOf(args, wanted, run, true)), ...note };
          throw new PartialFailure(id, left, error.message);
        }
      });
      for (const key of itemKeys(domain, withId(stored, state))) run.claims.release(key, id);
      for (const key of itemKeys(domain, withId(wanted, changed))) run.claims.claim(key, id);
      run.claims.hasMoved(id);
      return changed;
    },

    async delete(id: string, state: Properties, run: Run): Promise<void> {
      const domain = domainOf(state);
      if (run.isFormer(domain)) return;
      const stored = kind.wanted(managedArgs(state));
      // A sibling takes it over before that, or finds it gone.
      await run.inTurn(turns(domain, [stored]), () => remove(id, state, run));
    },

    isOwed,

    /** Tells the operation that this resource is alive and holds its item. */
    claim(id: string, state: Properties, claims: Claims, wanted: Properties = state): void {
      const args = managedArgs(state);
      // This runs inside a diff, which never fails: a state that says nothing of its item holds none.
      if (args["domain"] === undefined) return;
      for (const key of itemKeys(domainOf(state), withId(kind.wanted(args), state))) claims.claim(key, id);
      if (isMoving(args, wanted)) claims.moves(id);
    },
  };
}
