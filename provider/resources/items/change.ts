/** How a resource becomes what its arguments say now: the same item changed, or another item. */
import { domainOf } from "../arguments.ts";
import { managedArgs, managedKeys, PartialFailure, type Properties } from "../definition.ts";
import { NoIdError } from "../errors.ts";
import type { Run } from "../run.ts";
import { itemAdoption } from "./adoption.ts";
import { itemClaims } from "./claims.ts";
import type { Item, ItemKind } from "./kind.ts";
import { itemSearch, recordIdOf } from "./search.ts";
import { isUnfinished, itemState, lastWriteOf, noteOf, unfinished } from "./state.ts";
import { itemTrade, type Trader } from "./trade.ts";
import { itemWrites } from "./writes.ts";

export function itemChange<Row extends Item>(kind: ItemKind<Row>) {
  const { itemKey, claimWritten } = itemClaims(kind);
  const { make, change, removeLive, refuseIncomplete } = itemWrites(kind);
  const { locate, refuseEdited } = itemSearch(kind);
  const { free, makeOrAdopt, takeOver } = itemAdoption(kind);
  const { isKept, findOffered, staysForOthers, clearWay, settleHandedOver } = itemTrade(kind);
  const { stateOf } = itemState(kind);

  const changedKeys = (state: Properties, args: Properties) => {
    const old = managedArgs(state);
    return managedKeys(args, kind.controls).filter(
      (key) => !(key in old) || !kind.same(key, old[key], args[key], args),
    );
  };

  /** The row to be changed. One that a list does not show, which is not proven whole, is taken at its id. */
  async function toChange(id: string, state: Properties, wanted: Row, run: Run): Promise<Row | undefined> {
    const domain = domainOf(state);
    const { row, items } = await locate(id, state, run);
    refuseEdited(row, state, wanted);
    const recordId = recordIdOf(state);
    if (row !== undefined || items.complete || kind.list(run, domain).wasRemoved(recordId)) return row;
    const stored = kind.wanted(managedArgs(state));
    if (recordId === undefined || state["unfinished"] === true) refuseIncomplete(items, domain, stored);
    return { ...stored, ...(recordId !== undefined && { id: recordId }) };
  }

  /** Lays what changed over the item that the resource is. */
  async function updateInPlace(id: string, state: Properties, args: Properties, run: Run): Promise<Properties> {
    const domain = domainOf(args);
    const live = await toChange(id, state, kind.wanted(args), run);
    const row =
      live === undefined
        ? await make(domain, kind.wanted(args), run)
        : await change(
            live,
            kind.overlay(live, args, changedKeys(state, args)),
            { domain, recordId: recordIdOf(state) },
            run,
          );
    const written = row !== live;
    if (written) claimWritten(row, id, domain, run);
    else run.claims.claim(itemKey(domain, row), id);
    return {
      ...stateOf(args, row, run, written, state),
      ...(written && lastWriteOf(row, live)),
    };
  }

  /**
   * Becomes another item. Where a sibling gives that up, it is taken over, and the former one stays for the sibling that
   * wants it, or is removed. Else the former one is changed, or, if it is to stay, a new one made beside it.
   */
  async function move(id: string, state: Properties, args: Properties, run: Run): Promise<Properties> {
    const domain = domainOf(args);
    const [stored, wanted] = [kind.wanted(managedArgs(state)), kind.wanted(args)];
    const trader: Trader = { domain, owner: id, run };
    const list = kind.list(run, domain);
    const live = await toChange(id, state, wanted, run);
    // A row that a sibling has taken over is not ours any more.
    const own = live !== undefined && !isKept(live, trader) ? live : undefined;
    const isLeft = live !== undefined && (own === undefined || staysForOthers(stored, wanted, trader));
    const offered = await findOffered(await list.read(), wanted, trader, live);
    await clearWay(await list.read(), wanted, [live, offered], trader);
    const found = offered ?? (await free(await list.read(), wanted, args, run, { owner: id, own: live }));
    const remembered = await settleHandedOver(state, stored, await list.read(), trader);
    const handedOver = isLeft && live?.id !== undefined ? [...remembered, live.id] : remembered;
    const ownId = own?.id ?? recordIdOf(state);
    if (found !== undefined && own !== undefined && !isLeft && ownId === undefined)
      throw new NoIdError(kind.describe(own, domain));
    try {
      if (found === undefined && own !== undefined && !isLeft) {
        return { ...(await updateInPlace(id, state, args, run)), ...noteOf(handedOver) };
      }
      if (found !== undefined) claimWritten(found, id, domain, run);
      const row =
        found === undefined
          ? (await makeOrAdopt(wanted, args, run, { owner: id, own: live })).row
          : await takeOver(found, args, run);
      claimWritten(row, id, domain, run);
      if (found !== undefined && own !== undefined && !isLeft && ownId !== undefined) {
        await removeLive(own, ownId, domain, run);
      }
      const noted = noteOf(handedOver.filter((left) => left !== row.id));
      return { ...stateOf(args, row, run, true), ...lastWriteOf(row, found), ...noted };
    } catch (error) {
      if (!isUnfinished(error)) throw error;
      const left = { ...unfinished(stateOf(args, wanted, run, true)), ...noteOf(handedOver) };
      throw new PartialFailure(id, left, error.message);
    }
  }

  return { changedKeys, updateInPlace, move };
}
