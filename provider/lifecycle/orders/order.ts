/** Orders that cost money: quoted and consented to, noted on this machine, sent once, and looked for afterwards. */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { type AnswerOf, RegistrarError } from "../../api/index.ts";
import { type CheckFailure, PartialFailure, type Properties } from "../definition.ts";
import { currencyNote, OrderRefusedError } from "../errors.ts";
import type { Run } from "../run.ts";
import { momentOf, yearsText } from "./domain.ts";
import { dropNote, forgetOrder, noteOrder, notesOf, type Order, type OrderKind, orderKinds } from "./journal.ts";
import { amountOf, amountText, centsOf, lengthText, type Price, yearsIn } from "./price.ts";

type Answer = AnswerOf<"domains.register">;

/** What is to be ordered, and how. */
export interface Intent<State extends Properties> extends Omit<Order, "at" | "total" | "years"> {
  /** What the program consented to. */
  price: Price;
  /** The last look before it, when no other run can order any more: what it finds makes the order needless. */
  look(): Promise<WireDomain | undefined>;
  send(): Promise<Answer>;
  /** The domain as it is once the order was carried out; `undefined`: that does not show yet. */
  confirm(order: Order): Promise<WireDomain | undefined>;
  /** What was accepted takes days, so that nothing is looked for. */
  takesDays?: true;
  /** What the state keeps of it, whatever the registrar shows. */
  kept(paid: number | undefined): State;
}

export interface Placed<State> {
  /** What the registrar shows; `undefined`: nothing yet, of what takes days. */
  live: WireDomain | undefined;
  /** Somebody else was first: nothing was ordered. */
  isNeedless: boolean;
  order: Order;
  /** What was paid, for a person: what the answer says, else the price read before. */
  paidText: string;
  state: State;
}

/** 4xx answers after which the work may have been done all the same, or be under way. */
const doubtful = [408, 409, 423, 425, 499];

/** Is it unknown whether the order was carried out? */
const isDoubtful = (error: unknown): error is RegistrarError =>
  error instanceof RegistrarError && (error.outcome === "unknown" || doubtful.includes(error.status ?? 0));

/**
 * Sends an order once.
 * @param next where its note goes, as the notes said when it was decided on
 * @throws RegistrarError when it was certainly not carried out; PartialFailure when it does not show what became of it
 */
export async function placeOrder<State extends Properties>(
  { price, look, send, confirm, takesDays, kept, ...what }: Intent<State>,
  next: string,
  run: Run,
): Promise<Placed<State>> {
  const at = new Date(run.now()).toISOString();
  const order: Order = { ...what, years: price.years, total: amountOf(price.cents), at };
  let [paid, doubt]: [number | undefined, Doubt] = [undefined, "accepted"];
  const placed = (live: WireDomain | undefined, isNeedless = false): Placed<State> => {
    const paidText = paid === undefined ? `${amountText(price.cents)} or less` : amountText(paid);
    return { live, isNeedless, order, paidText, state: kept(paid === undefined ? undefined : amountOf(paid)) };
  };
  noteOrder(order, next, run);
  const before = await look().catch((error: unknown) => {
    dropNote(order, next, run);
    throw error;
  });
  if (before !== undefined) {
    dropNote(order, next, run);
    return placed(before, true);
  }
  try {
    const answer = await send();
    reportDifferences(order, price, answer, run);
    paid = centsOf(answer.price_breakdown?.total) ?? price.cents;
  } catch (error) {
    if (!isDoubtful(error)) {
      if (error instanceof RegistrarError) forgetOrder(order.kind, order.domain, run);
      throw error;
    }
    doubt = error;
  } finally {
    run.forgetDomain(order.domain);
  }
  if (takesDays && doubt === "accepted") return placed(undefined);
  const live = await run.poll.untilShown(() => confirm(order));
  if (live === undefined) throw unverified(order, placed(live).state, run, doubt);
  return placed(live);
}

/** Says what the registrar did otherwise than it was asked to. */
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

/** A program's leave to order once more what was ordered, or lost, before a moment (`rebuy`, `restart`), and the one that was used up. */
export interface Leave {
  until: string | undefined;
  spent?: string | undefined;
}

export function covers({ until, spent }: Leave, at: string | undefined): boolean {
  const [end, moment] = [momentOf(until), momentOf(at)];
  return end !== undefined && moment !== undefined && moment < end && until !== spent;
}

