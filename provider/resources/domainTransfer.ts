/** DomainTransfer: a transfer of a domain from another registrar. Ordered at most once, then pending, then completed. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { recordBody } from "../api/endpoints/shapes.ts";
import { wireOptions } from "../api/index.ts";
import { isoText, isSameMoment } from "../api/readings.ts";
import * as dns from "../dns/index.ts";
import { domainOf, failuresOf, nameserversArgument } from "../lifecycle/arguments.ts";
import type { CheckContext, CheckFailure } from "../lifecycle/definition.ts";
import * as orders from "../lifecycle/orders/arguments.ts";
import { hasFailed } from "../lifecycle/orders/decide.ts";
import { accountOf, ensureOrder, ordersOf } from "../lifecycle/orders/order.ts";
import { asksToOrder, previewOrder } from "../lifecycle/orders/preview.ts";
import { domainSchema, perDomain } from "../lifecycle/perDomain.ts";

const kind = "transfer";
/** Arguments that are used when the transfer is ordered; each with the resource that manages it later. */
const startOnly = {
  nameservers: "Nameservers",
  privacy: "DomainSettings",
  autoRenew: "DomainSettings",
  contacts: "DomainContacts",
  dnsRecords: "DnsRecord",
} as const;
const startOnlyNames = Object.keys(startOnly) as (keyof typeof startOnly)[];

const atStart = <Type extends z.ZodType>(name: keyof typeof startOnly, type: Type, description: string) =>
  type
    .optional()
    .describe(
      `${description} Used only when the transfer is ordered; to change it later, declare ${startOnly[name]}. ` +
        "You can remove this argument at any time.",
    );

/** A record without its domain. */
const anyRecord = dns.unionOfTypes((type) =>
  z
    .strictObject(dns.recordSchema(type).shape)
    .meta({ id: `${type}Record`, description: `A record of type ${type}, without its domain.` }),
);

const schema = domainSchema("DomainTransfer", {
  authCode: z
    .string()
    .min(1, { error: "must not be empty" })
    .optional()
    .describe(
      "Auth code (EPP code) from the losing registrar. Secret. Required to order; removed from the state " +
        "afterwards. Specification, inbound transfer.",
    ),
  maxPrice: orders.priceArgument("Highest price, with fees and tax, in the account's currency. Required to order."),
  nameservers: atStart("nameservers", nameserversArgument, "2 to 13 host names. Default: the domain keeps its own."),
  privacy: atStart("privacy", z.boolean(), "WHOIS privacy. Default: the registrar's."),
  autoRenew: atStart("autoRenew", z.boolean(), "Auto-renewal. Default: the registrar's."),
  contacts: atStart("contacts", orders.transferContacts, "Contact handles. Default: the registrar's."),
  dnsRecords: atStart(
    "dnsRecords",
    z.array(anyRecord),
    "Initial DNS records: `DnsRecord` arguments, without `domain`. They need the registrar's own nameservers. Default: none.",
  ),
  retryOrdersBefore: orders.retryArgument(
    "Time in RFC 3339. Order the transfer again if it was ordered, or the domain left, before this time. " +
      "Needs `authCode`. Each value allows one order. Default: never.",
  ),
});
type Args = z.output<typeof schema>;
type Context = CheckContext<Args>;

/** Checks the records, and that arguments which are used only at the start don't change afterwards. */
function check(args: Partial<Args>, context: Context): CheckFailure[] {
  const { domain, dnsRecords = [] } = args;
  const { previous, known } = context;
  const isStarted = previous !== undefined && known("retryOrdersBefore") && !asksToOrder(args, previous);
  const late = startOnlyNames.filter(
    (name) => isStarted && args[name] !== undefined && !isDeepStrictEqual(args[name], previous[name]),
  );
  const failures: CheckFailure[] = late.map((name) => ({
    property: name,
    reason:
      "is used only when the transfer is ordered, and the transfer was ordered already: remove it here, and " +
      `declare ${startOnly[name]} for the domain`,
  }));
  for (const [index, record] of dnsRecords.entries()) {
    for (const finding of failuresOf(dns.checkRecord(record.type, { ...record }, domain), context)) {
      failures.push({ property: "dnsRecords", reason: `[${index}].${finding.property}: ${finding.reason}` });
    }
  }
  return failures;
}

