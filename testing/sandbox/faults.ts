/** Faults between a client and the registrar, injected by rules. */

import { matchesName } from "./requestLog.ts";

/**
 * A fault in place of a proper response.
 * - `{status}`: an error response without the work; with `done: true` after the work (a gateway timeout).
 * - `{delayMs}`: a late response.
 * - `reset-before`: the connection is reset before the work; `reset-after`: after it.
 * - `hang`: the work is done, and there is no response.
 * - `truncate`: the work is done, and the response ends in the middle.
 * - `wrong-content-type`: the work is done, and the JSON response has the type text/plain.
 * - `html`: 200 with an HTML page, as from a proxy; without the work.
 */
export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: number | string; readonly done?: boolean }
  | { readonly delayMs: number }
  | (typeof namedFaults)[number];

export const namedFaults = ["reset-before", "reset-after", "truncate", "html", "wrong-content-type", "hang"] as const;

export interface FaultRule {
  /** Operations; in a string, `*` matches anything. Default: all. */
  readonly operation?: string | RegExp;
  /** Number of matching requests that it strikes. Default: all. */
  readonly times?: number;
  /** Number of matching requests that pass first. */
  readonly after?: number;
  /** All requests pass before the first one for one of these operations: `since: "records.create"` strikes the look after it. */
  readonly since?: string | RegExp;
  readonly fault: Fault;
}

export interface FaultHandle {
  readonly id: number;
  readonly rule: FaultRule;
  /** Number of requests that it has struck. */
  readonly hits: number;
  /** Removes the rule. */
  clear(): void;
}

interface ActiveFault extends FaultHandle {
  hasBegun: boolean;
  seen: number;
  hits: number;
}

export class Faults {
  active: readonly ActiveFault[] = [];
  #next = 1;

  add(rule: FaultRule): FaultHandle {
    const clear = () => {
      this.active = this.active.filter((other) => other !== active);
    };
    const active: ActiveFault = { id: this.#next++, rule, hasBegun: rule.since === undefined, seen: 0, hits: 0, clear };
    this.active = [...this.active, active];
    return active;
  }

  /** The fault of this request: that of the first matching rule with strikes left. */
  strike(operation: string): Fault | undefined {
    const begun = this.active.filter(({ hasBegun }) => hasBegun);
    for (const active of this.active) active.hasBegun ||= matchesName(active.rule.since, operation);
    for (const active of begun) {
      const { operation: pattern, times, after = 0, fault } = active.rule;
      if (!matchesName(pattern, operation)) continue;
      if (times !== undefined && active.hits >= times) continue;
      active.seen += 1;
      if (active.seen <= after) continue;
      active.hits += 1;
      return fault;
    }
    return undefined;
  }
}

export function faultName(fault: Fault): string {
  if (typeof fault === "string") return fault;
  return "delayMs" in fault
    ? `delay ${fault.delayMs} ms`
    : `status ${fault.status}${fault.done ? " after the work" : ""}`;
}

export const isDone = (fault: Fault) =>
  typeof fault === "string" ? !["reset-before", "html"].includes(fault) : "delayMs" in fault || fault.done === true;
