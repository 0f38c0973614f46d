/**
 * The life cycle that DNS records and URL forwards share: elements of a domain's list, each with an id of the
 * registrar's, found by that id or else by meaning. Rules: nothing foreign is overwritten, nothing is made twice,
 * and only what is missing from a list that was read whole is gone.
 */
import { createHash, randomUUID } from "node:crypto";
import type { ElementList, Elements } from "../api/elements.ts";
import { NotFoundError, RegistrarError, UnexpectedShapeError, UnsupportedOperationError } from "../api/index.ts";
import type { AnyObject } from "../api/shapes.ts";
import { normaliseDomain } from "../dns/index.ts";
import { type Made, managedArgs, managedKeys, managedText, PartialFailure, type Properties } from "./definition.ts";
import {
  AlreadyExistsError,
  DeclaredTwiceError,
  IncompleteListError,
  NoIdError,
  SeveralCandidatesError,
  UnfinishedError,
  UnknownOutcomeError,
} from "./errors.ts";
import type { Holders, Session } from "./session.ts";

export interface Element {
  id?: string | undefined;
}

/** What is special about one kind of element. */
export interface ElementKind<Row extends Element> {
  /** Group of operations in the table. */
  group: "records" | "forwards";
  list(session: Session, domain: string): ElementList<Row>;
  /** Set when a row of the list was not understood: why. */
  unreadable(row: Row): string | undefined;
  /** The element that these arguments describe. */
  wanted(args: Properties): Row;
  /** Key under which elements of the same meaning stand in the list. */
  meaning(row: Row): string;
  /** Key of what can exist only once: the meaning, and whatever else may differ among elements of one meaning. */
  exact(row: Row): string;
  /** Key under which stands what would be in the way of this element, if anything: only that may be overwritten. */
  place(row: Row): string | undefined;
  /** Could this row, found by id, be the one that was stored? */
  plausible(row: Row, stored: Row): boolean;
  /** Live values of exactly the arguments given, in their spelling as long as they mean the same. */
  project(row: Row, args: Properties): Properties;
  /** Does one argument mean the same in both? */
  same(key: string, a: unknown, b: unknown, args: Properties): boolean;
  /** The live element with some arguments laid over it. */
  overlay(live: Row, args: Properties, keys: readonly string[]): Row;
  /** Does the live element show everything as wanted, so that no write is needed? */
  satisfies(row: Row, wanted: Row): boolean;
  describe(row: Row, domain: string): string;
  post(session: Session, domain: string, row: Row): Promise<AnyObject>;
  put(session: Session, domain: string, id: string, row: Row): Promise<AnyObject>;
  remove(session: Session, domain: string, id: string): Promise<unknown>;
  /** The element in a write's answer, when it is there. */
  answered(answer: AnyObject, sent: Row, domain: string): Row | undefined;
  /** Something the registrar made of our values, to be remembered (a raised TTL). */
  accepted?(row: Row, wanted: Row): Properties;
  /** Better words for a refusal. */
  explain?(error: RegistrarError, domain: string, session: Session): Promise<RegistrarError>;
  controls: readonly string[];
}

/** Arguments of elements that are no part of what is live. */
export const elementControls = ["adopt", "ignoreChecks"] as const;

const contractAdvice =
  "Correct the operation's method, path or field names in a contract file (`registrar:contract` or REGISTRAR_CONTRACT).";

type Adopt = false | true | "overwrite";

