/** DomainTransfer: a domain brought in from another registrar. Ordered at most once, pending, then completed. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { recordBody, type WireDomain } from "../api/endpoints/shapes.ts";
import { type Api, NotFoundError, UnexpectedShapeError, UnsupportedOperationError, wireOptions } from "../api/index.ts";
import { checkRecord, InvalidNameError, normaliseHost, recordToWire, type WireOptions } from "../dns/index.ts";
import { domainOf, failuresOf, recordArgument } from "../lifecycle/arguments.ts";
import type { CheckContext, CheckFailure } from "../lifecycle/definition.ts";
import { currencyNote, formerRefused, OrderRefusedError } from "../lifecycle/errors.ts";
import { amountOutput, checkPast, momentArgument, priceArgument } from "../lifecycle/orders/arguments.ts";
import { detailOutputs, detailsOf, findDomain, isArriving, shown, text } from "../lifecycle/orders/domain.ts";
import { forgetOrder, notesOf, orderOutputs } from "../lifecycle/orders/journal.ts";
import { covers, logLeft, logNoted, placeOrder, refusals, requireSettled } from "../lifecycle/orders/order.ts";
import { availabilityOf, consented, listedPrice, type Price, priceText } from "../lifecycle/orders/price.ts";
import { domainSchema, perDomain, type StateOf } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

const handle = z.string().min(1, { error: "must be a contact handle, such as `ATOM-12345`" }).optional();
const contacts = z
  .strictObject({
    registrant: handle.meta({ description: "Handle of the registrant." }),
    admin: handle.meta({ description: "Handle of the contact for administration." }),
    billing: handle.meta({ description: "Handle of the contact for billing." }),
    tech: handle.meta({ description: "Handle of the technical contact." }),
  })
  .meta({ id: "TransferContacts", description: "The contact handles to set with the transfer." });

const onlyAtStart = (resource: string) => `Used only for the order; later, declare ${resource}.`;

const schema = domainSchema("DomainTransfer", {
  authCode: z.string().min(1, { error: "must not be empty" }).optional().meta({
    description:
      "Auth code (EPP code) from the losing registrar. Secret. Required to order; removed from the state afterwards. Specification, inbound transfer.",
  }),
  maxPrice: priceArgument("Highest price, with fees and tax, in the account's currency. Required to order."),
  nameservers: z
    .array(z.string())
    .min(2, { error: "must name at least 2 nameservers (RFC 1034 4.1)" })
    .max(13, { error: "must name at most 13 nameservers, as registries accept them" })
    .optional()
    .meta({ description: `2 to 13 host names. Default: unchanged. ${onlyAtStart("Nameservers")}` }),
  privacy: z
    .boolean()
    .optional()
    .meta({ description: `WHOIS privacy. Default: the registrar's. ${onlyAtStart("DomainSettings")}` }),
  autoRenew: z
    .boolean()
    .optional()
    .meta({ description: `Auto-renewal. Default: the registrar's. ${onlyAtStart("DomainSettings")}` }),
  contacts: contacts
    .optional()
    .meta({ description: `Contact handles. Default: the registrar's. ${onlyAtStart("DomainContacts")}` }),
  dnsRecords: z
    .array(recordArgument())
    .optional()
    .meta({
      description: `Initial DNS records: the arguments of a DnsRecord without its domain. Needs the registrar's own nameservers. Default: none. ${onlyAtStart("DnsRecord")}`,
    }),
  restart: momentArgument(
    "Time in RFC 3339. Order the transfer again if it was ordered, or the domain left, before this time. Needs `authCode`. Each value allows one order. Default: never.",
  ),
});
type Args = z.output<typeof schema>;

/** Of what is shown of every domain, all but what is also an argument here. */
const { nameservers: _argument, ...shownOutputs } = detailOutputs;
const outputs = {
  ...shownOutputs,
  transferStatus: text(
    "`pending`, `completed` (the account holds the domain), `unverified` (it isn't known if the order was placed), or `left` (the domain has left the account again).",
  ),
  pendingSince: text("Time at which the transfer was ordered, or first seen. RFC 3339."),
  completedAt: text("Time at which the domain was first seen in the account. RFC 3339."),
  pricePaid: amountOutput("Total price of the transfer, if this resource ordered it."),
  icannTransferLock: z.boolean().optional().meta({
    description: "True during the 60-day restriction after arrival. Specification, lock status record.",
  }),
  icannTransferLockExpiresAt: text("End of that restriction, in the registrar's format."),
  ...orderOutputs,
};
/** What a state keeps for the provider: the `restart` that was used up. */
const memory = { restartSpent: z.string().optional() };
type State = StateOf<typeof schema, typeof outputs & typeof memory>;
type Context = CheckContext<Args>;

