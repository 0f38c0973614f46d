/**
 * Decides what a run does about an order: a registration, a renewal or a transfer. Pure: no call, no file, no clock. A preview
 * prints the decision, and `create`, `update` and `read` carry it out (order.ts).
 *
 * 1. `decideUnread`: the state shows that nothing is left to do, or the account has to be read. A diff asks only this, and an
 *    update first.
 * 2. The account holds the domain: it is adopted, and renewed if that is due (renewal.ts).
 * 3. A sent order is unverified: a person must verify it, and nothing is ordered unless `retryOrdersBefore` allows it.
 * 4. The account doesn't hold the domain any more: the state is marked, and nothing is ordered, with the same exception.
 * 5. The account doesn't hold the domain, and no order is unverified: it is ordered.
 */

import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { isoText, momentOf } from "../../api/readings.ts";
import { currencyNote, OrderNoteError, OrderRefusedError } from "../errors.ts";
import {
  detailsOf,
  lengthText,
  type Order,
  type OrderArgs,
  type OrderKind,
  type OrderQuestion,
  type OrderState,
  yearsText,
} from "./arguments.ts";
import { amountText, centsOf } from "./price.ts";
import { dayText, expiryOf, isRenewalDue, isRenewed, yearsOfRenewal } from "./renewal.ts";

/** The domain as the account shows it. */
export type Live = WireDomain | "absent";

/** By kind of order: the order in the last note on this machine (journal.ts), or the error of a note that can't be read. */
export type Notes = { readonly [K in OrderKind]?: Order | OrderNoteError | undefined };

export interface Situation extends OrderQuestion {
  readonly live: Live;
  readonly notes: Notes;
  readonly now: number;
}

/** The part of a situation that is known without a call. */
type Known = Pick<Situation, "state" | "args">;

/** A decision that leads to a state. */
interface Lasting<Action extends string> {
  readonly action: Action;
  /** For people: what the run does, or would do; empty if there is nothing to say. */
  readonly explanation: string;
  /** The state after the decision was carried out. Of an order: what stays of the state, whatever becomes of the order. */
  readonly nextState: OrderState;
  /** Kinds of orders that the account shows. `carryOut` removes the notes of these orders from this machine. */
  readonly shown?: readonly OrderKind[] | undefined;
  /** Logged when the decision is carried out. */
  readonly notice?: string | undefined;
}

/** Sends an order, once its price is known and accepted. */
export interface Ordering extends Lasting<"order"> {
  readonly order: Pick<Order, "kind" | "years" | "from" | "until">;
}

/** Writes nothing, and keeps the state as it is. */
interface Refusal {
  readonly action: "refuse";
  readonly explanation: string;
  readonly refusal: OrderRefusedError;
}

export type Decision = Lasting<"nothing" | "adopt" | "mark as left" | "verify"> | Ordering | Refusal;

/** Read the account, and decide by it. */
interface Look {
  readonly action: "look";
  readonly explanation: string;
  /** The property that a diff reports as changed. */
  readonly path: string;
}

/** The decision, by what the account shows. */
export function decide(situation: Situation): Decision {
  const { kind, live, args } = situation;
  if (live === "absent") return decideAbsent(situation);
  return kind === "transfer" || args === undefined ? adopt(situation, live) : decideRenewal(situation, live, args);
}

const nothing = (nextState: OrderState): Lasting<"nothing"> => ({ action: "nothing", explanation: "", nextState });

const refuse = (refusal: OrderRefusedError): Refusal => ({ action: "refuse", explanation: refusal.reason, refusal });

/**
 * Does `retryOrdersBefore` allow an order again, after the event `at`: an order, or the loss of the domain? Each value allows
 * one.
 */
function mayRetry({ state, args }: Known, at: string | undefined): boolean {
  const [before, moment] = [momentOf(args?.retryOrdersBefore), momentOf(at)];
  if (before === undefined || moment === undefined || args?.retryOrdersBefore === state?.retrySpent) return false;
  return moment <= before;
}

