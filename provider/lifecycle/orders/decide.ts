/**
 * Decides what a run does about an order: a registration, a renewal or a transfer. Pure: no call, no file, no clock. A preview prints the
 * decision, `diff` asks whether there is anything to decide, `create`, `update` and `read` carry it out (order.ts).
 *
 * 1. A domain that left the account for good is not ordered.
 * 2. Before the account is read: where the state says that nothing is to be done, nothing is read.
 * 3. The account holds the domain: it is taken over, and the orders that it shows are settled. Then a renewal may be due.
 * 4. The account doesn't hold the domain, and an order is open: a person verifies it, and nothing is ordered.
 * 5. The account doesn't hold the domain any more: the state is marked, and nothing is ordered.
 * 6. The account doesn't hold the domain, and no order is open: it is ordered.
 */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import type { RegistrarError } from "../../api/index.ts";
import type { Account } from "../account.ts";
import { currencyNote, formerRefused, OrderNoteError, OrderRefusedError } from "../errors.ts";
import {
  detailsOf,
  isoText,
  lengthText,
  momentOf,
  type Order,
  type OrderArgs,
  type OrderKind,
  type OrderState,
  orderKinds,
  spentIn,
  yearsText,
  yearsToReach,
} from "./arguments.ts";
import { amountText, centsOf } from "./price.ts";

/** The domain in the account; `unread`: the registrar wasn't asked yet. */
export type Live = Account | "unread";

/** By kind, the last order that this machine noted and that isn't settled, or why its note can't be read. */
export type Notes = { readonly [K in OrderKind]?: Order | OrderNoteError | undefined };

export interface Situation {
  readonly kind: OrderKind;
  readonly domain: string;
  /** `undefined`: the resource is new. */
  readonly state: OrderState | undefined;
  readonly live: Live;
  readonly notes: Notes;
  /** `undefined`: a refresh, which orders nothing. */
  readonly args: OrderArgs | undefined;
  readonly now: number;
}

interface Outcome {
  /** For people; empty where there is nothing to say. */
  readonly explanation: string;
  /** Once the decision is carried out. */
  readonly nextState: OrderState;
}
export type Decision = Outcome &
  (
    | { readonly action: "nothing" | "mark as left" | "verify" }
    /** Something is to be done: read the account, and decide again. `path`: the property that a diff names. */
    | { readonly action: "look"; readonly path: string }
    /** `settled`: the kinds whose notes can go. `notice`: what a person is told once. */
    | { readonly action: "take over"; readonly settled: readonly OrderKind[]; readonly notice: string | undefined }
    | { readonly action: "order"; readonly order: Pick<Order, "years" | "from" | "until"> }
    | { readonly action: "refuse"; readonly refusal: OrderRefusedError }
  );

export function decide(situation: Situation): Decision {
  const { kind, domain, state, live, args } = situation;
  if (live === "unread") return decideUnread(situation);
  if (live === "former") return state === undefined ? refuse(formerRefused(domain), {}) : nothing(state);
  if (live === "absent") return spendingFuture(decideAbsent(situation), situation);
  // Its renewal is decided next, which the same `rebuy` may allow.
  if (kind === "registration" || args === undefined) return takeOver(situation, live);
  return spendingFuture(kind === "renewal" ? decideRenewal(situation, live) : takeOver(situation, live), situation);
}

const nothing = (nextState: OrderState, explanation = ""): Decision => ({ action: "nothing", explanation, nextState });
const refuse = (refusal: OrderRefusedError, nextState: OrderState): Decision => ({
  ...{ action: "refuse", explanation: refusal.reason, refusal, nextState },
});

/**
 * Do the arguments allow what happened at a moment to be repeated? A value allows one order, and only what happened before it. A value in the
 * future allows only what happened at that very moment: an order that was noted with a clock that ran ahead.
 */
function mayRepeat({ kind, state, args, now }: Situation, at: string | undefined): boolean {
  const [{ again }, spent] = [orderKinds[kind], spentIn(kind)];
  const [until, moment] = [momentOf(args?.[again]), momentOf(at)];
  if (until === undefined || moment === undefined || args?.[again] === state?.[spent]) return false;
  return moment === until || (moment < until && until <= now);
}

/** A value in the future is used up by the first decision, so that it can't allow what happens until then. */
function spendingFuture(decision: Decision, { kind, args, now }: Situation): Decision {
  const [{ again }, spent] = [orderKinds[kind], spentIn(kind)];
  if (decision.action === "verify" || (momentOf(args?.[again]) ?? 0) <= now) return decision;
  return { ...decision, nextState: { ...decision.nextState, [spent]: args?.[again] } };
}