/** Used when the transfer is ordered; each with the resource that manages it later. */
const startOnly = {
  nameservers: "Nameservers",
  privacy: "DomainSettings",
  autoRenew: "DomainSettings",
  contacts: "DomainContacts",
  dnsRecords: "DnsRecord",
} as const;
const startOnlyNames = Object.keys(startOnly) as (keyof typeof startOnly)[];

/** Does the program ask for a new start in this run? */
const isNewStart = ({ restart }: Partial<Args>, previous: Partial<Args> | undefined) =>
  previous === undefined || (restart !== undefined && restart !== previous.restart);

/** What is used at the start only cannot change afterwards. */
function checkStartOnly(args: Partial<Args>, { previous, known }: Context): CheckFailure[] {
  if (previous === undefined || !known("restart") || isNewStart(args, previous)) return [];
  return startOnlyNames
    .filter((name) => args[name] !== undefined && !isDeepStrictEqual(args[name], previous[name]))
    .map((name) => ({
      property: name,
      reason: `is used only when the transfer is ordered, and the transfer was ordered already: remove it here, and declare ${startOnly[name]} for the domain`,
    }));
}

/** The strict checks of the records and host names that come along. */
function checkStart(args: Partial<Args>, context: Context): CheckFailure[] {
  const { domain, dnsRecords = [], nameservers = [] } = args;
  const failures = dnsRecords.flatMap((record, index) =>
    failuresOf(checkRecord(record.type, { ...record }, domain), context).map(({ property, reason }) => ({
      property: "dnsRecords",
      reason: `[${index}]${property === undefined ? "" : `.${property}`}: ${reason}`,
    })),
  );
  for (const host of nameservers) {
    try {
      normaliseHost(host);
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      failures.push({
        property: "nameservers",
        reason: `must be host names such as \`ns1.example.net\`: ${error.message}`,
      });
    }
  }
  return failures;
}

type Body = NonNullable<Parameters<Api["domains"]["transfer"]>[0]["body"]>;

/** The order's body. */
function transferBody(domain: string, authCode: string, args: Args, options: WireOptions): Body {
  const { nameservers = [], privacy, autoRenew, contacts, dnsRecords = [] } = args;
  const hosts = nameservers.map((host) => normaliseHost(host));
  const records = dnsRecords.map((record) => recordBody.parse(recordToWire(record, domain, options)));
  return {
    domain_name: domain,
    authcode: authCode,
    ...(hosts.length > 0 && { nameservers: [...new Set(hosts)] }),
    ...(privacy !== undefined && { privacy_protect: privacy }),
    ...(autoRenew !== undefined && { auto_renew: autoRenew }),
    ...(contacts !== undefined && { contacts }),
    ...(records.length > 0 && { dns_records: records }),
  };
}

/** When the last thing happened that a `restart` may cover: an order under way or in doubt, or the loss of the domain. */
const coverable = ({ unverifiedOrder, leftAccount, transferStatus, pendingSince }: State) =>
  unverifiedOrder?.at ?? leftAccount ?? (transferStatus === "pending" ? pendingSince : undefined);

const leaveOf = ({ restart }: Partial<Args>, { restartSpent }: State) => ({ until: restart, spent: restartSpent });