/** Decides by the state and the arguments, without the account, if anything is left to do. */
export function decideUnread(known: Known): Look | Lasting<"nothing"> {
  const { state, args } = known;
  const look = (path: string, explanation: string): Look => ({ action: "look", path, explanation });
  if (state === undefined) return look("domain", "the resource is new");
  const { leftAccount, unverifiedOrder: order } = state;
  // The renewal of a domain that left the account doesn't matter any more.
  if (order !== undefined && !(order.kind === "renewal" && leftAccount !== undefined)) {
    return look("unverifiedOrder", "the outcome of an order is to be verified");
  }
  const lostAt = leftAccount ?? (state.transferStatus === "pending" ? state.pendingSince : undefined);
  if (mayRetry(known, lostAt)) return look("retryOrdersBefore", "`pulumi up` orders it again, for at most `maxPrice`");
  const isDue = leftAccount === undefined && isRenewalDue(state, args);
  const renews = `it expires on ${state.expiresAt}, and \`pulumi up\` renews it for at most \`maxRenewalPrice\``;
  return isDue ? look("renewUntil", renews) : nothing(state);
}

/** Adopts what the account shows of a domain that it holds. An order is confirmed if the account shows its effect. */
function adopt(situation: Situation, live: WireDomain): Lasting<"adopt"> {
  const { kind, domain, state } = situation;
  const done = kind === "transfer" ? "ordered" : "bought";
  const held = kind === "transfer" ? ofTransfer(situation, live) : ofRegistration(situation, live);
  const explanation = state ? "" : `${domain} is in the account already: it is adopted, and nothing is ${done}.`;
  return { action: "adopt", explanation, ...held, shown: [kind, ...(held.shown ?? [])] };
}

/** Consequences of the details of a domain that the account holds. */
type Held = Pick<Lasting<"adopt">, "nextState" | "shown" | "notice">;

/** The outputs of a domain that the account holds, in place of those that say that it left or that its order is unverified. */
const heldState = (state: OrderState | undefined, live: WireDomain): OrderState => ({
  ...state,
  leftAccount: undefined,
  unverifiedOrder: undefined,
  ...detailsOf(live),
});

/** The state of a transfer whose domain the account shows: on its way, or arrived. */
function ofTransfer({ state = {}, now }: Situation, live: WireDomain): Held {
  const held = heldState(state, live);
  // A domain that has arrived isn't on its way any more, even if another operation is pending.
  const hasArrived = state.completedAt !== undefined && state.leftAccount === undefined;
  const nextState: OrderState =
    isArriving(live) && !hasArrived
      ? { ...held, transferStatus: "pending", pendingSince: state.pendingSince ?? isoText(now) }
      : { ...held, transferStatus: "completed", completedAt: state.completedAt ?? isoText(now) };
  return { nextState };
}

/** An order that may have been sent, and the place that remembers it: the state, or the last note on this machine. */
interface Remembered {
  readonly order: Order | OrderNoteError;
  readonly source: "state" | "note";
}

function rememberedOrders({ state, notes }: Situation, kind: OrderKind): Remembered[] {
  const [inState, noted] = [state?.unverifiedOrder, notes[kind]];
  return [
    ...(inState?.kind === kind ? [{ order: inState, source: "state" } as const] : []),
    ...(noted === undefined ? [] : [{ order: noted, source: "note" } as const]),
  ];
}

const isReached = ({ until }: Order, live: WireDomain) => (expiryOf(live) ?? 0) >= (momentOf(until) ?? 0);

/**
 * The effect of a renewal that was sent, as the account shows it:
 *
 * | the domain expires | outcome | the renewal is | its note |
 * |---|---|---|---|
 * | no later than before | not shown | unverified, as before | stays |
 * | later, after another renewal than this one | other renewal | ignored | stays, until its date is reached |
 * | later, before its `renewUntil` | short | done for this date; a notice tells once | stays |
 * | at its `renewUntil`, or later | reached | done | is removed |
 */
function outcomeOf(order: Order, source: Remembered["source"], before: OrderState | undefined, live: WireDomain) {
  if (!isRenewed(order, live)) return "not shown";
  // A note may be older than the state: the domain had been renewed before the state was written.
  const isOlder = before?.expiresAt !== undefined && momentOf(before.expiresAt) !== momentOf(order.from);
  if (isOlder && source === "note") return "other renewal";
  return isReached(order, live) ? "reached" : "short";
}

