/** The marketplace: invented names and values that depend on the request alone. */
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { appraisal, name, words } from "../invented.json";
import { numberFrom } from "../random.ts";
import { parseJson } from "../requests.ts";
import { fill } from "../template.ts";
import { type Handler, ok } from "./call.ts";

function inventedName(query: string, index: number): unknown {
  const key = `${query}/${index}`;
  const word = (kind: keyof typeof words) => words[kind][numberFrom(`${key}/${kind}`) % words[kind].length] ?? "";
  const tld = word("tld");
  const price = 500 + (numberFrom(`${key}/price`) % 200) * 25;
  return fill(name, {
    ...{ id: 100_000 + index, domain: `${word("stem")}${word("ending")}${index}.${tld}`, tld, price },
    ...{ emotion: word("emotion"), type: word("type"), structure: 1 + (numberFrom(`${key}/structure`) % 3) },
    score: Math.round((1 - index / 100) * 1000) / 1000,
    priceText: index % 2 === 0 ? null : `$${price}`,
  });
}

/** Every search finds 47 names: several pages. */
const found = 47;

const search: Handler = ({ query: given }) => {
  const { query, filters, page = 1, page_size = 20 } = endpoints["marketplace.search"].query.parse(given);
  parseJson(filters, "filters");
  const all = Array.from({ length: found }, (_, index) => inventedName(query, index));
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
  const { domain_name: domain } = endpoints["marketplace.appraise"].query.parse(query);
  const day = store.now().toISOString().slice(0, 10);
  const { appraisals } = store.state;
  const today = appraisals.day === day ? appraisals.today : 0;
  const dailyLimit = appraisals.limit ?? defaultLimit;
  // The live service reports such errors with status 200, a message and no value.
  if (!/^[^.\s]+(\.[^.\s]+)+$/.test(domain)) return ok({ message: `${domain} is not a domain name.` });
  if (today >= dailyLimit) return ok({ message: "The daily appraisal limit is reached." });
  store.change((state) => {
    state.appraisals = { ...appraisals, day, today: today + 1, ever: appraisals.ever + 1 };
  });
  const filled = fill(appraisal, {
    ...{ domain, label: domain.split(".")[0], negative: domain.length > 15 ? ["Long"] : [] },
    ...{ today: today + 1, limit: dailyLimit, ever: appraisals.ever + 1 },
    score: ((numberFrom(`${domain}/score`) % 1000) / 100).toFixed(2),
    taken: numberFrom(`${domain}/tlds`) % 40,
    token: numberFrom(`${domain}/token`).toString(16),
  });
  return ok({ ...Object(filled), [dialect.appraisalKey]: 100 + (numberFrom(domain) % 5000) });
};

export const marketplaceOperations = { "marketplace.search": search, "marketplace.appraise": appraise };