/** The state of a domain that the account shows: still arriving, or here. */
async function shownState(before: State, live: WireDomain, domain: string, run: Run): Promise<State> {
  forgetOrder("transfer", domain, run);
  const now = new Date(run.now()).toISOString();
  // The argument of the same name says what the transfer starts with.
  const { nameservers: _live, ...details } = detailsOf(live);
  const none = { icannTransferLock: undefined, icannTransferLockExpiresAt: undefined };
  const state: State = { ...before, ...details, ...none, leftAccount: undefined, unverifiedOrder: undefined };
  // What has arrived is no longer on its way, even if something else is pending with it.
  const hasArrived = before.completedAt !== undefined && before.leftAccount === undefined;
  if (isArriving(live) && !hasArrived) {
    return { ...state, transferStatus: "pending", pendingSince: before.pendingSince ?? now };
  }
  const completedAt = before.completedAt ?? now;
  return { ...state, transferStatus: "completed", completedAt, ...(await restriction(domain, run)) };
}

/** The 60-day restriction that begins on arrival. Specification, "States and transitions". */
async function restriction(domain: string, run: Run): Promise<State> {
  try {
    const { icann_transfer_lock: isOn, icann_transfer_lock_expires_at: end } = await run.api.lock.get({ domain });
    return { icannTransferLock: isOn, icannTransferLockExpiresAt: end };
  } catch (error) {
    const isNone = [NotFoundError, UnsupportedOperationError, UnexpectedShapeError].some(
      (kind) => error instanceof kind,
    );
    if (!isNone) throw error;
    return {};
  }
}

/** The price, if the program consents to it and there is something to transfer. @throws OrderRefusedError */
async function consentedPrice(domain: string, maxPrice: number | undefined, run: Run, isKnown = true): Promise<Price> {
  const status = await availabilityOf(domain, run);
  if (status === undefined || status === "available") {
    const is =
      status === undefined
        ? "the registrar does not report whether it is registered"
        : "the registrar reports that it is available";
    throw new OrderRefusedError("domain", {
      operation: "domains.check",
      domain,
      what: `${domain} is not transferred: ${is}`,
      advice:
        "Nothing was ordered. Check the spelling of the name. To register the domain, declare a DomainRegistration instead.",
    });
  }
  return consented("transfer", domain, await listedPrice("transfer", domain, 1, run), { most: maxPrice, isKnown });
}

function authCodeMissing(domain: string): OrderRefusedError {
  return new OrderRefusedError("authCode", {
    domain,
    what: `${domain} is not in the account, and the transfer needs its auth code`,
    advice: "Nothing was ordered. Set `authCode` (as a secret) to the code from the losing registrar.",
  });
}

/** Orders the transfer, unless that was done already. */
async function orderTransfer(args: Args, domain: string, run: Run, before: State): Promise<State> {
  const { authCode, maxPrice, restart } = args;
  const { next } = requireSettled("transfer", domain, { state: before, leave: leaveOf(args, before) }, run);
  if (authCode === undefined) throw authCodeMissing(domain);
  const price = await consentedPrice(domain, maxPrice, run);
  const body = transferBody(domain, authCode, args, wireOptions(run.api.contract, "domains.transfer"));
  const { live, isNeedless, order, state, paidText } = await placeOrder<State>(
    {
      ...{ kind: "transfer", domain, price },
      look: () => shown(domain, run),
      send: () => run.api.domains.transfer({ body }),
      confirm: () => run.api.domains.get({ domain }),
      // Whether the account shows it while it is on its way is the registrar's behaviour.
      takesDays: true,
      kept: (paid) => ({ restartSpent: restart, ...(paid !== undefined && { pricePaid: paid }) }),
    },
    next,
    run,
  );
  if (isNeedless && live !== undefined) return shownState(state, live, domain, run);
  const ordered: State = { ...state, pendingSince: order.at };
  run.log(`Ordered the transfer of ${domain} for ${paidText} (${currencyNote}).`);
  return live === undefined ? { ...ordered, transferStatus: "pending" } : shownState(ordered, live, domain, run);
}

