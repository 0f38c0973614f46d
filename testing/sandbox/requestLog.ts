/** The request log, in order of arrival. Tests assert on it. */

export interface LogEntry {
  /** Counts from 1, edits made by hand included. */
  readonly number: number;
  /** The sandbox's time. */
  readonly at: string;
  /** A name of the table of endpoints, or `unknown`. */
  readonly operation: string;
  readonly method: string;
  /** Without the query, which may hold credentials. */
  readonly path: string;
  readonly domain?: string;
  /** The page of a list. */
  readonly page?: number;
  /** HTTP status of the response; 0 if there is none (yet). */
  status: number;
  /** Was the work done, even if the client was told otherwise? */
  done: boolean;
  /** The fault that struck. */
  fault?: string;
  /** Time to the response in milliseconds. */
  durationMs: number;
}

export interface LogFilter {
  /** A name (`*` matches anything: `records.*`), or a pattern. */
  readonly operation?: string | RegExp;
  readonly method?: string;
  readonly domain?: string;
  /** `true`: all methods but GET; `false`: only GET. */
  readonly writes?: boolean;
}

/** Does the name match? In a string, `*` matches anything. */
export function matchesName(pattern: string | RegExp = "*", name: string): boolean {
  const parts = typeof pattern === "string" ? pattern.split("*").map((part) => part.replace(/[^\w]/g, "\\$&")) : [];
  return name.search(typeof pattern === "string" ? new RegExp(`^${parts.join(".*")}$`) : pattern) >= 0;
}

/** Every request to the API since the start or the last `clear`. Edits made by hand are only on the page. */
export interface RequestLog {
  /** In the order of arrival. */
  entries(filter?: LogFilter): Readonly<LogEntry>[];
  count(filter?: LogFilter): number;
  clear(): void;
}

/** A row of the page's log: a request to the API, or a change made by hand, on the page or with the control API. */
export interface LogRow extends LogEntry {
  readonly byHand?: true;
}

/** Request and response of a row as redacted JSON. */
export interface Exchange {
  readonly request: string;
  readonly response: string;
}

/** Number of rows that the page lists, and whose bodies are kept. */
const kept = 100;
const longestBody = 8000;
const secretKey = /auth_?code|token|secret|password|user_?id/i;
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
const formsOf = (text: string) => [escaped(text), escaped(escaped(text)), encodeURIComponent(text), base64(text)];

/** Removes secrets from both bodies: values of secret keys, and the same values and `known` ones in any text. */
function redacted(bodies: readonly unknown[], known: readonly string[]): string[] {
  const secrets = new Set(known);
  const byKey = (key: string, value: unknown) => {
    if (!secretKey.test(key) || value === null || typeof value === "boolean") return value;
    secrets.add(typeof value === "string" ? value : JSON.stringify(value));
    return "(redacted)";
  };
  const texts = bodies.map((body) => JSON.stringify(body, byKey, 2) ?? "none");
  // A refusal may quote the request: JSON in a JSON string, escaped twice.
  const forms = new Set([...secrets].flatMap(formsOf));
  forms.delete("");
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return texts.map((text) => {
    const safe = longestFirst.reduce((rest, form) => rest.replaceAll(form, "(redacted)"), text);
    return safe.length > longestBody ? `${safe.slice(0, longestBody)}\u2026 (${safe.length} characters)` : safe;
  });
}

/** The log for the server, the page and the control API. */
export class FullRequestLog implements RequestLog {
  #entries: LogRow[] = [];
  #next = 1;
  readonly #exchanges = new Map<number, Exchange>();
  readonly #secrets: () => readonly string[];

  constructor(secrets: () => readonly string[]) {
    this.#secrets = secrets;
  }

  entries(filter: LogFilter = {}): Readonly<LogEntry>[] {
    return this.#entries
      .filter(
        (entry) =>
          !entry.byHand &&
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

  /** The last rows, oldest first. */
  rows(): Readonly<LogRow>[] {
    return this.#entries.slice(-kept).map((entry) => ({ ...entry }));
  }

  exchange(number: number): Exchange | undefined {
    return this.#exchanges.get(number);
  }

  clear(): void {
    this.#entries = [];
    this.#exchanges.clear();
  }

  /** Clears the log, and counts from 1 again. */
  reset(): void {
    this.clear();
    this.#next = 1;
  }

  /** Adds a row. The caller sets its outcome. */
  begin(entry: Omit<LogRow, "number" | "status" | "done" | "durationMs">): LogRow {
    const begun = { number: this.#next++, ...entry, status: 0, done: false, durationMs: 0 };
    this.#entries.push(begun);
    this.#exchanges.delete(begun.number - kept);
    return begun;
  }

  /** Keeps the bodies of a row in memory, redacted and cut. */
  keep({ number }: LogRow, ...bodies: readonly [request: unknown, response: unknown]): void {
    if (number <= this.#next - 1 - kept) return;
    const [request = "", response = ""] = redacted(bodies, this.#secrets());
    this.#exchanges.set(number, { request, response });
  }
}
