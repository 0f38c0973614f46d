/**
 * Carries out a decision about orders (decide.ts): reads the account and the notes of this machine, and orders. An order has 5
 * steps:
 *
 * 1. Quote: read the price, and compare it with the highest price that the program accepts (price.ts).
 * 2. Note the order on this machine (journal.ts). From here on, no other run on this machine orders.
 * 3. Look at the account once more, and decide again. If it shows that no such order is due any more, drop the note.
 * 4. Send the order once.
 * 5. Confirm: read the account until it shows the order, then remove the note.
 */

import type { WireDomain } from "../../api/endpoints/shapes.ts";
import {
  ForbiddenError,
  IncompleteListError,
  NotFoundError,
  pathAdvice,
  RegistrarError,
  type ResponseOf,
  UnsupportedOperationError,
} from "../../api/index.ts";
import { isoText } from "../../api/readings.ts";
import { sameDomain } from "../arguments.ts";
import { type Change, PartialFailure } from "../definition.ts";
import { currencyNote } from "../errors.ts";
import type { Run } from "../run.ts";
import {
  type Order,
  type OrderArgs,
  type OrderKind,
  type OrderQuestion,
  type OrderState,
  orderMemory,
  yearsText,
} from "./arguments.ts";
import { type Decision, decide, hasFailed, type Live, reasonToRead, type Situation, toVerify } from "./decide.ts";
import { forgetOrder, noteOrder, notesOf } from "./journal.ts";
import { premiumState, wasHeld } from "./marks.ts";
import { amountOf, amountText, centsOf, consentedPrice, type Price, premiumIn, yearsIn } from "./price.ts";
import { isRenewed } from "./renewal.ts";

type OrderResponse = ResponseOf<"domains.register">;
type Send = (order: Order) => Promise<OrderResponse>;

/** Changes that a diff reports although no argument differs: the order is not finished, or due again. */
function changesOf(state: OrderState, args: OrderArgs): Change[] {
  const due = reasonToRead(state, args);
  return due === undefined ? [] : [{ path: due.path, kind: "update", reason: `${state.domain}: ${due.why}.` }];
}

/** Reads the notes of this machine, and decides. @returns also the path of the next note @throws OrderRefusedError as `decide` */
export function decideNow(question: OrderQuestion, live: Live) {
  const own = notesOf(question.kind, question.domain);
  const renewal = notesOf("renewal", question.domain);
  const notes = { [question.kind]: own.note, renewal: renewal.note };
  // Of a run that was killed after it bought a premium name, the note has the mark.
  const state = live === "absent" || !own.premium ? question.state : { ...question.state, premium: true };
  const situation: Situation = { ...question, state, live, notes, now: Date.now() };
  const decision = decide(situation);
  const isRenewal = decision.action === "order" && decision.order.kind === "renewal";
  return { situation, decision, next: (isRenewal ? renewal : own).next };
}

/**
 * The domain as the account shows it. @param needsProof does only a complete list prove that the account doesn't hold it?
 * @param reading default: reads the domain again
 */
export async function accountOf(
  domain: string,
  run: Run,
  needsProof = false,
  reading = run.api.domains.get({ domain }),
): Promise<Live> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error;
    return (await inList(domain, run, needsProof || error instanceof ForbiddenError)) ?? "absent";
  }
}

/** Looks the domain up in the list, since a 403 may mean a token without rights, and a 404 a wrong path. */
async function inList(domain: string, run: Run, needsProof: boolean) {
  const { rows, proof } = await run.api.domains.list().catch((error: unknown) => {
    if (!(error instanceof NotFoundError || error instanceof UnsupportedOperationError)) throw error;
    throw new UnsupportedOperationError({
      operation: "domains.list",
      domain,
      status: 404,
      what: "404 not found, so it is not known whether the account holds the domain",
      advice: pathAdvice,
    });
  });
  const found = rows.find(({ domain_name: name }) => name !== undefined && sameDomain(name, domain));
  // For a new domain, a 404 and a list without it are enough, unless the list contradicts itself. A 403 isn't enough.
  if (found === undefined && !proof.complete && (needsProof || proof.cut)) {
    throw new IncompleteListError(`whether the account holds ${domain}`, "domains.list", undefined, proof);
  }
  return found;
}

