/** Lookups of the account: domains, locks, availability and prices. */
import * as z from "zod";
import { momentOf } from "../api/dates.ts";
import type { WireDomain, WirePrice } from "../api/endpoints/shapes.ts";
import {
  type Api,
  domainSettings,
  ForbiddenError,
  foreignAmong,
  isObject,
  lacking,
  NotFoundError,
  perSetting,
  readLockStatus,
  settingsOf,
  truth,
} from "../api/index.ts";
import { optional } from "../dns/index.ts";
import * as part from "./lookup.ts";
import { flag, hostName, list, lookup, ofDomain, proven, renamed, result, takes, text } from "./lookup.ts";
import type * as types from "./types.generated.ts";

export const onServiceNameserversShown = flag(
  "True for the registrar's own nameservers, under which records and DNSSEC can be managed. Specification, " +
    '"What the service does".',
);

const domainInfo = result(
  {
    domain: text("Fully qualified domain name: A-labels, lower case."),
    tld: text("The part after the first dot, such as `com` or `co.uk`."),
    eppStatus: list(z.string(), "EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3."),
    nameservers: list(
      z.string(),
      "Host names in A-labels, lower case, without trailing dots; empty if none are shown.",
    ),
  },
  {
    status: text("The registrar's status, in lower case: `active`, `expired`, ... The values are not documented."),
    registeredAt: text("When the domain was registered, as the registrar writes it (usually RFC 3339)."),
    updatedAt: text("When the domain was last changed, as the registrar writes it."),
    expiresAt: text("When the domain expires, as the registrar writes it."),
    ...perSetting((name) => flag(domainSettings[name].description)),
    autoRenewPeriod: part.integer("Months of a renewal."),
    locked: flag("True if the registrar lock is on."),
    dnssecEnabled: flag("True if DNSSEC is on."),
    onServiceNameservers: onServiceNameserversShown,
    registrant: text("Handle of the registrant; `getContact` gives the contact itself, which is personal data."),
    admin: text("Handle of the administrative contact."),
    tech: text("Handle of the technical contact."),
    billing: text("Handle of the billing contact."),
  },
).meta({
  id: "DomainInfo",
  description: "A domain of the account. A field that the registrar does not show is absent.",
});

export const getDomain = lookup("getDomain", { args: ofDomain, result: domainInfo }, async (api, { domain }) =>
  domainFromWire(await api.domains.get({ domain }), domain, api),
);

