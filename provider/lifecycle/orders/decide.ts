/**
 * Decides what a run does about an order: a registration, a renewal or a transfer. Pure: no call, no file, no clock. A preview
 * prints the decision (preview.ts), and `create`, `update` and `read` carry it out (order.ts). A state remembers orders by its
 * marks (marks.ts). In the order of this file:
 *
 * 1. `reasonToRead`: does the account have to be read? A diff asks only this, and an update first.
 * 2. `decide` splits by what the account shows:
 *    - `decideNotHeld`: not the domain. It is ordered, unless the account lost it (`orderNothing`).
 *    - `decideTransfer`: the domain of a transfer. It is adopted, or ordered again by a consent if it failed.
 *    - `decideRegistration`: the domain of a registration. It is adopted, and renewed if that is due.
 * 3. `sentOrders`: orders that an earlier run may have sent, as the state and a note on this machine remember them.
 * 4. `afterRenewal`: the effect of a renewal among them. Other orders need no such step: the account shows the domain or not.
 * 5. `blockedBy`: of those that are still unverified, a person has to verify the first that no consent allows to repeat.
 *
 * Reasons to order nothing:
 *
 * | it depends on | decided in | result |
 * |---|---|---|
 * | a missing argument | `orderNew` | throws |
 * | the renewal's domain, live and in the state | `yearsOfRenewal` | throws |
 * | the price | price.ts | throws |
 * | an earlier order | `blockedBy` | `verify`; throws if its note can't be read |
 * | a lost domain | `orderNothing` | `nothing`, `mark as left` |
 * | an expiry date that can't be read | `decideRegistration` | `adopt`, with a notice |
 *
 * If it depends on the state, `unlessState` in preview.ts names it, too.
 */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { renamedIn } from "../../api/index.ts";
