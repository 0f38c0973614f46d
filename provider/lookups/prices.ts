/** Lookups of what can be registered, and of what it costs. */
import { ForbiddenError, NotFoundError, UnexpectedShapeError } from "../api/index.ts";
import { isObject } from "../api/json.ts";
import { price as priceShape } from "../api/shapes.ts";
import { optional } from "../dns/index.ts";
import { domainIn, wordsIn } from "./arguments.ts";
import { InvalidLookupError } from "./errors.ts";
import type { Lookups } from "./session.ts";
import type {
  Availability,
  CheckAvailabilityArgs,
  GetTldPricingArgs,
  RegistrationPrice,
  TldPrice,
} from "./types/index.ts";

/** One answer a name, in the order of the names. A name that is taken costs a second call: is it this account's? */
export async function checkAvailability(lookups: Lookups, args: CheckAvailabilityArgs): Promise<Availability[]> {
  const { domains, years } = args;
  if (!Array.isArray(domains)) throw new InvalidLookupError("checkAvailability", "domains must be a list of names");
  if (years !== undefined && !(Number.isInteger(years) && years >= 1 && years <= 10)) {
    throw new InvalidLookupError("checkAvailability", "years must be a whole number from 1 to 10");
  }
  const names = domains.map((name) => domainIn("checkAvailability", name));
  return Promise.all(names.map((domain) => checkOne(lookups, domain, years)));
}

async function checkOne(lookups: Lookups, domain: string, years: number | undefined): Promise<Availability> {
  const { api, cache } = lookups;
  const wire = await cache["domains.check"].once(`${domain} ${years ?? ""}`, () =>
    api.domains.check({ domain, query: { ...(years !== undefined && { years }) } }),
  );
  const { status, domain_price } = wire;
  if (status === undefined) {
    throw new UnexpectedShapeError({
      operation: "domains.check",
      domain,
      what: "the answer has no `status`, so whether the name is available is not known",
      advice: "If it has another key, say so in a contract file (`registrar:contract`, `domains.check`, `fields`).",
    });
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

async function isHeld({ api, cache }: Lookups, domain: string): Promise<boolean> {
  try {
    await cache["domains.get"].once(domain, () => api.domains.get({ domain }));
    return true;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return false;
    throw error;
  }
}

function priceFromWire(found: unknown, domain: string): RegistrationPrice {
  const { data: wire, error } = priceShape.safeParse(found);
  if (wire === undefined) {
    throw new UnexpectedShapeError({
      operation: "domains.check",
      domain,
      what: `the price's field "${error?.issues[0]?.path.join(".") ?? ""}" is not as expected`,
      advice: "If it has another key, say so in a contract file (`registrar:contract`, `domains.check`, `fields`).",
    });
  }
  return optional({
    unitPrice: wire.unit_price,
    renewalPrice: wire.renewal_price,
    icannFee: wire.icann_fee,
    isPremium: wire.is_premium,
    registrationLength: wire.registration_length,
    subtotal: wire.subtotal,
    vatRate: wire.vat_rate,
    vatAmount: wire.vat_amount,
    total: wire.total,
  });
}

/** By TLD, without its dot, in lower case. */
export async function getTldPricing(lookups: Lookups, args: GetTldPricingArgs): Promise<Record<string, TldPrice>> {
  const wanted = wordsIn(args.tld)?.map(tldOf);
  const { api, cache } = lookups;
  const { pricing } = await cache["tlds.pricing"].once("", () => api.tlds.pricing());
  const entries = Object.entries(pricing)
    .map(([tld, entry]) => [tldOf(tld), priceOf(entry)] as const)
    .filter(([tld]) => wanted === undefined || wanted.includes(tld));
  return Object.fromEntries(entries);
}

const tldOf = (written: string) => written.trim().toLowerCase().replace(/^\./, "");

function priceOf(entry: unknown): TldPrice {
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