/** Omits the registrant's name and address, which are personal. `getContact` returns them. */
export function domainFromWire(wire: WireDomain, domain: string, api: Api): types.DomainInfo {
  const nameservers = (wire.nameservers ?? []).map(hostName);
  return {
    domain,
    tld: wire.extension?.replace(/^\./, "").toLowerCase() ?? domain.slice(domain.indexOf(".") + 1),
    eppStatus: [...(wire.whois_status ?? [])],
    nameservers,
    ...(nameservers.length > 0 && { onServiceNameservers: onServiceNameservers(nameservers, api) }),
    ...settingsOf(wire),
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

/** Can records and DNSSEC be managed under these nameservers? Specification, "What the service does". */
export function onServiceNameservers(nameservers: readonly string[], { contract }: Api): boolean {
  return nameservers.length > 0 && foreignAmong(nameservers, contract).length === 0;
}

const words = (description: string) =>
  z
    .array(
      z.string().transform((word) => tldOf(word)),
      { error: "must be a list of strings" },
    )
    .optional()
    .meta({ description });
const moment = (when: string) =>
  z
    .string()
    .refine((written) => momentOf(written) !== undefined, {
      error: "must be a date or time such as 2030-01-31 or 2030-01-31T12:00:00Z",
    })
    .optional()
    .meta({
      description: `Only domains that expire ${when} this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out.`,
    });

export const getDomains = lookup(
  "getDomains",
  {
    args: takes({
      tlds: words("Only these TLDs, such as `com` or `co.uk`. Default: all."),
      statuses: words("Only domains in one of these statuses, such as `active`. Case does not matter."),
      expiresBefore: moment("before"),
      expiresAfter: moment("after"),
    }),
    result: result({ domains: list(domainInfo, "The domains, sorted by name.") }),
  },
  async (api, { tlds, statuses, ...args }) => {
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
);

export const getDomainLock = lookup(
  "getDomainLock",
  {
    args: ofDomain,
    result: result(
      { domain: part.domainAsked, locked: flag("True if the registrar lock is on.") },
      {
        transferProhibited: flag("True if the transfer prohibition is set."),
        icannTransferLock: flag("True during the 60-day restriction after a registration or inbound transfer."),
        icannTransferLockExpiresAt: text(
          "When that restriction ends, as the registrar writes it; absent if there is none.",
        ),
        canTransferOut: flag("True if the lock and the restriction are off."),
      },
    ),
  },
  async (api, { domain }) => {
    const lock = await api.lock.get({ domain });
    return {
      domain,
      locked: readLockStatus(lock, domain).locked,
      ...optional({ transferProhibited: lock.transfer_locked }),
      ...renamed(lock, "icann_transfer_lock", "icann_transfer_lock_expires_at", "can_transfer_out"),
    };
  },
);

const registrationPrice = result(
  {},
  {
    unitPrice: part.amount("Price of one year, in major units."),
    renewalPrice: part.amount("Price of a later year, in major units."),
    icannFee: part.amount("ICANN's fee; part of `total`."),
    premium: flag("True if the name has a price of its own."),
    years: part.integer("Years of the quote."),
    subtotal: part.amount("Before tax."),
    vatRate: part.amount("Part of the subtotal that is added as tax: 0.2 is 20 %."),
    vatAmount: part.amount("The tax."),
    total: part.amount("Price of all years, with fees and tax."),
  },
).meta({
  id: "RegistrationPrice",
  description:
    'The price of a registration. Fields: specification, "Availability result", which shows neither currency nor units; ' +
    "they are taken as decimals in major units (public reference) of the account's currency (assumed).",
});

const availability = result(
  {
    domain: text("The given name, in A-labels."),
    available: flag("True if the registrar says `available`."),
    inAccount: flag("True if this account holds the name. Looked up only if it is not available."),
    status: text("The registrar's own word: `available`, `unavailable`."),
  },
  { price: registrationPrice.meta({ description: "Price of the registration; present if the name is available." }) },
).meta({ id: "Availability", description: "Availability and price of a name." });

/** A name that isn't available costs a second call, to see if this account holds it. */
export const checkAvailability = lookup(
  "checkAvailability",
  {
    args: takes({
      domains: z
        .array(part.domainArgument, { error: "must be a list of names" })
        .meta({ description: 'Fully qualified names, such as `["example.com", "example.dev"]`.' }),
      years: part.between(1, 10, "Years of the quoted registration, 1 to 10. Default: the registrar's (1; 2 for .ai)."),
    }),
    result: result({ names: list(availability, "One entry for each name, in the given order.") }),
  },
  async (api, { domains, years }) => ({
    names: await Promise.all(domains.map((domain) => checkOne(api, domain, years))),
  }),
);

async function checkOne(api: Api, domain: string, years: number | undefined): Promise<types.Availability> {
  const query = { ...(years !== undefined && { years }) };
  const { status, domain_price } = await api.domains.check({ domain, query });
  if (status === undefined) {
    const what = "the response has no `status`, so it is not known whether the name is available";
    throw lacking("domains.check", domain, what);
  }
  const available = status.toLowerCase() === "available";
  const inAccount = !available && (await isHeld(api, domain));
  return {
    domain,
    available,
    inAccount,
    status,
    ...(available && domain_price !== undefined && { price: priceFromWire(domain_price) }),
  };
}

async function isHeld(api: Api, domain: string): Promise<boolean> {
  try {
    await api.domains.get({ domain });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

const priceFromWire = (wire: WirePrice): types.RegistrationPrice =>
  optional({
    unitPrice: amountIn(wire.unit_price),
    renewalPrice: amountIn(wire.renewal_price),
    icannFee: amountIn(wire.icann_fee),
    premium: truth(wire.is_premium),
    years: amountIn(wire.registration_length),
    subtotal: amountIn(wire.subtotal),
    vatRate: amountIn(wire.vat_rate),
    vatAmount: amountIn(wire.vat_amount),
    total: amountIn(wire.total),
  });

const tldPrice = result(
  {},
  {
    register: part.amount("Registration of one year."),
    renew: part.amount("Renewal by one year."),
    transfer: part.amount("Inbound transfer."),
  },
).meta({
  id: "TldPrice",
  description: "Prices of one TLD, in major units. A price that the registrar does not show as one number is absent.",
});

export const getTldPricing = lookup(
  "getTldPricing",
  {
    args: takes({ tlds: words("Only these TLDs, such as `com`. Default: all.") }),
    result: result({
      prices: z.record(z.string(), tldPrice).meta({ description: "By TLD, without its dot, in lower case." }),
    }),
  },
  async (api, { tlds }) => {
    const { pricing } = await api.tlds.pricing();
    const entries = Object.entries(pricing)
      .map(([tld, entry]) => [tldOf(tld), priceOf(entry)] as const)
      .filter(([tld]) => tlds?.includes(tld) ?? true);
    return { prices: Object.fromEntries(entries) };
  },
);

const tldOf = (written: string) => written.trim().toLowerCase().replace(/^\./, "");

function priceOf(entry: unknown): types.TldPrice {
  const fields = isObject(entry) ? entry : {};
  return optional({
    register: amountIn(fields["register"] ?? fields["registration"]),
    renew: amountIn(fields["renew"] ?? fields["renewal"]),
    transfer: amountIn(fields["transfer"]),
  });
}

/** Keys under which an object may have its price. The total comes first. */
const amountKeys = ["total", "price", "unit_price", "amount", "value", "1"];

/** A price: a number, a decimal string, or an object that has a price. */
function amountIn(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string") return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
  if (!isObject(value)) return undefined;
  return amountKeys
    .map((key) => (isObject(value[key]) ? undefined : amountIn(value[key])))
    .find((n) => n !== undefined);
}
