/**
 * Marks in a state: the memory of orders, from run to run. A new value replaces the old one. An order of a domain that the
 * account doesn't hold drops all but `retrySpent`.
 *
 * | mark | is set when | is removed when | effect |
 * |---|---|---|---|
 * | `unverifiedOrder` | the account doesn't show an order that was maybe sent | it does, or a consent repeats it | no orders |
 * | `leftAccount` | the account doesn't hold the domain any more | it holds the domain again | no orders without a consent |
 * | `transferStatus` | `unverified`, `pending`, `completed`, `left` | never | the last three: no orders without a consent |
 * | `pendingSince` | the transfer was sent, or first shown in progress | never | a consent for `pending` must be later |
 * | `completedAt` | the account first held the domain | another transfer is shown | a pending status isn't the transfer's |
 * | `renewedFor` | the account shows a renewal: its `renewUntil` | never | no renewal for that date |
 * | `premium` | this resource bought a name that is or may be premium | never | no renewal |
 * | `retrySpent` | a consent is used: its `retryOrdersBefore` | never | no order by that consent |
 */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { isSameMoment, momentOf } from "../../api/readings.ts";
import { detailsOf, type Order, type OrderQuestion, type OrderState } from "./arguments.ts";

/** The account doesn't show an order that may have been sent. It shows the domain of a renewal, with its status. */
export const unverifiedState = (state: OrderState, order: Order): OrderState => ({
  ...state,
  ...(order.kind === "registration" && { status: "unverified" }),
  ...(order.kind === "transfer" && { transferStatus: "unverified", pendingSince: order.at }),
  unverifiedOrder: order,
});

/** The account holds the domain. */
export const heldState = (state: OrderState | undefined, live: WireDomain): OrderState => ({
  ...state,
  leftAccount: undefined,
  unverifiedOrder: undefined,
  ...detailsOf(live),
});

/** The account doesn't hold the domain any more. */
export const leftState = (kind: OrderQuestion["kind"], state: OrderState, leftAccount: string): OrderState => ({
  ...state,
  ...(kind === "registration" ? { status: "left" } : { transferStatus: "left" }),
  leftAccount,
});

/** A name counts as premium unless the registrar says that it isn't: its renewals are of unknown price. */
export const premiumState = (premium?: boolean): { premium?: true } => (premium === false ? {} : { premium: true });

/** Does the state show that the account held the domain? Any state of a registration does, unless that is unverified. */
export function wasHeld({ kind, state }: Pick<OrderQuestion, "kind" | "state">): boolean {
  if (kind === "registration") return state !== undefined && state.unverifiedOrder?.kind !== kind;
  return state?.transferStatus === "completed" || state?.transferStatus === "left";
}

/**
 * Does a consent allow an order after the event `at`: an order of unknown outcome, or the loss of the domain? A person who looked
 * in the dashboard consents by `retryOrdersBefore`. Each value allows one order.
 */
export function mayRetry({ state, args }: Pick<OrderQuestion, "state" | "args">, at: string | undefined): boolean {
  const consent = args?.retryOrdersBefore;
  if (isSameMoment(consent, state?.retrySpent)) return false;
  return (momentOf(at) ?? Number.NaN) <= (momentOf(consent) ?? Number.NaN);
}

/** When an absent domain was lost: it left the account, or its pending transfer, which failed since, was ordered. */
export const lostAt = ({ leftAccount, transferStatus, pendingSince }: OrderState): string | undefined =>
  leftAccount ?? (transferStatus === "pending" ? pendingSince : undefined);

/** The mark of a used consent: after the order of an absent domain, while a transfer is shown, and after verified renewals. */
export const consentUsed = ({ state, args }: OrderQuestion): Pick<OrderState, "retrySpent"> => ({
  retrySpent: args?.retryOrdersBefore ?? state?.retrySpent,
});
