/** DomainRegistration: a domain held by the account. Bought at most once, renewed by intent, never released. */
import type { WireDomain } from "../api/shapes.ts";
import { domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { type Change, type CheckContext, PartialFailure, type Properties, pick, type Resource } from "./definition.ts";
import { Amount } from "./money/amount.ts";
import { buyDomain, consentedPrice, type Purchase } from "./money/buy.ts";
import { detailNames, detailOutputs, detailsOf, findDomain } from "./money/domains.ts";
import { currencyNote, formerRefused, MoneyRefusedError } from "./money/errors.ts";
import { forgetOrder, notedOrder, notesOf, type Order, readOrder } from "./money/journal.ts";
import { addYears, yearsText } from "./money/moments.ts";
import { covers, verifyText } from "./money/orders.ts";
import {
  checkMoments,
  domainRegistrationSchema,
  fillYears,
  registrationControls,
} from "./money/registrationArguments.ts";
import { isRenewalDue, isSettled, renewalAhead, renewIfDue, settledRenewal } from "./money/renew.ts";
import type { Run } from "./run.ts";

/** What a state keeps beside the arguments and the details of the live domain. */
const keptNames = [
  "pricePaid",
  "renewalPricePaid",
  "isPremium",
  "leftAccount",
  "unverifiedOrder",
  "rebuySpent",
  "renewedFor",
] as const;

const without = (properties: Properties, ...keys: string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.includes(key)));

/** What a state knows of the domain, without the arguments. */
const factsOf = (state: Properties) => pick(state, [...detailNames, ...keptNames]);

const stateWith = (args: Properties) => (facts: Properties) => ({
  ...facts,
  domain: args["domain"],
  managed: "domain",
  ...pick(args, registrationControls),
});

const purchaseOf = (args: Properties): Purchase => ({
  domain: domainOf(args),
  years: typeof args["years"] === "number" ? args["years"] : 1,
  maxPrice: args["maxPrice"],
  acceptPremium: args["acceptPremium"],
});

const orderOf = (facts: Properties): Order | undefined => readOrder(facts["unverifiedOrder"]);

/** An order that the state says is not verified, if it still matters: a renewal of a domain that left does not. */
function openOrder(facts: Properties): Order | undefined {
  const order = orderOf(facts);
  return order?.kind === "renewal" && facts["leftAccount"] !== undefined ? undefined : order;
}

const covering = (args: Properties, facts: Properties, at: unknown) => covers(args["rebuy"], facts["rebuySpent"], at);

/** Observe; ensure that the account holds the domain; ensure that it is held long enough; return what is there. */
async function ensure(args: Properties, before: Properties, isNew: boolean, run: Run): Promise<Properties> {
  const domain = domainOf(args);
  const stateOf = stateWith(args);
  const live = await findDomain(domain, run);
  if (live !== undefined) {
    forgetOrder("registration", domain, run);
    const facts = { ...heldFacts(before), ...detailsOf(live) };
    const settled = settleRenewal(args, before, facts);
    const known = settled.order === undefined ? settled.facts : settledRenewal(settled.order, facts, live, run);
    return stateOf(await renewIfDue(args, { before, facts: known, live, domain }, stateOf, run));
  }

  const order = orderOf(before);
  const notes = notesOf("registration", domain, run);
  const known = [order?.kind === "registration" ? order : undefined, notes.order].filter((one) => one !== undefined);
  const doubtful = known.find(({ at }) => !covering(args, before, at));
  if (doubtful !== undefined) {
    const facts = { ...before, status: "unverified", unverifiedOrder: doubtful };
    const doubt = doubtful === notes.order ? "noted" : undefined;
    throw new PartialFailure(domain, stateOf(facts), verifyText(doubtful, "rebuy", run, doubt));
  }
  const hasLeft = !isNew && known.length === 0;
  if (hasLeft && !covering(args, before, before["leftAccount"])) return stateOf(left(before, domain, run));
  return stateOf(await buyAndRenew(args, before, notes.next, run));

  /** A renewal of unknown outcome: shown by now, given up by the program, or still to be verified. */
  function settleRenewal(args: Properties, before: Properties, facts: Properties) {
    const order = orderOf(before);
    if (order?.kind !== "renewal" || live === undefined) return { facts };
    if (isSettled(order, live)) return { facts, order };
    if (covering(args, before, order.at)) return { facts: { ...facts, rebuySpent: args["rebuy"] } };
    throw new PartialFailure(domain, stateOf({ ...facts, unverifiedOrder: order }), verifyText(order, "rebuy", run));
  }
}

