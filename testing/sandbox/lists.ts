/** Lists in responses: stale, paged and in one of several containers, by the dialect. */
import type { Dialect } from "./dialect.ts";
import { fill, type JsonObject, keyOf } from "./template.ts";

interface LateWrite<T> {
  readonly before: readonly T[];
  readonly at: number;
  lists: number;
}

/** Stale views of lists. All pages of one walk come from the same view. */
export class ListViews<T> {
  readonly #late = new Map<string, LateWrite<T>[]>();
  readonly #walks = new Map<string, readonly T[]>();
  /** Number of walks that began, by dialect. */
  #readings = new WeakMap<Dialect, Map<string, number>>();

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
  see(domain: string, now: readonly T[], page: number, dialect: Dialect): readonly T[] {
    if (dialect.movingReadings > 0) return this.#moving(domain, now, page, dialect);
    if (dialect.staleLists === 0 && dialect.staleSeconds === 0) {
      this.#late.delete(domain);
      return now;
    }
    const walk = this.#walks.get(domain);
    if (page > 1 && walk !== undefined) return walk;
    const waiting = (this.#late.get(domain) ?? []).filter(
      (write) => write.lists < dialect.staleLists || Date.now() - write.at < dialect.staleSeconds * 1000,
    );
    for (const write of waiting) write.lists += 1;
    this.#late.set(domain, waiting);
    const seen = waiting[0]?.before ?? now;
    this.#walks.set(domain, seen);
    return seen;
  }

  /** Simulates one deleted row in each walk after its first page. All rows return in the end. */
  #moving(domain: string, now: readonly T[], page: number, dialect: Dialect): readonly T[] {
    const readings = this.#readings.get(dialect) ?? new Map<string, number>();
    this.#readings.set(dialect, readings);
    const begun = (readings.get(domain) ?? 0) + (page === 1 ? 1 : 0);
    readings.set(domain, begun);
    return begun > dialect.movingReadings ? now : now.slice(page > 1 ? begun : begun - 1);
  }
}

interface Paging {
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
}

/** The rows of a list, and a function that presents one. Only the page's rows are presented. */
interface Listed<T> {
  readonly items: readonly T[];
  readonly present: (item: T) => JsonObject;
}

/** One page of a paged list. */
export function pagedList<T>(
  list: string,
  { items, present }: Listed<T>,
  { page = 1, page_size }: Paging,
  dialect: Dialect,
): unknown {
  const cap = dialect.pageCap ?? Number.POSITIVE_INFINITY;
  const size = Math.min(page_size ?? dialect.pageSize, cap);
  const isPaged = dialect.paging !== "ignored";
  const start = (page - 1) * size;
  const shown = (isPaged ? items.slice(start, start + size) : items.slice(0, cap)).map(present);
  const isId = (key: string) => key === keyOf(dialect.row, "id");
  const withoutId = (row: JsonObject) => Object.fromEntries(Object.entries(row).filter(([key]) => !isId(key)));
  const rows = dialect.idsInLists ? shown : shown.map(withoutId);
  const totals = { list: items.length, page: rows.length, none: undefined };
  return fill(dialect.list, {
    list,
    rows,
    total: totals[dialect.totals],
    next: isPaged && start + size < items.length ? start + size : null,
    ...(isPaged && dialect.totals !== "none" && { page, size, pages: Math.ceil(items.length / size) }),
    ...(dialect.hasMore && { more: (isPaged ? start + size : cap) < items.length }),
  });
}

/** A complete list. Only a silent cap shortens it. */
export const wholeList = <T>(list: string, listed: Listed<T>, dialect: Dialect): unknown =>
  pagedList(
    list,
    listed,
    {},
    { ...dialect, paging: "ignored", pageCap: dialect.paging === "ignored" ? dialect.pageCap : null },
  );
