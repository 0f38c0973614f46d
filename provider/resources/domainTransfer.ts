/** DomainTransfer: a domain brought in from another registrar. Ordered at most once, pending, then completed. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { recordBody } from "../api/endpoints/shapes.ts";
import { NotFoundError, UnexpectedShapeError, UnsupportedOperationError, wireOptions } from "../api/index.ts";
import { checkRecord, InvalidNameError, normaliseHost, recordToWire, type WireOptions } from "../dns/index.ts";
import { accountOf } from "../lifecycle/account.ts";
import { domainOf, failuresOf, recordArgument } from "../lifecycle/arguments.ts";
import type { CheckContext, CheckFailure } from "../lifecycle/definition.ts";
import {
  checkPast,
  momentArgument,
  priceArgument,
  type OrderState as State,
  transferContacts,
  transferMemory,
  transferOutputs,
} from "../lifecycle/orders/arguments.ts";
import { dueOrder, ensureOrder, observeOrder, previewOrder, refusals } from "../lifecycle/orders/order.ts";
import { domainSchema, perDomain } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

const onlyAtStart = (resource: string) =>
  `Used only when the transfer is ordered; to change it later, declare ${resource}. You can remove this argument at any time.`;

const setting = (name: string) => {
  const description = `${name}. Default: the registrar's. ${onlyAtStart("DomainSettings")}`;
  return z.boolean().optional().meta({ description });
};

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
    .meta({ description: `2 to 13 host names. Default: the domain keeps its own. ${onlyAtStart("Nameservers")}` }),
  privacy: setting("WHOIS privacy"),
  autoRenew: setting("Auto-renewal"),
  contacts: transferContacts
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

/** An argument that is used only at the start can't change afterwards. The records and host names that come along pass the strict checks. */
function check(args: Partial<Args>, context: Context): CheckFailure[] {
  const { domain, dnsRecords = [], nameservers = [], restart } = args;
  const { previous, known } = context;
  const isStarted = previous !== undefined && known("restart") && !isNewStart(args, previous);
  const late = startOnlyNames.filter(
    (name) => isStarted && args[name] !== undefined && !isDeepStrictEqual(args[name], previous[name]),
  );
  const failures: CheckFailure[] = late.map((name) => ({
    property: name,
    reason: `is used only when the transfer is ordered, and the transfer was ordered already: remove it here, and declare ${startOnly[name]} for the domain`,
  }));
  for (const [index, record] of dnsRecords.entries()) {
    for (const finding of failuresOf(checkRecord(record.type, { ...record }, domain), context)) {
      const path = finding.property === undefined ? "" : `.${finding.property}`;
      failures.push({ property: "dnsRecords", reason: `[${index}]${path}: ${finding.reason}` });
    }
  }
  for (const host of nameservers) {
    try {
      normaliseHost(host);
    } catch (error) {
      if (!(error instanceof InvalidNameError)) throw error;
      const reason = `must be host names such as \`ns1.example.net\`: ${error.message}`;
      failures.push({ property: "nameservers", reason });
    }
  }
  return [...failures, ...checkPast("restart", restart, Date.now())];
}

function transferBody(domain: string, args: Args, options: WireOptions) {
  const { authCode = "", nameservers = [], privacy, autoRenew, contacts, dnsRecords = [] } = args;
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

/** The 60-day restriction that begins on arrival. Specification, "States and transitions". */
async function withRestriction(state: State, domain: string, run: Run): Promise<State> {
  if (state.transferStatus !== "completed") return state;
  try {
    const { icann_transfer_lock: isOn, icann_transfer_lock_expires_at: end } = await run.api.lock.get({ domain });
    return { ...state, icannTransferLock: isOn, icannTransferLockExpiresAt: end };
  } catch (error) {
    const nones = [NotFoundError, UnsupportedOperationError, UnexpectedShapeError];
    if (nones.some((kind) => error instanceof kind)) return state;
    throw error;
  }
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
  outputs: transferOutputs,
  memory: transferMemory,
  secretInputs: ["authCode"],
  controls: ["maxPrice", ...startOnlyNames, "restart"],
  unkept: "authCode",
  stays: (domain) => `The transfer of ${domain} stays`,
  check,
  due: (state, args) => dueOrder("transfer", state, args),

  // Once the state holds the transfer, the auth code is not needed: it is not kept.
  fill: (args, { previous, known }) =>
    previous === undefined || !known("restart") || isNewStart(args, previous) ? {} : { authCode: undefined },

  needsLiveCheck: (_args, { previous, known }) => previous === undefined && known("domain"),

  async checkLive(args, { known }, run) {
    const domain = domainOf(args);
    // An auth code that isn't known yet isn't missing.
    const question = {
      kind: "transfer",
      domain,
      state: undefined,
      args: known("authCode") ? args : { authCode: "", ...args },
    } as const;
    const live = await accountOf(domain, run);
    return { failures: await refusals(() => previewOrder(question, live, run, () => known("maxPrice"))) };
  },

  observe: async (state, domain, run) =>
    withRestriction(await observeOrder("transfer", domain, state, run), domain, run),

  async ensure(args, domain, run, before) {
    const prepare = () => {
      const body = transferBody(domain, args, wireOptions(run.api.contract, "domains.transfer"));
      return () => run.api.domains.transfer({ body });
    };
    const { state, live } = await ensureOrder({ kind: "transfer", domain, args, state: before }, prepare, run);
    if (live === "unread" || live === "former") return state;
    const given = startOnlyNames.filter((name) => args[name] !== undefined);
    if (before === undefined && live !== "absent" && given.length > 0) {
      run.log(`${domain} is in the account already, so nothing was ordered, and ${given.join(", ")} were not used.`);
    }
    return withRestriction(state, domain, run);
  },

  release({ leftAccount, transferStatus }, domain, run) {
    if (leftAccount !== undefined) return;
    const what = transferStatus === "completed" ? "remains in the account" : "continues if it was ordered";
    run.log(
      `The transfer of ${domain} ${what}: nothing is cancelled or released; the resource is only removed from the state.`,
    );
  },
});