/** The state of a registration whose domain the account shows, after the outcome of a renewal that was sent. */
function ofRegistration(situation: Situation, live: WireDomain): Held {
  const before = situation.state;
  const nextState = heldState(before, live);
  const [first] = rememberedOrders(situation, "renewal");
  if (first === undefined || first.order instanceof OrderNoteError) return { nextState };
  const { order, source } = first;
  const done = { ...nextState, renewedFor: order.until };
  switch (outcomeOf(order, source, before, live)) {
    case "not shown":
      return { nextState: source === "state" ? { ...nextState, unverifiedOrder: order } : nextState };
    case "other renewal":
      return { nextState, shown: isReached(order, live) ? ["renewal"] : [] };
    case "short": {
      const isTold = source === "note" && before?.renewedFor === order.until;
      return { nextState: done, notice: isTold ? undefined : shortText(order, live) };
    }
    case "reached":
      return { nextState: done, shown: ["renewal"] };
  }
}

/**
 * For a domain that the account doesn't hold. A refresh, which has no arguments, orders nothing. An update of a transfer in
 * progress gets here only if `decideUnread` allows another order.
 */
function decideAbsent(situation: Situation): Decision {
  const { kind, domain, state, args } = situation;
  const isTransfer = kind === "transfer";
  const isLost = wasHeld(situation);
  if (args === undefined) return isLost ? markLeft(situation) : nothing(state ?? {});
  const blocked = firstUnrepeatable(situation, rememberedOrders(situation, kind), state ?? {});
  if (blocked !== undefined) return blocked;
  if (isLost && !mayRetry(situation, state?.leftAccount)) return markLeft(situation);
  if (isTransfer && args.authCode === undefined) {
    const what = `${domain} is not in the account, and the transfer needs its auth code`;
    const advice = "Set `authCode` (as a secret) to the code from the losing registrar.";
    return refuse(new OrderRefusedError("authCode", { what, advice }));
  }
  const years = isTransfer ? 1 : (args.years ?? 1);
  const explanation = isTransfer
    ? `The transfer of ${domain} would be ordered`
    : `${domain} is not in the account: it would be bought for ${yearsText(years)}`;
  return {
    action: "order",
    explanation,
    order: { kind, years },
    nextState: { retrySpent: args.retryOrdersBefore ?? state?.retrySpent },
  };
}

/** Does the state show that the account held the domain? */
export function wasHeld({ kind, state }: Pick<Situation, "kind" | "state">): boolean {
  if (state === undefined) return false;
  if (kind === "transfer") return ["completed", "left"].includes(state.transferStatus ?? "");
  return state.unverifiedOrder?.kind !== kind;
}

function markLeft({ kind, domain, state = {}, now }: Situation): Decision {
  if (state.leftAccount !== undefined) return nothing(state);
  const leftAccount = isoText(now);
  const explanation =
    `${domain} is not in the account any more (expired, or transferred away). Its ${kind} stays in the state ` +
    "as left, and nothing is ordered. " +
    `To order it again if that is possible, set \`retryOrdersBefore: "${leftAccount}"\` or later; to ` +
    "give it up, remove it from the program.";
  const status = kind === "transfer" ? { transferStatus: "left" } : { status: "left" };
  return { action: "mark as left", explanation, nextState: { ...state, ...status, leftAccount } };
}

/** The decision for the first unverified order that may not be repeated. @param held the state that is kept */
function firstUnrepeatable(situation: Situation, unverified: readonly Remembered[], held: OrderState) {
  const mayRepeat = ({ order }: Remembered) => !(order instanceof OrderNoteError) && mayRetry(situation, order.at);
  const first = unverified.find((each) => !mayRepeat(each));
  if (first === undefined) return undefined;
  const { order, source } = first;
  if (order instanceof OrderNoteError) return refuse(order);
  return verify(order, held, situation.now, source === "note" ? notedText : undefined);
}

