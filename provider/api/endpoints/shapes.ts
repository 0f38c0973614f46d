/**
 * The shapes of the registrar's JSON, by the specification, its public reference, or a stated assumption. Responses are read
 * leniently: unknown fields stay, `null` means absent, numbers may be strings. Requests are exact.
 */
import * as z from "zod";
import { recordTypeNames } from "../../dns/index.ts";
import { forwardShape } from "../forward.ts";
import { isObject, truth } from "../response.ts";

/** `null` and absent mean the same everywhere in this API. */
const absent = (value: unknown) => (value === null ? undefined : value);

const text = z.preprocess(absent, z.string().optional());
/** A string that some registrars write as a number. */
const textOrNumber = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : absent(value)),
  z.string().optional(),
);
const number = z.preprocess(
  (value) =>
    typeof value === "string" && /^\s*-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
      ? Number(value)
      : absent(value),
  z.number().optional(),
);
/** A boolean that some registrars write as 0 or 1, or as a string. */
const flag = z.preprocess((value) => truth(value) ?? absent(value), z.boolean().optional());
/** A list of strings; a single string is a list of one. */
const texts = z.preprocess(
  (value) => (typeof value === "string" ? [value] : absent(value)),
  z.array(z.string()).optional(),
);

/** An ID: an integer or a string. The program keeps a string. */
const elementId = z.union([z.string().min(1), z.number().int(), z.bigint()]).transform((value) => String(value));

/** A response whose fields the specification doesn't show. */
export const anyObject = z.record(z.string(), z.unknown());
export type AnyObject = z.output<typeof anyObject>;

/** A contact handle. Specification, "Contact"; `first_name` and `last_name`, and the form of the values: public reference. */
export const contact = z.looseObject({
  handle: text,
  type: text,
  verified: flag,
  name: text,
  first_name: text,
  last_name: text,
  organization: text,
  email: text,
  phone: text,
  fax: text,
  address: texts,
  city: text,
  state: text,
  zip: textOrNumber,
  country: text,
  label: text,
  disclosed_fields: texts,
});
export type WireContact = z.output<typeof contact>;

const optionalText = z.string().optional();

export const contactBody = z.strictObject({
  name: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  organization: optionalText,
  email: z.string(),
  phone: z.string(),
  fax: optionalText,
  address: z.union([z.string(), z.array(z.string())]),
  city: z.string(),
  state: optionalText,
  zip: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  label: optionalText,
  disclosed_fields: z.array(z.string()).optional(),
});
export type ContactBody = z.input<typeof contactBody>;
/** An update is partial: an absent field keeps its value. */
export const contactUpdateBody = contactBody.partial();

export const lockStatus = z.looseObject({
  locked: flag,
  status: text,
  transfer_locked: flag,
  icann_transfer_lock: flag,
  icann_transfer_lock_expires_at: text,
  can_transfer_out: flag,
});
export type WireLockStatus = z.output<typeof lockStatus>;

/** A domain of the account, from the public reference. Any field may be missing. */
export const domain = z.looseObject({
  domain_name: text,
  status: text,
  whois_status: texts,
  extension: text,
  created_date: text,
  updated_date: text,
  expiry_date: text,
  auto_renew: flag,
  privacy_protect: flag,
  auto_renew_period: number,
  transfer_locked: flag,
  dnssec_enabled: flag,
  nameservers: texts,
  registrant_handle: text,
  admin_handle: text,
  tech_handle: text,
  billing_handle: text,
});
export type WireDomain = z.output<typeof domain>;

export const contactRoles = ["registrant", "admin", "billing", "tech"] as const;
export const domainContactsBody = z
  .strictObject({
    registrant: z.string(),
    admin: z.string(),
    billing: z.string(),
    tech: z.string(),
  })
  .partial();

const word = z.string().optional();
const uint = (max: number) => z.int().min(0).max(max).optional();

/**
 * DNS record request fields. Specification, "DNS record (request fields)"; that the type field is named `type` is assumed.
 * Accepts any value of a field's type: the arguments were checked before.
 */
export const recordBody = z.strictObject({
  type: z.enum(recordTypeNames),
  name: word,
  content: word,
  ttl: z.int().nonnegative().optional(),
  comment: word,
  priority: uint(65535),
  service: word,
  protocol: word,
  weight: uint(65535),
  port: uint(65535),
  target: word,
  flags: uint(255),
  tag: word,
  value: word,
});
export type RecordBody = z.input<typeof recordBody>;

/** URL forward request fields. Specification, "URL forward". */
export const forwardBody = z.strictObject({ ...forwardShape, destination: z.string() });
export type ForwardBody = z.input<typeof forwardBody>;

/** A price field as it came, so that an order reads it exactly. Specification: a number, or a boolean. */
const asItCame = (type: "number" | "boolean") => z.preprocess(absent, z.unknown().meta({ type }).optional());
const amount = asItCame("number");

/** Price fields, decimals in major units; the currency is not stated. An ICANN fee, where present, is part of total. */
export const price = z.looseObject({
  unit_price: amount,
  renewal_price: amount,
  icann_fee: amount,
  is_premium: asItCame("boolean"),
  registration_length: amount,
  subtotal: amount,
  vat_rate: amount,
  vat_amount: amount,
  total: amount,
});
export type WirePrice = z.output<typeof price>;

export const availability = z.looseObject({
  domain: text,
  availability: number,
  status: text,
  domain_price: z.preprocess(absent, price.optional()),
});

/** The response to a registration, renewal or transfer order. */
export const order = z.looseObject({
  domain: text,
  registration_length: number,
  payment_method: text,
  cart_id: z.preprocess(absent, elementId.optional()),
  // In any other form it is ignored: the order was accepted.
  price_breakdown: z.preprocess((value) => (isObject(value) ? value : undefined), price.optional()),
  status: text,
});

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

/** Names of a schema's fields, also of nested objects. */
export function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap());
  return schema instanceof z.ZodPipe ? namesIn(schema.out) : [];
}

/** Names of fields that are read from responses without a schema, by group of endpoints. Those of DNSSEC are assumed. */
export const namesBeside: Readonly<Record<string, readonly string[]>> = {
  records: [...Object.keys(recordBody.shape), "id"],
  forwards: [...Object.keys(forwardBody.shape), "id"],
  contacts: namesIn(contact),
  domainContacts: contactRoles.map((role) => `${role}_handle`),
  dnssec: [...["enabled", "dnssec_enabled", "status", "records"], ...["key_tag", "algorithm", "digest_type", "digest"]],
  lock: namesIn(lockStatus),
  tlds: ["register", "renew", "transfer", ...namesIn(price)],
};
