/**
 * Carries out what is decided about orders (decide.ts): reads the account and the notes of this machine, and orders. One order, in steps:
 *
 * 1. Quote: read the price, and compare it with what the program consents to (price.ts).
 * 2. Note the order on this machine (journal.ts). From here on, no other run orders.
 * 3. Look at the account once more, and decide again. Unless that says the same, drop the note.
 * 4. Send the order once.
 * 5. Confirm: read the account until it shows the order, then settle the note.
 */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { type AnswerOf, ForbiddenError, NotFoundError, RegistrarError } from "../../api/index.ts";
import { accountOf } from "../account.ts";
import { type Change, type CheckFailure, PartialFailure } from "../definition.ts";
import { currencyNote, OrderRefusedError } from "../errors.ts";
import type { Run } from "../run.ts";
import {
  isoText,
  type Order,
  type OrderArgs,
  type OrderKind,
  type OrderState,
  orderKinds,
  yearsText,
} from "./arguments.ts";
import { type Decision, type Doubt, decide, isRenewed, type Live, type Situation, verify } from "./decide.ts";
import { dropNote, forgetOrder, noteOrder, notesOf } from "./journal.ts";
import { amountOf, amountText, centsOf, consentedPrice, type Price, priceText, yearsIn } from "./price.ts";

type Answer = AnswerOf<"domains.register">;

/** A resource's order, before the account and the notes are read. */
export type Question = Omit<Situation, "live" | "notes" | "now">;

/** Makes the request of an order for so many years; the function that it returns sends it. */
export type Prepare = (years: number) => () => Promise<Answer>;

/** Decides by what the state says. */
const decideUnread = (question: Question, now: number): Decision =>
  decide({ ...question, live: "unread", notes: {}, now });

/** Changes that a diff reports although no argument differs: something is left to be done. */
export function dueOrder(kind: OrderKind, state: OrderState, args: OrderArgs): Change[] {
  const first = decideUnread({ kind, domain: state.domain ?? "", state, args }, Date.now());
  return first.action === "look" ? [{ path: first.path, kind: "update", reason: first.explanation }] : [];
}

/** Reads the notes, and decides. */
function decideNow(
  question: Question,
  live: Live,
  run: Run,
): { situation: Situation; decision: Decision; next: string } {
  const { kind, domain } = question;
  const { note, next } = notesOf(kind, domain, run);
  // The account of a registration that it holds also shows whether it was renewed.
  const renewal = kind === "registration" ? notesOf("renewal", domain, run).note : undefined;
  const situation: Situation = { ...question, live, notes: { renewal, [kind]: note }, now: run.now() };
  return { situation, decision: decide(situation), next };
}

/**
 * Prints what `up` would do, and for how much.
 * @param known is the value of this argument known?
 * @throws OrderRefusedError when it would be refused
 */
export async function previewOrder(
  question: Question,
  live: Live,
  run: Run,
  known: (name: "maxPrice" | "maxRenewalPrice" | "acceptPremium") => boolean,
): Promise<Decision> {
  const { decision } = decideNow(question, live, run);
  if (decision.action === "refuse") throw decision.refusal;
  if (decision.action !== "order") {
    if (decision.explanation !== "") run.log(decision.explanation);
    return decision;
  }
  const { kind, domain, args = {} } = question;
  const { bound } = orderKinds[kind];
  const isKnown = known(bound) && (kind !== "registration" || known("acceptPremium"));
  const price = await consentedPrice({ kind, domain, years: decision.order.years, args, isKnown }, run);
  run.log(`${decision.explanation}, at ${priceText(price, args[bound], isKnown)} (${currencyNote}).`);
  return decision;
}

/** Turns what a preview would be refused for into findings of the check. */
export async function refusals(preview: () => Promise<unknown>): Promise<CheckFailure[]> {
  try {
    await preview();
    return [];
  } catch (error) {
    if (!(error instanceof OrderRefusedError)) throw error;
    return [{ property: error.property, reason: error.reason }];
  }
}

/** Looks at the account in a refresh, which orders nothing. */
export async function observeOrder(kind: OrderKind, domain: string, state: OrderState, run: Run): Promise<OrderState> {
  return settle({ kind, domain, state }, await accountOf(domain, run, { isKept: true }), run);
}

/** Carries out what is decided where nothing may be ordered. */
const settle = (question: Omit<Question, "args">, live: Live, run: Run): OrderState =>
  carryOut(decideNow({ ...question, args: undefined }, live, run).decision, question, run);

/**
 * Orders in a create or update, if that is due.
 * @returns the state, and what the account showed before; `unread`: nothing was to be done
 * @throws OrderRefusedError or RegistrarError when nothing was ordered; PartialFailure when the outcome of an order is unknown
 */
export async function ensureOrder(
  question: Question,
  prepare: Prepare,
  run: Run,
): Promise<{ state: OrderState; live: Live }> {
  // A change of what only steers orders needs no call.
  const first = decideUnread(question, run.now());
  if (first.action !== "look") return { state: first.nextState, live: "unread" };
  const live = await accountOf(question.domain, run);
  return { state: await orderIfDecided(question, live, prepare, run), live };
}

/** The same, of a domain that was just read. */
export async function orderIfDecided(question: Question, live: Live, prepare: Prepare, run: Run): Promise<OrderState> {
  const { situation, decision, next } = decideNow(question, live, run);
  if (decision.action !== "order") return carryOut(decision, question, run);
  return placeOrder(situation, decision, prepare, next, run);
}

