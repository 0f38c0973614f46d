/**
 * Decides what a run does about an order: a registration, a renewal or a transfer. Pure: no call, no file, no clock. A preview
 * prints the decision (preview.ts), and `create`, `update` and `read` carry it out (order.ts).
 *
 * 1. `dueOrder`: the state shows that nothing is left to do, or why the account has to be read. A diff asks only this, and an
 *    update first.
 * 2. `heldTransfer`, `heldRegistration`: the account holds the domain, which is adopted.
 * 3. `blockedBy`: a sent order is unverified. A person must verify it, and nothing is ordered unless they consented to that
 *    (retry.ts).
 * 4. `orderNothing`: the account doesn't hold the domain any more. The state is marked, with the same exception.
 * 5. `decideAbsent`: the domain is ordered, unless its transfer is pending. `decideRenewal`: it is renewed if that is due
 *    (renewal.ts).
 */

import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { isoText, momentOf } from "../../api/readings.ts";
import { currencyNote, OrderNoteError, OrderRefusedError } from "../errors.ts";
import {
  detailsOf,
  lengthText,
  type NewOrder,
  type Order,
  type OrderArgs,
  type OrderKind,
  type OrderQuestion,
  type OrderState,
  type RenewalOrder,
  yearsText,
} from "./arguments.ts";
import { amountText, centsOf } from "./price.ts";
import { dayText, expiryOf, isBefore, isRenewalDue, isRenewed, yearsOfRenewal } from "./renewal.ts";
import { consentUsed, lostAt, mayRetry } from "./retry.ts";

/** The domain as the account shows it. */
export type Live = WireDomain | "absent";

/** By kind of order: the order in the last note on this machine (journal.ts), or the error of a note that can't be read. */
export type Notes = { readonly [K in OrderKind]?: Order | OrderNoteError | undefined };

export interface Situation extends OrderQuestion {
  readonly live: Live;
  readonly notes: Notes;
  readonly now: number;
}

/** Consequences of every decision. */
interface Outcome {
  /** The state after the decision was carried out. Of an order: what stays of the state, whatever becomes of the order. */
  readonly nextState: OrderState;
  /** Kinds of orders that the account shows: their notes on this machine are removed. */
  readonly shown: readonly OrderKind[];
  /** For people, once. */
  readonly notice?: string | undefined;
}

export type Decision = Outcome &
  (
    | { readonly action: "nothing" | "adopt" | "mark as left" }
    // Fails with the explanation.
    | { readonly action: "verify"; readonly explanation: string }
    // Sends the order, once its price is known and accepted.
    | { readonly action: "order"; readonly explanation: string; readonly order: NewOrder }
  );

const unchanged = (nextState: OrderState): Decision => ({ action: "nothing", nextState, shown: [] });

/**
 * The decision, by what the account shows.
 * @throws OrderRefusedError if the program asks for an order that must not be sent
 */
export function decide(situation: Situation): Decision {
  const { kind, live, args } = situation;
  if (live === "absent") return decideAbsent(situation);
  if (kind === "transfer") {
    const { nextState, ...held } = heldTransfer(situation, live);
    // There is nothing to order again. If the transfer fails later, that needs a new consent.
    return { action: "adopt", ...held, nextState: args ? { ...nextState, ...consentUsed(situation) } : nextState };
  }
  const held = heldRegistration(situation, live);
  return args === undefined ? { action: "adopt", ...held } : decideRenewal(situation, live, args, held);
}

/** Why the account has to be read; `undefined` if the state and the arguments show that nothing is left to do. */
export function dueOrder(state: OrderState, args: OrderArgs | undefined): { path: string; why: string } | undefined {
  const { leftAccount, unverifiedOrder: order } = state;
  // The renewal of a domain that left the account doesn't matter any more.
  if (order !== undefined && !(order.kind === "renewal" && leftAccount !== undefined)) {
    return { path: "unverifiedOrder", why: "the outcome of an order is to be verified" };
  }
  if (mayRetry({ state, args }, lostAt(state))) {
    return { path: "retryOrdersBefore", why: "`pulumi up` orders it again, for at most `maxPrice`" };
  }
  if (leftAccount !== undefined || !isRenewalDue(state, args)) return undefined;
  const why = `it expires on ${state.expiresAt}, and \`pulumi up\` renews it for at most \`maxRenewalPrice\``;
  return { path: "renewUntil", why };
}

/** The outputs of a domain that the account holds, in place of those that say that it left or that its order is unverified. */
const heldState = (state: OrderState | undefined, live: WireDomain): OrderState => ({
  ...state,
  leftAccount: undefined,
  unverifiedOrder: undefined,
  ...detailsOf(live),
});

/** A transfer whose domain the account shows: on its way, or arrived. */
function heldTransfer({ state = {}, now }: Situation, live: WireDomain): Outcome {
  const held = heldState(state, live);
  // After the domain left, another transfer begins.
  const { pendingSince, completedAt } = state.leftAccount === undefined ? state : {};
  // A domain that has arrived isn't on its way any more, even if another operation is pending.
  const isOnItsWay = isArriving(live) && completedAt === undefined;
  const nextState: OrderState = isOnItsWay
    ? { ...held, transferStatus: "pending", pendingSince: pendingSince ?? isoText(now), completedAt }
    : { ...held, transferStatus: "completed", completedAt: completedAt ?? isoText(now) };
  return { nextState, shown: ["transfer"] };
}

