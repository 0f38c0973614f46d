import * as pulumi from "@pulumi/pulumi";
import { appraiseDomain, checkAvailability, getTldPricing, searchMarketplaceAll } from "pulumi-registrar";

const config = new pulumi.Config();
const names = config.getObject<string[]>("names") ?? ["brisk-harbor.com", "brisk-harbor.dev", "brisk-harbor.ai"];
const topic = config.get("topic") ?? "calm names for a harbour café";
const budget = config.getNumber("budget") ?? 2500;

/** Names for sale within the budget, five at most: further pages are not even asked for. */
async function forSale(): Promise<{ domain: string; price: number }[]> {
  const found = [];
  for await (const { domain, price = Infinity } of searchMarketplaceAll({ query: topic, pageSize: 20 })) {
    if (price <= budget) found.push({ domain, price });
    if (found.length === 5) break;
  }
  return found;
}

// What can be registered, and the whole price of the shortest length, fees and tax included.
export const available = checkAvailability({ domains: names }).then(({ names: offers }) =>
  offers.filter((offer) => offer.available).map(({ domain, price }) => ({ domain, total: price?.total })),
);

// What later years cost, and the transfer of a name that somebody holds.
export const com = getTldPricing({ tlds: ["com"] }).then(({ prices }) => prices["com"]);

export const offered = forSale();

// An appraisal counts against the day's quota: a preview and an `up` use one each.
export const worth = appraiseDomain({ domain: "example.com" }).then(({ value, domainScore, usage }) => {
  return { value, domainScore, usedToday: usage?.usedToday, dailyLimit: usage?.dailyLimit };
});
