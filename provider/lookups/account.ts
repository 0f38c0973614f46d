/** Lookups of the account: its domains, their locks, its contact handles, what can be registered, and what it costs. */

import { price as priceShape, type WireContact, type WireDomain } from "../api/endpoints/shapes.ts";
import {
  ForbiddenError,
  foreignAmong,
  isLocked,
  isObject,
  NotFoundError,
  settingsOf,
  shownFields,
} from "../api/index.ts";
import { optional } from "../dns/index.ts";
import {
  domainIn,
  domainName,
  hostName,
  InvalidLookupError,
  type Lookups,
  lacking,
  renamed,
  textIn,
  whole,
  wordsIn,
} from "./session.ts";
import type * as types from "./types.ts";

/** @throws DomainNotHeldError when the account does not hold it */
export async function getDomain(lookups: Lookups, args: types.GetDomainArgs): Promise<types.DomainInfo> {
  const domain = domainIn("getDomain", args.domain);
  return domainFromWire(await lookups.domains.get({ domain }), domain, lookups);
}

/** Everything but the registrant's name and address: those are personal, and the handle leads to them. */
function domainFromWire(wire: WireDomain, domain: string, lookups: Lookups): types.DomainInfo {
  const nameservers = (wire.nameservers ?? []).map(hostName);
  return {
    domain,
    tld: wire.extension?.replace(/^\./, "").toLowerCase() ?? domain.slice(domain.indexOf(".") + 1),
    eppStatus: [...(wire.whois_status ?? [])],
    nameservers,
    ...(nameservers.length > 0 && { areServiceNameservers: areServiceNameservers(nameservers, lookups) }),
    ...settingsOf(wire),
    ...optional({
      status: wire.status?.toLowerCase(),
      registeredAt: wire.created_date,
      updatedAt: wire.updated_date,
      expiresAt: wire.expiry_date,
    }),
    ...renamed(wire, "auto_renew_period", "transfer_locked", "dnssec_enabled"),
    ...renamed(wire, "registrant_handle", "admin_handle", "tech_handle", "billing_handle"),
  };
}

/** Can records and DNSSEC be managed under these, in A-labels? Specification, "What the service does". */
export function areServiceNameservers(nameservers: readonly string[], { contract }: Lookups): boolean {
  return nameservers.length > 0 && foreignAmong(nameservers, contract).length === 0;
}

/** @throws IncompleteListError when the list could not be read completely */
export async function getDomains(lookups: Lookups, args: types.GetDomainsArgs): Promise<types.GetDomainsResult> {
  const isWanted = filterOf(args);
  const domains = whole("domains.list", undefined, await lookups.domains.list()).map((wire) => {
    if (wire.domain_name === undefined)
      throw lacking("domains.list", undefined, "an item of the list has no `domain_name`");
    return domainFromWire(wire, domainName(wire.domain_name), lookups);
  });
  return { domains: domains.filter(isWanted).sort((a, b) => (a.domain < b.domain ? -1 : 1)) };
}

function filterOf({
  expiresBefore,
  expiresAfter,
  ...args
}: types.GetDomainsArgs): (domain: types.DomainInfo) => boolean {
  const tlds = wordsIn("getDomains", "tlds", args.tlds)?.map(tldOf);
  const statuses = wordsIn("getDomains", "statuses", args.statuses);
  const before = expiresBefore === undefined ? undefined : moment("expiresBefore", expiresBefore);
  const after = expiresAfter === undefined ? undefined : moment("expiresAfter", expiresAfter);
  return (domain) => {
    if (tlds !== undefined && !tlds.includes(domain.tld)) return false;
    if (statuses !== undefined && !statuses.includes(domain.status ?? "")) return false;
    if (before === undefined && after === undefined) return true;
    const expires = domain.expiresAt === undefined ? undefined : milliseconds(domain.expiresAt);
    if (expires === undefined) return false;
    return (before === undefined || expires < before) && (after === undefined || expires > after);
  };
}

function moment(argument: string, written: string): number {
  const found = milliseconds(written);
  if (found !== undefined) return found;
  throw new InvalidLookupError(
    "getDomains",
    `${argument} must be a date or time such as 2030-01-31 or 2030-01-31T12:00:00Z`,
  );
}

