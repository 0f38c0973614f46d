/** DomainTransfer: a domain brought in from another registrar. Ordered at most once, pending, then completed. */
import { domainOf, fixedDomain, sameDomain } from "./arguments.ts";
import { type Change, PartialFailure, type Properties, pick, type Resource, sameJson } from "./definition.ts";
import { Amount } from "./money/amount.ts";
import { detailOutputs, findDomain } from "./money/domains.ts";
import { currencyNote, formerRefused, MoneyRefusedError } from "./money/errors.ts";
import { notedOrder, notesOf, readOrder } from "./money/journal.ts";
import { covers, verifyText } from "./money/orders.ts";
import { checkPast } from "./money/registrationArguments.ts";
import { authCodeMissing, consentedTransferPrice, orderTransfer, shownFacts } from "./money/transfer.ts";
import {
  checkStart,
  checkStartOnly,
  domainTransferSchema,
  isNewStart,
  startOnlyNames,
  transferControls,
} from "./money/transferArguments.ts";
import type { Run } from "./run.ts";

/** Of what is shown of every domain, all but what is also an argument here. */
const { nameservers: _argument, ...shownOutputs } = detailOutputs;

/** What a state keeps beside the arguments. */
const factNames = [
  ...Object.keys(shownOutputs),
  "transferStatus",
  "pendingSince",
  "completedAt",
  "pricePaid",
  "icannTransferLock",
  "icannTransferLockExpiresAt",
  "leftAccount",
  "unverifiedOrder",
  "restartSpent",
];

const factsOf = (state: Properties) => pick(state, factNames);

const stateWith = (args: Properties) => (facts: Properties) => ({
  ...facts,
  domain: args["domain"],
  managed: "domain",
  ...pick(args, transferControls),
});

/** When the last thing happened that a `restart` may cover: an order under way or in doubt, or the loss of the domain. */
const coverable = (facts: Properties): unknown =>
  readOrder(facts["unverifiedOrder"])?.at ??
  facts["leftAccount"] ??
  (facts["transferStatus"] === "pending" ? facts["pendingSince"] : undefined);

const restarts = (args: Properties, facts: Properties, at: unknown) =>
  covers(args["restart"], facts["restartSpent"], at);

/** Observe; order if the domain is neither here nor on its way; return what is known. */
async function ensure(args: Properties, before: Properties, isNew: boolean, run: Run): Promise<Properties> {
  const domain = domainOf(args);
  const stateOf = stateWith(args);
  const live = await findDomain(domain, run);
  if (live !== undefined) {
    const given = startOnlyNames.filter((key) => args[key] !== undefined);
    if (isNew && given.length > 0) {
      run.say(`${domain} is in the account already, so nothing was ordered, and ${given.join(", ")} were not used.`);
    }
    return stateOf(await shownFacts(before, live, domain, run));
  }
  const notes = notesOf("transfer", domain, run);
  const order = readOrder(before["unverifiedOrder"]) ?? (isNew ? notes.order : undefined);
  if (order !== undefined && !restarts(args, before, order.at)) {
    const facts = { ...before, transferStatus: "unverified", pendingSince: order.at, unverifiedOrder: order };
    const doubt = order === notes.order ? "noted" : undefined;
    throw new PartialFailure(domain, stateOf(facts), verifyText(order, "restart", run, doubt));
  }
  if (!isNew && order === undefined && !restarts(args, before, coverable(before))) {
    return stateOf(missing(before, domain, run));
  }
  const noted = notes.order;
  if (noted !== undefined && !restarts(args, before, noted.at)) {
    const facts = { ...before, transferStatus: "unverified", unverifiedOrder: noted };
    throw new PartialFailure(domain, stateOf(facts), verifyText(noted, "restart", run, "noted"));
  }
  const spent = args["restart"] === undefined ? {} : { restartSpent: args["restart"] };
  return stateOf(await orderTransfer(domain, args, spent, { stateOf, next: notes.next }, run));
}

/** The account does not show the domain: on its way, or it has left. */
function missing(facts: Properties, domain: string, run: Run): Properties {
  if (facts["transferStatus"] !== "completed") return facts;
  const now = new Date(run.now()).toISOString();
  run.say(
    `${domain} is not in the account any more (expired, or transferred away). Its transfer stays in the state as left, and nothing is ordered. ` +
      "To be done with it, take it out of the program and name it in REGISTRAR_FORMER_DOMAINS.",
  );
  return { ...facts, transferStatus: "left", leftAccount: now };
}

