/** What registration, renewal and inbound transfer cost, by TLD. */

import { isObject } from "../api/json.ts";
import { optional } from "../dns/index.ts";
import { type Lookups, wordsIn } from "./lookups.ts";
import type { GetTldPricingArgs, TldPrice } from "./types/index.ts";

/** By TLD, without its dot, in lower case. */
export async function getTldPricing(lookups: Lookups, args: GetTldPricingArgs): Promise<Record<string, TldPrice>> {
  const wanted = wordsIn(args.tld)?.map(tldOf);
  const { api, known } = lookups;
  const { pricing } = await known["tlds.pricing"].once("", () => api.tlds.pricing());
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