/** Every action but an order. */
function carryOut(decision: Decision, { domain }: { domain: string }, run: Run): OrderState {
  const { action, explanation, nextState } = decision;
  if (action === "refuse") throw decision.refusal;
  if (action === "verify") throw new PartialFailure(domain, nextState, explanation);
  if (action === "mark as left") run.log(explanation);
  if (action === "take over") {
    for (const kind of decision.settled) forgetOrder(kind, domain, run);
    if (decision.notice !== undefined) run.log(decision.notice);
  }
  return nextState;
}

/** 4xx responses after which the work may have been done all the same, or be under way. */
const doubtful = [408, 409, 423, 425, 499];

async function placeOrder(
  situation: Situation,
  { order: { years, ...dates }, nextState }: Decision & { action: "order" },
  prepare: Prepare,
  next: string,
  run: Run,
): Promise<OrderState> {
  const { kind, domain, args = {} } = situation;
  // 1. Quote
  const price = await consentedPrice({ kind, domain, years, args }, run);
  const send = prepare(years);
  // 2. Note
  const order: Order = { kind, domain, ...dates, years, total: amountOf(price.cents), at: isoText(run.now()) };
  noteOrder(order, next, run);
  // 3. Look
  const before = await lookAgain(situation, order, run).catch((error: unknown) => {
    dropNote(order, next, run);
    throw error;
  });
  if (before !== undefined) {
    dropNote(order, next, run);
    run.log(`Nothing was ordered: the account shows the ${kind} of ${domain} now, which somebody else ordered.`);
    return settle({ kind, domain, state: nextState }, before, run);
  }
  // 4. Send
  const { paid, doubt } = await sendOnce(order, price, send, run);
  const kept: OrderState = {
    ...nextState,
    ...(paid !== undefined && { [kind === "renewal" ? "renewalPricePaid" : "pricePaid"]: amountOf(paid) }),
    ...(price.isPremium !== false && { isPremium: true }),
  };
  const paidText = paid === undefined ? `${amountText(price.cents)} or less` : amountText(paid);
  const open = verify(order, kept, run.now(), doubt);
  // 5. Confirm. A transfer takes days, and the account may not show it until it has arrived.
  if (kind === "transfer" && doubt === "accepted") {
    run.log(doneText(order, paidText, kept));
    return { ...open.nextState, transferStatus: "pending", unverifiedOrder: undefined };
  }
  const live = await run.poll.untilShown(async () => {
    const now = await run.api.domains.get({ domain });
    return kind === "renewal" && !isRenewed(order, now) ? undefined : now;
  });
  if (live === undefined) return carryOut(open, { domain }, run);
  const state = settle({ kind, domain, state: open.nextState }, live, run);
  run.log(doneText(order, paidText, state));
  return state;
}

/** The last look before an order is sent, when no other run can order. @returns the domain, if that makes the order needless */
async function lookAgain(situation: Situation, order: Order, run: Run): Promise<WireDomain | undefined> {
  const { kind, domain, from } = order;
  const live: Live = await run.api.domains.get({ domain }).catch((error: unknown) => {
    const isAbsent = error instanceof NotFoundError || error instanceof ForbiddenError;
    if (kind === "renewal" || !isAbsent) throw error;
    return "absent";
  });
  const state = from === undefined ? situation.state : { ...situation.state, expiresAt: from };
  const decision = decide({ ...situation, state, live });
  if (decision.action === "refuse") throw decision.refusal;
  return typeof live === "string" || decision.action === "order" ? undefined : live;
}

/** @throws RegistrarError when the order was certainly not carried out */
async function sendOnce(order: Order, price: Price, send: () => Promise<Answer>, run: Run) {
  try {
    const answer = await send();
    reportDifferences(order, price, answer, run);
    const doubt: Doubt = "accepted";
    return { paid: centsOf(answer.price_breakdown?.total) ?? price.cents, doubt };
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    const isDoubtful = error.outcome === "unknown" || doubtful.includes(error.status ?? 0);
    if (isDoubtful) return { paid: undefined, doubt: error };
    forgetOrder(order.kind, order.domain, run);
    throw error;
  } finally {
    run.forgetDomain(order.domain);
  }
}

/** Says in which ways the response differs from the order. */
function reportDifferences({ kind, domain, years }: Order, price: Price, answer: Answer, run: Run): void {
  const { price_breakdown: breakdown } = answer;
  const charged = centsOf(breakdown?.total);
  if (charged !== undefined && charged > price.cents) {
    run.log(
      `The registrar charged ${amountText(charged)} for the ${kind} of ${domain}, although it quoted ${amountText(price.cents)} directly before the order (${currencyNote}). Ask the registrar.`,
    );
  }
  const length = yearsIn(answer.registration_length ?? breakdown?.registration_length);
  if (kind !== "transfer" && length !== undefined && length !== years) {
    run.log(
      `The response says that the ${kind} of ${domain} is for ${yearsText(length)}, but the order was for ${yearsText(years)}. Ask the registrar.`,
    );
  }
}

function doneText({ kind, domain, years }: Order, paid: string, { expiresAt }: OrderState): string {
  const done: Record<OrderKind, string> = {
    registration: `Bought ${domain} for ${paid} for ${yearsText(years)}`,
    renewal: `Renewed ${domain} for ${paid} for ${yearsText(years)}; it now expires at ${expiresAt}`,
    transfer: `Ordered the transfer of ${domain} for ${paid}`,
  };
  return `${done[kind]} (${currencyNote}).`;
}
