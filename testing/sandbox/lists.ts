/** Lists in responses: stale, paged and in one of several containers, by the behaviour. */
import type { Behaviour } from "./behaviour.ts";
import type { JsonObject } from "./present.ts";

interface LateWrite<T> {
  readonly before: readonly T[];
  readonly at: number;
  lists: number;
}

/** Stale views of lists. All pages of one walk come from the same view. */
export class ListViews<T> {
  readonly #late = new Map<string, LateWrite<T>[]>();
  readonly #walks = new Map<string, readonly T[]>();
  /** Number of walks that began, by behaviour. */
  #readings = new WeakMap<Behaviour, Map<string, number>>();

  /** Forgets every write and every walk. */
  clear(): void {
    this.#late.clear();
    this.#walks.clear();
    this.#readings = new WeakMap();
  }

  /** Notes a write, with the domain's list from before. */
  note(domain: string, before: readonly T[]): void {
    this.#late.set(domain, [...(this.#late.get(domain) ?? []), { before, at: Date.now(), lists: 0 }].slice(-1000));
  }

  /** The rows that a list call sees. `page` 1 begins a walk; later pages see the same rows. */
  see(domain: string, now: readonly T[], page: number, behaviour: Behaviour): readonly T[] {
    if (behaviour.movingReadings > 0) return this.#moving(domain, now, page, behaviour);
    if (behaviour.staleLists === 0 && behaviour.staleSeconds === 0) {
      this.#late.delete(domain);
      return now;
    }
    const walk = this.#walks.get(domain);
    if (page > 1 && walk !== undefined) return walk;
    const waiting = (this.#late.get(domain) ?? []).filter(
      (write) => write.lists < behaviour.staleLists || Date.now() - write.at < behaviour.staleSeconds * 1000,
    );
    for (const write of waiting) write.lists += 1;
    this.#late.set(domain, waiting);
    const seen = waiting[0]?.before ?? now;
    this.#walks.set(domain, seen);
    return seen;
  }

  /** Simulates one deleted row in each walk after its first page. All rows return in the end. */
  #moving(domain: string, now: readonly T[], page: number, behaviour: Behaviour): readonly T[] {
    const readings = this.#readings.get(behaviour) ?? new Map<string, number>();
    this.#readings.set(behaviour, readings);
    const begun = (readings.get(domain) ?? 0) + (page === 1 ? 1 : 0);
    readings.set(domain, begun);
    return begun > behaviour.movingReadings ? now : now.slice(page > 1 ? begun : begun - 1);
  }
}

interface Paging {
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
}

const defaultPageSize = 50;

/** The rows of a list, and a function that presents one. Only the page's rows are presented. */
interface Listed<T> {
  readonly items: readonly T[];
  readonly present: (item: T) => JsonObject;
}

/** One page of a paged list, in its container. */
export function pagedList<T>(
  key: string,
  { items, present }: Listed<T>,
  { page = 1, page_size }: Paging,
  behaviour: Behaviour,
): JsonObject {
  const size = Math.min(page_size ?? defaultPageSize, behaviour.pageCap);
  const ignored = behaviour.paging === "ignored";
  const start = (page - 1) * size;
  const onPage = ignored ? items.slice(0, behaviour.pageCap) : items.slice(start, start + size);
  const shown = onPage.map(present);
  const slice = behaviour.idsInLists ? shown : shown.map(({ id: _id, ...rest }) => rest);
  const total = behaviour.totals === "page" ? slice.length : items.length;
  const totals = { total, ...(ignored ? {} : { page, page_size: size }) };
  return {
    success: true,
    ...contained(key, slice, behaviour),
    ...(behaviour.totals ? totals : {}),
    ...(behaviour.hasMore && { has_more: (ignored ? behaviour.pageCap : start + size) < items.length }),
  };
}

/** A complete list, in its container. Only a silent cap shortens it. */
export const wholeList = <T>(key: string, listed: Listed<T>, behaviour: Behaviour): JsonObject =>
  pagedList(
    key,
    listed,
    {},
    {
      ...behaviour,
      paging: "ignored",
      pageCap: behaviour.paging === "ignored" ? behaviour.pageCap : Number.POSITIVE_INFINITY,
    },
  );

function contained(key: string, items: readonly JsonObject[], behaviour: Behaviour): JsonObject {
  if (behaviour.container === "data-keyed") return { data: { [key]: items } };
  if (behaviour.container === "unknown") return { result: { items } };
  return { data: items };
}
