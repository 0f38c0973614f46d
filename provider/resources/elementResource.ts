/**
 * The life cycle that DNS records and URL forwards share: elements of a domain's list, each with an id of the
 * registrar's, found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice,
 * and only what is missing from a list that was read whole is gone.
 */

import { randomUUID } from "node:crypto";
import type { Elements } from "../api/elements.ts";
import { RegistrarError } from "../api/index.ts";
import { domainOf } from "./arguments.ts";
import { type Made, managedArgs, managedKeys, managedText, PartialFailure, type Properties } from "./definition.ts";
import { elementHolding } from "./elementHolding.ts";
import type { Element, ElementKind } from "./elementKind.ts";
import { elementSearch, recordIdOf } from "./elementSearch.ts";
import { elementWrites } from "./elementWrites.ts";
import {
  AlreadyExistsError,
  DeclaredTwiceError,
  NoIdError,
  SeveralCandidatesError,
  UnfinishedError,
  UnknownOutcomeError,
} from "./errors.ts";
import type { Holders, Session } from "./session.ts";

type Adopt = false | true | "overwrite";

export function elementLifeCycle<Row extends Element>(kind: ElementKind<Row>) {
  const { exactKey, elementKey, elementKeys, isOthers, holdWritten } = elementHolding(kind);
  const { call, make, change, removeLive, refuseIncomplete } = elementWrites(kind);
  const { locate, isTakenOver } = elementSearch(kind);

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

  /** What is in the way, or may be taken over. */
  function existing(
    elements: Elements<Row>,
    wanted: Row,
    domain: string,
    adopt: Adopt,
    session: Session,
  ): Row | undefined {
    const isFree = (row: Row) => !isOthers(row, undefined, domain, session, wanted);
    const describe = (row: Row) => `${kind.describe(row, domain)}${row.id === undefined ? "" : ` (id ${row.id})`}`;
    const twins = elements.withKey(kind.meaning(wanted));
    const free = twins.filter(isFree);
    const [twin] = free;
    if (free.length > 1 && adopt !== false) throw new SeveralCandidatesError(free.map(describe));
    if (twin !== undefined) {
      if (adopt === false) throw new AlreadyExistsError(describe(twin), false);
      return twin;
    }
    // One of this meaning, held by another resource: a second is right only where it differs (an MX with another priority).
    const [held] = twins;
    if (held !== undefined && (kind.exact(held) === kind.exact(wanted) || kind.satisfies(held, wanted))) {
      throw new DeclaredTwiceError(describe(held));
    }
    const place = kind.place(wanted);
    const inPlace = place === undefined ? [] : elements.withKey(place);
    const [other] = inPlace;
    if (other === undefined) return undefined;
    if (inPlace.length > 1) throw new SeveralCandidatesError(inPlace.map(describe));
    if (!isFree(other)) throw new DeclaredTwiceError(describe(other));
    if (adopt !== "overwrite") throw new AlreadyExistsError(describe(other), true);
    return other;
  }

  /** What is there and may be taken over, for certain: a list may still show what was deleted a moment ago. */
  async function free(
    elements: Elements<Row>,
    wanted: Row,
    args: Properties,
    session: Session,
  ): Promise<Row | undefined> {
    const domain = domainOf(args);
    const found = existing(elements, wanted, domain, adoptOf(args, session), session);
    // A write to it would find out; without one, only time does.
    if (found === undefined || !kind.satisfies(found, overlaid(found, args))) return found;
    const list = kind.list(session, domain);
    const settled = await call(session, domain, () => session.settled(list));
    return existing(settled, wanted, domain, adoptOf(args, session), session);
  }

  const overlaid = (row: Row, args: Properties) => kind.overlay(row, args, managedKeys(args, kind.controls));

  const takeOver = (row: Row, args: Properties, session: Session) =>
    change(row, overlaid(row, args), { domain: domainOf(args) }, session);

  /** Makes the element; where the registrar refuses because it is there, though the list did not show it, takes it over. */
  async function makeOrAdopt(wanted: Row, args: Properties, session: Session): Promise<{ row: Row; isNew: boolean }> {
    const domain = domainOf(args);
    const adopt = adoptOf(args, session);
    try {
      return { row: await make(domain, wanted, session), isNew: true };
    } catch (error) {
      const isRefusal = error instanceof RegistrarError && (error.status === 400 || error.status === 409);
      if (!isRefusal || adopt === false) throw error;
      const list = kind.list(session, domain);
      const { found } = await session.lookFor(list, (shown) => existing(shown, wanted, domain, adopt, session));
      if (found === undefined) throw error;
      return { row: await takeOver(found, args, session), isNew: false };
    }
  }

  return {
    async create(args: Properties, session: Session): Promise<Made> {
      const domain = domainOf(args);
      const wanted = kind.wanted(args);
      const list = kind.list(session, domain);
      const elements = await call(session, domain, () => list.read());
      const reservation = exactKey(domain, wanted);
      if (!session.holders.reserve(reservation)) throw new DeclaredTwiceError(kind.describe(wanted, domain));
      try {
        const found = await free(elements, wanted, args, session);
        const { row, isNew } =
          found === undefined
            ? await makeOrAdopt(wanted, args, session)
            : { row: await takeOver(found, args, session), isNew: false };
        // Never the id of an element that was there: a resource that held it before may carry that as its label.
        const id = isNew && row.id !== undefined ? `${domain}/${row.id}` : label(domain);
        holdWritten(row, id, domain, session);
        return { id, state: stateOf(args, row, session, true) };
      } catch (error) {
        if (!isUnfinished(error)) throw error;
        throw new PartialFailure(label(domain), unfinished(stateOf(args, wanted, session, true)), error.message);
      } finally {
        session.holders.unreserve(reservation);
      }
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
      const old = managedArgs(state);
      const keys = managedKeys(args, kind.controls).filter(
        (key) => !(key in old) || !kind.same(key, old[key], args[key], args),
      );
      // Only what is remembered changes (an option, or an argument no longer managed): nothing to ask.
      if (keys.length === 0 && state["unfinished"] !== true)
        return { ...stateOf(args, kind.wanted(args), session, false, state), ...acceptedOf(state) };
      const { row: live, elements } = await locate(id, state, session);
      if (live === undefined) refuseIncomplete(elements, domain, kind.wanted(old));
      try {
        const row =
          live === undefined
            ? await make(domain, kind.wanted(args), session)
            : await change(live, kind.overlay(live, args, keys), { domain, recordId: recordIdOf(state) }, session);
        const written = row !== live;
        if (written) holdWritten(row, id, domain, session);
        else session.holders.hold(elementKey(domain, row), id);
        return {
          ...stateOf(args, row, session, written, state),
          ...(written && live !== undefined && { lastWrite: "update" }),
        };
      } catch (error) {
        if (!isUnfinished(error)) throw error;
        throw new PartialFailure(id, unfinished(stateOf(args, kind.wanted(args), session, true)), error.message);
      }
    },

    async delete(id: string, state: Properties, session: Session): Promise<void> {
      const domain = domainOf(state);
      if (session.isFormer(domain)) return;
      const stored = kind.wanted(managedArgs(state));
      if (await isTakenOver(id, state, session)) {
        session.say(`${kind.describe(stored, domain)} stays: another resource of this program holds it now.`);
        return;
      }
      const { row, elements } = await locate(id, state, session);
      const recordId = row?.id ?? recordIdOf(state);
      if (row === undefined && elements.complete) return;
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

    /** Tells the operation that this resource is alive and holds its element. */
    hold(id: string, state: Properties, holders: Holders): void {
      const args = managedArgs(state);
      // This runs inside a diff, which never fails: a state that says nothing of its element holds none.
      if (args["domain"] === undefined) return;
      const recordId = recordIdOf(state);
      const row = { ...kind.wanted(args), ...(recordId !== undefined && { id: recordId }) };
      for (const key of elementKeys(domainOf(state), row)) holders.hold(key, id);
    },
  };
}

/** Errors after which the element may exist, so that the state must know of it. */
function isUnfinished(error: unknown): error is UnfinishedError | UnknownOutcomeError {
  return error instanceof UnfinishedError || error instanceof UnknownOutcomeError;
}

function adoptOf(args: Properties, session: Session): Adopt {
  if (args["adopt"] === "overwrite") return "overwrite";
  return args["adopt"] === true || (args["adopt"] === undefined && session.configuration.adopt);
}

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
