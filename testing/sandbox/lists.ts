/** Lists in responses: stale, paged and in one of several containers, by the dialect. */
import type { Dialect } from "./dialect.ts";
import { shuffled } from "./random.ts";
import { writtenAt } from "./store.ts";
import { fill, type JsonObject, keyOf } from "./template.ts";

/** A version of a list, and the number of list calls since one found it. */
interface Version<T> {
  readonly rows: readonly T[];
  lists: number;
}

/** Stale views of lists. All pages of one walk come from the same view. */
export class ListViews<T> {
  /** The oldest version is what a list call shows. */
  readonly #versions = new Map<string, readonly Version<T>[]>();
  /** Number of walks that began, if lists move. */
  readonly #readings = new Map<string, number>();
  /** Domains whose last list call was one for the first page, without a number. */
  readonly #unnumbered = new Set<string>();

  /**
   * The rows that a list call sees. A call for the first page begins a walk; later pages see the same rows, and so does page 1
   * after a call without a number.
   */
  see(domain: string, now: readonly T[], asked: number | undefined, dialect: Dialect): readonly T[] {
    const page = asked === 1 && this.#unnumbered.delete(domain) ? 2 : (asked ?? 1);
    if (asked === undefined) this.#unnumbered.add(domain);
    const { movingReadings, staleLists, staleSeconds } = dialect;
    if (movingReadings > 0) return this.#moving(domain, now, page, movingReadings);
    if (staleLists === 0 && staleSeconds === 0) return now;
    const known = this.#versions.get(domain) ?? [];
    if (page > 1) return known[0]?.rows ?? now;
    const isNew = known.at(-1)?.rows !== now;
    const versions = isNew ? [...known, { rows: now, lists: 0 }] : known;
    const shown = versions.findLastIndex(
      ({ rows, lists }) => lists >= staleLists && Date.now() - (writtenAt.get(rows) ?? 0) >= staleSeconds * 1000,
    );
    const waiting = versions.slice(Math.max(shown, 0));
    for (const version of waiting) version.lists += 1;
    this.#versions.set(domain, waiting);
    return waiting[0]?.rows ?? now;
  }

  /** Simulates one deleted row in each walk after its first page. All rows return in the end. */
  #moving(domain: string, now: readonly T[], page: number, readings: number): readonly T[] {
    const begun = (this.#readings.get(domain) ?? 0) + (page === 1 ? 1 : 0);
    this.#readings.set(domain, begun);
    return begun > readings ? now : now.slice(page > 1 ? begun : begun - 1);
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
  { items: all, present }: Listed<T>,
  { page = 1, page_size }: Paging,
  dialect: Dialect,
): unknown {
  const items = shuffled(all, dialect);
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
    last: isPaged && dialect.totals !== "none" ? start + size >= items.length : undefined,
    ...(isPaged &&
      dialect.totals !== "none" && {
        page: page - 1 + dialect.firstPage,
        size,
        pages: Math.ceil(items.length / size),
      }),
    ...(dialect.hasMore && { more: (isPaged ? start + size : cap) < items.length }),
  });
}
