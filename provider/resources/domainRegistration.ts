/** DomainRegistration: a domain held by the account. Bought at most once, renewed by intent, never released. */
import type { WireDomain } from "../api/shapes.ts";
import { domainOf } from "./arguments.ts";
import { type Change, type FillContext, PartialFailure } from "./definition.ts";
import { Amount } from "./money/amount.ts";
import { buyDomain, consentedPrice, type Purchase } from "./money/buy.ts";
import { detailsOf, findDomain } from "./money/domains.ts";
import { currencyNote, formerRefused, MoneyRefusedError } from "./money/errors.ts";
import { forgetOrder, notesOf, type Order } from "./money/journal.ts";
import { addYears, yearsText } from "./money/moments.ts";
import { covers, verifyText } from "./money/orders.ts";
import {
  checkMoments,
  fillYears,
  type RegistrationArgs,
  type RegistrationState,
  registrationControls,
  registrationMemory,
  registrationOutputs,
  domainRegistrationSchema as schema,
} from "./money/registrationArguments.ts";
import { isRenewalDue, isSettled, renewalAhead, renewIfDue, settledRenewal, settleNoted } from "./money/renew.ts";
import { perDomain } from "./perDomain.ts";
import type { Run } from "./run.ts";

type Args = RegistrationArgs;
type State = RegistrationState;

const purchaseOf = ({ years = 1, maxPrice, acceptPremium }: Partial<Args>, domain: string): Purchase => ({
  domain,
  years,
  maxPrice,
  acceptPremium,
});

/** An order that the state says is not verified, if it still matters: a renewal of a domain that left does not. */
const openOrder = ({ unverifiedOrder: order, leftAccount }: State): Order | undefined =>
  order?.kind === "renewal" && leftAccount !== undefined ? undefined : order;

const covering = ({ rebuy }: Partial<Args>, { rebuySpent }: State, at: string | undefined) =>
  covers(rebuy, rebuySpent, at);

