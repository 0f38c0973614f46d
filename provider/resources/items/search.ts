/** How the item that a state speaks of is found again, with patience for lists that lag behind our own last write. */

import { UnexpectedShapeError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { domainOf } from "../arguments.ts";
import { managedArgs, type Properties } from "../definition.ts";
import { EditedItemError } from "../errors.ts";
import type { Run } from "../run.ts";
import { itemClaims } from "./claims.ts";
import { contractAdvice, type Item, type ItemKind } from "./kind.ts";
import { itemWrites } from "./writes.ts";

export const recordIdOf = (state: Properties) =>
  typeof state["recordId"] === "string" ? state["recordId"] : undefined;

/** Until when the lists may lag behind the write that a state tells of; undefined when that time is over. */
export function lagsUntil(writtenAt: unknown, run: Run): number | undefined {
  const written = typeof writtenAt === "string" ? Date.parse(writtenAt) : Number.NaN;
  const until = written + run.api.lookups.withinMs;
  // A clock that runs ahead elsewhere must not make anybody wait for longer than the bound.
  return until > run.now() && written <= run.now() + run.api.lookups.withinMs ? until : undefined;
}

/** What a state says of one item. */
export interface Stored<Row extends Item> {
  /** The item as it was. */
  row: Row;
  recordId?: string | undefined;
}

export function itemSearch<Row extends Item>(kind: ItemKind<Row>) {
  const { isOthers } = itemClaims(kind);
  const { call, exactly } = itemWrites(kind);
  const storedOf = (state: Properties): Stored<Row> => ({
    row: kind.wanted(managedArgs(state)),
    recordId: recordIdOf(state),
  });

  /** The row with the stored id, if it could be what was stored. @throws UnexpectedShapeError if it is not understood */
  function findById(items: Items<Row>, { row: stored, recordId }: Stored<Row>, domain: string): Row | undefined {
    const byId = items.withId(recordId);
    const unreadable = byId && kind.unreadable(byId);
    if (unreadable !== undefined) {
      throw new UnexpectedShapeError({
        operation: `${kind.group}.list`,
        domain,
        what: `${kind.describe(stored, domain)} came back in a form that is not understood: ${unreadable}`,
        advice: contractAdvice,
      });
    }
    return byId !== undefined && kind.plausible(byId, stored) ? byId : undefined;
  }

  /** The row with the stored id that shares nothing else with what was stored, unless another resource is it. */
  function findEdited(
    items: Items<Row>,
    { row: stored, recordId }: Stored<Row>,
    domain: string,
    owner: string | undefined,
    run: Run,
  ): Row | undefined {
    const byId = items.withId(recordId);
    if (byId === undefined || kind.unreadable(byId) !== undefined || !kind.isOfKind(byId, stored)) return undefined;
    return isOthers(byId, owner, domain, run) ? undefined : byId;
  }

  /**
   * The row that a state speaks of: by the registrar's id, else the one of equal meaning that nobody else holds, else the
   * one with the id that was edited in all the rest.
   */
  function findOwn(items: Items<Row>, id: string, state: Properties, run: Run): Row | undefined {
    const domain = domainOf(state);
    const stored = storedOf(state);
    const byId = findById(items, stored, domain);
    if (byId !== undefined) return byId;
    const candidates = items.withKey(kind.meaning(stored.row)).filter((row) => !isOthers(row, id, domain, run));
    return exactly(candidates, stored.row) ?? findEdited(items, stored, domain, id, run);
  }

  /**
   * A change or a delete of a row that was edited in all that it is waits until a refresh has shown that.
   * @param wanted what the resource is to be: a row that is that already was changed by a run that was killed
   */
  function refuseEdited(row: Row | undefined, state: Properties, wanted?: Row): void {
    const { row: stored } = storedOf(state);
    if (row === undefined || kind.plausible(row, stored) || kind.meaning(row) === kind.meaning(stored)) return;
    if (wanted !== undefined && kind.meaning(row) === kind.meaning(wanted)) return;
    const domain = domainOf(state);
    throw new EditedItemError(kind.describe(stored, domain), kind.describe(row, domain), row.id);
  }

  /** May a list still show what our own last write changed? Then what contradicts the state is read again. */
  function isStale(row: Row, state: Properties): boolean {
    if (state["lastWrite"] !== "update") return false;
    const args = managedArgs(state);
    const shown = kind.project(row, args);
    return Object.keys(args).some(
      (key) => !kind.same(key, shown[key], args[key], args) && !(key === "ttl" && shown[key] === state["acceptedTtl"]),
    );
  }

  /** The row that a state speaks of, with patience for a list that lags behind our own last write. */
  async function locate(id: string, state: Properties, run: Run): Promise<{ row: Row | undefined; items: Items<Row> }> {
    const domain = domainOf(state);
    const list = kind.list(run, domain);
    const items = await call(run, domain, () => list.read());
    const find = (shown: Items<Row>) => {
      const own = findOwn(shown, id, state, run);
      return own !== undefined && !isStale(own, state) ? own : undefined;
    };
    const row = find(items);
    const until = lagsUntil(state["writtenAt"], run);
    if (row !== undefined || until === undefined) return { row: row ?? findOwn(items, id, state, run), items };
    const { found, last } = await call(run, domain, () => run.lookFor(list, find, until));
    return { row: found ?? findOwn(last, id, state, run), items: last };
  }

  /** Is what a state speaks of held by another resource now, without any of its own being there? */
  async function isTakenOver(id: string, state: Properties, run: Run): Promise<boolean> {
    const domain = domainOf(state);
    const stored = kind.wanted(managedArgs(state));
    const items = await call(run, domain, () => kind.list(run, domain).read());
    if (findOwn(items, id, state, run) !== undefined) return false;
    return items
      .withKey(kind.meaning(stored))
      .some((row) => kind.exact(row) === kind.exact(stored) && isOthers(row, id, domain, run));
  }

  return { findById, findEdited, refuseEdited, locate, isTakenOver };
}