export function elementLifeCycle<Row extends Element>(kind: ElementKind<Row>) {
  const domainOf = (properties: Properties) => normaliseDomain(String(properties["domain"]));
  const idKey = (domain: string, id: string) => `${kind.group} ${domain} ${id}`;
  const exactKey = (domain: string, row: Row) => `${kind.group} ${domain} ${kind.exact(row)}`;
  const elementKey = (domain: string, row: Row) =>
    row.id === undefined ? exactKey(domain, row) : idKey(domain, row.id);
  /** An element may have another id after a write, or none in the answer: then it is known by what it is. */
  const elementKeys = (domain: string, row: Row) => [elementKey(domain, row), exactKey(domain, row)];
  const recordIdOf = (state: Properties) => (typeof state["recordId"] === "string" ? state["recordId"] : undefined);

  /** Is this element held by another resource, or about to be made by one? */
  function isOthers(row: Row, holder: string | undefined, domain: string, { holders }: Session, own?: Row): boolean {
    if (elementKeys(domain, row).some((key) => holders.isHeldByOther(key, holder))) return true;
    const key = exactKey(domain, row);
    return own !== undefined && key !== exactKey(domain, own) && holders.isReserved(key);
  }

  const isHeldById = (row: Row, domain: string, { holders }: Session) =>
    row.id !== undefined && holders.isHeldByOther(idKey(domain, row.id), undefined);

  function holdWritten(row: Row, holder: string, domain: string, { holders }: Session): void {
    for (const key of elementKeys(domain, row)) holders.hold(key, holder);
  }

  /** Runs a call on the whole list and gives refusals their best explanation. */
  async function call<T>(session: Session, domain: string, work: () => Promise<T>): Promise<T> {
    try {
      return await session.explaining(work);
    } catch (error) {
      throw await explained(error, domain, session);
    }
  }

  async function explained(error: unknown, domain: string, session: Session): Promise<unknown> {
    if (!(error instanceof RegistrarError) || kind.explain === undefined) return error;
    return kind.explain(error, domain, session);
  }

  /**
   * Runs a call on one element. A 404 may mean that the element is gone, that it has another id by now (an attempt was
   * carried out whose answer got lost, or the list was old), or that there is no such operation; looking settles which.
   * @param expected the element as it would be after the call
   * @returns what the call answered; or the element under its other id; or nothing when it is gone
   */
  async function callOnElement<T>(
    verb: "update" | "delete",
    { live, id, domain, expected = live }: { live: Row; id: string; domain: string; expected?: Row },
    session: Session,
    work: () => Promise<T>,
  ): Promise<{ done?: T; moved?: Row }> {
    try {
      return { done: await work() };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw await explained(error, domain, session);
      const list = kind.list(session, domain);
      const settle = (shown: Elements<Row>): { moved?: Row } | undefined => {
        const moved = [expected, live]
          .flatMap((row) => shown.withKey(kind.meaning(row)).filter((other) => kind.exact(other) === kind.exact(row)))
          .find((row) => row.id !== undefined && row.id !== id && !isHeldById(row, domain, session));
        if (moved !== undefined) return { moved };
        return shown.complete && shown.withId(id) === undefined ? {} : undefined;
      };
      const { found, last } = await call(session, domain, () => session.lookFor(list, settle));
      if (found === undefined) {
        if (last.withId(id) === undefined) refuseIncomplete(last, domain, live);
        throw new UnsupportedOperationError({
          operation: `${kind.group}.${verb}`,
          domain,
          ...(error.status !== undefined && { status: error.status }),
          what: `${kind.describe(live, domain)} is there, but the registrar does not know this operation on it`,
          advice: `Nothing was changed. ${contractAdvice} If there is no such operation, say \`"${kind.group}.${verb}": null\` there.`,
        });
      }
      list.note({ removed: live, ...(found.moved && { added: found.moved }) });
      return found;
    }
  }

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
      ...(!written && previous["replaced"] !== undefined && { replaced: previous["replaced"] }),
      ...(written ? kind.accepted?.(row, kind.wanted(args)) : undefined),
    };
  }

  /** The row that a state speaks of: by the registrar's id, else the one of equal meaning that nobody else holds. */
  function findOwn(elements: Elements<Row>, id: string, state: Properties, session: Session): Row | undefined {
    const domain = domainOf(state);
    const stored = kind.wanted(managedArgs(state));
    const byId = elements.withId(recordIdOf(state));
    const unreadable = byId && kind.unreadable(byId);
    if (unreadable !== undefined) {
      throw new UnexpectedShapeError({
        operation: `${kind.group}.list`,
        domain,
        what: `${kind.describe(stored, domain)} came back in a form that is not understood: ${unreadable}`,
        advice: contractAdvice,
      });
    }
    if (byId !== undefined && kind.plausible(byId, stored)) return byId;
    const candidates = elements.withKey(kind.meaning(stored)).filter((row) => !isOthers(row, id, domain, session));
    return exactly(candidates, stored);
  }

  /** Of elements with one meaning the one that is the same in everything, else the first. */
  const exactly = (rows: readonly Row[], wanted: Row) =>
    rows.find((row) => kind.exact(row) === kind.exact(wanted)) ?? rows[0];

  /** Until when the lists may lag behind the last write of this element; undefined when that time is over. */
  function lagsUntil(state: Properties, session: Session): number | undefined {
    const written = typeof state["writtenAt"] === "string" ? Date.parse(state["writtenAt"]) : Number.NaN;
    const until = written + session.api.lookups.withinMs;
    // A clock that runs ahead elsewhere must not make anybody wait for longer than the bound.
    return until > session.now() && written <= session.now() + session.api.lookups.withinMs ? until : undefined;
  }

  /** Does a list still show what our own last write replaced? */
  const isStale = (row: Row, state: Properties) =>
    state["replaced"] !== undefined && state["replaced"] === fingerprint(row);

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
    const until = lagsUntil(state, session);
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

  function refuseIncomplete(elements: Elements<Row>, domain: string, row: Row): void {
    if (elements.complete) return;
    throw new IncompleteListError(kind.describe(row, domain), elements.incomplete ?? "it looks cut off");
  }

  /** Sends a create. After a doubtful outcome it looks before anything is sent again, and repeats at most once. */
  async function send(domain: string, wanted: Row, session: Session): Promise<Row> {
    const list = kind.list(session, domain);
    const isNew = (elements: Elements<Row>) => {
      const rows = elements.withKey(kind.meaning(wanted));
      return exactly(
        rows.filter((row) => !isOthers(row, undefined, domain, session, wanted)),
        wanted,
      );
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await kind.post(session, domain, wanted);
        return kind.answered(answer, wanted, domain) ?? wanted;
      } catch (error) {
        if (!(error instanceof RegistrarError) || error.outcome === "no") throw error;
        const looked = await session.lookFor(list, isNew).catch(() => undefined);
        if (looked?.found !== undefined) return looked.found;
        // Absent for certain, and not repeated yet: once more.
        if (attempt === 1 && looked?.last.complete === true) continue;
        throw new UnknownOutcomeError(kind.describe(wanted, domain), error);
      }
    }
  }

  /** Makes the element; nothing of this meaning is there. */
  async function make(domain: string, wanted: Row, session: Session): Promise<Row> {
    const row = await call(session, domain, () => send(domain, wanted, session));
    kind.list(session, domain).note({ added: row });
    return row;
  }

  /** Changes the live element where it differs from what it should be. */
  async function change(live: Row, desired: Row, state: Properties, session: Session): Promise<Row> {
    if (kind.satisfies(live, desired)) return live;
    const domain = domainOf(state);
    const list = kind.list(session, domain);
    const id = live.id ?? recordIdOf(state);
    if (id === undefined) throw new NoIdError(kind.describe(live, domain));
    if (!session.api.exists(`${kind.group}.update`)) return replaceLive(live, id, desired, session, domain);
    const { done, moved } = await callOnElement("update", { live, id, domain, expected: desired }, session, () =>
      kind.put(session, domain, id, desired),
    );
    if (moved !== undefined) return change(moved, { ...desired, id: moved.id }, state, session);
    if (done === undefined) return make(domain, { ...desired, id: undefined }, session);
    const row = kind.answered(done, desired, domain) ?? { ...desired, id };
    list.note({ removed: live, added: row });
    return row;
  }

  /** For a registrar without an update: delete, then create, since both cannot stand side by side. */
  async function replaceLive(live: Row, id: string, desired: Row, session: Session, domain: string): Promise<Row> {
    await removeLive(live, id, domain, session);
    try {
      return await make(domain, { ...desired, id: undefined }, session);
    } catch (error) {
      throw new UnfinishedError(kind.describe(desired, domain), error);
    }
  }

  async function removeLive(live: Row, id: string, domain: string, session: Session): Promise<void> {
    const { moved } = await callOnElement("delete", { live, id, domain }, session, () =>
      kind.remove(session, domain, id),
    );
    if (moved?.id !== undefined) return removeLive(moved, moved.id, domain, session);
    kind.list(session, domain).note({ removed: live });
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

  const takeOver = (row: Row, args: Properties, session: Session) => change(row, overlaid(row, args), args, session);

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
            : await change(live, kind.overlay(live, args, keys), { ...state, domain }, session);
        const written = row !== live;
        if (written) holdWritten(row, id, domain, session);
        else session.holders.hold(elementKey(domain, row), id);
        return {
          ...stateOf(args, row, session, written, state),
          ...(written && live !== undefined && { replaced: fingerprint(live) }),
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

/** A short sign of what a row says, to recognise it by without keeping its values. */
function fingerprint({ id: _id, ...values }: Element): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 12);
}

/** Marks a state of which nobody knows whether the element is there: the next update looks, whatever it is to change. */
const unfinished = (state: Properties): Properties => ({ ...state, unfinished: true });

/** A made-up label for a resource whose registrar id is not known, or is another resource's label. */
function label(domain: string): string {
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
