/** Lookups of the account: domains, locks, and contacts, which are personal data. */
import * as z from "zod";
import * as shapes from "../api/endpoints/shapes.ts";
import { type Api, foreignAmong, lacking, lockDetails, lockDetailsOf, readLockStatus } from "../api/index.ts";
import { momentOf } from "../api/readings.ts";
import { optional } from "../dns/index.ts";
import {
  domainAsked,
  type Functions,
  filled,
  flag,
  hostName,
  integer,
  list,
  maybe,
  named,
  ofDomain,
  proven,
  renamed,
  takes,
  text,
  words,
} from "./lookup.ts";
import type * as types from "./types.generated.ts";

export const onServiceNameserversShown = flag(
  "True for the registrar's own nameservers, under which records and DNSSEC can be managed. Specification, " +
    '"What the service does". Absent if no nameserver is shown.',
);

const domainInfo = named("DomainInfo", "A domain of the account. A field that the registrar does not show is absent.", {
  domain: text("Fully qualified domain name: A-labels, lower case."),
  tld: text("The part after the first dot, such as `com` or `co.uk`."),
  eppStatus: list(z.string(), "EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3."),
  nameservers: list(z.string(), "Host names in A-labels, lower case, without trailing dots; empty if none are shown."),
  ...maybe({
    status: text("The registrar's status, in lower case: `active`, `expired`, ... The values are not documented."),
    registeredAt: text("When the domain was registered, as the registrar writes it (usually RFC 3339)."),
    updatedAt: text("When the domain was last changed, as the registrar writes it."),
    expiresAt: text("When the domain expires, as the registrar writes it."),
    ...shapes.perSetting((name) => flag(shapes.domainSettings[name].description)),
    autoRenewPeriod: integer("Months of a renewal."),
    locked: flag("True if the registrar lock is on."),
    dnssecEnabled: flag("True if DNSSEC is on."),
    onServiceNameservers: onServiceNameserversShown,
    registrant: text("Handle of the registrant; `getContact` gives the contact itself, which is personal data."),
    admin: text("Handle of the administrative contact."),
    tech: text("Handle of the technical contact."),
    billing: text("Handle of the billing contact."),
  }),
});

/** Omits the registrant's name and address, which are personal. `getContact` returns them. */
export function domainFromWire(wire: shapes.WireDomain, domain: string, api: Api): types.DomainInfo {
  const nameservers = (wire.nameservers ?? []).map(hostName);
  return {
    domain,
    tld: wire.extension?.replace(/^\./, "").toLowerCase() ?? domain.slice(domain.indexOf(".") + 1),
    eppStatus: [...(wire.whois_status ?? [])],
    nameservers,
    ...serviceIn(nameservers, api),
    ...shapes.settingsOf(wire),
    ...optional({
      status: wire.status?.toLowerCase(),
      registeredAt: wire.created_date,
      updatedAt: wire.updated_date,
      expiresAt: wire.expiry_date,
      locked: wire.transfer_locked,
      registrant: wire.registrant_handle,
      admin: wire.admin_handle,
      tech: wire.tech_handle,
      billing: wire.billing_handle,
    }),
    ...renamed(wire, "auto_renew_period", "dnssec_enabled"),
  };
}

/** Can records and DNSSEC be managed here? An empty list doesn't say. Specification, "What the service does". */
export const serviceIn = (nameservers: readonly string[], { contract }: Api) =>
  nameservers.length > 0 ? { onServiceNameservers: foreignAmong(nameservers, contract).length === 0 } : {};

const moment = (when: string) =>
  z
    .string()
    .refine((written) => momentOf(written) !== undefined, {
      error: "must be a date or time such as 2030-01-31 or 2030-01-31T12:00:00Z",
    })
    .optional()
    .describe(
      `Only domains that expire ${when} this moment (ISO 8601; without a time zone: UTC). Domains whose ` +
        `expiry is not shown are left out.`,
    );

const contactTexts = Object.fromEntries(
  Object.entries(shapes.contactFields).map(([name, { kind, description }]) => [
    name,
    kind === "lines" || kind === "names" ? list(z.string(), description) : text(description).optional(),
  ]),
);

