/** Sending an order that costs money: once, noted before, and looked for afterwards. */
import { type AnswerOf, RegistrarError } from "../../api/index.ts";
import type { Run } from "../run.ts";
import { Amount } from "./amount.ts";
import { currencyNote } from "./errors.ts";
import { dropNote, forgetOrder, noteOrder, type Order } from "./journal.ts";
import { momentOf, yearsText } from "./moments.ts";
import { yearsIn } from "./quote.ts";

type Answer = AnswerOf<"domains.register">;

/** How an order went: the registrar's answer, or why it is not known whether it was carried out. */
export type Sent = { answer: Answer } | { doubt: RegistrarError };

/** 4xx answers after which the work may have been done all the same, or be under way. */
const doubtful = [408, 409, 423, 425, 499];

/**
 * Sends an order once.
 * @param next where its note goes, as the notes said when it was decided on
 * @param look the last look before it, when no other run can order any more: what it finds makes the order needless
 * @throws RegistrarError when it was certainly not carried out
 */
export async function sendOrder<Found>(
  order: Order,
  next: string,
  run: Run,
  { look, send }: { look: () => Promise<Found | undefined>; send: () => Promise<Answer> },
): Promise<Sent | { meanwhile: Found }> {
  const { kind, domain } = order;
  noteOrder(order, next, run);
  const meanwhile = await orDrop(look);
  if (meanwhile !== undefined) return { meanwhile };
  try {
    const answer = await send();
    reportDifferences(order, answer, run);
    return { answer };
  } catch (error) {
    if (isDoubtful(error)) return { doubt: error };
    if (error instanceof RegistrarError) forgetOrder(kind, domain, run);
    throw error;
  } finally {
    run.forgetDomain(domain);
  }

  async function orDrop(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    let isFree = false;
    try {
      const found = await look();
      isFree = found === undefined;
      return found;
    } finally {
      if (!isFree) dropNote(order, next, run);
    }
  }
}

/** Is it unknown whether the order was carried out? */
const isDoubtful = (error: unknown): error is RegistrarError =>
  error instanceof RegistrarError && (error.outcome === "unknown" || doubtful.includes(error.status ?? 0));

/** Says what the registrar did otherwise than it was asked to. */
function reportDifferences({ kind, domain, total, years }: Order, answer: Answer, run: Run): void {
  const { price_breakdown: breakdown } = answer;
  const [charged, read] = [Amount.read(breakdown?.total), Amount.read(total)];
  if (charged !== undefined && read !== undefined && charged.isAbove(read)) {
    run.say(
      `The registrar charged ${charged} for the ${kind} of ${domain}, although it quoted ${read} directly before the order (${currencyNote}). Ask the registrar.`,
    );
  }
  const length = yearsIn(answer.registration_length ?? breakdown?.registration_length);
  if (kind !== "transfer" && length !== undefined && length !== years) {
    run.say(
      `The response says that the ${kind} of ${domain} is for ${yearsText(length)}, but the order was for ${yearsText(years)}. Ask the registrar.`,
    );
  }
}

/** What an order cost: what its answer says was charged, else what was read directly before. */
export const paidFor = (answer: Answer, total: Amount): Amount => Amount.read(answer.price_breakdown?.total) ?? total;

/**
 * What a person has to do about an order that the registrar does not show.
 * @param doubt why its outcome is not known; `noted`: only the note on this machine speaks of it
 */
export function verifyText(
  order: Order,
  argument: string,
  run: Run,
  doubt?: RegistrarError | "accepted" | "noted",
): string {
  const { kind, domain, at, years, total, from } = order;
  const what =
    kind === "registration"
      ? `the registration of ${domain} for ${yearsText(years)}`
      : kind === "renewal"
        ? `the renewal of ${domain} for ${yearsText(years)}`
        : `the transfer of ${domain}`;
  const happened =
    doubt === "accepted"
      ? "the registrar accepted the order"
      : doubt === "noted"
        ? "a run on this machine noted the order, but is still in progress or was stopped, so the outcome is unknown"
        : doubt === undefined
          ? "the outcome is unknown"
          : `the outcome is unknown: ${doubt.what}`;
  const shown = kind === "renewal" ? `still shows the old expiry date, ${from}` : "does not show the domain";
  return (
    `Verify in the registrar's dashboard: ${what} was ordered at ${at} for up to ${Amount.read(total) ?? total} (${currencyNote}); ${happened}, and the account ${shown}. ` +
    `Nothing is ordered again automatically. If the dashboard shows the order, run \`pulumi up\` again a little later: the provider takes the result over once the account shows it. ` +
    `If the dashboard shows that nothing was ordered, set \`${argument}: "${new Date(run.now()).toISOString()}"\` to order again.`
  );
}

/** Does a `rebuy` or `restart` argument cover something that happened at this moment? */
export function covers(argument: string | undefined, spent: string | undefined, at: string | undefined): boolean {
  const [until, moment] = [momentOf(argument), momentOf(at)];
  return until !== undefined && moment !== undefined && moment < until && argument !== spent;
}
