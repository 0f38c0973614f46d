/** The request log: what happened, in the order in which the requests arrived. Tests assert on it. */

export interface LogEntry {
  /** Counts from 1. */
  readonly number: number;
  /** The sandbox's time. */
  readonly at: string;
  /** A name of the table of endpoints, or `unknown`. */
  readonly operation: string;
  readonly method: string;
  /** Without the query, which may hold credentials. */
  readonly path: string;
  readonly domain?: string;
  /** HTTP status of the answer; 0 while, or when, none was given. */
  status: number;
  /** Was the work done, whatever the client was told? */
  done: boolean;
  /** The fault that struck. */
  fault?: string;
  /** Time to the answer in milliseconds. */
  durationMs: number;
}

export interface LogFilter {
  /** A name (`*` stands for anything: `records.*`), or a pattern. */
  readonly operation?: string | RegExp;
  readonly method?: string;
  readonly domain?: string;
  /** `true`: only what is not a GET; `false`: only GETs. */
  readonly writes?: boolean;
}

/** Does this name match? A text may contain `*` for anything. */
export function matchesName(pattern: string | RegExp = "*", name: string): boolean {
  const parts = typeof pattern === "string" ? pattern.split("*").map((part) => part.replace(/[^\w]/g, "\\$&")) : [];
  return name.search(typeof pattern === "string" ? new RegExp(`^${parts.join(".*")}$`) : pattern) >= 0;
}

/** Every request to the API since the start or the last `clear`. */
export interface RequestLog {
  /** In the order of arrival. */
  entries(filter?: LogFilter): Readonly<LogEntry>[];
  count(filter?: LogFilter): number;
  clear(): void;
}

/** The log with what the server, the page and the admin interface do with it. */
export class FullRequestLog implements RequestLog {
  #entries: LogEntry[] = [];
  #next = 1;

  entries(filter: LogFilter = {}): Readonly<LogEntry>[] {
    return this.#entries
      .filter(
        (entry) =>
          matchesName(filter.operation, entry.operation) &&
          (filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
          (filter.domain === undefined || entry.domain === filter.domain) &&
          (filter.writes === undefined || (entry.method !== "GET") === filter.writes),
      )
      .map((entry) => ({ ...entry }));
  }

  count(filter: LogFilter = {}): number {
    return this.entries(filter).length;
  }

  /** The last requests, oldest first. */
  tail(count: number): Readonly<LogEntry>[] {
    return this.#entries.slice(-count).map((entry) => ({ ...entry }));
  }

  clear(): void {
    this.#entries = [];
  }

  /** As it was at the start: empty, and counting from 1. */
  reset(): void {
    this.clear();
    this.#next = 1;
  }

  /** For the server: a request arrived. What becomes of it is set in the entry. */
  begin(entry: Omit<LogEntry, "number" | "status" | "done" | "durationMs">): LogEntry {
    const begun = { number: this.#next++, ...entry, status: 0, done: false, durationMs: 0 };
    this.#entries.push(begun);
    return begun;
  }
}