/** The facts of a domain that the account holds. */
const heldFacts = (facts: Properties) => without(facts, ...detailNames, "leftAccount", "unverifiedOrder");

async function buyAndRenew(args: Properties, before: Properties, next: string, run: Run): Promise<Properties> {
  const domain = domainOf(args);
  const stateOf = stateWith(args);
  const facts = {
    ...without(heldFacts(before), "renewedFor", "pricePaid", "renewalPricePaid", "isPremium"),
    ...(args["rebuy"] !== undefined && { rebuySpent: args["rebuy"] }),
  };
  const bought = await buyDomain(purchaseOf(args), { facts, stateOf, next }, run);
  if (!isRenewalDue(bought, args)) return bought;
  try {
    const live = await run.api.domains.get({ domain });
    return await renewIfDue(args, { before: bought, facts: bought, live, domain }, stateOf, run);
  } catch (error) {
    // It is bought, whatever becomes of its renewal.
    if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
    throw new PartialFailure(domain, stateOf(bought), `${domain} was registered, but: ${error.message}`);
  }
}

/** Does the program name a date to renew up to that it did not name in the previous run? */
const asksToRenew = (args: Properties, { previous, known }: CheckContext): boolean =>
  known("expiresAfter") && args["expiresAfter"] !== undefined && args["expiresAfter"] !== previous?.["expiresAfter"];

/** The account does not hold the domain any more: marked, said once, and nothing is bought. */
function left(facts: Properties, domain: string, run: Run): Properties {
  if (facts["leftAccount"] !== undefined) return facts;
  const now = new Date(run.now()).toISOString();
  run.say(
    `${domain} is not in the account any more (expired, or transferred away). Its registration stays in the state as left, and nothing is bought. ` +
      `To buy it again if it is free, set \`rebuy: "${now}"\` or later; to be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.`,
  );
  return { ...facts, status: "left", leftAccount: now };
}