/** The account does not show the domain: on its way, or it has left. */
function missing(state: State, domain: string, run: Run): State {
  if (state.transferStatus !== "completed") return state;
  return { ...state, transferStatus: "left", leftAccount: logLeft("transfer", domain, run) };
}

/** Says what `up` would do, and for how much. @throws OrderRefusedError when it would be refused */
async function preview(args: Partial<Args>, { known }: Context, run: Run): Promise<void> {
  const domain = domainOf(args);
  if (run.isFormer(domain)) throw formerRefused(domain);
  if ((await findDomain(domain, run)) !== undefined) {
    run.log(`${domain} is in the account already: nothing is ordered.`);
    return;
  }
  const { order: noted } = notesOf("transfer", domain, run);
  if (noted !== undefined) {
    logNoted(noted, leaveOf(args, {}), run);
    return;
  }
  const { authCode, maxPrice } = args;
  if (known("authCode") && authCode === undefined) throw authCodeMissing(domain);
  const isKnown = known("maxPrice");
  const price = await consentedPrice(domain, maxPrice, run, isKnown);
  run.log(`The transfer of ${domain} would be ordered at ${priceText(price, maxPrice, isKnown)} (${currencyNote}).`);
}

export const domainTransfer = perDomain<Args, State>({
  type: "DomainTransfer",
  part: "transfer",
  summary: "An inbound transfer of a domain from another registrar.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.transfer", "tlds.pricing", "lock.get"],
  meaning: {
    create:
      "does nothing if the account holds the domain; otherwise orders the transfer once, for at most `maxPrice`. The transfer is pending until a refresh finds the domain in the account",
    drift: "none. A refresh updates `transferStatus`",
    delete: "removes the transfer from the state only. Nothing is cancelled",
  },
  schema,
  outputs,
  memory,
  secretInputs: ["authCode"],
  // All but the auth code.
  controls: ["maxPrice", ...startOnlyNames, "restart"],
  unkept: "authCode",
  stays: (domain) => `The transfer of ${domain} stays`,
  check: (args, context) => [
    ...checkStartOnly(args, context),
    ...checkStart(args, context),
    ...checkPast("restart", args.restart, Date.now()),
  ],
  due: ({ unverifiedOrder: order }) =>
    order === undefined
      ? []
      : [{ path: "unverifiedOrder", kind: "update", reason: "whether it was carried out is to be verified" }],

  // Once the state holds the transfer, the auth code is not needed: it is not kept.
  fill: (args, { previous, known }) =>
    previous === undefined || !known("restart") || isNewStart(args, previous) ? {} : { authCode: undefined },

  needsLiveCheck: (_args, { previous, known }) => previous === undefined && known("domain"),

  checkLive: async (args, context, run) => ({ failures: await refusals(() => preview(args, context, run)) }),

  async observe(state, domain, run) {
    const live = await findDomain(domain, run, { isKept: true });
    return live === undefined ? missing(state, domain, run) : shownState(state, live, domain, run);
  },

  async ensure(args, domain, run, before) {
    // Only what steers orders has changed: nothing to ask, nothing to order.
    const isDue = before?.unverifiedOrder !== undefined || (before && covers(leaveOf(args, before), coverable(before)));
    if (before !== undefined && (!isDue || run.isFormer(domain))) return before;
    if (run.isFormer(domain)) throw formerRefused(domain);
    const live = await findDomain(domain, run);
    if (live === undefined) return orderTransfer(args, domain, run, before ?? {});
    const given = startOnlyNames.filter((name) => args[name] !== undefined);
    if (before === undefined && given.length > 0) {
      run.log(`${domain} is in the account already, so nothing was ordered, and ${given.join(", ")} were not used.`);
    }
    return shownState(before ?? {}, live, domain, run);
  },

  release({ leftAccount, transferStatus }, domain, run) {
    if (leftAccount !== undefined) return;
    const what = transferStatus === "completed" ? "remains in the account" : "continues if it was ordered";
    run.log(
      `The transfer of ${domain} ${what}: nothing is cancelled or released; the resource is only removed from the state.`,
    );
  },
});