/** Members of a resource that orders. A refresh orders nothing. */
export const ordersOf = (kind: OrderQuestion["kind"]) => ({
  memory: orderMemory,
  due: changesOf,
  observe: async (state: OrderState, domain: string, run: Run): Promise<OrderState> =>
    observed({ kind, domain, state }, await accountOf(domain, run, true, run.domain(domain)), run),
});

const observed = (question: Omit<OrderQuestion, "args">, live: Live, run: Run): OrderState =>
  carryOut(decideNow({ ...question, args: undefined }, live).decision, question.domain, run);

/**
 * Sends the order of a create or update, if the decision is to order.
 * @throws OrderRefusedError or RegistrarError when nothing was ordered; PartialFailure when the outcome of an order is unknown
 */
export async function ensureOrder(question: OrderQuestion, send: Send, run: Run): Promise<OrderState> {
  const { domain, state: before, args } = question;
  // A change of an argument that orders nothing needs no call.
  if (before !== undefined && reasonToRead(before, args) === undefined) return before;
  // A state that marks the domain as left was made with a proof.
  const live = await accountOf(domain, run, wasHeld(question) && before?.leftAccount === undefined);
  const adopting = decideNow(question, live).decision;
  const adopted = carryOut(adopting, domain, run);
  if (adopting.action !== "order") return adopted;
  // Decides again: `carryOut` removed the notes of orders that the account shows, and another run may have written one.
  const { situation, decision, next } = decideNow(question, live);
  if (decision.action !== "order") return carryOut(decision, domain, run);
  const state = await placeOrder(situation, decision, send, next, run);
  if (decision.order.kind !== "registration") return state;
  try {
    // Decides again about the new domain: if it expires before `renewUntil`, it is renewed.
    return await ensureOrder({ ...question, state }, send, run);
  } catch (error) {
    if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
    const words = error instanceof RegistrarError ? error.words : undefined;
    throw new PartialFailure(domain, state, `${domain} was registered, but: ${error.message}`, { words });
  }
}

/** Carries out a decision, but sends no order. Removes notes of shown orders. @param words quoted in the explanation */
function carryOut(decision: Decision, domain: string, run: Run, words?: string): OrderState {
  const { nextState, shown, notice } = decision;
  for (const kind of shown) forgetOrder(kind, domain, run);
  if (notice !== undefined) run.log(notice);
  if (decision.action === "verify") throw new PartialFailure(domain, nextState, decision.explanation, { words });
  return nextState;
}

async function placeOrder(
  situation: Situation,
  decision: Extract<Decision, { action: "order" }>,
  send: Send,
  next: string,
  run: Run,
): Promise<OrderState> {
  const { domain, kind: resource } = situation;
  const { kind } = decision.order;
  // 1. Quote: read the price.
  const price = await consentedPrice({ ...situation, ...decision.order }, run);
  // 2. Note the order.
  const order: Order = { ...decision.order, domain, total: amountOf(price.cents), at: isoText(Date.now()) };
  noteOrder(order, kind === "registration" ? premiumState(price.premium) : {}, next, run);
  // 3. Look at the account again.
  const before = await lookAgain(situation, order, next, run);
  if (before !== undefined) {
    run.log(
      `This run ordered nothing: the account shows the ${kind} of ${domain} now, which another run or person ordered.`,
    );
    // The state names an unverified order, whose effect the account may show now.
    const state = { ...situation.state, retrySpent: decision.nextState.retrySpent };
    return observed({ kind: resource, domain, state }, before, run);
  }
  // 4. Send the order.
  const { paid, doubt, words, isPremium } = await sendOnce(order, price, send, next, run);
  const kept: OrderState = {
    ...decision.nextState,
    ...(paid !== undefined && { [kind === "renewal" ? "renewalPricePaid" : "pricePaid"]: amountOf(paid) }),
    ...(kind !== "transfer" && premiumState(isPremium || price.premium)),
  };
  const paidText = paid === undefined ? `${amountText(price.cents)} or less` : amountText(paid);
  const unverified = toVerify(order, { nextState: kept, shown: [] }, Date.now(), doubt);
  // 5. Confirm. A transfer takes days, and the account may not show it until it has arrived.
  if (kind === "transfer" && paid !== undefined) {
    run.log(doneText(order, paidText, kept));
    return { ...kept, transferStatus: "pending", pendingSince: order.at };
  }
  const live = await run.poll.untilShown(async () => {
    const now = await run.api.domains.get({ domain });
    // A failed transfer may be the one before.
    const isShown = order.kind === "renewal" ? isRenewed(order, now) : kind !== "transfer" || !hasFailed(now);
    return isShown ? now : undefined;
  });
  if (live === undefined) return carryOut(unverified, domain, run, words);
  const state = observed({ kind: resource, domain, state: unverified.nextState }, live, run);
  run.log(doneText(order, paidText, state));
  return state;
}