export const domainRegistration: Resource = {
  type: "DomainRegistration",
  summary: "A domain registered in the account: taken over if it is there, else bought for at most the price named.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.register", "domains.renew", "tlds.pricing"],
  meaning: {
    create:
      "takes the domain over if the account holds it, and buys nothing then; else reads availability and price and orders it once, for at most `maxPrice`",
    drift:
      "an expiry date before `expiresAfter`, which the next `up` renews. A domain that left the account is marked in `leftAccount`, told once, and never bought again unless `rebuy` covers it",
    delete: "forgets it and says so: nothing is released, cancelled or transferred",
  },
  schema: domainRegistrationSchema,
  schemaFor: () => domainRegistrationSchema,
  outputs: {
    ...detailOutputs,
    pricePaid: {
      type: "number",
      description: "What the registration cost in all, if this resource ordered it; in the account's currency.",
    },
    renewalPricePaid: {
      type: "number",
      description: "What the last renewal cost in all, if this resource ordered it; in the account's currency.",
    },
    isPremium: {
      type: "boolean",
      description:
        "`true` if it was bought as a premium name, or as one of which the registrar did not say that it is none.",
    },
    leftAccount: {
      type: "string",
      description: "When it was first seen that the account does not hold the domain any more. RFC 3339.",
    },
    unverifiedOrder: {
      type: "object",
      description:
        "An order that the registrar does not show: to be verified in the dashboard, and not repeated by itself.",
    },
  },
  controls: registrationControls,
  deleteBeforeReplace: true,
  fill: fillYears,
  check: (args, { previous, known }) => [
    ...(known("domain") ? fixedDomain("DomainRegistration", previous, args["domain"]) : []),
    ...checkMoments(args, known, Date.now()),
  ],

  needsLiveCheck: (args, context) =>
    (context.previous === undefined || asksToRenew(args, context)) && context.known("domain") && context.known("years"),

  async checkLive(args, context, run) {
    const { previous, known } = context;
    const isNew = previous === undefined;
    const domain = domainOf(args);
    const renewal = (live: WireDomain) =>
      asksToRenew(args, context) ? renewalAhead(args, live, domain, run, known("maxRenewalPrice")) : undefined;
    try {
      if (run.isFormer(domain)) {
        if (isNew) throw formerRefused(domain);
        return { failures: [] };
      }
      const live = await findDomain(domain, run);
      if (live !== undefined) {
        const renewed = await renewal(live);
        const then = renewed === undefined ? "" : `would be ${renewed} (${currencyNote}).`;
        if (isNew) {
          const bought = "is in the account already: it is taken over, and nothing is bought";
          run.say(renewed === undefined ? `${domain} ${bought}.` : `${domain} ${bought}; but it ${then}`);
        } else if (renewed !== undefined) run.say(`${domain} ${then}`);
        return { failures: [] };
      }
      if (!isNew || notedOrder("registration", domain, run) !== undefined) return { failures: [] };
      const isKnown = known("maxPrice") && known("acceptPremium");
      const purchase = purchaseOf(args);
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
      return { failures: [] };
    } catch (error) {
      if (!(error instanceof MoneyRefusedError)) throw error;
      if (isNew) return { failures: [{ property: error.property, reason: error.reason }] };
      // Of what is in the state already only the renewal would fail, and the rest of the program goes on.
      run.say(error.reason);
      return { failures: [] };
    }
  },

  diff(state, args) {
    const changes: Change[] = [];
    if (!sameDomain(state["domain"], args["domain"])) {
      changes.push({ path: "domain", kind: "update", reason: "differs" });
    }
    for (const key of registrationControls) {
      if (state[key] !== args[key]) changes.push({ path: key, kind: "update", reason: "differs" });
    }
    if (openOrder(state) !== undefined) {
      changes.push({ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" });
    } else if (state["leftAccount"] !== undefined) {
      if (covering(args, state, state["leftAccount"])) {
        changes.push({ path: "rebuy", kind: "update", reason: "it left the account, and is to be bought again" });
      }
    } else if (isRenewalDue(state, args)) {
      changes.push({ path: "expiresAfter", kind: "update", reason: `expires on ${String(state["expiresAt"])}` });
    }
    return changes;
  },

  onePerDomain: (state) => `The registration of ${domainOf(state)} stays`,

  async create(args, run) {
    const domain = domainOf(args);
    if (run.isFormer(domain)) throw formerRefused(domain);
    return { id: domain, state: await ensure(args, {}, true, run) };
  },

  async read(_id, state, run) {
    const domain = domainOf(state);
    if (run.isFormer(domain)) return undefined;
    const live = await findDomain(domain, run, { isKept: true });
    const order = orderOf(state);
    if (live === undefined) {
      return order?.kind === "registration" ? state : stateWith(state)(left(factsOf(state), domain, run));
    }
    const facts = { ...heldFacts(factsOf(state)), ...detailsOf(live) };
    if (order?.kind !== "renewal") return stateWith(state)(facts);
    if (isSettled(order, live)) return stateWith(state)(settledRenewal(order, facts, live, run));
    return stateWith(state)({ ...facts, unverifiedOrder: order });
  },

  async update(_id, state, args, run) {
    const facts = factsOf(state);
    const isBack = facts["leftAccount"] !== undefined && covering(args, facts, facts["leftAccount"]);
    const isDue = facts["leftAccount"] === undefined && isRenewalDue(facts, args);
    // Only what steers orders has changed: nothing to ask, nothing to order.
    if (openOrder(facts) === undefined && !isBack && !isDue) return stateWith(args)(facts);
    if (run.isFormer(domainOf(args))) return stateWith(args)(facts);
    return ensure(args, facts, false, run);
  },

  async delete(_id, state, run) {
    const domain = domainOf(state);
    if (run.isFormer(domain) || state["leftAccount"] !== undefined) return;
    run.say(
      `${domain} stays registered in the account: nothing is released, cancelled or transferred, it is only forgotten here. Whether it renews by itself is as before.`,
    );
  },
};
