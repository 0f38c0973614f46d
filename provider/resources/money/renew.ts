/** Renewing a domain by intent: up to a date, once, for a price that the program consents to. */
import type { WireDomain } from "../../api/shapes.ts";
import { PartialFailure } from "../definition.ts";
import type { Run } from "../run.ts";
import { Amount } from "./amount.ts";
import { requireConsent } from "./consent.ts";
import { blockedBy, detailsOf, expiryOf } from "./domains.ts";
import { currencyNote, OrderNoteError, OrderRefusedError, PriceUnknownError } from "./errors.ts";
import { forgetOrder, notesOf, type Order } from "./journal.ts";
import { momentOf, yearsText, yearsToReach } from "./moments.ts";
import { covers, paidFor, sendOrder, verifyText } from "./orders.ts";
import { listedPrice, type Price } from "./prices.ts";
import type { RegistrationArgs, RegistrationState as State } from "./registrationArguments.ts";

/** Does a state say that the domain expires before the date that the program wants, and was nothing ordered for that date? */
export function isRenewalDue(state: State, args: Partial<RegistrationArgs>): boolean {
  const [expires, until] = [momentOf(state.expiresAt), momentOf(args.expiresAfter)];
  return expires !== undefined && until !== undefined && expires < until && state.renewedFor !== args.expiresAfter;
}

/** The renewal that would be ordered; `undefined`: none is due. @throws OrderRefusedError when none may be ordered */
function plan(
  live: WireDomain,
  domain: string,
  expiresAfter: string | undefined,
): { from: number; years: number } | undefined {
  const [from, until] = [expiryOf(live), momentOf(expiresAfter)];
  if (from === undefined || until === undefined || from >= until) return undefined;
  const blocked = blockedBy(live);
  if (blocked !== undefined) {
    throw refused(
      domain,
      `its status is "${blocked.slice(0, 100)}", so another operation may be in progress`,
      "Wait until the status changes (`pulumi refresh` shows it), then run `pulumi up` again.",
    );
  }
  const years = yearsToReach(from, until);
  if (years === undefined) {
    throw refused(
      domain,
      `it expires on ${isoDay(from)}, and even a renewal for 10 years does not reach ${expiresAfter}`,
      "Set `expiresAfter` to an earlier date.",
    );
  }
  return { from, years };
}

/**
 * Renews if that is due.
 * @param before what the state says of the domain; the plan was made of it
 * @param known the same with what was just read, `live`
 * @returns the state of the domain as it is then
 */
export async function renewIfDue(
  args: RegistrationArgs,
  { before, known, live, domain }: { before: State; known: State; live: WireDomain; domain: string },
  run: Run,
): Promise<State> {
  const { expiresAfter: until, rebuy } = args;
  const planned = isRenewalDue(known, args) ? plan(live, domain, until) : undefined;
  if (planned === undefined || until === undefined) return known;
  const { from, years } = planned;
  requireUnchanged(domain, before.expiresAt, from);
  const { noted, next } = notedRenewal(domain, from, until, run);
  const isRepeat = noted !== undefined && covers(rebuy, before.rebuySpent, noted.at);
  if (noted !== undefined && !isRepeat) {
    const text = verifyText(noted, "rebuy", run, "noted");
    throw new PartialFailure(domain, { ...known, unverifiedOrder: noted }, text);
  }
  const price = await renewalPrice(domain, years, known.isPremium === true, run);
  requireConsent(price, { verb: "renewing", domain, argument: "maxRenewalPrice", most: args.maxRenewalPrice });
  const order: Order = {
    kind: "renewal",
    domain,
    years,
    total: price.total.toNumber(),
    at: new Date(run.now()).toISOString(),
    from: isoMomentOf(from),
    until,
  };
  const sent = await sendOrder(order, next, run, {
    // Directly before the order: nothing has changed since the plan was made, and nothing is under way.
    async look() {
      const again = await run.api.domains.get({ domain });
      requireUnchanged(domain, isoMomentOf(from), expiryOf(again));
      plan(again, domain, until);
      return undefined;
    },
    send: () => run.api.domains.renew({ domain, body: { registration_length: years } }),
  });
  if ("meanwhile" in sent) return known;
  const paid = "answer" in sent ? paidFor(sent.answer, price.total) : undefined;
  const spent: State = {
    ...known,
    ...(isRepeat && { rebuySpent: rebuy }),
    ...(paid !== undefined && { renewalPricePaid: paid.toNumber() }),
  };
  const renewed = await run.looks.patiently(async () => {
    const now = await run.api.domains.get({ domain });
    return isSettled(order, now) ? now : undefined;
  });
  if (renewed === undefined) {
    const text = verifyText(order, "rebuy", run, "doubt" in sent ? sent.doubt : "accepted");
    throw new PartialFailure(domain, { ...spent, unverifiedOrder: order }, text);
  }
  const settled = settledRenewal(order, spent, renewed, run);
  run.say(
    `Renewed ${domain} for ${paid ?? `${price.total} or less`} for ${yearsText(years)}; it now expires at ${settled.expiresAt} (${currencyNote}).`,
  );
  return settled;
}