/**
 * Makes sure that no order of this kind is open: one that the state or this machine knows of, that the registrar does not
 * show, and that the program gives no leave to repeat.
 * @param isMeant is this order of a note about what would be ordered now? Default: any is
 * @returns whether there is one to be repeated, and where the note of the next one goes
 * @throws PartialFailure with the state that says so
 */
export function requireSettled(
  kind: OrderKind,
  domain: string,
  { state, leave, isMeant = () => true }: { state: OrderState; leave: Leave; isMeant?: (order: Order) => boolean },
  run: Run,
): { isRepeat: boolean; next: string } {
  const { order: noted, next } = notesOf(kind, domain, run);
  const { unverifiedOrder: kept } = state;
  const orders = [
    ...(kept?.kind === kind ? [{ order: kept, doubt: undefined }] : []),
    ...(noted !== undefined && isMeant(noted) ? [{ order: noted, doubt: "noted" as const }] : []),
  ];
  const open = orders.find(({ order: { at } }) => !covers(leave, at));
  if (open !== undefined) throw unverified(open.order, { ...state }, run, open.doubt);
  return { isRepeat: orders.length > 0, next };
}

/** What a state keeps of orders, for all who order. */
export interface OrderState {
  unverifiedOrder?: Order | undefined;
}

/** Why the outcome of an order is not known; `noted`: only the note on this machine speaks of it. */
type Doubt = RegistrarError | "accepted" | "noted" | undefined;

/** The failure of a resource whose order is open. */
export function unverified(order: Order, state: Properties, run: Run, doubt?: Doubt): PartialFailure {
  const marks = {
    registration: { status: "unverified" },
    renewal: {},
    transfer: { transferStatus: "unverified", pendingSince: order.at },
  };
  const open = { ...state, ...marks[order.kind], unverifiedOrder: order };
  return new PartialFailure(order.domain, open, verifyText(order, run, doubt));
}

/** Says in a preview whether a noted order will stop the next one. */
export function logNoted(order: Order, leave: Leave, run: Run): boolean {
  if (covers(leave, order.at)) return false;
  run.log(verifyText(order, run, "noted"));
  return true;
}

/** What a person has to do about an order that the registrar does not show. */
function verifyText(order: Order, run: Run, doubt: Doubt): string {
  const { kind, domain, at, years, total, from } = order;
  const what = `the ${kind} of ${domain}${lengthText(kind, years)}`;
  const reasons = {
    accepted: "the registrar accepted the order",
    noted: "a run on this machine noted the order, but is still in progress or was stopped, so the outcome is unknown",
  };
  const unknown = "the outcome is unknown";
  const happened =
    typeof doubt === "string" ? reasons[doubt] : doubt === undefined ? unknown : `${unknown}: ${doubt.what}`;
  const shown = kind === "renewal" ? `still shows the old expiry date, ${from}` : "does not show the domain";
  return (
    `Verify in the registrar's dashboard: ${what} was ordered at ${at} for up to ${amountText(centsOf(total) ?? 0)} (${currencyNote}); ${happened}, and the account ${shown}. ` +
    `Nothing is ordered again automatically. If the dashboard shows the order, run \`pulumi up\` again a little later: the provider takes the result over once the account shows it. ` +
    `If the dashboard shows that nothing was ordered, set \`${orderKinds[kind].again}: "${new Date(run.now()).toISOString()}"\` to order again.`
  );
}

/** Says that the account does not hold a domain any more. @returns the moment */
export function logLeft(kind: "registration" | "transfer", domain: string, run: Run): string {
  const now = run.now();
  // What is ordered again was lost before that moment.
  const until = new Date(now + 1).toISOString();
  run.log(
    `${domain} is not in the account any more (expired, or transferred away). Its ${kind} stays in the state as left, and nothing is ordered. ` +
      `To order it again if that is possible, set \`${orderKinds[kind].again}: "${until}"\` or later; to be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.`,
  );
  return new Date(now).toISOString();
}

/** What a preview finds that an order would be refused for. */
export async function refusals(preview: () => Promise<void>): Promise<CheckFailure[]> {
  try {
    await preview();
    return [];
  } catch (error) {
    if (!(error instanceof OrderRefusedError)) throw error;
    return [{ property: error.property, reason: error.reason }];
  }
}