/** Decides for a domain that the account holds, and that the program may want to renew. */
function decideRenewal(situation: Situation, live: WireDomain, args: OrderArgs): Decision {
  const { domain, state: before } = situation;
  const adopted = adopt(situation, live);
  const held = adopted.nextState;
  const [from, until] = [expiryOf(live), args.renewUntil];
  const isDue = isRenewalDue(held, args);

  // An order that the registrar doesn't show may have been the wanted renewal.
  const isOfThisRenewal = ({ order, source }: Remembered) =>
    source === "state" ||
    (isDue && (order instanceof OrderNoteError || momentOf(order.from) === from || order.until === until));
  const unverified = rememberedOrders({ ...situation, state: held }, "renewal").filter(isOfThisRenewal);
  const blocked = firstUnrepeatable(situation, unverified, held);
  const { shown, notice } = adopted;
  if (blocked !== undefined) return blocked.action === "refuse" ? blocked : { ...blocked, shown, notice };
  // A person has verified these orders: none is unverified any more, even if no renewal is due.
  const verified = { ...held, unverifiedOrder: undefined, retrySpent: args.retryOrdersBefore };
  const nextState = unverified.length > 0 ? verified : held;

  if (!isDue || from === undefined || until === undefined) {
    const isUnreadable = until !== undefined && from === undefined;
    const explanation = isUnreadable ? noExpiryText(domain, until) : adopted.explanation;
    return { action: "adopt", explanation, nextState, shown, notice };
  }
  const expected = momentOf(before?.expiresAt) ?? from;
  const years = yearsOfRenewal(
    { domain, live, from, until, expected, isPremium: held.premium === true },
    situation.now,
  );
  if (typeof years !== "number") return refuse(years);
  const order = { kind: "renewal", years, from: isoText(from), until } as const;
  const renews = `${domain} would be renewed for ${yearsText(years)} to reach ${until}`;
  const explanation = [adopted.explanation, renews].filter(Boolean).join("\n");
  return { action: "order", explanation, order, nextState, shown, notice };
}

const noExpiryText = (domain: string, until: string) =>
  `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
  "Renew it in the dashboard. If the date has another name in the response, name it in a contract file " +
  '(registrar:contractFile, "domains.get", `fields`).';

const shortText = ({ domain, years, until }: Order, live: WireDomain) =>
  `${domain} was renewed only until ${dayText(expiryOf(live) ?? 0)}, although the order was for ${yearsText(years)}, ` +
  `to reach ${until}. Nothing more is ordered for that date. Verify this in the registrar's dashboard. ` +
  "To order again, change `renewUntil`.";

const notedText =
  "a run on this machine noted the order, but is still in progress or was stopped, so the outcome is unknown";

/** Is an inbound transfer of the domain in progress? Its status says so, or, without a status, its EPP codes. */
function isArriving({ status, whois_status: codes = [] }: WireDomain): boolean {
  if (status !== undefined) return /pending|transfer|initiated|processing/i.test(status);
  return codes.some((code) => /pending\s?transfer/i.test(code));
}

/**
 * The decision for an order that the registrar doesn't show: nothing is ordered until a person has verified that order.
 * @param happened why the outcome of the order isn't known
 */
export function verify(
  order: Order,
  state: OrderState,
  now: number,
  happened = "the outcome is unknown",
): Lasting<"verify"> {
  const { kind, domain, at, years, total, from } = order;
  const marks = {
    registration: { status: "unverified" },
    renewal: {},
    transfer: { transferStatus: "unverified", pendingSince: at },
  };
  const seen = kind === "renewal" ? `still shows the old expiry date, ${from}` : "does not show the domain";
  const explanation =
    `Verify in the registrar's dashboard: the ${kind} of ${domain}${lengthText(kind, years)} was ordered at ` +
    `${at} for up to ${amountText(centsOf(total) ?? 0)} (${currencyNote}); ${happened}, and the account ${seen}. ` +
    "Nothing is ordered again automatically. If the dashboard shows the order, run `pulumi up` again a " +
    "little later: the provider adopts the result once the account shows it. " +
    `If the dashboard shows that nothing was ordered, set \`retryOrdersBefore: "${isoText(now)}"\` to order again.`;
  return { action: "verify", explanation, nextState: { ...state, ...marks[kind], unverifiedOrder: order } };
}