/** Is anything left to be done, by what the state says? */
function decideUnread(situation: Situation): Decision {
  const { kind, state, args } = situation;
  const look = (path: string, explanation: string): Decision => ({
    ...{ action: "look", path, explanation, nextState: state ?? {} },
  });
  if (state === undefined) return look("domain", "the resource is new");
  const { leftAccount, unverifiedOrder: order } = state;
  // The renewal of a domain that left doesn't matter any more.
  if (order !== undefined && !(order.kind === "renewal" && leftAccount !== undefined)) {
    return look("unverifiedOrder", "whether it was carried out is to be verified");
  }
  const lostAt = leftAccount ?? (state.transferStatus === "pending" ? state.pendingSince : undefined);
  if (mayRepeat(situation, lostAt)) return look(orderKinds[kind].again, "it is to be ordered again");
  const isDue = leftAccount === undefined && isRenewalDue(state, args);
  return isDue ? look("expiresAfter", `expires on ${state.expiresAt}`) : spendingFuture(nothing(state), situation);
}

/** The account holds the domain: its state, and what became of the orders that the state and the notes speak of. */
function takeOver({ kind, domain, state: before = {}, notes, now }: Situation, live: WireDomain): Decision {
  const state = { ...before, leftAccount: undefined, unverifiedOrder: undefined };
  const taken = (nextState: OrderState, settled: readonly OrderKind[], notice?: string): Decision => ({
    action: "take over",
    explanation: `${domain} is in the account already: it is taken over, and nothing is ${kind === "transfer" ? "ordered" : "bought"}.`,
    ...{ nextState, settled, notice },
  });
  if (kind === "transfer") return taken(arrived(state, before, live, now), ["transfer"]);
  const held: OrderState = { ...state, ...detailsOf(live) };
  const { unverifiedOrder: open } = before;
  const order = open?.kind === "renewal" ? open : notes.renewal;
  if (order === undefined || order instanceof OrderNoteError) return taken(held, ["registration"]);
  if (!isRenewed(order, live)) {
    return taken(order === open ? { ...held, unverifiedOrder: open } : held, ["registration"]);
  }
  // It counts for its date even if it turned out shorter.
  const renewed = { ...held, ...(order.until !== undefined && { renewedFor: order.until }) };
  const [expires, until] = [expiryOf(live), momentOf(order.until)];
  if (expires === undefined || until === undefined || expires >= until) {
    return taken(renewed, ["registration", "renewal"]);
  }
  const isNews = order === open || before.renewedFor !== order.until;
  return taken(renewed, ["registration"], isNews ? shortText(order, expires) : undefined);
}

/** The state of a transfer whose domain the account shows: on its way, or arrived. */
function arrived(state: OrderState, before: OrderState, live: WireDomain, now: number): OrderState {
  // The argument of the same name says which nameservers the transfer starts with.
  const { nameservers: _live, ...details } = detailsOf(live);
  const shown = { ...state, ...details, icannTransferLock: undefined, icannTransferLockExpiresAt: undefined };
  // A domain that has arrived isn't on its way any more, even if another operation is pending.
  const hasArrived = before.completedAt !== undefined && before.leftAccount === undefined;
  if (isArriving(live) && !hasArrived) {
    return { ...shown, transferStatus: "pending", pendingSince: before.pendingSince ?? isoText(now) };
  }
  return { ...shown, transferStatus: "completed", completedAt: before.completedAt ?? isoText(now) };
}

/** The account doesn't hold the domain. */
function decideAbsent(situation: Situation): Decision {
  const { kind, domain, state, args } = situation;
  const isKept = kind === "transfer" ? state?.transferStatus === "completed" : state?.unverifiedOrder?.kind !== kind;
  if (args === undefined) return isKept ? markLeft(situation) : nothing(state ?? {});
  const { stop, isRepeat } = openOrders(situation, state ?? {});
  if (stop !== undefined) return stop;
  const spent = spentIn(kind);
  const nextState = { [spent]: args[orderKinds[kind].again] ?? state?.[spent] };
  if (kind === "transfer") {
    if (args.authCode === undefined) return refuse(authCodeMissing(domain), state ?? {});
    return {
      action: "order",
      explanation: `The transfer of ${domain} would be ordered`,
      order: { years: 1 },
      nextState,
    };
  }
  if (state !== undefined && !isRepeat && !mayRepeat(situation, state.leftAccount)) return markLeft(situation);
  const { years = 1 } = args;
  const explanation = `${domain} is not in the account: it would be bought for ${yearsText(years)}`;
  return { action: "order", explanation, order: { years }, nextState };
}

