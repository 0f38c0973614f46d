/** Faults: what can go wrong between a client and the registrar, switched on by rules. */

import type { Random } from "./random.ts";
import { matchesName } from "./requestLog.ts";

/**
 * What happens instead of a proper answer.
 * - `{status}`: an error answer, the work not done; with `done: true` the work is done first (a gateway that gave up).
 * - `{delayMs}`: the answer comes, but late.
 * - `reset-before`: the connection is reset before the work; `reset-after`: after it.
 * - `hang-before`, `hang`: no answer ever; the work is not done, or is done.
 * - `truncate`: the work is done, the answer ends in the middle.
 * - `endless`: the work is done, the answer never ends.
 * - `wrong-content-type`: the work is done, the JSON answer calls itself text/plain.
 * - `html`: 200 with an HTML page from something in between; the work is not done.
 * - `success-false`: 200 whose body says `success: false`; the work is not done.
 */
export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: number | string; readonly done?: boolean }
  | { readonly delayMs: number }
  | (typeof namedFaults)[number];

export const namedFaults = [
  "reset-before",
  "reset-after",
  "truncate",
  "html",
  "wrong-content-type",
  "endless",
  "hang",
  "hang-before",
  "success-false",
] as const;

export interface FaultRule {
  /** Which operations; a text may contain `*`. All when absent. */
  readonly operation?: string | RegExp;
  /** Strike the next so many matching requests, then stop. Always when absent. */
  readonly times?: number;
  /** Let so many matching requests through first. */
  readonly after?: number;
  /** Strike a matching request with this chance, from 0 to 1. */
  readonly probability?: number;
  readonly fault: Fault;
}

export interface FaultHandle {
  readonly id: number;
  readonly rule: FaultRule;
  /** How many requests it has struck. */
  readonly hits: number;
  /** Switches it off. */
  clear(): void;
}

interface ActiveFault {
  readonly id: number;
  readonly rule: FaultRule;
  seen: number;
  hits: number;
}

export class Faults {
  #active: ActiveFault[] = [];
  #next = 1;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  add(rule: FaultRule): FaultHandle {
    const active: ActiveFault = { id: this.#next++, rule, seen: 0, hits: 0 };
    this.#active.push(active);
    return this.#handle(active);
  }

  list(): FaultHandle[] {
    return this.#active.map((active) => this.#handle(active));
  }

  clear(): void {
    this.#active = [];
  }

  /** The fault that strikes this request, if any: the first rule that matches and is not used up. */
  strike(operation: string): Fault | undefined {
    for (const active of this.#active) {
      const { operation: pattern, times, after = 0, probability = 1, fault } = active.rule;
      if (!matchesName(pattern, operation)) continue;
      if (times !== undefined && active.hits >= times) continue;
      active.seen += 1;
      if (active.seen <= after || this.#random() >= probability) continue;
      active.hits += 1;
      return fault;
    }
    return undefined;
  }

  #handle(active: ActiveFault): FaultHandle {
    return {
      id: active.id,
      rule: active.rule,
      get hits() {
        return active.hits;
      },
      clear: () => {
        this.#active = this.#active.filter((other) => other !== active);
      },
    };
  }
}

/** A fault's name for the log. */
export function faultName(fault: Fault): string {
  if (typeof fault === "string") return fault;
  return "delayMs" in fault
    ? `delay ${fault.delayMs} ms`
    : `status ${fault.status}${fault.done ? " after the work" : ""}`;
}

/** Does the work get done under this fault? */
export const isDone = (fault: Fault) =>
  typeof fault === "string"
    ? !["reset-before", "html", "hang-before", "success-false"].includes(fault)
    : "delayMs" in fault || fault.done === true;
