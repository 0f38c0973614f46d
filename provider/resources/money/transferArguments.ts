/** What a program says of an inbound transfer. */
import * as z from "zod";
import type { Api } from "../../api/index.ts";
import { recordBody } from "../../api/shapes.ts";
import {
  checkRecord,
  InvalidNameError,
  normaliseHost,
  type RecordArgs,
  recordToWire,
  type WireOptions,
} from "../../dns/index.ts";
import { domainArgument, failuresOf, recordArgument } from "../arguments.ts";
import { type CheckContext, type CheckFailure, type Properties, sameJson } from "../definition.ts";
import { momentArgument, priceArgument } from "./registrationArguments.ts";

const handle = z.string().min(1, { error: "must be a contact handle, such as `ATOM-12345`" }).optional();
const contacts = z
  .strictObject({
    registrant: handle.meta({ description: "Handle of the registrant." }),
    admin: handle.meta({ description: "Handle of the contact for administration." }),
    billing: handle.meta({ description: "Handle of the contact for billing." }),
    tech: handle.meta({ description: "Handle of the technical contact." }),
  })
  .meta({ id: "TransferContacts", description: "Contact handles of the account that a transfer starts with." });

const onlyAtStart = (resource: string) =>
  `Used when the transfer is ordered, and only then: later, declare ${resource}. It may be taken out at any time.`;

export const domainTransferSchema = z
  .strictObject({
    domain: domainArgument,
    authCode: z.string().min(1, { error: "must not be empty" }).optional().meta({
      description:
        "The auth code (EPP code) from the losing registrar; always secret. Needed to order the transfer, and no longer once the state holds it: then it is not kept. Specification, inbound transfer.",
    }),
    maxPrice: priceArgument(
      "The most that the transfer may cost, fees and tax included, in the account's currency. Needed to order it; a domain that the account holds already needs none.",
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
      .array(recordArgument)
      .optional()
      .meta({
        description: `DNS records to begin with, each as a DnsRecord without its domain; needs the service's own nameservers. Default: none. ${onlyAtStart("DnsRecord")}`,
      }),
    restart: momentArgument(
      "Order the transfer again if it was ordered, or the domain was lost, before this moment; needs `authCode` again. Each value is good for one order. Default: a transfer is never ordered a second time.",
    ),
  })
  .meta({ id: "DomainTransferArgs" });

/** Used when the transfer is ordered; each with the resource that manages it later. */
const startOnly = {
  nameservers: "Nameservers",
  privacy: "DomainSettings",
  autoRenew: "DomainSettings",
  contacts: "DomainContacts",
  dnsRecords: "DnsRecord",
} as const;
export const startOnlyNames = ["nameservers", "privacy", "autoRenew", "contacts", "dnsRecords"] as const;

/** Arguments that the state keeps; the auth code is none of them. */
export const transferControls = ["maxPrice", ...startOnlyNames, "restart"] as const;

/** Does the program ask for a new start in this run? */
export const isNewStart = (args: Properties, previous: Properties | undefined) =>
  previous === undefined || (args["restart"] !== undefined && args["restart"] !== previous["restart"]);

/** What is used at the start only cannot change afterwards. */
export function checkStartOnly(args: Properties, { previous, known }: CheckContext): CheckFailure[] {
  if (previous === undefined || isNewStart(args, previous)) return [];
  return startOnlyNames
    .filter((key) => known(key) && args[key] !== undefined && !sameJson(args[key], previous[key]))
    .map((key) => ({
      property: key,
      reason: `is used only when the transfer is ordered, which has happened: take it out here, and declare a ${startOnly[key]} for the domain`,
    }));
}

/** The strict checks of the records and host names that come along. */
export function checkStart(args: Properties, { known, ignoreChecks }: CheckContext): CheckFailure[] {
  const domain = known("domain") ? String(args["domain"]) : undefined;
  const records = known("dnsRecords") ? recordsOf(args) : [];
  const failures = records.flatMap((record, index) =>
    failuresOf(checkRecord(record.type, { ...record }, domain), ignoreChecks).map(({ property, reason }) => ({
      property: "dnsRecords",
      reason: `[${index}]${property === undefined ? "" : `.${property}`}: ${reason}`,
    })),
  );
  for (const host of known("nameservers") ? hostsOf(args) : []) {
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

const recordsOf = (args: Properties): RecordArgs[] =>
  (Array.isArray(args["dnsRecords"]) ? args["dnsRecords"] : []).flatMap((record: unknown) => {
    const read = recordArgument.safeParse(record);
    return read.success ? [read.data] : [];
  });

const hostsOf = (args: Properties): string[] =>
  Array.isArray(args["nameservers"]) ? args["nameservers"].map(String) : [];

type Body = NonNullable<Parameters<Api["domains"]["transfer"]>[0]["body"]>;

/** The order's body. */
export function transferBody(domain: string, authCode: string, args: Properties, options: WireOptions): Body {
  const hosts = hostsOf(args).map((host) => normaliseHost(host));
  const handles = contacts.safeParse(args["contacts"]).data;
  const records = recordsOf(args).map((record) => recordBody.parse(recordToWire(record, domain, options)));
  return {
    domain_name: domain,
    authcode: authCode,
    ...(hosts.length > 0 && { nameservers: [...new Set(hosts)] }),
    ...(typeof args["privacy"] === "boolean" && { privacy_protect: args["privacy"] }),
    ...(typeof args["autoRenew"] === "boolean" && { auto_renew: args["autoRenew"] }),
    ...(handles !== undefined && { contacts: handles }),
    ...(records.length > 0 && { dns_records: records }),
  };
}
