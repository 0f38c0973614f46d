/** The marketplace: invented names and values that depend on the request alone. */
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { numberFrom } from "../random.ts";
import { badRequest } from "../refusal.ts";
import { type Handler, ok } from "./call.ts";

const pick = <T>(items: readonly [T, ...T[]], key: string): T => items[numberFrom(key) % items.length] ?? items[0];

const stems = ["lumen", "brisk", "harbor", "quartz", "willow", "orbit", "maple", "cinder"] as const;
const endings = ["ly", "hub", "nest", "works", "path", "forge"] as const;

function invented(query: string, index: number) {
  const key = `${query}/${index}`;
  const tld = pick(["com", "io", "ai"], `${key}/tld`);
  const name = `${pick(stems, `${key}/stem`)}${pick(endings, `${key}/ending`)}${index}.${tld}`;
  const price = 500 + (numberFrom(`${key}/price`) % 200) * 25;
  return {
    id: String(100000 + index),
    domain_name: name,
    image_url: `https://images.example/${name}.png`,
    tld,
    structure: 1 + (numberFrom(`${key}/structure`) % 3),
    emotion: pick(["calm", "bold", "playful"], `${key}/emotion`),
    price,
    selling_price: price,
    discount_price: 0,
    type_of_name: pick(["brandable", "compound"], `${key}/type`),
    special_collection: "",
    score: Math.round((1 - index / 100) * 1000) / 1000,
    pricing_type: "fixed",
    price_text: index % 2 === 0 ? null : `$${price}`,
    metadata: { tld },
  };
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Every search finds 47 names: several pages. */
const found = 47;

const search: Handler = ({ query: given }) => {
  const { query, filters, page = 1, page_size = 20 } = endpoints["marketplace.search"].query.parse(given);
  if (filters !== undefined && !isJson(filters)) throw badRequest("invalid_filters", "filters must be a JSON string.");
  const all = Array.from({ length: found }, (_, index) => invented(query, index));
  return ok({
    success: true,
    query,
    page,
    page_size,
    total: found,
    total_pages: Math.ceil(found / page_size),
    processing_time_ms: 12.5,
    domains: all.slice((page - 1) * page_size, page * page_size),
  });
};

/** Default number of appraisals per day. */
const defaultLimit = 25;

const appraise: Handler = ({ store, query, dialect }) => {
  const { domain_name: name } = endpoints["marketplace.appraise"].query.parse(query);
  const day = store.now().toISOString().slice(0, 10);
  const { appraisals } = store.state;
  const today = appraisals.day === day ? appraisals.today : 0;
  const dailyLimit = appraisals.limit ?? defaultLimit;
  // The live service reports such errors with status 200, a message and no value.
  if (!/^[^.\s]+(\.[^.\s]+)+$/.test(name)) return ok({ message: `${name} is not a domain name.` });
  if (today >= dailyLimit) return ok({ message: "The daily appraisal limit is reached." });
  store.change({ kind: "account" }, (state) => {
    state.appraisals = { ...appraisals, day, today: today + 1, ever: appraisals.ever + 1 };
  });
  const value = 100 + (numberFrom(name) % 5000);
  return ok({
    domain_name: name,
    [dialect.appraisalKey]: value,
    domain_score: ((numberFrom(`${name}/score`) % 1000) / 100).toFixed(2),
    positive_signals: ["Easy to say"],
    negative_signals: name.length > 15 ? ["Long"] : [],
    root_words: [name.split(".")[0] ?? name],
    tld_taken_count: numberFrom(`${name}/tlds`) % 40,
    tm_conflicts: 0,
    date_registered: "2011-03-04 05:06:07",
    external_message: null,
    appraisal_token: numberFrom(`${name}/token`).toString(16),
    is_listed: false,
    bin_price: null,
    usage: {
      used_today: today + 1,
      daily_limit: dailyLimit,
      cumulative_count: appraisals.ever + 1,
      user_level: "basic",
    },
    bonus_credits_remaining: 0,
  });
};

export const marketplaceOperations = { "marketplace.search": search, "marketplace.appraise": appraise };