function markLeft({ kind, domain, state = {}, now }: Situation): Decision {
  if (state.leftAccount !== undefined) return nothing(state);
  const leftAccount = isoText(now);
  const explanation =
    `${domain} is not in the account any more (expired, or transferred away). Its ${kind} stays in the state as left, and nothing is ordered. ` +
    `To order it again if that is possible, set \`${orderKinds[kind].again}: "${leftAccount}"\` or later; to be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.`;
  const status = kind === "transfer" ? { transferStatus: "left" } : { status: "left" };
  return { action: "mark as left", explanation, nextState: { ...state, ...status, leftAccount } };
}

/**
 * Orders of this kind that the registrar doesn't show, in the state and in the note of this machine.
 * @param isMeant is the noted order about what would be ordered now? Default: any is
 * @returns `stop`: one of them forbids the next order; `isRepeat`: the program allows to repeat them
 */
function openOrders(situation: Situation, state: OrderState, isMeant: (order: Order) => boolean = () => true) {
  const { kind, notes, now } = situation;
  const { [kind]: note } = notes;
  if (note instanceof OrderNoteError) return { stop: refuse(note, state), isRepeat: false };
  const kept = state.unverifiedOrder?.kind === kind ? [state.unverifiedOrder] : [];
  const orders = note !== undefined && isMeant(note) ? [...kept, note] : kept;
  const open = orders.find(({ at }) => !mayRepeat(situation, at));
  if (open === undefined) return { stop: undefined, isRepeat: orders.length > 0 };
  return { stop: verify(open, state, now, open === note ? "noted" : undefined), isRepeat: false };
}

/** The account holds the domain, and the program may ask for a renewal. */
function decideRenewal(situation: Situation, live: WireDomain): Decision {
  const { domain, state: before = {}, args, now } = situation;
  const { nextState: held } = takeOver(situation, live);
  const { unverifiedOrder: open } = held;
  if (open !== undefined && !mayRepeat(situation, open.at)) return verify(open, held, now);
  const state = open === undefined ? held : { ...held, unverifiedOrder: undefined, rebuySpent: args?.rebuy };
  const [from, until] = [expiryOf(live), args?.expiresAfter];
  if (until !== undefined && from === undefined) return nothing(state, noExpiryText(domain, until));
  if (from === undefined || until === undefined || !isRenewalDue(state, args)) return nothing(state);
  const years = renewalYears(domain, live, { from, until, planned: momentOf(before.expiresAt) });
  if (years instanceof OrderRefusedError) return refuse(years, before);
  const isMeant = (order: Order) => momentOf(order.from) === from || order.until === until;
  const { stop, isRepeat } = openOrders(situation, state, isMeant);
  if (stop !== undefined) return stop;
  if (state.isPremium) return refuse(premiumRefused(domain), before);
  return {
    action: "order",
    explanation: `${domain} would be renewed for ${yearsText(years)} to reach ${until}`,
    order: { years, from: isoText(from), until },
    nextState: isRepeat ? { ...state, rebuySpent: args?.rebuy } : state,
  };
}

/** Does the domain expire before the date that the program asks for, and was nothing ordered for that date? */
function isRenewalDue({ expiresAt, renewedFor }: OrderState, args: OrderArgs | undefined): boolean {
  const [expires, until] = [momentOf(expiresAt), momentOf(args?.expiresAfter)];
  return expires !== undefined && until !== undefined && expires < until && renewedFor !== args?.expiresAfter;
}

/**
 * The years of a renewal, or why none may be ordered.
 * @param planned the expiry date that the plan was made of
 */
function renewalYears(
  domain: string,
  live: WireDomain,
  { from, until, planned = from }: { from: number; until: string; planned: number | undefined },
): number | OrderRefusedError {
  const blocked = blockedBy(live);
  if (blocked !== undefined) {
    const why = `its status is "${blocked.slice(0, 100)}", so another operation may be in progress`;
    const advice = "Wait until the status changes (`pulumi refresh` shows it), then run `pulumi up` again.";
    return renewalRefused(domain, why, advice);
  }
  const years = yearsToReach(from, momentOf(until) ?? from);
  if (years === undefined) {
    const why = `it expires on ${dayText(from)}, and even a renewal for 10 years does not reach ${until}`;
    return renewalRefused(domain, why, "Set `expiresAfter` to an earlier date.");
  }
  if (planned === from) return years;
  const why = `its expiry date has changed since it was read, from ${dayText(planned)} to ${dayText(from)}`;
  return renewalRefused(domain, why, "Run `pulumi refresh`, look at the plan, then run `pulumi up` again.");
}