/** An order that may have been sent, and the place that remembers it: the state, or the last note on this machine. */
interface Remembered {
  readonly order: Order | OrderNoteError;
  readonly source: "state" | "note";
}

/** The order in the state comes first. */
function remembered(state: OrderState | undefined, notes: Notes, kind: OrderKind): Remembered[] {
  const [inState, noted] = [state?.unverifiedOrder, notes[kind]];
  const found: Remembered[] = [];
  if (inState?.kind === kind) found.push({ order: inState, source: "state" });
  if (noted !== undefined) found.push({ order: noted, source: "note" });
  return found;
}

/**
 * A registration whose domain the account shows, after the effect of a renewal that was sent:
 *
 * | | it is in | the domain expires | the renewal is | its note |
 * |---|---|---|---|---|
 * | a | state or note | no later than before it | unverified, as before | stays |
 * | b | note | later, after another renewal | ignored here; `decideRenewal` may wait for it | stays until `renewUntil` |
 * | c | state | later, after another renewal, before its `renewUntil` | unverified, as before | stays |
 * | d | state or note | later, before its `renewUntil` | done for this date; a notice tells once | stays |
 * | e | state or note | at its `renewUntil`, or later | done | is removed |
 */
function heldRegistration({ state: before, notes }: Situation, live: WireDomain): Outcome {
  const nextState = heldState(before, live);
  const all = remembered(before, notes, "renewal");
  const [sent] = all;
  const held: Outcome = { nextState, shown: ["registration"] };
  if (sent === undefined || sent.order instanceof OrderNoteError || sent.order.kind !== "renewal") return held;
  const { order, source } = sent;
  const expires = expiryOf(live);
  if (expires === undefined || !isRenewed(order, live)) {
    // a
    return source === "state" ? { ...held, nextState: { ...nextState, unverifiedOrder: order } } : held;
  }
  const reaches = (each: Remembered["order"]) => "until" in each && !isBefore(live.expiry_date, each.until);
  const isReached = reaches(order);
  const shown: OrderKind[] = all.every((each) => reaches(each.order)) ? ["registration", "renewal"] : ["registration"];
  // An order may be older than the state, before which the domain had been renewed.
  const isOlder = before?.expiresAt !== undefined && momentOf(before.expiresAt) !== momentOf(order.from);
  // b
  if (isOlder && source === "note") return { nextState, shown };
  // c
  if (isOlder && !isReached) return { ...held, nextState: { ...nextState, unverifiedOrder: order } };
  // d, e
  const isTold = source === "note" && before?.renewedFor === order.until;
  const notice = isReached || isTold ? undefined : shortText(order, dayText(expires));
  return { nextState: { ...nextState, renewedFor: order.until }, shown, notice };
}

/** For a domain that the account doesn't hold. A refresh, which has no arguments, orders nothing. */
function decideAbsent(situation: Situation): Decision {
  const { kind, domain, state = {}, notes, args } = situation;
  if (args === undefined) return orderNothing(situation);
  const blocked = blockedBy(remembered(state, notes, kind), situation, { nextState: state, shown: [] });
  if (blocked !== undefined) return blocked;
  const isOrdered = wasHeld(situation) || state.transferStatus === "pending";
  if (isOrdered && !mayRetry(situation, lostAt(state))) return orderNothing(situation);
  const isTransfer = kind === "transfer";
  if (isTransfer && args.authCode === undefined) {
    const what = `${domain} is not in the account, and the transfer needs its auth code`;
    const advice = "Set `authCode` (as a secret) to the code from the losing registrar.";
    throw new OrderRefusedError("authCode", { what, advice });
  }
  const years = isTransfer ? 1 : (args.years ?? 1);
  const explanation = isTransfer
    ? `The transfer of ${domain} would be ordered`
    : `${domain} is not in the account: it would be bought for ${yearsText(years)}`;
  // Of the former state, nothing else holds for the new order.
  return { action: "order", explanation, order: { kind, years }, nextState: consentUsed(situation), shown: [] };
}

/** Does the state show that the account held the domain? Any state of a registration does, unless that is unverified. */
export function wasHeld({ kind, state }: Pick<Situation, "kind" | "state">): boolean {
  if (state === undefined) return false;
  // A domain that left counts, too.
  if (kind === "transfer") return ["completed", "left"].includes(state.transferStatus ?? "");
  return state.unverifiedOrder?.kind !== kind;
}