/** The price of a renewal. The price list says nothing of premium names. */
function renewalPrice(domain: string, years: number, isPremium: boolean, run: Run): Promise<Price> {
  if (!isPremium) return listedPrice("renew", domain, years, run);
  throw new PriceUnknownError("expiresAfter", {
    domain,
    what: `${domain} is a premium name, which may have its own renewal price, and the registrar does not report one`,
    advice: "Nothing was ordered. Renew it in the registrar's dashboard, then run `pulumi refresh`.",
  });
}

/**
 * What a preview says of a renewal that `expiresAfter` asks for; `undefined` when none is due. Nothing is ordered.
 * @throws MoneyRefusedError when it would certainly be refused
 */
export async function renewalAhead(
  { expiresAfter: until = "", maxRenewalPrice, rebuy }: Partial<RegistrationArgs>,
  live: WireDomain,
  domain: string,
  run: Run,
  isKnown: boolean,
): Promise<string | undefined> {
  if (expiryOf(live) === undefined) {
    run.say(
      `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
        'Renew it in the dashboard. If the date has another name in the response, name it in a contract file (registrar:contract, "domains.get", `fields`).',
    );
    return undefined;
  }
  const planned = plan(live, domain, until);
  if (planned === undefined) return undefined;
  const { from, years } = planned;
  const { noted } = notedRenewal(domain, from, until, run);
  if (noted !== undefined && !covers(rebuy, undefined, noted.at)) {
    run.say(verifyText(noted, "rebuy", run, "noted"));
    return undefined;
  }
  const price = await listedPrice("renew", domain, years, run);
  if (isKnown) {
    requireConsent(price, { verb: "renewing", domain, argument: "maxRenewalPrice", most: maxRenewalPrice });
  }
  const most = isKnown ? Amount.bound(maxRenewalPrice) : undefined;
  const bound = most === undefined ? "" : ` of at most ${most}`;
  return `renewed for ${yearsText(years)} to reach ${until}, at ${price.total}${bound}`;
}

/** Does the registrar show a renewal that was ordered? */
export function isSettled({ from }: Order, live: WireDomain): boolean {
  const [expires, old] = [expiryOf(live), momentOf(from)];
  return expires !== undefined && old !== undefined && expires > old;
}

/** The state once an ordered renewal is shown. It counts for its date even if it turned out shorter. */
export function settledRenewal(order: Order, state: State, live: WireDomain, run: Run): State {
  const [expires, until] = [expiryOf(live), momentOf(order.until)];
  if (expires !== undefined && until !== undefined && expires < until) {
    run.say(
      `${order.domain} was renewed only until ${isoDay(expires)}, although the order was for ${yearsText(order.years)}, to reach ${order.until}. ` +
        "Nothing more is ordered for that date. Verify this in the registrar's dashboard. To order again, change `expiresAfter`.",
    );
  } else {
    forgetOrder("renewal", order.domain, run);
  }
  return { ...state, ...detailsOf(live), ...(order.until !== undefined && { renewedFor: order.until }) };
}

/** The state, once a renewal is shown of which only a note speaks, since its run was killed. */
export function settleNoted(state: State, live: WireDomain, domain: string, run: Run): State {
  try {
    const { order } = notesOf("renewal", domain, run);
    if (order === undefined || !isSettled(order, live) || state.renewedFor === order.until) return state;
    return settledRenewal(order, state, live, run);
  } catch (error) {
    // It stops the next order, and nothing else.
    if (error instanceof OrderNoteError) return state;
    throw error;
  }
}

/** An order of a run that was killed, for the same date or of the same expiry date, and where a next one is noted. */
function notedRenewal(domain: string, from: number, until: string, run: Run) {
  const { order, next } = notesOf("renewal", domain, run);
  const isMeant = order !== undefined && (momentOf(order.from) === from || order.until === until);
  return { noted: isMeant ? order : undefined, next };
}

function requireUnchanged(domain: string, before: string | undefined, now: number | undefined): void {
  const old = momentOf(before);
  if (old === undefined || old === now) return;
  throw refused(
    domain,
    `its expiry date has changed since it was read, from ${isoDay(old)} to ${now === undefined ? "none" : isoDay(now)}`,
    "Run `pulumi refresh`, look at the plan, then run `pulumi up` again.",
  );
}

function refused(domain: string, why: string, advice: string): OrderRefusedError {
  return new OrderRefusedError("expiresAfter", {
    domain,
    what: `${domain} is not renewed: ${why}`,
    advice: `Nothing was ordered. ${advice}`,
  });
}

const isoMomentOf = (moment: number) => new Date(moment).toISOString();
const isoDay = (moment: number) => isoMomentOf(moment).slice(0, 10);
