/** How a resource becomes what its arguments say now: the same element changed, or another element. */
import { domainOf } from "./arguments.ts";
import { managedArgs, managedKeys, PartialFailure, type Properties } from "./definition.ts";
import { elementAdoption } from "./elementAdoption.ts";
import { elementHolding } from "./elementHolding.ts";
import type { Element, ElementKind } from "./elementKind.ts";
import { elementSearch, recordIdOf } from "./elementSearch.ts";
import { elementState, isUnfinished, lastWriteOf, noteOf, unfinished } from "./elementState.ts";
import { elementTrade, type Trader } from "./elementTrade.ts";
import { elementWrites } from "./elementWrites.ts";
import { NoIdError } from "./errors.ts";
import type { Session } from "./session.ts";

export function elementChange<Row extends Element>(kind: ElementKind<Row>) {
  const { elementKey, holdWritten } = elementHolding(kind);
  const { make, change, removeLive, refuseIncomplete } = elementWrites(kind);
  const { locate, refuseEdited } = elementSearch(kind);
  const { free, makeOrAdopt, takeOver } = elementAdoption(kind);
  const { isKept, findOffered, staysForOthers, clearWay, settleHandedOver } = elementTrade(kind);
  const { stateOf } = elementState(kind);

  const changedKeys = (state: Properties, args: Properties) => {
    const old = managedArgs(state);
    return managedKeys(args, kind.controls).filter(
      (key) => !(key in old) || !kind.same(key, old[key], args[key], args),
    );
  };

  /** The row to be changed. One that a list does not show, which is not proven whole, is taken at its id. */
  async function toChange(id: string, state: Properties, session: Session): Promise<Row | undefined> {
    const domain = domainOf(state);
    const { row, elements } = await locate(id, state, session);
    refuseEdited(row, state);
    const recordId = recordIdOf(state);
    if (row !== undefined || elements.complete || kind.list(session, domain).wasRemoved(recordId)) return row;
    const stored = kind.wanted(managedArgs(state));
    if (recordId === undefined || state["unfinished"] === true) refuseIncomplete(elements, domain, stored);
    return { ...stored, ...(recordId !== undefined && { id: recordId }) };
  }

  /** Lays what changed over the element that the resource is. */
  async function updateInPlace(id: string, state: Properties, args: Properties, session: Session): Promise<Properties> {
    const domain = domainOf(args);
    const live = await toChange(id, state, session);
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
    const live = await toChange(id, state, session);
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

  return { changedKeys, updateInPlace, move };
}