/** Orders nothing. Marks the state, once, if the account held the domain. */
function orderNothing(situation: Situation): Decision {
  const { kind, domain, state = {}, now } = situation;
  if (!wasHeld(situation) || state.leftAccount !== undefined) return unchanged(state);
  const leftAccount = isoText(now);
  const code = kind === "transfer" ? " and `authCode`" : "";
  const notice =
    `${domain} is not in the account any more (expired, or transferred away). Its ${kind} stays in the state ` +
    "as left, and nothing is ordered. " +
    `To order it again if that is possible, set \`retryOrdersBefore: "${leftAccount}"\` or later${code}; to ` +
    "give it up, remove it from the program.";
  const status = kind === "transfer" ? { transferStatus: "left" } : { status: "left" };
  return { action: "mark as left", nextState: { ...state, ...status, leftAccount }, shown: [], notice };
}

/**
 * The decision for the first unverified order that may not be repeated. @param outcome of the decision if there is none
 * @throws OrderNoteError for a note that can't be read
 */
function blockedBy(unverified: Remembered[], situation: Situation, outcome: Outcome): Decision | undefined {
  for (const { order, source } of unverified) {
    if (order instanceof OrderNoteError) throw order;
    const happened = source === "note" ? notedText : undefined;
    if (!mayRetry(situation, order.at)) return toVerify(order, outcome, situation.now, happened);
  }
  return undefined;
}

/** Decides for a domain that the account holds, and that the program may want to renew. */
function decideRenewal(situation: Situation, live: WireDomain, args: OrderArgs, held: Outcome): Decision {
  const { domain, state: before, notes, now } = situation;
  const [from, until] = [expiryOf(live), args.renewUntil];
  const isDue = isRenewalDue(held.nextState, args);
  // An order in the state always waits for a person; one in a note only if it may have been the renewal that is due.
  const mayBeDue = (order: Remembered["order"]) =>
    order instanceof OrderNoteError ||
    (order.kind === "renewal" && (momentOf(order.from) === from || order.until === until));
  const waiting = remembered(held.nextState, notes, "renewal").filter(
    ({ order, source }) => source === "state" || (isDue && mayBeDue(order)),
  );
  const blocked = blockedBy(waiting, situation, held);
  if (blocked !== undefined) return blocked;
  // A person has verified all of them: none is unverified any more, even if no renewal is due.
  const verified = { ...held.nextState, unverifiedOrder: undefined, ...consentUsed(situation) };
  const adopted: Outcome = waiting.length > 0 ? { ...held, nextState: verified } : held;

  if (until === undefined) return { action: "adopt", ...adopted };
  if (from === undefined) return { action: "adopt", ...adopted, notice: noExpiryText(domain, until) };
  if (!isDue) return { action: "adopt", ...adopted };
  const expected = momentOf(before?.expiresAt) ?? from;
  const isPremium = before?.premium === true;
  const years = yearsOfRenewal({ domain, live, from, until, expected, isPremium }, now);
  const explanation = `${domain} would be renewed for ${yearsText(years)} to reach ${until}`;
  const order = { kind: "renewal", years, from: isoText(from), until } as const;
  return { action: "order", explanation, order, ...adopted };
}

const noExpiryText = (domain: string, until: string) =>
  `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
  "Renew it in the dashboard. If the date has another name in the response, name it in a contract file " +
  '(registrar:contractFile, "domains.get", `fields`).';

const shortText = ({ domain, years, until }: RenewalOrder, expires: string) =>
  `${domain} was renewed only until ${expires}, although the order was for ${yearsText(years)}, ` +
  `to reach ${until}. Nothing more is ordered for that date. Verify this in the registrar's dashboard. ` +
  "To order again, change `renewUntil`.";

const notedText =
  "a run on this machine noted the order, but is still in progress or was stopped, so the outcome is unknown";

/** Is an inbound transfer of the domain in progress? Its status says so, or, without a status, its EPP codes. */
function isArriving({ status, whois_status: codes = [] }: WireDomain): boolean {
  if (status !== undefined) return /pending|transfer(?!red|.?prohibited)|initiated|processing/i.test(status);
  return codes.some((code) => /pending\s?transfer/i.test(code));
}

/**
 * The decision for an order that the registrar doesn't show: nothing is ordered until a person has verified that order.
 * @param outcome of the decision without this order
 * @param happened why the outcome of the order isn't known
 */
export function toVerify(order: Order, outcome: Outcome, now: number, happened = "the outcome is unknown"): Decision {
  const { kind, domain, at, years, total } = order;
  const marks = {
    registration: { status: "unverified" },
    renewal: {},
    transfer: { transferStatus: "unverified", pendingSince: at },
  };
  const seen = order.kind === "renewal" ? `does not show the renewal to ${order.until}` : "does not show the domain";
  const explanation =
    `Verify in the registrar's dashboard: the ${kind} of ${domain}${lengthText(kind, years)} was ordered at ` +
    `${at} for up to ${amountText(centsOf(total) ?? 0)} (${currencyNote}); ${happened}, and the account ${seen}. ` +
    "Nothing is ordered again automatically. If the dashboard shows the order, run `pulumi up` again a " +
    "little later: the provider adopts the result once the account shows it. " +
    `If the dashboard shows that nothing was ordered, set \`retryOrdersBefore: "${isoText(now)}"\` to order again.`;
  const nextState = { ...outcome.nextState, ...marks[kind], unverifiedOrder: order };
  return { ...outcome, action: "verify", explanation, nextState };
}
