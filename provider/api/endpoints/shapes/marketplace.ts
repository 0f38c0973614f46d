/** The marketplace and appraisals. */
import * as z from "zod";
import { absent, elementId, flag, number, text, textOrNumber, texts } from "./values.ts";

/** Marketplace search result. Specification, "Marketplace search result". */
export const marketplaceDomain = z.looseObject({
  id: z.preprocess(absent, elementId.optional()),
  domain_name: text,
  image_url: text,
  tld: text,
  structure: number,
  emotion: text,
  price: number,
  selling_price: number,
  discount_price: number,
  type_of_name: text,
  special_collection: text,
  score: number,
  pricing_type: text,
  price_text: text,
  metadata: z.preprocess(absent, z.looseObject({ tld: text }).optional()),
});

export const marketplacePage = z.looseObject({
  query: text,
  page: number,
  page_size: number,
  total: number,
  total_pages: number,
  processing_time_ms: number,
  domains: z.array(marketplaceDomain),
});

/** Appraisal result. The live service names the value `atom_appraisal` where the specification says `service_appraisal`. */
export const appraisal = z.looseObject({
  domain_name: text,
  service_appraisal: number,
  atom_appraisal: number,
  domain_score: textOrNumber,
  positive_signals: texts,
  negative_signals: texts,
  root_words: texts,
  tld_taken_count: number,
  tm_conflicts: number,
  date_registered: text,
  external_message: text,
  message: text,
  appraisal_token: text,
  is_listed: flag,
  bin_price: number,
  usage: z.preprocess(
    absent,
    z.looseObject({ used_today: number, daily_limit: number, cumulative_count: number, user_level: text }).optional(),
  ),
  bonus_credits_remaining: number,
});
