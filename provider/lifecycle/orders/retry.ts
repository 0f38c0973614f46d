/**
 * Repeated orders. `retryOrdersBefore` is the consent of a person who looked in the dashboard: what was ordered with an unknown
 * outcome, or lost, by that moment may be ordered again. Each value allows one order, and the state keeps the one that was used.
 */
import { momentOf } from "../../api/readings.ts";
import type { OrderQuestion, OrderState } from "./arguments.ts";

type Known = Pick<OrderQuestion, "state" | "args">;

/** May the domain be ordered again, after the event `at`: an order, or the loss of the domain? */
export function mayRetry({ state, args }: Known, at: string | undefined): boolean {
  const [before, moment] = [momentOf(args?.retryOrdersBefore), momentOf(at)];
  if (before === undefined || moment === undefined || args?.retryOrdersBefore === state?.retrySpent) return false;
  return moment <= before;
}

/** The event after which an absent domain may be ordered again: it left the account, or its pending transfer was ordered. */
export const lostAt = ({ leftAccount, transferStatus, pendingSince }: OrderState): string | undefined =>
  leftAccount ?? (transferStatus === "pending" ? pendingSince : undefined);

/** The mark of a used consent: after the order of an absent domain, while a transfer is shown, and after verified renewals. */
export const consentUsed = ({ state, args }: Known): Pick<OrderState, "retrySpent"> => ({
  retrySpent: args?.retryOrdersBefore ?? state?.retrySpent,
});