export const domainTransfer: Resource = {
  type: "DomainTransfer",
  summary: "An inbound transfer of a domain from another registrar.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.transfer", "tlds.pricing", "lock.get"],
  meaning: {
    create:
      "done if the account holds the domain already; else orders the transfer once, for at most `maxPrice`. It is pending until the domain has arrived",
    drift: "none: a refresh shows whether it is pending, completed, or the domain has left the account",
    delete: "forgets it and says so: nothing is cancelled or released",
  },
  schema: domainTransferSchema,
  schemaFor: () => domainTransferSchema,
  outputs: {
    ...shownOutputs,
    transferStatus: {
      type: "string",
      description:
        "`pending` while it is on its way, `completed` once the account holds the domain, `unverified` if it is not known whether it was ordered, `left` if the domain has left again.",
    },
    pendingSince: { type: "string", description: "When the transfer was ordered, or first seen on its way. RFC 3339." },
    completedAt: { type: "string", description: "When the domain was first seen in the account. RFC 3339." },
    pricePaid: {
      type: "number",
      description: "What the transfer cost in all, if this resource ordered it; in the account's currency.",
    },
    icannTransferLock: {
      type: "boolean",
      description: "Whether the 60-day restriction that begins on arrival is on. Specification, lock status record.",
    },
    icannTransferLockExpiresAt: {
      type: "string",
      description: "When that restriction ends, as the registrar writes it.",
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
  secretInputs: ["authCode"],
  controls: [...transferControls, "authCode"],
  deleteBeforeReplace: true,
  check: (args, context) => [
    ...(context.known("domain") ? fixedDomain("DomainTransfer", context.previous, args["domain"]) : []),
    ...checkStartOnly(args, context),
    ...checkStart(args, context),
    ...checkPast("restart", args, context.known, Date.now()),
  ],

  // Once the state holds the transfer, the auth code is not needed: it is not kept.
  fill: (args, { previous }) =>
    previous === undefined || isNewStart(args, previous) ? args : { ...args, authCode: undefined },

  needsLiveCheck: (_args, { previous, known }) => previous === undefined && known("domain"),

  async checkLive(args, { known }, run) {
    const domain = domainOf(args);
    try {
      if (run.isFormer(domain)) throw formerRefused(domain);
      const live = await findDomain(domain, run);
      if (live !== undefined) {
        run.say(`${domain} is in the account already: nothing is ordered.`);
        return { failures: [] };
      }
      if (notedOrder("transfer", domain, run) !== undefined) return { failures: [] };
      if (known("authCode") && args["authCode"] === undefined) throw authCodeMissing(domain);
      const isKnown = known("maxPrice");
      const price = await consentedTransferPrice(domain, args["maxPrice"], run, isKnown);
      const most = isKnown ? Amount.bound(args["maxPrice"]) : undefined;
      const bound = most === undefined ? "" : ` of at most ${most}`;
      run.say(`The transfer of ${domain} would be ordered at ${price.total}${bound} (${currencyNote}).`);
      return { failures: [] };
    } catch (error) {
      if (!(error instanceof MoneyRefusedError)) throw error;
      return { failures: [{ property: error.property, reason: error.reason }] };
    }
  },

  diff(state, args) {
    const changes: Change[] = [];
    if (!sameDomain(state["domain"], args["domain"])) {
      changes.push({ path: "domain", kind: "update", reason: "differs" });
    }
    for (const key of transferControls) {
      if (!sameJson(state[key], args[key])) changes.push({ path: key, kind: "update", reason: "differs" });
    }
    if (state["unverifiedOrder"] !== undefined) {
      changes.push({ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" });
    }
    return changes;
  },

  onePerDomain: (state) => `The transfer of ${domainOf(state)} stays`,

  async create(args, run) {
    const domain = domainOf(args);
    if (run.isFormer(domain)) throw formerRefused(domain);
    return { id: domain, state: await ensure(args, {}, true, run) };
  },

  async read(_id, state, run) {
    const domain = domainOf(state);
    if (run.isFormer(domain)) return undefined;
    const live = await findDomain(domain, run, { isKept: true });
    const facts = factsOf(state);
    const now = live === undefined ? missing(facts, domain, run) : await shownFacts(facts, live, domain, run);
    return stateWith(state)(now);
  },

  async update(_id, state, args, run) {
    const facts = factsOf(state);
    const isRestart = restarts(args, facts, coverable(facts));
    // Only what steers orders has changed: nothing to ask, nothing to order.
    if (facts["unverifiedOrder"] === undefined && !isRestart) return stateWith(args)(facts);
    if (run.isFormer(domainOf(args))) return stateWith(args)(facts);
    return ensure(args, facts, false, run);
  },

  async delete(_id, state, run) {
    const domain = domainOf(state);
    if (run.isFormer(domain) || state["leftAccount"] !== undefined) return;
    const what = state["transferStatus"] === "completed" ? "stays in the account" : "goes on if it was ordered";
    run.say(`The transfer of ${domain} ${what}: nothing is cancelled or released, it is only forgotten here.`);
  },
};