const renewalRefused = (domain: string, why: string, advice: string) =>
  new OrderRefusedError("expiresAfter", {
    ...{ domain, what: `${domain} is not renewed: ${why}`, advice: `Nothing was ordered. ${advice}` },
  });

const premiumRefused = (domain: string) =>
  new OrderRefusedError("expiresAfter", {
    domain,
    what: `${domain} is a premium name, which may have its own renewal price, and the registrar does not report one`,
    advice: "Nothing was ordered. Renew it in the registrar's dashboard, then run `pulumi refresh`.",
  });

const authCodeMissing = (domain: string) =>
  new OrderRefusedError("authCode", {
    domain,
    what: `${domain} is not in the account, and the transfer needs its auth code`,
    advice: "Nothing was ordered. Set `authCode` (as a secret) to the code from the losing registrar.",
  });

const noExpiryText = (domain: string, until: string) =>
  `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
  'Renew it in the dashboard. If the date has another name in the response, name it in a contract file (registrar:contractFile, "domains.get", `fields`).';

const shortText = ({ domain, years, until }: Order, expires: number) =>
  `${domain} was renewed only until ${dayText(expires)}, although the order was for ${yearsText(years)}, to reach ${until}. ` +
  "Nothing more is ordered for that date. Verify this in the registrar's dashboard. To order again, change `expiresAfter`.";

const dayText = (moment: number) => isoText(moment).slice(0, 10);
const expiryOf = (live: WireDomain) => momentOf(live.expiry_date);

/** Does the registrar show a renewal that was ordered? */
export function isRenewed({ from }: Order, live: WireDomain): boolean {
  const [expires, old] = [expiryOf(live), momentOf(from)];
  return expires !== undefined && old !== undefined && expires > old;
}

/** Is an inbound transfer of it under way? Its status says so, or, without a status, its EPP codes. */
function isArriving(live: WireDomain): boolean {
  if (live.status !== undefined) return /pending|transfer|initiated|processing/i.test(live.status);
  return live.whois_status?.some((code) => /pending\s?transfer/i.test(code)) ?? false;
}

/** A status of the domain that forbids a renewal: another operation is under way, or the domain is in redemption. */
function blockedBy({ status, whois_status: codes = [] }: WireDomain): string | undefined {
  return [status, ...codes].find((word) => word && /pending|initiated|processing|redemption/i.test(word));
}

/** Why the outcome of an order is not known; `noted`: only the note on this machine speaks of it. */
export type Doubt = RegistrarError | "accepted" | "noted" | undefined;

/** An order that the registrar doesn't show stops the next one, until a person has looked. */
export function verify(order: Order, state: OrderState, now: number, doubt?: Doubt): Decision {
  const marks = {
    registration: { status: "unverified" },
    renewal: {},
    transfer: { transferStatus: "unverified", pendingSince: order.at },
  };
  const nextState = { ...state, ...marks[order.kind], unverifiedOrder: order };
  return { action: "verify", explanation: verifyText(order, now, doubt), nextState };
}

function verifyText({ kind, domain, at, years, total, from }: Order, now: number, doubt: Doubt): string {
  const reasons = {
    accepted: "the registrar accepted the order",
    noted: "a run on this machine noted the order, but is still in progress or was stopped, so the outcome is unknown",
  };
  const unknown = "the outcome is unknown";
  const happened =
    typeof doubt === "string" ? reasons[doubt] : doubt === undefined ? unknown : `${unknown}: ${doubt.what}`;
  const shown = kind === "renewal" ? `still shows the old expiry date, ${from}` : "does not show the domain";
  // The clock that the order was noted with may have run ahead.
  const moment = isoText(Math.max(now, momentOf(at) ?? now));
  return (
    `Verify in the registrar's dashboard: the ${kind} of ${domain}${lengthText(kind, years)} was ordered at ${at} for up to ${amountText(centsOf(total) ?? 0)} (${currencyNote}); ${happened}, and the account ${shown}. ` +
    `Nothing is ordered again automatically. If the dashboard shows the order, run \`pulumi up\` again a little later: the provider takes the result over once the account shows it. ` +
    `If the dashboard shows that nothing was ordered, set \`${orderKinds[kind].again}: "${moment}"\` to order again.`
  );
}