function transferBody(domain: string, args: Args, options: dns.WireOptions) {
  const { authCode = "", nameservers = [], privacy, autoRenew, contacts, dnsRecords = [] } = args;
  const wanted = dnsRecords.map((record) => dns.recordFromArgs(record, domain));
  const records = wanted.map((record) => recordBody.parse(dns.liveToWire(record, options)));
  return {
    domain_name: domain,
    authcode: authCode,
    ...(nameservers.length > 0 && { nameservers: [...new Set(nameservers.map(dns.normaliseHost))] }),
    ...(privacy !== undefined && { privacy_protect: privacy }),
    ...(autoRenew !== undefined && { auto_renew: autoRenew }),
    ...(contacts !== undefined && { contacts }),
    ...(records.length > 0 && { dns_records: records }),
  };
}

export const domainTransfer = perDomain<Args, orders.OrderState>({
  type: "DomainTransfer",
  part: "transfer",
  summary: "An inbound transfer of a domain from another registrar.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.transfer", "tlds.pricing"],
  meaning: {
    create:
      "does nothing if the account holds the domain; otherwise orders the transfer once, for at most " +
      "`maxPrice`. The transfer is pending until a refresh finds the domain in the account",
    drift: "none. A refresh updates `transferStatus`",
    delete: "removes the transfer from the state only. Nothing is cancelled",
  },
  schema,
  outputs: orders.transferOutputs,
  ...ordersOf(kind),
  secretInputs: ["authCode"],
  controls: ["authCode", "maxPrice", ...startOnlyNames, "retryOrdersBefore"],
  stays: (domain, { leftAccount }) =>
    leftAccount
      ? `${domain} left the account`
      : `The transfer of ${domain} stays, and nothing is cancelled or given up`,
  check,

  waiting(_id, { domain, transferStatus, status, expiresAt, pendingSince, retrySpent }) {
    const isFailed = hasFailed({ status: String(status) });
    if (transferStatus !== "pending" || (!isFailed && (status ?? expiresAt) !== undefined)) return undefined;
    const retry = isSameMoment(retrySpent, pendingSince) ? isoText(Date.now()) : pendingSince;
    const shown = isFailed ? `shows its status "${status}"` : "doesn't show the domain";
    return (
      `The transfer of ${domain} has been pending since ${pendingSince}, and the account ${shown}. ` +
      "`pulumi refresh` looks again. If the registrar's dashboard shows that the transfer failed, set " +
      `\`retryOrdersBefore: "${retry}"\` and \`authCode\` to order it again.`
    );
  },

  // Drops the auth code once the transfer is in the state.
  fill: (args, { previous, known }) =>
    previous === undefined || !known("retryOrdersBefore") || asksToOrder(args, previous) ? {} : { authCode: undefined },

  async checkLive(args, context, inRun) {
    const { previous, known } = context;
    if (!known("domain") || !asksToOrder(args, previous)) return [];
    const [domain, run] = [domainOf(args), inRun()];
    // An auth code that isn't known yet isn't missing.
    const asked = known("authCode") ? args : { authCode: "", ...args };
    const shown = await accountOf(domain, run);
    // `up` orders a failed transfer again as if the account didn't show it.
    const live = previous !== undefined && typeof shown !== "string" && hasFailed(shown) ? "absent" : shown;
    const given = startOnlyNames.filter((name) => args[name] !== undefined);
    if (typeof live !== "string" && given.length > 0) {
      run.log(`${domain} is in the account already, so these arguments are not used: ${given.join(", ")}.`);
    }
    return previewOrder({ kind, domain }, asked, live, run, { ...context, known: () => known("maxPrice") });
  },

  ensure(args, domain, run, before) {
    const body = transferBody(domain, args, wireOptions(run.api.contract, "domains.transfer"));
    return ensureOrder({ kind, domain, args, state: before }, () => run.api.domains.transfer({ body }), run);
  },
});
