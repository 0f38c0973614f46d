/** How the element that a state speaks of is found again, with patience for lists that lag behind our own last write. */

import type { Elements } from "../api/elements.ts";
import { UnexpectedShapeError } from "../api/index.ts";
import { domainOf } from "./arguments.ts";
import { managedArgs, type Properties } from "./definition.ts";
import { elementHolding } from "./elementHolding.ts";
import { contractAdvice, type Element, type ElementKind } from "./elementKind.ts";
import { elementWrites } from "./elementWrites.ts";
import { EditedElementError } from "./errors.ts";
import type { Session } from "./session.ts";

export const recordIdOf = (state: Properties) =>
  typeof state["recordId"] === "string" ? state["recordId"] : undefined;

/** Until when the lists may lag behind the write that a state tells of; undefined when that time is over. */
export function lagsUntil(writtenAt: unknown, session: Session): number | undefined {
  const written = typeof writtenAt === "string" ? Date.parse(writtenAt) : Number.NaN;
  const until = written + session.api.lookups.withinMs;
  // A clock that runs ahead elsewhere must not make anybody wait for longer than the bound.
  return until > session.now() && written <= session.now() + session.api.lookups.withinMs ? until : undefined;
}

/** What a state says of one element. */
export interface Stored<Row extends Element> {
  /** The element as it was. */
  row: Row;
  recordId?: string | undefined;
}

export function elementSearch<Row extends Element>(kind: ElementKind<Row>) {
  const { isOthers } = elementHolding(kind);
  const { call, exactly } = elementWrites(kind);
  const storedOf = (state: Properties): Stored<Row> => ({
    row: kind.wanted(managedArgs(state)),
    recordId: recordIdOf(state),
  });

  /** The row with the stored id, if it could be what was stored. @throws UnexpectedShapeError if it is not understood */
  function findById(elements: Elements<Row>, { row: stored, recordId }: Stored<Row>, domain: string): Row | undefined {
    const byId = elements.withId(recordId);
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
    elements: Elements<Row>,
    { row: stored, recordId }: Stored<Row>,
    domain: string,
    holder: string | undefined,
    session: Session,
  ): Row | undefined {
    const byId = elements.withId(recordId);
    if (byId === undefined || kind.unreadable(byId) !== undefined || !kind.isOfKind(byId, stored)) return undefined;
    return isOthers(byId, holder, domain, session) ? undefined : byId;
  }

  /**
   * The row that a state speaks of: by the registrar's id, else the one of equal meaning that nobody else holds, else the
   * one with the id that was edited in all the rest.
   */
  function findOwn(elements: Elements<Row>, id: string, state: Properties, session: Session): Row | undefined {
    const domain = domainOf(state);
    const stored = storedOf(state);
    const byId = findById(elements, stored, domain);
    if (byId !== undefined) return byId;
    const candidates = elements.withKey(kind.meaning(stored.row)).filter((row) => !isOthers(row, id, domain, session));
    return exactly(candidates, stored.row) ?? findEdited(elements, stored, domain, id, session);
  }

  /** A change or a delete of a row that was edited in all that it is waits until a refresh has shown that. */
  function refuseEdited(row: Row | undefined, state: Properties): void {
    const { row: stored } = storedOf(state);
    if (row === undefined || kind.plausible(row, stored) || kind.meaning(row) === kind.meaning(stored)) return;
    const domain = domainOf(state);
    throw new EditedElementError(kind.describe(stored, domain), kind.describe(row, domain), row.id);
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
  async function locate(
    id: string,
    state: Properties,
    session: Session,
  ): Promise<{ row: Row | undefined; elements: Elements<Row> }> {
    const domain = domainOf(state);
    const list = kind.list(session, domain);
    const elements = await call(session, domain, () => list.read());
    const find = (shown: Elements<Row>) => {
      const own = findOwn(shown, id, state, session);
      return own !== undefined && !isStale(own, state) ? own : undefined;
    };
    const row = find(elements);
    const until = lagsUntil(state["writtenAt"], session);
    if (row !== undefined || until === undefined)
      return { row: row ?? findOwn(elements, id, state, session), elements };
    const { found, last } = await call(session, domain, () => session.lookFor(list, find, until));
    return { row: found ?? findOwn(last, id, state, session), elements: last };
  }

  /** Is what a state speaks of held by another resource now, without any of its own being there? */
  async function isTakenOver(id: string, state: Properties, session: Session): Promise<boolean> {
    const domain = domainOf(state);
    const stored = kind.wanted(managedArgs(state));
    const elements = await call(session, domain, () => kind.list(session, domain).read());
    if (findOwn(elements, id, state, session) !== undefined) return false;
    return elements
      .withKey(kind.meaning(stored))
      .some((row) => kind.exact(row) === kind.exact(stored) && isOthers(row, id, domain, session));
  }

  return { findById, findEdited, refuseEdited, locate, isTakenOver };
}
