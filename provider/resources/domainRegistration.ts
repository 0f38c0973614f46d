/** DomainRegistration: a domain held by the account. Bought at most once, renewed by intent, never released. */
import type { WireDomain } from "../api/endpoints/shapes.ts";
import { domainOf, sameDomain } from "../lifecycle/arguments.ts";
import { type Change, type CheckFailure, type FillContext, PartialFailure } from "../lifecycle/definition.ts";
import { currencyNote, formerRefused } from "../lifecycle/errors.ts";
import {
  type RegistrationArgs as Args,
  checkPast,
  registrationMemory,
  registrationOutputs,
  type RegistrationState as State,
  domainRegistrationSchema as schema,
} from "../lifecycle/orders/arguments.ts";
import { addYears, detailsOf, findDomain, momentOf, shown, yearsText } from "../lifecycle/orders/domain.ts";
import { forgetOrder, notesOf } from "../lifecycle/orders/journal.ts";
import { covers, logLeft, logNoted, placeOrder, refusals, requireSettled } from "../lifecycle/orders/order.ts";
import { consented, priceText, registrationPrice } from "../lifecycle/orders/price.ts";
import { heldState, isRenewalDue, renewalAhead, renewIfDue } from "../lifecycle/orders/renewal.ts";
import { perDomain } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

type Context = FillContext<Args>;

/** Findings that need no registrar. */
function check({ expiresAfter, maxRenewalPrice, rebuy }: Partial<Args>, { known }: Context): CheckFailure[] {
  const now = Date.now();
  const until = momentOf(expiresAfter);
  const failures = checkPast("rebuy", rebuy, now);
  if (until !== undefined && until > addYears(now, 10)) {
    const reason = "is more than 10 years ahead: a domain can be registered for at most 10 years";
    failures.push({ property: "expiresAfter", reason });
  }
  if (until !== undefined && known("maxRenewalPrice") && maxRenewalPrice === undefined) {
    const reason = "is missing; `expiresAfter` requires it: the highest price for one renewal";
    failures.push({ property: "maxRenewalPrice", reason });
  }
  return failures;
}

const leaveOf = ({ rebuy }: Partial<Args>, { rebuySpent }: State) => ({ until: rebuy, spent: rebuySpent });

