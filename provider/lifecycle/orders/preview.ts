/** Shows the price of an order in a preview, and refuses the order there if `up` would refuse it. */
import { addYears, isoText, withCode } from "../../api/index.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { currencyNote, OrderRefusedError } from "../errors.ts";
import type { Run } from "../run.ts";
import { type OrderArgs, type OrderQuestion, orderKinds } from "./arguments.ts";
import type { Live } from "./decide.ts";
import { premiumState } from "./marks.ts";
import { decideNow } from "./order.ts";
import { amountText, centsOf, consentedPrice } from "./price.ts";

/** The check that asks. */
interface OrderCheck extends Pick<CheckContext, "log"> {
  /** The arguments of the last run; `undefined`: the resource is new. */
  readonly previous: OrderArgs | undefined;
  /** Is the value of this argument known? */
  readonly known: (name: "maxPrice" | "maxRenewalPrice" | "acceptPremium") => boolean;
}

/** Is this argument given, and not the same as in the last run? */
const isNew = (name: "renewUntil" | "retryOrdersBefore", args: OrderArgs, previous: OrderArgs | undefined) =>
  args[name] !== undefined && args[name] !== previous?.[name];

/** May this run order what the last run didn't? */
export const asksToOrder = (args: OrderArgs, previous: OrderArgs | undefined): boolean =>
  previous === undefined || isNew("renewUntil", args, previous) || isNew("retryOrdersBefore", args, previous);

/** Of an existing resource. */
const unlessState =
  " A preview can't read the state, but `up` can. It orders nothing if this resource bought a premium name, if an earlier " +
  "order is equal or unverified, if the expiry date has changed, or if there is nothing to retry.";

/**
 * Logs what `up` would do, and at which price. A check doesn't see the state, so it shows an existing resource as a new one.
 * @returns the failure if `up` would refuse the order. It is only a warning where the state decides if anything is ordered
 */
export async function previewOrder(
  resource: Pick<OrderQuestion, "kind" | "domain">,
  args: OrderArgs,
  live: Live,
  run: Run,
  { previous, known, log }: OrderCheck,
): Promise<CheckFailure[]> {
  const isExisting = previous !== undefined;
  // A domain that the account doesn't hold any more is ordered again only with a new consent.
  if (isExisting && live === "absent" && !isNew("retryOrdersBefore", args, previous)) return [];
  const unless = isExisting ? unlessState : "";
  try {
    const lines = await linesOf({ ...resource, args, state: undefined }, live, run, known, unless);
    const done = resource.kind === "transfer" ? "ordered" : "bought";
    const adopted = `${resource.domain} is in the account already: it is adopted, and nothing is ${done}.`;
    for (const line of [...(isExisting || live === "absent" ? [] : [adopted]), ...lines]) log(line);
    return [];
  } catch (error) {
    if (!(error instanceof OrderRefusedError)) throw error;
    // A domain that is ordered again may not have been lost, and a renewal for the same date may be done.
    const isCertain = !isExisting || (live !== "absent" && isNew("renewUntil", args, previous));
    const reason = withCode(error.message, error.code);
    if (isCertain) return [{ property: error.property, reason }];
    log(`${reason}${unless}`, true);
    return [];
  }
}

/** @throws OrderRefusedError if `up` would refuse an order */
async function linesOf(
  question: OrderQuestion,
  live: Live,
  run: Run,
  known: OrderCheck["known"],
  unless: string,
): Promise<string[]> {
  const { decision } = decideNow(question, live);
  const told = decision.notice === undefined ? [] : [decision.notice];
  // Fails no preview: then no `up` would add the order to the state, which protects it on every machine.
  const fails = unless === "" ? "would fail" : "may fail, which depends on the state";
  if (decision.action === "verify") return [...told, `\`pulumi up\` ${fails}. ${decision.explanation}`];
  if (decision.action !== "order") return told;
  const { kind, years } = decision.order;
  const { bound } = orderKinds[kind];
  const isKnown = known(bound) && (kind !== "registration" || known("acceptPremium"));
  const { cents, premium } = await consentedPrice({ ...question, ...decision.order }, run, isKnown);
  const limit = centsOf(question.args?.[bound], "down");
  const most = limit === undefined ? "" : ` of at most ${amountText(limit)}`;
  const line = `${decision.explanation}, at ${amountText(cents)}${most} (${currencyNote}).${unless}`;
  if (kind !== "registration") return [...told, line];
  // If the new domain will expire before `renewUntil`, `up` also renews it: shows the decision about the renewal.
  const expected = { status: "active", expiry_date: isoText(addYears(Date.now(), years)) };
  const bought = { ...question, state: premiumState(premium) };
  return [...told, line, ...(await linesOf(bought, expected, run, known, ""))];
}
