/**
 * Writes on single items that settle their own doubts: what a 404 means, whether a create whose answer got lost was
 * carried out, how a registrar without an update is served.
 */

import { NotFoundError, RegistrarError, UnsupportedOperationError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { IncompleteListError, MovingIdError, NoIdError, UnfinishedError, UnknownOutcomeError } from "../errors.ts";
import type { Run } from "../run.ts";
import { itemClaims } from "./claims.ts";
import { contractAdvice, type Item, type ItemKind } from "./kind.ts";

/** How often a write follows an item that has another id than it had a moment ago. */
const maxMoves = 3;

export type ItemWrites<Row extends Item> = ReturnType<typeof itemWrites<Row>>;

/** Where an item is: its domain, the registrar's id where a list may not show it, and how often it moved. */
interface Place {
  domain: string;
  recordId?: string | undefined;
  moves?: number;
}

export function itemWrites<Row extends Item>(kind: ItemKind<Row>) {
  const { isOthers, isClaimedById } = itemClaims(kind);

  /** Runs a call on the whole list and gives refusals their best explanation. */
  async function call<T>(run: Run, domain: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await explained(error, domain, run);
    }
  }

  async function explained(error: unknown, domain: string, run: Run): Promise<unknown> {
    if (!(error instanceof RegistrarError) || kind.explain === undefined) return error;
    return kind.explain(error, domain, run);
  }

  /**
   * Runs a call on one item. A 404 may mean that the item is gone, that it has another id by now (an attempt was
   * carried out whose answer got lost, or the list was old), or that there is no such operation; looking settles which.
   * @param expected the item as it would be after the call
   * @returns what the call answered; or the item under its other id; or nothing when it is gone
   */
  async function callOnElement<T>(
    verb: "update" | "delete",
    { live, id, domain, expected = live }: { live: Row; id: string; domain: string; expected?: Row },
    run: Run,
    work: () => Promise<T>,
  ): Promise<{ done?: T; moved?: Row }> {
    try {
      return { done: await work() };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw await explained(error, domain, run);
      const list = kind.list(run, domain);
      const settle = (shown: Items<Row>): { moved?: Row } | undefined => {
        const moved = [expected, live]
          .flatMap((row) => shown.withKey(kind.meaning(row)).filter((other) => kind.exact(other) === kind.exact(row)))
          .find((row) => row.id !== undefined && row.id !== id && !isClaimedById(row, domain, run));
        if (moved !== undefined) return { moved };
        return shown.complete && shown.withId(id) === undefined ? {} : undefined;
      };
      const { found, last } = await call(run, domain, () => run.lookFor(list, settle));
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

  const doubt = (items: Items<Row>, domain: string, subject: string) => {
    const { incomplete: why, cut } = items;
    const list = { operation: `${kind.group}.list`, domain, why, cut } as const;
    return new IncompleteListError(subject, list, items.tellsInFull());
  };

  /** What a list does not show is gone only where something proves the list whole. */
  function refuseIncomplete(items: Items<Row>, domain: string, row: Row): void {
    if (items.complete) return;
    throw doubt(items, domain, `whether ${kind.describe(row, domain)} is still there`);
  }

  /**
   * Whether something may be made anew is not known from a list that is not proven whole.
   * @param refusal the registrar's words, where it refused to make it
   */
  function refuseNew(items: Items<Row>, domain: string, row: Row, refusal?: string): void {
    if (items.complete) return;
    const said = refusal === undefined ? "" : `, though the registrar says so (${refusal})`;
    throw doubt(items, domain, `whether ${kind.describe(row, domain)} exists already${said}`);
  }

  /** Of items with one meaning the one that is the same in everything, else the first. */
  const exactly = (rows: readonly Row[], wanted: Row) =>
    rows.find((row) => kind.exact(row) === kind.exact(wanted)) ?? rows[0];

  /** Sends a create. After a doubtful outcome it looks before anything is sent again, and repeats at most once. */
  async function send(domain: string, wanted: Row, run: Run): Promise<Row> {
    const list = kind.list(run, domain);
    const isNew = (items: Items<Row>) => {
      const rows = items.withKey(kind.meaning(wanted));
      return exactly(
        rows.filter((row) => !isOthers(row, undefined, domain, run, wanted)),
        wanted,
      );
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await kind.post(run, domain, wanted);
        return kind.answered(answer, wanted, domain) ?? wanted;
      } catch (error) {
        if (!(error instanceof RegistrarError) || error.outcome === "no") throw error;
        const looked = await run.lookFor(list, isNew).catch(() => undefined);
        if (looked?.found !== undefined) return looked.found;
        // Absent for certain, and not repeated yet: once more.
        if (attempt === 1 && looked?.last.complete === true) continue;
        throw new UnknownOutcomeError(kind.describe(wanted, domain), error);
      }
    }
  }

  /** Makes the item; nothing of this meaning is there. */
  async function make(domain: string, wanted: Row, run: Run): Promise<Row> {
    const row = await call(run, domain, () => send(domain, wanted, run));
    kind.list(run, domain).note({ added: row });
    return row;
  }

  /** Changes the live item where it differs from what it should be. */
  async function change(live: Row, desired: Row, place: Place, run: Run): Promise<Row> {
    if (kind.satisfies(live, desired)) return live;
    const { domain, moves = 0 } = place;
    const list = kind.list(run, domain);
    const id = live.id ?? place.recordId;
    if (id === undefined) throw new NoIdError(kind.describe(live, domain));
    if (!run.api.exists(`${kind.group}.update`)) return replaceLive(live, id, desired, run, domain);
    const { done, moved } = await callOnElement("update", { live, id, domain, expected: desired }, run, () =>
      kind.put(run, domain, id, desired),
    );
    if (moved !== undefined) {
      if (moves >= maxMoves) throw new MovingIdError(kind.describe(live, domain));
      return change(moved, { ...desired, id: moved.id }, { domain, moves: moves + 1 }, run);
    }
    if (done === undefined) return make(domain, { ...desired, id: undefined }, run);
    const row = kind.answered(done, desired, domain) ?? { ...desired, id };
    list.note({ removed: live, added: row });
    return row;
  }

  /** For a registrar without an update: delete, then create, since both cannot stand side by side. */
  async function replaceLive(live: Row, id: string, desired: Row, run: Run, domain: string): Promise<Row> {
    await removeLive(live, id, domain, run);
    try {
      return await make(domain, { ...desired, id: undefined }, run);
    } catch (error) {
      throw new UnfinishedError(kind.describe(desired, domain), error);
    }
  }

  async function removeLive(live: Row, id: string, domain: string, run: Run, moves = 0): Promise<void> {
    const { moved } = await callOnElement("delete", { live, id, domain }, run, () => kind.remove(run, domain, id));
    if (moved?.id !== undefined) {
      if (moves >= maxMoves) throw new MovingIdError(kind.describe(live, domain));
      return removeLive(moved, moved.id, domain, run, moves + 1);
    }
    kind.list(run, domain).note({ removed: live });
  }

  return { call, make, change, removeLive, refuseIncomplete, refuseNew, exactly };
}
