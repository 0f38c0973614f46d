/** Renewing a domain by intent: up to a date, once, for a price that the program consents to. */
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { currencyNote, OrderNoteError, OrderRefusedError } from "../errors.ts";
import type { Run } from "../run.ts";
import type { RegistrationArgs, RegistrationState as State } from "./arguments.ts";
import { blockedBy, detailsOf, expiryOf, momentOf, yearsText, yearsToReach } from "./domain.ts";
import { forgetOrder, notesOf, type Order } from "./journal.ts";
import { covers, logNoted, placeOrder, requireSettled, unverified } from "./order.ts";
import { consented, listedPrice, priceText } from "./price.ts";

/** Does a state say that the domain expires before the date that the program wants, and was nothing ordered for that date? */
export function isRenewalDue(state: State, args: Partial<RegistrationArgs>): boolean {
  const [expires, until] = [momentOf(state.expiresAt), momentOf(args.expiresAfter)];
  return expires !== undefined && until !== undefined && expires < until && state.renewedFor !== args.expiresAfter;
}

interface Plan {
  from: number;
  until: string;
  years: number;
}

/** The renewal that would be ordered; `undefined`: none is due. @throws OrderRefusedError when none may be ordered */
function plan(live: WireDomain, domain: string, expiresAfter: string | undefined): Plan | undefined {
  const [from, until] = [expiryOf(live), momentOf(expiresAfter)];
  if (expiresAfter === undefined || from === undefined || until === undefined || from >= until) return undefined;
  const blocked = blockedBy(live);
  if (blocked !== undefined) {
    throw refused(
      domain,
      `its status is "${blocked.slice(0, 100)}", so another operation may be in progress`,
      "Wait until the status changes (`pulumi refresh` shows it), then run `pulumi up` again.",
    );
  }
  const years = yearsToReach(from, until);
  if (years !== undefined) return { from, until: expiresAfter, years };
  throw refused(
    domain,
    `it expires on ${isoDay(from)}, and even a renewal for 10 years does not reach ${expiresAfter}`,
    "Set `expiresAfter` to an earlier date.",
  );
}

/** Is an order of a run that was killed for the same date, or of the same expiry date? */
const isFor =
  ({ from, until }: Plan) =>
  (order: Order) =>
    momentOf(order.from) === from || order.until === until;

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
  const leave = { until: args.rebuy, spent: before.rebuySpent };
  const { unverifiedOrder: open } = known;
  if (open !== undefined && !covers(leave, open.at)) throw unverified(open, known, run);
  const state: State = open === undefined ? known : { ...known, unverifiedOrder: undefined, rebuySpent: args.rebuy };
  const planned = isRenewalDue(state, args) ? plan(live, domain, args.expiresAfter) : undefined;
  if (planned === undefined) return state;
  const { years, until } = planned;
  const from = isoMomentOf(planned.from);
  requireUnchanged(domain, before.expiresAt, planned.from);
  const { isRepeat, next } = requireSettled("renewal", domain, { state, leave, isMeant: isFor(planned) }, run);
  if (known.isPremium) {
    throw new OrderRefusedError("expiresAfter", {
      domain,
      what: `${domain} is a premium name, which may have its own renewal price, and the registrar does not report one`,
      advice: "Nothing was ordered. Renew it in the registrar's dashboard, then run `pulumi refresh`.",
    });
  }
  const quoted = await listedPrice("renewal", domain, years, run);
  const price = consented("renewal", domain, quoted, { most: args.maxRenewalPrice });
  const placed = await placeOrder<State>(
    {
      ...{ kind: "renewal", domain, from, until, price },
      // Directly before the order: nothing has changed since the plan was made, and nothing is under way.
      async look() {
        const again = await run.api.domains.get({ domain });
        requireUnchanged(domain, from, expiryOf(again));
        plan(again, domain, until);
        return undefined;
      },
      send: () => run.api.domains.renew({ domain, body: { registration_length: years } }),
      async confirm(order) {
        const now = await run.api.domains.get({ domain });
        return isSettled(order, now) ? now : undefined;
      },
      kept: (paid) => ({
        ...state,
        ...(isRepeat && { rebuySpent: args.rebuy }),
        ...(paid !== undefined && { renewalPricePaid: paid }),
      }),
    },
    next,
    run,
  );
  const settled = settledRenewal(placed.order, placed.state, placed.live ?? live, run);
  run.log(
    `Renewed ${domain} for ${placed.paidText} for ${yearsText(years)}; it now expires at ${settled.expiresAt} (${currencyNote}).`,
  );
  return settled;
}