/** What is left to be done although no argument changed. */
function due(state: State, args: Partial<Args>): Change[] {
  const { leftAccount, expiresAt } = state;
  if (openOrder(state) !== undefined) {
    return [{ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" }];
  }
  if (leftAccount !== undefined) {
    const reason = "it left the account, and is to be bought again";
    return covering(args, state, leftAccount) ? [{ path: "rebuy", kind: "update", reason }] : [];
  }
  const reason = `expires on ${expiresAt}`;
  return isRenewalDue(state, args) ? [{ path: "expiresAfter", kind: "update", reason }] : [];
}

/** What a state keeps of a domain that the account holds, with what is live of it. */
const heldState = (state: State, live: WireDomain): State => ({
  ...state,
  leftAccount: undefined,
  unverifiedOrder: undefined,
  ...detailsOf(live),
});

/** The account holds the domain: settles a renewal that was ordered, and renews if that is due. */
async function keep(args: Args, live: WireDomain, domain: string, run: Run, before: State): Promise<State> {
  forgetOrder("registration", domain, run);
  const known = settleRenewal(args, live, domain, run, before);
  return renewIfDue(args, { before, known, live, domain }, run);
}

/** A renewal of unknown outcome: shown by now, given up by the program, or still to be verified. */
function settleRenewal(args: Args, live: WireDomain, domain: string, run: Run, before: State): State {
  const { unverifiedOrder: order } = before;
  const state = heldState(before, live);
  if (order?.kind !== "renewal") return settleNoted(state, live, domain, run);
  if (isSettled(order, live)) return settledRenewal(order, state, live, run);
  if (covering(args, before, order.at)) return { ...state, rebuySpent: args.rebuy };
  throw new PartialFailure(domain, { ...state, unverifiedOrder: order }, verifyText(order, "rebuy", run));
}

/** The account does not hold the domain: bought unless it was ordered already, or has left. */
async function buyIfMeant(args: Args, domain: string, run: Run, before?: State): Promise<State> {
  const state = before ?? {};
  const { unverifiedOrder: order } = state;
  const notes = notesOf("registration", domain, run);
  const known = [order?.kind === "registration" ? order : undefined, notes.order].filter((one) => one !== undefined);
  const doubtful = known.find(({ at }) => !covering(args, state, at));
  if (doubtful !== undefined) {
    const doubt = doubtful === notes.order ? "noted" : undefined;
    const unverified = { ...state, status: "unverified", unverifiedOrder: doubtful };
    throw new PartialFailure(domain, unverified, verifyText(doubtful, "rebuy", run, doubt));
  }
  const hasLeft = before !== undefined && known.length === 0;
  if (hasLeft && !covering(args, state, state.leftAccount)) return left(state, domain, run);
  return buyAndRenew(args, domain, run, { next: notes.next, rebuySpent: args.rebuy ?? state.rebuySpent });
}

async function buyAndRenew(
  args: Args,
  domain: string,
  run: Run,
  { next, rebuySpent }: { next: string; rebuySpent: string | undefined },
): Promise<State> {
  const bought = await buyDomain(purchaseOf(args, domain), { rebuySpent }, next, run);
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

/** The account does not hold the domain any more: marked, said once, and nothing is bought. */
function left(state: State, domain: string, run: Run): State {
  if (state.leftAccount !== undefined) return state;
  const now = new Date(run.now()).toISOString();
  run.say(
    `${domain} is not in the account any more (expired, or transferred away). Its registration stays in the state as left, and nothing is bought. ` +
      `To buy it again if it is free, set \`rebuy: "${now}"\` or later; to be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.`,
  );
  return { ...state, status: "left", leftAccount: now };
}

/** Does the program name a date to renew up to that it did not name in the previous run? */
const asksToRenew = ({ expiresAfter }: Partial<Args>, { previous }: FillContext<Args>): boolean =>
  expiresAfter !== undefined && expiresAfter !== previous?.expiresAfter;

/** Says what `up` would do about a domain, as far as one look shows it. @throws MoneyRefusedError when it would refuse */
async function preview(args: Partial<Args>, context: FillContext<Args>, run: Run): Promise<void> {
  const domain = domainOf(args);
  const isNew = context.previous === undefined;
  const renewal = (live: WireDomain) =>
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
    if (isNew) run.say(renewed === undefined ? `${domain} ${bought}.` : `${domain} ${bought}; but it ${then}`);
    else if (renewed !== undefined) run.say(`${domain} ${then}`);
    return;
  }
  if (!isNew) return;
  const { order: noted } = notesOf("registration", domain, run);
  if (noted !== undefined) {
    if (!covering(args, {}, noted.at)) run.say(verifyText(noted, "rebuy", run, "noted"));
    return;
  }
  const isKnown = context.known("maxPrice") && context.known("acceptPremium");
  const purchase = purchaseOf(args, domain);
  const price = await consentedPrice(purchase, run, isKnown);
  const most = isKnown ? Amount.bound(purchase.maxPrice) : undefined;
  const bound = most === undefined ? "" : ` of at most ${most}`;
  // What would be bought does not reach the date: it would be renewed in the same run.
  const expiry = new Date(addYears(run.now(), purchase.years)).toISOString();
  const renewed = await renewal({ expiry_date: expiry });
  const then = renewed === undefined ? "" : `, and then ${renewed}`;
  run.say(
    `${domain} is not in the account: it would be bought for ${yearsText(purchase.years)}, at ${price.total}${bound}${then} (${currencyNote}).`,
  );
}

export const domainRegistration = perDomain<Args, State>({
  type: "DomainRegistration",
  summary:
    "A domain registered in the account: taken over if the account holds it, otherwise bought for at most the given price.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.register", "domains.renew", "tlds.pricing"],
  meaning: {
    create:
      "takes over the domain if the account holds it, and then buys nothing; otherwise reads availability and price, and orders the domain once, for at most `maxPrice`",
    drift:
      "an expiry date before `expiresAfter`; the next `up` renews the domain. If the domain has left the account, `leftAccount` is set and the refresh reports this once; the domain is never bought again unless `rebuy` allows it",
    delete: "removes the domain from the state only, and reports that: nothing is released, cancelled or transferred",
  },
  schema,
  outputs: registrationOutputs,
  memory: registrationMemory,
  controls: registrationControls,
  stays: (domain) => `The registration of ${domain} stays`,
  fill: fillYears,
  check: (args, { known }) => checkMoments(args, known, Date.now()),
  due,

  needsLiveCheck: (args, context) =>
    (context.previous === undefined || asksToRenew(args, context)) && context.known("domain") && context.known("years"),

  async checkLive(args, context, run) {
    try {
      await preview(args, context, run);
    } catch (error) {
      if (!(error instanceof MoneyRefusedError)) throw error;
      if (context.previous === undefined) return { failures: [{ property: error.property, reason: error.reason }] };
      // Of what is in the state already only the renewal would fail, and the rest of the program goes on.
      run.say(error.reason);
    }
    return { failures: [] };
  },

  async observe(state, domain, run) {
    const live = await findDomain(domain, run, { isKept: true });
    const { unverifiedOrder: order } = state;
    if (live === undefined) return order?.kind === "registration" ? state : left(state, domain, run);
    const held = heldState(state, live);
    if (order?.kind !== "renewal") return settleNoted(held, live, domain, run);
    return isSettled(order, live) ? settledRenewal(order, held, live, run) : { ...held, unverifiedOrder: order };
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
    return keep(args, live, domain, run, before ?? {});
  },

  release({ leftAccount }, domain, run) {
    if (leftAccount !== undefined) return;
    run.say(
      `${domain} stays registered in the account: nothing is released, cancelled or transferred. The resource is only removed from the state, and the auto-renewal setting is not changed.`,
    );
  },
});