/**
 * Reads the account a last time before an order is sent. The note of this order keeps other runs on this machine from ordering.
 * @returns the domain if the account shows that the order isn't needed any more: the note is then removed
 */
async function lookAgain(situation: Situation, order: Order, next: string, run: Run): Promise<WireDomain | undefined> {
  const { kind, domain } = order;
  let isNeeded = false;
  try {
    const live: Live = await run.api.domains.get({ domain }).catch((error: unknown) => {
      const isAbsent = error instanceof NotFoundError || error instanceof ForbiddenError;
      if (kind === "renewal" || !isAbsent) throw error;
      return "absent";
    });
    const state = order.kind === "renewal" ? { ...situation.state, expiresAt: order.from } : situation.state;
    const decision = decide({ ...situation, state, live });
    const isSame = decision.action === "order" && decision.order.kind === kind;
    const shown = isSame || live === "absent" ? undefined : live;
    isNeeded = shown === undefined;
    return shown;
  } finally {
    if (!isNeeded) forgetOrder(kind, domain, run, next);
  }
}

/** 4xx responses after which the order may be in progress, or carried out nevertheless. */
const doubtful = [408, 409, 423, 425, 499];

/**
 * Sends an order. Removes its note if the registrar certainly refused the order.
 * @returns `paid`: the price; `undefined` if the outcome is unknown. `doubt`: why the account may not show the order, with the
 * registrar's words. `isPremium`: does the response say that the name is premium?
 * @throws RegistrarError when the order was certainly not carried out
 */
async function sendOnce(order: Order, price: Price, send: Send, next: string, run: Run) {
  try {
    const answer = await send(order);
    reportDifferences(order, price, answer, run);
    const paid = centsOf(answer.price_breakdown?.total) ?? price.cents;
    return { paid, doubt: "the registrar accepted the order", isPremium: premiumIn({ ...answer.price_breakdown }) };
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    const isDoubtful = error.outcome === "unknown" || doubtful.includes(error.status ?? 0);
    if (isDoubtful) return { paid: undefined, doubt: `the outcome is unknown: ${error.what}`, words: error.words };
    forgetOrder(order.kind, order.domain, run, next);
    throw error;
  } finally {
    run.forgetDomain(order.domain);
  }
}

/** Logs how the response differs from the order. */
function reportDifferences(
  { kind, domain, years }: Order,
  { cents, premium }: Price,
  answer: OrderResponse,
  run: Run,
): void {
  const { price_breakdown: breakdown } = answer;
  const charged = centsOf(breakdown?.total) ?? cents;
  const length = yearsIn(answer.registration_length ?? breakdown?.registration_length) ?? years;
  const dearer = `it charged ${amountText(charged)}, after a quote of ${amountText(cents)} (${currencyNote})`;
  const other = `it is for ${yearsText(length)} instead of ${yearsText(years)}`;
  const isOther = kind !== "transfer" && length !== years;
  const isPremium = kind !== "transfer" && premium === false && premiumIn({ ...breakdown });
  const found = [
    ...(charged > cents ? [dearer] : []),
    ...(isOther ? [other] : []),
    ...(isPremium ? ["it is of a premium name, which no run renews"] : []),
  ];
  if (found.length === 0) return;
  run.log(
    `The registrar's response to the ${kind} of ${domain} differs from the order: ${found.join("; ")}. Ask the registrar.`,
  );
}

function doneText({ kind, domain, years }: Order, paid: string, { expiresAt }: OrderState): string {
  const done: Record<OrderKind, string> = {
    registration: `Bought ${domain} for ${paid} for ${yearsText(years)}`,
    renewal: `Renewed ${domain} for ${paid} for ${yearsText(years)}; it now expires at ${expiresAt}`,
    transfer: `Ordered the transfer of ${domain} for ${paid}`,
  };
  return `${done[kind]} (${currencyNote}).`;
}