/** What is left to be done although no argument changed. */
function due(state: State, args: Partial<Args>): Change[] {
  const { leftAccount, unverifiedOrder: order } = state;
  // A renewal of a domain that left does not matter any more.
  if (order !== undefined && !(order.kind === "renewal" && leftAccount !== undefined)) {
    return [{ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" }];
  }
  if (leftAccount !== undefined) {
    const reason = "it left the account, and is to be bought again";
    return covers(leaveOf(args, state), leftAccount) ? [{ path: "rebuy", kind: "update", reason }] : [];
  }
  const reason = `expires on ${state.expiresAt}`;
  return isRenewalDue(state, args) ? [{ path: "expiresAfter", kind: "update", reason }] : [];
}

/** The price, if the registrar sells the name at one that the program consents to. @param isKnown is the highest price known? */
async function consentedPrice(args: Partial<Args>, domain: string, run: Run, isKnown = true) {
  const { years = 1, maxPrice: most, acceptPremium: premium = false } = args;
  const quoted = await registrationPrice(domain, years, most, run);
  return consented("registration", domain, quoted, { most, premium, isKnown });
}

/** The account does not hold the domain: bought unless it was ordered already, or has left. */
async function buyIfMeant(args: Args, domain: string, run: Run, before?: State): Promise<State> {
  const state = before ?? {};
  const leave = leaveOf(args, state);
  const { isRepeat, next } = requireSettled("registration", domain, { state, leave }, run);
  if (before !== undefined && !isRepeat && !covers(leave, before.leftAccount)) return left(before, domain, run);
  const bought = await buy(args, { rebuySpent: args.rebuy ?? state.rebuySpent }, next, run);
  if (!isRenewalDue(bought, args)) return bought;
  try {
    const live = await run.api.domains.get({ domain });
    return await renewIfDue(args, { before: bought, known: bought, live, domain }, run);
  } catch (error) {
    // It is bought, whatever becomes of its renewal.
    if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
    throw new PartialFailure(domain, bought, `${domain} was registered, but: ${error.message}`);
  }
}

/** Orders the registration. @param state what the new one begins with; @param next where the order is noted */
async function buy(args: Args, state: State, next: string, run: Run): Promise<State> {
  const domain = domainOf(args);
  const price = await consentedPrice(args, domain, run);
  const placed = await placeOrder<State>(
    {
      ...{ kind: "registration", domain, price },
      look: () => shown(domain, run),
      send: () => run.api.domains.register({ body: { domain_name: domain, registration_length: price.years } }),
      confirm: () => run.api.domains.get({ domain }),
      kept: (paid) => ({
        ...state,
        ...(paid !== undefined && { pricePaid: paid }),
        ...(price.isPremium !== false && { isPremium: true }),
      }),
    },
    next,
    run,
  );
  const { live = {}, isNeedless, state: bought, paidText } = placed;
  if (isNeedless) {
    run.log(
      `${domain} is in the account now, because somebody else bought it. The domain is taken over, and nothing was ordered.`,
    );
    return { ...state, ...detailsOf(live) };
  }
  forgetOrder("registration", domain, run);
  run.log(`Bought ${domain} for ${paidText} for ${yearsText(price.years)} (${currencyNote}).`);
  return { ...bought, ...detailsOf(live) };
}

/** The account does not hold the domain any more: marked, said once, and nothing is bought. */
function left(state: State, domain: string, run: Run): State {
  if (state.leftAccount !== undefined) return state;
  return { ...state, status: "left", leftAccount: logLeft("registration", domain, run) };
}

/** Does the program name a date to renew up to that it did not name in the previous run? */
const asksToRenew = ({ expiresAfter }: Partial<Args>, { previous }: Context): boolean =>
  expiresAfter !== undefined && expiresAfter !== previous?.expiresAfter;

/** Says what `up` would do about a domain, as far as one look shows it. @throws OrderRefusedError when it would refuse */
async function preview(args: Partial<Args>, context: Context, run: Run): Promise<void> {
  const domain = domainOf(args);
  const isNew = context.previous === undefined;
  const renewal = async (live: WireDomain) =>
    asksToRenew(args, context) ? renewalAhead(args, live, domain, run, context.known("maxRenewalPrice")) : undefined;
  if (run.isFormer(domain)) {
    if (isNew) throw formerRefused(domain);
    return;
  }
  const live = await findDomain(domain, run);
  if (live !== undefined) {
    const renewed = await renewal(live);
    const then = renewed === undefined ? "" : `would be ${renewed} (${currencyNote}).`;
    const bought = "is in the account already: it is taken over, and nothing is bought";
    if (isNew) run.log(renewed === undefined ? `${domain} ${bought}.` : `${domain} ${bought}; but it ${then}`);
    else if (renewed !== undefined) run.log(`${domain} ${then}`);
    return;
  }
  if (!isNew) return;
  const { order } = notesOf("registration", domain, run);
  if (order !== undefined) {
    logNoted(order, leaveOf(args, {}), run);
    return;
  }
  const isKnown = context.known("maxPrice") && context.known("acceptPremium");
  const price = await consentedPrice(args, domain, run, isKnown);
  // What would be bought does not reach the date: it would be renewed in the same run.
  const renewed = await renewal({ expiry_date: new Date(addYears(run.now(), price.years)).toISOString() });
  const then = renewed === undefined ? "" : `, and then ${renewed}`;
  run.log(
    `${domain} is not in the account: it would be bought for ${yearsText(price.years)}, at ${priceText(price, args.maxPrice, isKnown)}${then} (${currencyNote}).`,
  );
}

export const domainRegistration = perDomain<Args, State>({
  type: "DomainRegistration",
  part: "registration",
  summary: "A registered domain: adopted if the account holds it, otherwise bought for at most the given price.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.register", "domains.renew", "tlds.pricing"],
  meaning: {
    create: "adopts the domain if the account holds it; otherwise orders it once, for at most `maxPrice`",
    drift:
      "an expiry date before `expiresAfter`. A domain that left the account sets `leftAccount`, and isn't bought again without `rebuy`",
    delete: "removes the domain from the state only. Nothing is released or cancelled",
  },
  schema,
  outputs: registrationOutputs,
  memory: registrationMemory,
  // All but the domain: they steer orders and are no part of what is live.
  controls: ["years", "maxPrice", "acceptPremium", "expiresAfter", "maxRenewalPrice", "rebuy"],
  stays: (domain) => `The registration of ${domain} stays`,
  // Specification: "default 1, default 2 for .ai".
  fill({ domain, years }) {
    if (years !== undefined || domain === undefined) return {};
    return { years: sameDomain(domain.replace(/^.*[.\u3002\uFF0E\uFF61](?=.)/s, ""), "ai") ? 2 : 1 };
  },
  check,
  due,

  needsLiveCheck: (args, context) =>
    (context.previous === undefined || asksToRenew(args, context)) && context.known("domain") && context.known("years"),

  async checkLive(args, context, run) {
    const failures = await refusals(() => preview(args, context, run));
    if (context.previous === undefined) return { failures };
    // Of what is in the state already only the renewal would fail, and the rest of the program goes on.
    for (const { reason } of failures) run.log(reason);
    return { failures: [] };
  },

  async observe(state, domain, run) {
    const live = await findDomain(domain, run, { isKept: true });
    if (live !== undefined) return heldState(state, live, domain, run);
    return state.unverifiedOrder?.kind === "registration" ? state : left(state, domain, run);
  },

  async ensure(args, domain, run, before) {
    // Only what steers orders has changed: nothing to ask, nothing to order.
    if (before !== undefined && due(before, args).length === 0) return before;
    if (run.isFormer(domain)) {
      if (before === undefined) throw formerRefused(domain);
      return before;
    }
    const live = await findDomain(domain, run);
    if (live === undefined) return buyIfMeant(args, domain, run, before);
    forgetOrder("registration", domain, run);
    const held = heldState(before ?? {}, live, domain, run);
    return renewIfDue(args, { before: before ?? {}, known: held, live, domain }, run);
  },

  release({ leftAccount }, domain, run) {
    if (leftAccount !== undefined) return;
    run.log(
      `${domain} stays registered in the account: nothing is released, cancelled or transferred. The resource is only removed from the state, and the auto-renewal setting is not changed.`,
    );
  },
});