const contactInfo = named(
  "ContactInfo",
  "A contact handle of the account: personal data. A field that the registrar does not show is absent. " +
    'Specification, "Contact".',
  {
    handle: text("The contact handle, such as `ATOM-12345`."),
    ...maybe({
      type: text("The registrar's type, such as `registrant_user`."),
      verified: flag("True if the e-mail address is verified."),
    }),
    ...contactTexts,
  },
);

const contactFromWire = (wire: shapes.WireContact, handle: string): types.ContactInfo => ({
  handle: wire.handle ?? handle,
  address: [],
  disclosedFields: [],
  ...shapes.shownFields(wire),
  ...renamed(wire, "type", "verified"),
});

export const account: Functions<"getDomain" | "getDomains" | "getDomainLock" | "getContact" | "getContacts"> = {
  getDomain: {
    summary: "Returns a domain of the account: status, dates, settings, nameservers and contact handles.",
    endpoints: ["domains.get"],
    args: ofDomain,
    result: domainInfo,
    run: async ({ domain }, { api }) => domainFromWire(await api.domains.get({ domain }), domain, api),
  },
  getDomains: {
    summary: "Returns all domains of the account, sorted by name, or fails.",
    endpoints: ["domains.list"],
    args: takes({
      tlds: words("Only these TLDs, such as `com` or `co.uk`. Default: all."),
      statuses: words("Only domains in one of these statuses, such as `active`. Case does not matter."),
      expiresBefore: moment("before"),
      expiresAfter: moment("after"),
    }),
    result: z.object({ domains: list(domainInfo, "The domains, sorted by name.") }),
    run: async ({ tlds, statuses, ...args }, { api }) => {
      const [before, after] = [momentOf(args.expiresBefore), momentOf(args.expiresAfter)];
      const isWanted = ({ tld, status = "", expiresAt }: types.DomainInfo) => {
        // NaN passes no comparison.
        const expires = momentOf(expiresAt) ?? Number.NaN;
        const isInTime = expires < (before ?? Infinity) && expires > (after ?? -Infinity);
        return (
          (tlds?.includes(tld) ?? true) &&
          (statuses?.includes(status) ?? true) &&
          (isInTime || (before ?? after) === undefined)
        );
      };
      const domains = proven("domains.list", undefined, await api.domains.list()).map((wire) => {
        if (wire.domain_name === undefined)
          throw lacking("domains.list", undefined, "a row of the list has no `domain_name`");
        return domainFromWire(wire, hostName(wire.domain_name), api);
      });
      return { domains: domains.filter(isWanted).sort((a, b) => (a.domain < b.domain ? -1 : 1)) };
    },
  },
  getDomainLock: {
    summary: "Returns the registrar lock of a domain, and the end of its transfer restriction.",
    endpoints: ["lock.get"],
    args: ofDomain,
    result: z.object({
      domain: domainAsked,
      locked: flag("True if the registrar lock is on."),
      ...maybe({ transferProhibited: flag("True if the transfer prohibition is set."), ...lockDetails }),
    }),
    run: async ({ domain }, { api }) => {
      const lock = await api.lock.get({ domain });
      return {
        domain,
        locked: readLockStatus(lock, domain).locked,
        ...optional({ transferProhibited: lock.transfer_locked, ...lockDetailsOf(lock) }),
      };
    },
  },
  getContact: {
    summary: "Returns a contact by its handle. Personal data: export it only as a secret.",
    endpoints: ["contacts.list"],
    isSecret: true,
    open: ["handle", "type", "verified"],
    args: takes({ handle: filled("The contact handle, such as `ATOM-12345`.") }),
    result: contactInfo,
    run: async ({ handle }, { api }) => contactFromWire(await api.contacts.get({ handle }), handle),
  },
  getContacts: {
    summary:
      "Returns the account's contacts, as the registrar filters them. Personal data: export it only as a secret.",
    endpoints: ["contacts.list"],
    isSecret: true,
    args: takes({
      search: text("Text to find in handle, name, e-mail address, label or organisation; case-insensitive."),
      name: text("Contact name."),
      email: text("E-mail address."),
    }).partial(),
    result: z.object({ contacts: list(contactInfo, "The contacts, in the registrar's order.") }),
    run: async (args, { api }) => {
      const rows = proven("contacts.list", undefined, await api.contacts.list({ query: optional(args) }));
      return { contacts: rows.map((wire) => contactFromWire(wire, wire.handle ?? "")) };
    },
  },
};
