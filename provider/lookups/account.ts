/** Lookups of the account: domains, locks, contact handles, availability and prices. */

import { momentOf } from "../api/dates.ts";
import { price as priceShape, type WireContact, type WireDomain } from "../api/endpoints/shapes.ts";
import {
  type Api,
  ForbiddenError,
  foreignAmong,
  isObject,
  lacking,
  NotFoundError,
  readLockStatus,
  settingsOf,
  shownFields,
} from "../api/index.ts";
import { optional } from "../dns/index.ts";
import { domainIn, hostName, InvalidLookupError, proven, renamed, textIn, wordsIn } from "./session.ts";
import type * as types from "./types.ts";

export async function getDomain(api: Api, args: types.GetDomainArgs): Promise<types.DomainInfo> {
  const domain = domainIn("getDomain", args.domain);
  return domainFromWire(await api.domains.get({ domain }), domain, api);
}

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

export async function getDomains(api: Api, args: types.GetDomainsArgs): Promise<types.GetDomainsResult> {
  const isWanted = filterOf(args);
  const domains = proven("domains.list", undefined, await api.domains.list()).map((wire) => {
    if (wire.domain_name === undefined)
      throw lacking("domains.list", undefined, "a row of the list has no `domain_name`");
    return domainFromWire(wire, hostName(wire.domain_name), api);
  });
  return { domains: domains.filter(isWanted).sort((a, b) => (a.domain < b.domain ? -1 : 1)) };
}

function filterOf(args: types.GetDomainsArgs): (domain: types.DomainInfo) => boolean {
  const tlds = wordsIn("getDomains", "tlds", args.tlds)?.map(tldOf);
  const statuses = wordsIn("getDomains", "statuses", args.statuses);
  const [before, after] = [moment("expiresBefore", args), moment("expiresAfter", args)];
  return (domain) => {
    if (tlds !== undefined && !tlds.includes(domain.tld)) return false;
    if (statuses !== undefined && !statuses.includes(domain.status ?? "")) return false;
    if (before === undefined && after === undefined) return true;
    // NaN passes no comparison.
    const expires = momentOf(domain.expiresAt) ?? Number.NaN;
    return expires < (before ?? Infinity) && expires > (after ?? -Infinity);
  };
}

function moment(argument: "expiresBefore" | "expiresAfter", args: types.GetDomainsArgs): number | undefined {
  const written = args[argument];
  if (written === undefined) return undefined;
  const found = momentOf(written);
  if (found !== undefined) return found;
  const what = `${argument} must be a date or time such as 2030-01-31 or 2030-01-31T12:00:00Z`;
  throw new InvalidLookupError("getDomains", what);
}

export async function getDomainLock(api: Api, args: types.GetDomainLockArgs): Promise<types.GetDomainLockResult> {
  const domain = domainIn("getDomainLock", args.domain);
  const lock = await api.lock.get({ domain });
  return {
    domain,
    locked: readLockStatus(lock, domain).locked,
    ...optional({ transferProhibited: lock.transfer_locked }),
    ...renamed(lock, "icann_transfer_lock", "icann_transfer_lock_expires_at", "can_transfer_out"),
  };
}

/** A name that isn't available costs a second call, to see if this account holds it. */
export async function checkAvailability(
  api: Api,
  args: types.CheckAvailabilityArgs,
): Promise<types.CheckAvailabilityResult> {
  const { domains, years } = args;
  if (!Array.isArray(domains)) throw new InvalidLookupError("checkAvailability", "domains must be a list of names");
  if (years !== undefined && !(Number.isInteger(years) && years >= 1 && years <= 10)) {
    throw new InvalidLookupError("checkAvailability", "years must be a whole number from 1 to 10");
  }
  const names = domains.map((name) => domainIn("checkAvailability", name));
  return { names: await Promise.all(names.map((domain) => checkOne(api, domain, years))) };
}

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
    ...(available && domain_price !== undefined && { price: priceFromWire(domain_price, domain) }),
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

function priceFromWire(found: unknown, domain: string): types.RegistrationPrice {
  const { data: wire, error } = priceShape.safeParse(found);
  if (wire === undefined) {
    const field = error?.issues[0]?.path.join(".") ?? "";
    throw lacking("domains.check", domain, `the price's field "${field}" is not as expected`);
  }
  const { is_premium: premium, registration_length: years } = wire;
  const fees = renamed(wire, "unit_price", "renewal_price", "icann_fee");
  return { ...fees, ...optional({ premium, years }), ...renamed(wire, "subtotal", "vat_rate", "vat_amount", "total") };
}

export async function getTldPricing(api: Api, args: types.GetTldPricingArgs): Promise<types.GetTldPricingResult> {
  const wanted = wordsIn("getTldPricing", "tlds", args.tlds)?.map(tldOf);
  const { pricing } = await api.tlds.pricing();
  const entries = Object.entries(pricing)
    .map(([tld, entry]) => [tldOf(tld), priceOf(entry)] as const)
    .filter(([tld]) => wanted === undefined || wanted.includes(tld));
  return { prices: Object.fromEntries(entries) };
}

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

export async function getContact(api: Api, args: types.GetContactArgs): Promise<types.ContactInfo> {
  const handle = textIn("getContact", "handle", args.handle);
  return contactFromWire(await api.contacts.get({ handle }), handle);
}

const contactFromWire = (wire: WireContact, handle: string): types.ContactInfo => ({
  handle: wire.handle ?? handle,
  address: [],
  disclosedFields: [],
  ...shownFields(wire),
  ...renamed(wire, "type", "verified"),
});

export async function getContacts(api: Api, args: types.GetContactsArgs): Promise<types.GetContactsResult> {
  const query = optional({ search: args.search, name: args.name, email: args.email });
  const rows = proven("contacts.list", undefined, await api.contacts.list({ query }));
  return { contacts: rows.map((wire) => contactFromWire(wire, wire.handle ?? "")) };
}