import { isoText, isSameMoment, momentOf } from "../../api/readings.ts";
import { currencyNote, OrderRefusedError } from "../errors.ts";
import {
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
import { consentUsed, heldState, leftState, lostAt, mayRetry, unverifiedState, wasHeld } from "./marks.ts";
import { amountText, centsOf } from "./price.ts";
import { type Due, dueRenewal, isReached, isRenewed, yearsOfRenewal } from "./renewal.ts";

/** The domain as the account shows it. */
export type Live = WireDomain | "absent";

/** By kind of order: the order in the last note on this machine (journal.ts), or the error of a note that can't be read. */
export type Notes = { readonly [K in OrderKind]?: Order | OrderRefusedError | undefined };

export interface Situation extends OrderQuestion {
  readonly live: Live;
  readonly notes: Notes;
  readonly now: number;
}

/** An order that may have been sent, and the memory that has it: the state, or the last note on this machine. */
interface SentOrder {
  readonly order: Order | OrderRefusedError;
  readonly source: "state" | "note";
}

/** Consequences of every decision. */
interface Effects {
  /** The state after the decision was carried out. For `order`: the state to which the order's result is added. */
  readonly nextState: OrderState;
  /** Kinds of orders that the account shows: their notes on this machine are removed. */
  readonly shown: readonly OrderKind[];
  /** For people, once. */
  readonly notice?: string | undefined;
}

export type Decision = Effects &
  (
    | { readonly action: "nothing" | "adopt" | "mark as left" }
    // Fails with the explanation.
    | { readonly action: "verify"; readonly explanation: string }
    // Sends the order, once its price is known and accepted.
    | { readonly action: "order"; readonly explanation: string; readonly order: NewOrder }
  );

/** Why the account has to be read; `undefined` if the state and the arguments show that nothing is left to do. */
export function reasonToRead(
  state: OrderState,
  args: OrderArgs | undefined,
): { path: string; why: string } | undefined {
  const { unverifiedOrder } = state;
  const isLeft = state.leftAccount !== undefined;
  // The renewal of a domain that left the account doesn't matter any more.
  if (unverifiedOrder !== undefined && !(isLeft && unverifiedOrder.kind === "renewal")) {
    return { path: "unverifiedOrder", why: "the outcome of an order is to be verified" };
  }
  if (mayRetry({ state, args }, lostAt(state))) {
    return { path: "retryOrdersBefore", why: "`pulumi up` orders it again, for at most `maxPrice`" };
  }
  if (isLeft || dueRenewal(state, args) === undefined) return undefined;
  const why = `it expires on ${state.expiresAt}, and \`pulumi up\` renews it for at most \`maxRenewalPrice\``;
  return { path: "renewUntil", why };
}

/**
 * The decision, by what the account shows.
 * @throws OrderRefusedError if the program asks for an order that must not be sent
 */
export function decide(situation: Situation): Decision {
  const { kind, live } = situation;
  if (live === "absent") return decideNotHeld(situation);
  return kind === "transfer" ? decideTransfer(situation, live) : decideRegistration(situation, live);
}

/** For a domain that the account doesn't hold: it shows none, or one whose transfer has failed. */
function decideNotHeld(situation: Situation): Decision {
  const { kind, state = {}, args } = situation;
  // A refresh, which has no arguments, orders nothing.
  if (args === undefined) return orderNothing(situation);
  const blocked = blockedBy(sentOrders(situation, kind), situation, { nextState: state, shown: [] });
  if (blocked !== undefined) return blocked;
  // A domain that the account held, and a pending transfer, are ordered again only by a consent after their loss.
  const wasOrdered = wasHeld(situation) || state.transferStatus === "pending";
  return wasOrdered && !mayRetry(situation, lostAt(state)) ? orderNothing(situation) : orderNew(situation, args);
}

/** @throws OrderRefusedError for a transfer without its auth code */
function orderNew(situation: Situation, args: OrderArgs): Decision {
  const { kind, domain } = situation;
  const isTransfer = kind === "transfer";
  if (isTransfer && args.authCode === undefined) {
    const what = `the transfer of ${domain} into the account needs its auth code`;
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

/** Orders nothing. Marks the state, once, if the account held the domain. */
function orderNothing(situation: Situation): Decision {
  const { kind, domain, state = {}, now } = situation;
  // A pending transfer has no details of the domain while the account doesn't show it.
  const hidden = state.transferStatus === "pending" && { status: undefined, expiresAt: undefined };
  if (!wasHeld(situation) || state.leftAccount !== undefined)
    return { action: "nothing", nextState: { ...state, ...hidden }, shown: [] };
  const leftAccount = isoText(now);
  const code = kind === "transfer" ? " and `authCode`" : "";
  const notice =
    `${domain} is not in the account any more (expired, or transferred away). Its ${kind} stays in the state ` +
    "as left, and nothing is ordered. " +
    `To order it again if that is possible, set \`retryOrdersBefore\` to its output \`leftAccount\`, or later${code}; to ` +
    "give it up, remove it from the program.";
  return { action: "mark as left", nextState: leftState(kind, state, leftAccount), shown: [], notice };
}

/** For a transfer whose domain the account shows: on its way, failed, or arrived. */
function decideTransfer(situation: Situation, live: WireDomain): Decision {
  const { state = {}, now } = situation;
  // After the domain left, another transfer begins.
  const { pendingSince, completedAt } = state.leftAccount === undefined ? state : {};
  if (completedAt === undefined && hasFailed(live)) {
    if (mayRetry(situation, state.leftAccount ?? pendingSince)) return decideNotHeld(situation);
    if (state.leftAccount !== undefined) return orderNothing(situation);
  }
  // A domain that has arrived isn't on its way any more, even if another operation is pending.
  const isOnItsWay = hasNotArrived(live) && completedAt === undefined;
  // If the transfer fails later, that needs a new consent.
  const held = { ...heldState(state, live), ...consentUsed(situation), completedAt };
  const nextState: OrderState = isOnItsWay
    ? { ...held, transferStatus: "pending", pendingSince: pendingSince ?? isoText(now) }
    : { ...held, transferStatus: "completed", completedAt: completedAt ?? isoText(now) };
  // Until the domain arrives, the account may show an earlier transfer than the noted one.
  return { action: "adopt", nextState, shown: isOnItsWay ? [] : ["transfer"] };
}

/** A status in the letters that all spellings share: `pendingtransfer`. */
const lettersOf = (status: string) => status.toLowerCase().replace(/[^a-z]/g, "");
const isPending = (code: string) => lettersOf(code).includes("pendingtransfer");

/** Statuses while an inbound transfer goes on, or after it failed. Any other status shows a domain that has arrived. */
const notArrived = [
  // Such as `pendingTransfer`, but not `clientTransferProhibited` or `Transfer_Lock`.
  /pending(?!delete)|transfer(?!red|able|prohibited|lock|complete|period)|initiated|processing/,
  // CentralNic Reseller: `REQUESTED`. Namecheap: `Queued for submission`, `WAITINGFOREPP`. Openprovider: `PEN`, `REQ`, `SCH`.
  /^(requested|queued(?!fordeletion)|waitingforepp|pen$|req$|sch$)/,
  /^(client|server)?fai|cancel|reject|denied/,
];
/** Words for a failed transfer and nothing more: `FAI`, `Transfer Failed`; in EPP (RFC 5730) `clientRejected`. */
const failed = /^(transfer|client|server)?(fai(led)?|cancell?ed|rejected|denied)(transfer)?$/;

/** Has an inbound transfer certainly failed? Its status says nothing else, and no EPP code contradicts it. */
export const hasFailed = ({ status = "", whois_status: codes = [] }: Partial<WireDomain>): boolean =>
  failed.test(lettersOf(status)) && !codes.some(isPending);

/** Is an inbound transfer in progress, or has it failed? The domain's status says so, or, without a status, its EPP codes. */
const hasNotArrived = ({ status, whois_status: codes = [] }: WireDomain): boolean =>
  status === undefined ? codes.some(isPending) : notArrived.some((words) => words.test(lettersOf(status)));

/** For a registration whose domain the account shows, and that the program may want to renew. */
function decideRegistration(situation: Situation, live: WireDomain): Decision {
  const { domain, state, args } = situation;
  const sent = sentOrders(situation, "renewal");
  const after = afterRenewal(sent, state, live);
  // A refresh, which has no arguments, orders nothing.
  if (args === undefined) return { action: "adopt", ...after };
  const due = dueRenewal(after.nextState, args);
  // The state's order while its mark stays, and a noted one if it may be the renewal that is due.
  const isMarked = after.nextState.unverifiedOrder !== undefined;
  const unverified = sent.filter(({ order, source }) => (source === "state" ? isMarked : mayBeDue(order, due)));
  const blocked = blockedBy(unverified, situation, after);
  if (blocked !== undefined) return blocked;
  // If the expiry date can't be read, it isn't known if a renewal is due, so no consent is used.
  if (args.renewUntil !== undefined && momentOf(live.expiry_date) === undefined)
    return { action: "adopt", ...after, notice: undatedText(domain, args.renewUntil) };
  // A person consented to repeat all unverified orders: none is unverified any more, even if no renewal is due.
  const consented = { ...after.nextState, unverifiedOrder: undefined, ...consentUsed(situation) };
  const effects: Effects = unverified.length === 0 ? after : { ...after, nextState: consented };
  if (due === undefined) return { action: "adopt", ...effects };
  const { from, until } = due;
  const years = yearsOfRenewal(situation, live, due);
  const explanation = `${domain} would be renewed for ${yearsText(years)} to reach ${until}`;
  const order = { kind: "renewal", years, from: isoText(from), until } as const;
  return { action: "order", explanation, order, ...effects };
}

/** May an order be the renewal that is due? One that can't be read may. */
const mayBeDue = (order: SentOrder["order"], due: Due | undefined): boolean =>
  due !== undefined && (!isRenewal(order) || momentOf(order.from) === due.from || isSameMoment(order.until, due.until));

/** Orders of one kind, that of the state first. A note has the same order, or that of a later run that was killed. */
function sentOrders({ state, notes }: Situation, kind: OrderKind): SentOrder[] {
  const [inState, noted] = [state?.unverifiedOrder, notes[kind]];
  const sent: SentOrder[] = [];
  if (inState?.kind === kind) sent.push({ order: inState, source: "state" });
  if (noted !== undefined) sent.push({ order: noted, source: "note" });
  return sent;
}

const isRenewal = (order: SentOrder["order"]): order is RenewalOrder => "until" in order;

/**
 * The effects of the renewal that the state remembers, or else the note. If the state has one, `blockedBy` judges that of the
 * note. Example: the order is from 2027 to 2029.
 *
 * | the account shows | the state has 2027, or no date | the state has another date: another renewal may show |
 * |---|---|---|
 * | 2027 | unverified | unverified |
 * | 2028 | done: a notice says once that it is shorter than ordered | unverified |
 * | 2029 | done | the state's order is done; a note is old, and only removed: `renewedFor` is of another renewal |
 */
function afterRenewal(sent: readonly SentOrder[], before: OrderState | undefined, live: WireDomain): Effects {
  const held = heldState(before, live);
  // Notes of renewals are removed once the account shows each of them, until its date.
  const areReached = sent.length > 0 && sent.every(({ order }) => isRenewal(order) && isReached(order, live));
  const shown: OrderKind[] = areReached ? ["registration", "renewal"] : ["registration"];
  const [{ order, source } = {}] = sent;
  if (order === undefined || !isRenewal(order)) return { nextState: held, shown };
  const hasAnotherDate = before?.expiresAt !== undefined && momentOf(before.expiresAt) !== momentOf(order.from);
  const isDone = hasAnotherDate ? source === "state" && isReached(order, live) : isRenewed(order, live);
  // Only the state's order is marked as unverified; a note blocks without a mark.
  if (!isDone) return { nextState: source === "state" ? unverifiedState(held, order) : held, shown };
  const done = { nextState: { ...held, renewedFor: order.until }, shown };
  if (isReached(order, live) || isSameMoment(before?.renewedFor, order.until)) return done;
  return { ...done, notice: shortText(order, String(held.expiresAt).slice(0, 10)) };
}

/**
 * The decision for the first of these orders that no consent allows to repeat. @param effects of the decision if there is none
 * @throws OrderRefusedError for a note that can't be read
 */
function blockedBy(sent: readonly SentOrder[], situation: Situation, effects: Effects): Decision | undefined {
  for (const { order, source } of sent) {
    if (order instanceof OrderRefusedError) throw order;
    const happened = source === "note" ? notedText : undefined;
    if (!mayRetry(situation, order.at)) return toVerify(order, effects, situation.now, happened);
  }
  return undefined;
}

/**
 * The decision for an order that the registrar doesn't show: nothing is ordered until a person has verified that order.
 * @param effects of the decision without this order
 * @param happened why the outcome of the order isn't known
 */
export function toVerify(order: Order, effects: Effects, now: number, happened = "the outcome is unknown"): Decision {
  const { kind, domain, at, years, total } = order;
  const arrival = kind === "transfer" ? "that the domain has arrived" : "the domain";
  const seen = `does not show ${isRenewal(order) ? `the renewal to ${order.until}` : arrival}`;
  const explanation =
    `Verify in the registrar's dashboard: the ${kind} of ${domain}${lengthText(kind, years)} was ordered at ` +
    `${at} for up to ${amountText(centsOf(total) ?? 0)} (${currencyNote}); ${happened}, and the account ${seen}. ` +
    "Nothing is ordered again automatically. An order that the dashboard shows is adopted: run `pulumi up` again a little " +
    `later. If it shows none, set \`retryOrdersBefore: "${isoText(now)}"\` to order again.`;
  return { ...effects, action: "verify", explanation, nextState: unverifiedState(effects.nextState, order) };
}

const notedText =
  "a run on this machine noted the order, but has not seen its outcome (that run may still be in progress)";

const undatedText = (domain: string, until: string) =>
  `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
  `Renew it in the dashboard. ${renamedIn("domains.get", "the date")}`;

const shortText = ({ domain, years, until }: RenewalOrder, expires: string) =>
  `${domain} was renewed only until ${expires}, although the order was for ${yearsText(years)}, ` +
  `to reach ${until}. Nothing more is ordered for that date. Verify this in the registrar's dashboard. ` +
  "To order again, change `renewUntil`.";
