/** What a program says of an inbound transfer. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Api } from "../../api/index.ts";
import { recordBody } from "../../api/shapes.ts";
import { checkRecord, InvalidNameError, normaliseHost, recordToWire, type WireOptions } from "../../dns/index.ts";
import { failuresOf, recordArgument } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { domainSchema, type StateOf } from "../perDomain.ts";
import { detailOutputs } from "./domains.ts";
import { orderOutputs } from "./journal.ts";
import { amountOutput, momentArgument, priceArgument } from "./registrationArguments.ts";

const handle = z.string().min(1, { error: "must be a contact handle, such as `ATOM-12345`" }).optional();
const contacts = z
  .strictObject({
    registrant: handle.meta({ description: "Handle of the registrant." }),
    admin: handle.meta({ description: "Handle of the contact for administration." }),
    billing: handle.meta({ description: "Handle of the contact for billing." }),
    tech: handle.meta({ description: "Handle of the technical contact." }),
  })
  .meta({ id: "TransferContacts", description: "The contact handles to set with the transfer." });

const onlyAtStart = (resource: string) =>
  `Used only when the transfer is ordered; to change it later, declare ${resource}. You can remove this argument at any time.`;

export const domainTransferSchema = domainSchema("DomainTransfer", {
  authCode: z.string().min(1, { error: "must not be empty" }).optional().meta({
    description:
      "The auth code (EPP code) from the losing registrar; always secret. Required to order the transfer, and not afterwards. The code is removed from the state after the order. Specification, inbound transfer.",
  }),
  maxPrice: priceArgument(
    "The highest price for the transfer, including fees and tax, in the account's currency. Required to order it; not needed for a domain that the account already holds.",
  ),
  nameservers: z
    .array(z.string())
    .min(2, { error: "must name at least 2 nameservers (RFC 1034 4.1)" })
    .max(13, { error: "must name at most 13 nameservers, as registries accept them" })
    .optional()
    .meta({ description: `2 to 13 host names. Default: the domain keeps its own. ${onlyAtStart("Nameservers")}` }),
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
      description: `Initial DNS records, each with the arguments of a DnsRecord except its domain; requires the service's own nameservers. Default: none. ${onlyAtStart("DnsRecord")}`,
    }),
  restart: momentArgument(
    "Order the transfer again if it was ordered, or the domain was lost, before this moment; requires `authCode` again. Each value is valid for one order. Default: a transfer is never ordered a second time.",
  ),
});
export type TransferArgs = z.output<typeof domainTransferSchema>;

/** Of what is shown of every domain, all but what is also an argument here. */
const { nameservers: _argument, ...shownOutputs } = detailOutputs;
const text = (description: string) => z.string().optional().meta({ description });
export const transferOutputs = {
  ...shownOutputs,
  transferStatus: text(
    "`pending` while the transfer is in progress, `completed` once the account holds the domain, `unverified` if it is not known whether the transfer was ordered, `left` if the domain has left the account again.",
  ),
  pendingSince: text("When the transfer was ordered, or first seen in progress. RFC 3339."),
  completedAt: text("When the domain was first seen in the account. RFC 3339."),
  pricePaid: amountOutput("The total price of the transfer, if this resource ordered it; in the account's currency."),
  icannTransferLock: z.boolean().optional().meta({
    description: "Whether the 60-day restriction that begins on arrival is on. Specification, lock status record.",
  }),
  icannTransferLockExpiresAt: text("When that restriction ends, in the registrar's format."),
  ...orderOutputs,
};
/** What a state keeps for the provider: the `restart` that was used up. */
export const transferMemory = { restartSpent: z.string().optional() };
export type TransferState = StateOf<typeof domainTransferSchema, typeof transferOutputs & typeof transferMemory>;
type Context = CheckContext<TransferArgs>;

/** Used when the transfer is ordered; each with the resource that manages it later. */
const startOnly = {
  nameservers: "Nameservers",
  privacy: "DomainSettings",
  autoRenew: "DomainSettings",
  contacts: "DomainContacts",
  dnsRecords: "DnsRecord",
} as const;
export const startOnlyNames = Object.keys(startOnly) as (keyof typeof startOnly)[];

/** Arguments that the state keeps; the auth code is none of them. */
export const transferControls = ["maxPrice", ...startOnlyNames, "restart"] as const;

/** Does the program ask for a new start in this run? */
export const isNewStart = ({ restart }: Partial<TransferArgs>, previous: Partial<TransferArgs> | undefined) =>
  previous === undefined || (restart !== undefined && restart !== previous.restart);

/** What is used at the start only cannot change afterwards. */
export function checkStartOnly(args: Partial<TransferArgs>, { previous, known }: Context): CheckFailure[] {
  if (previous === undefined || !known("restart") || isNewStart(args, previous)) return [];
  return startOnlyNames
    .filter((name) => args[name] !== undefined && !isDeepStrictEqual(args[name], previous[name]))
    .map((name) => ({
      property: name,
      reason: `is used only when the transfer is ordered, and the transfer was ordered already: remove it here, and declare ${startOnly[name]} for the domain`,
    }));
}

/** The strict checks of the records and host names that come along. */
export function checkStart(args: Partial<TransferArgs>, { ignoreChecks }: Context): CheckFailure[] {
  const { domain, dnsRecords = [], nameservers = [] } = args;
  const failures = dnsRecords.flatMap((record, index) =>
    failuresOf(checkRecord(record.type, { ...record }, domain), ignoreChecks).map(({ property, reason }) => ({
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
export function transferBody(domain: string, authCode: string, args: TransferArgs, options: WireOptions): Body {
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