/**
 * What a preview says of a renewal that `expiresAfter` asks for; `undefined` when none is due. Nothing is ordered.
 * @throws OrderRefusedError when it would certainly be refused
 */
export async function renewalAhead(
  { expiresAfter: until = "", maxRenewalPrice, rebuy }: Partial<RegistrationArgs>,
  live: WireDomain,
  domain: string,
  run: Run,
  isKnown: boolean,
): Promise<string | undefined> {
  if (expiryOf(live) === undefined) {
    run.log(
      `The registrar reports no readable expiry date for ${domain}, so the domain is not renewed to reach ${until}. ` +
        'Renew it in the dashboard. If the date has another name in the response, name it in a contract file (registrar:contractFile, "domains.get", `fields`).',
    );
    return undefined;
  }
  const planned = plan(live, domain, until);
  if (planned === undefined) return undefined;
  const { order } = notesOf("renewal", domain, run);
  if (order !== undefined && isFor(planned)(order) && logNoted(order, { until: rebuy }, run)) return undefined;
  const listed = await listedPrice("renewal", domain, planned.years, run);
  const price = consented("renewal", domain, listed, { most: maxRenewalPrice, isKnown });
  return `renewed for ${yearsText(planned.years)} to reach ${until}, at ${priceText(price, maxRenewalPrice, isKnown)}`;
}

/** Does the registrar show a renewal that was ordered? */
function isSettled({ from }: Order, live: WireDomain): boolean {
  const [expires, old] = [expiryOf(live), momentOf(from)];
  return expires !== undefined && old !== undefined && expires > old;
}

/** The state once an ordered renewal is shown. It counts for its date even if it turned out shorter. */
function settledRenewal(order: Order, state: State, live: WireDomain, run: Run): State {
  const [expires, until] = [expiryOf(live), momentOf(order.until)];
  if (expires !== undefined && until !== undefined && expires < until) {
    run.log(
      `${order.domain} was renewed only until ${isoDay(expires)}, although the order was for ${yearsText(order.years)}, to reach ${order.until}. ` +
        "Nothing more is ordered for that date. Verify this in the registrar's dashboard. To order again, change `expiresAfter`.",
    );
  } else {
    forgetOrder("renewal", order.domain, run);
  }
  return { ...state, ...detailsOf(live), ...(order.until !== undefined && { renewedFor: order.until }) };
}

/** The state of a domain that the account holds, with what became of a renewal that it, or a note of this machine, speaks of. */
export function heldState(before: State, live: WireDomain, domain: string, run: Run): State {
  const state: State = { ...before, leftAccount: undefined, unverifiedOrder: undefined, ...detailsOf(live) };
  const { unverifiedOrder: open } = before;
  if (open?.kind === "renewal") {
    return isSettled(open, live) ? settledRenewal(open, state, live, run) : { ...state, unverifiedOrder: open };
  }
  try {
    const { order } = notesOf("renewal", domain, run);
    const isNews = order !== undefined && isSettled(order, live) && state.renewedFor !== order.until;
    return isNews ? settledRenewal(order, state, live, run) : state;
  } catch (error) {
    // A note that cannot be read stops the next order, and nothing else.
    if (error instanceof OrderNoteError) return state;
    throw error;
  }
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