/** Milliseconds since 1970; a moment without a time zone is UTC. */
function milliseconds(written: string): number | undefined {
  const text = written.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T");
  const hasTime = /T\d/.test(text);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const value = Date.parse(hasTime && !hasZone ? `${text}Z` : text);
  return Number.isNaN(value) || !/^\d{4}-/.test(text) ? undefined : value;
}

export async function getDomainLock(
  lookups: Lookups,
  args: types.GetDomainLockArgs,
): Promise<types.GetDomainLockResult> {
  const domain = domainIn("getDomainLock", args.domain);
  const lock = await lookups.lock.get({ domain });
  return {
    domain,
    locked: isLocked(lock, domain),
    ...renamed(lock, "transfer_locked", "icann_transfer_lock", "icann_transfer_lock_expires_at", "can_transfer_out"),
  };
}

/** One answer a name, in the order of the names. A name that is taken costs a second call: is it this account's? */
export async function checkAvailability(
  lookups: Lookups,
  args: types.CheckAvailabilityArgs,
): Promise<types.CheckAvailabilityResult> {
  const { domains, years } = args;
  if (!Array.isArray(domains)) throw new InvalidLookupError("checkAvailability", "domains must be a list of names");
  if (years !== undefined && !(Number.isInteger(years) && years >= 1 && years <= 10)) {
    throw new InvalidLookupError("checkAvailability", "years must be a whole number from 1 to 10");
  }
  const names = domains.map((name) => domainIn("checkAvailability", name));
  return { names: await Promise.all(names.map((domain) => checkOne(lookups, domain, years))) };
}

async function checkOne(lookups: Lookups, domain: string, years: number | undefined): Promise<types.Availability> {
  const query = { ...(years !== undefined && { years }) };
  const { status, domain_price } = await lookups.domains.check({ domain, query });
  if (status === undefined) {
    const what = "the response has no `status`, so it is not known whether the name is available";
    throw lacking("domains.check", domain, what);
  }
  const available = status.toLowerCase() === "available";
  const inAccount = !available && (await isHeld(lookups, domain));
  return {
    domain,
    available,
    inAccount,
    status,
    ...(available && domain_price !== undefined && { price: priceFromWire(domain_price, domain) }),
  };
}

async function isHeld(lookups: Lookups, domain: string): Promise<boolean> {
  try {
    await lookups.domains.get({ domain });
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
  const years = renamed(wire, "unit_price", "renewal_price", "icann_fee", "is_premium", "registration_length");
  return { ...years, ...renamed(wire, "subtotal", "vat_rate", "vat_amount", "total") };
}

export async function getTldPricing(
  lookups: Lookups,
  args: types.GetTldPricingArgs,
): Promise<types.GetTldPricingResult> {
  const wanted = wordsIn("getTldPricing", "tlds", args.tlds)?.map(tldOf);
  const { pricing } = await lookups.tlds.pricing();
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

/** Keys under which an object may hold its price; the whole one comes first. */
const amountKeys = ["total", "price", "unit_price", "amount", "value", "1"];

/** A price as a number, a text, or an object around one; `undefined` where it is none of these. */
function amountIn(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string") return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
  if (!isObject(value)) return undefined;
  return amountKeys
    .map((key) => (isObject(value[key]) ? undefined : amountIn(value[key])))
    .find((n) => n !== undefined);
}

/** @throws NotFoundError when the account has no such handle */
export async function getContact(lookups: Lookups, args: types.GetContactArgs): Promise<types.ContactInfo> {
  const handle = textIn("getContact", "handle", args.handle);
  return contactFromWire(await lookups.contacts.get({ handle }), handle);
}

const contactFromWire = (wire: WireContact, handle: string): types.ContactInfo => ({
  handle: wire.handle ?? handle,
  address: [],
  disclosedFields: [],
  ...shownFields(wire),
  ...renamed(wire, "type", "verified"),
});

/** @throws IncompleteListError when the list could not be read completely */
export async function getContacts(lookups: Lookups, args: types.GetContactsArgs): Promise<types.GetContactsResult> {
  const query = optional({ search: args.search, name: args.name, email: args.email });
  const rows = whole("contacts.list", undefined, await lookups.contacts.list({ query }));
  return { contacts: rows.map((wire) => contactFromWire(wire, wire.handle ?? "")) };
}
