/**
 * The shapes of the registrar's JSON, by the specification, its public reference, or a stated assumption. Responses are read
 * leniently: unknown fields stay, `null` means absent, numbers may be strings. Requests are exact. Shapes, arguments, comparison,
 * personal data and results of lookups derive from the tables of a contact's fields and of a domain's settings.
 */
import * as z from "zod";
import { optional, type RecordArgs, recordTypeNames, recordTypes } from "../../dns/index.ts";
import { forwardShape } from "../forward.ts";
import { isObject, truth } from "../response.ts";

/** `null` and absent mean the same everywhere in this API. @param read reads the other forms that some registrars write */
const lenient = <S extends z.ZodType>(schema: S, read = (value: unknown): unknown => value) =>
  z.preprocess((value) => read(value) ?? undefined, schema.optional());

const text = lenient(z.string());
const textOrNumber = lenient(z.string(), (value) => (typeof value === "number" ? String(value) : value));
const number = lenient(z.number(), (value) =>
  typeof value === "string" && /^\s*-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value,
);
/** 0, 1 and strings count, too. */
const flag = lenient(z.boolean(), (value) => truth(value) ?? value);
/** A list of strings; a single string is a list of one. */
const texts = lenient(z.array(z.string()), (value) => (typeof value === "string" ? [value] : value));

/** An ID: an integer or a string. The program keeps a string. */
const elementId = z.union([z.string().min(1), z.int()]).transform((value) => String(value));

/** A response whose fields the specification doesn't show. */
export const anyObject = z.record(z.string(), z.unknown());
export type AnyObject = z.output<typeof anyObject>;

const eppForm = "EPP form, such as `+1.2025551234`. RFC 5733 section 2.5.";

/** A `text` may be empty, a `word` may not; a `code` may be a number; `lines` is a string or several; `names` have no order. */
export type ContactKind = "text" | "word" | "code" | "email" | "phone" | "country" | "lines" | "names";

/** `argument`: a further sentence about the argument. */
export const contactFields = {
  name: { wire: "name", kind: "word", description: "Full name.", argument: "Instead of `firstName` and `lastName`." },
  firstName: { wire: "first_name", kind: "word", description: "Given name.", argument: "With `lastName`." },
  lastName: { wire: "last_name", kind: "word", description: "Family name.", argument: "With `firstName`." },
  organization: { wire: "organization", kind: "text", description: "Company or organisation." },
  email: {
    wire: "email",
    kind: "email",
    required: true,
    description: "E-mail address.",
    argument: "The owner may have to approve a change by e-mail.",
  },
  phone: { wire: "phone", kind: "phone", required: true, description: `Telephone number. ${eppForm}` },
  fax: { wire: "fax", kind: "phone", description: `Fax number. ${eppForm}` },
  address: { wire: "address", kind: "lines", required: true, description: "Lines of the street address." },
  city: { wire: "city", kind: "word", required: true, description: "City." },
  state: { wire: "state", kind: "text", description: "State or province." },
  zip: { wire: "zip", kind: "code", required: true, description: "Postal code." },
  country: { wire: "country", kind: "country", required: true, description: "ISO 3166-1 alpha-2 code, such as `US`." },
  label: { wire: "label", kind: "text", description: "Your own name for the handle." },
  disclosedFields: {
    wire: "disclosed_fields",
    kind: "names",
    description: "Fields shown in public registration data, by the registrar's names.",
  },
} as const;

type Table = typeof contactFields;
export type ContactField = keyof Table;
export const contactFieldNames = Object.keys(contactFields) as ContactField[];

/** Maps each kind of field to its type, and each kind of a field that may be missing. */
export type PerField<ByKind extends Record<ContactKind, unknown>, Missing extends Record<ContactKind, unknown>> = {
  -readonly [F in ContactField]: Table[F] extends { required: true }
    ? ByKind[Table[F]["kind"]]
    : Missing[Table[F]["kind"]];
};

type ShownKinds = Record<Exclude<ContactKind, "lines" | "names">, string> & Record<"lines" | "names", string[]>;
/** The fields of a contact that the registrar shows. */
export type ShownFields = Partial<PerField<ShownKinds, ShownKinds>>;

export function shownFields(wire: Readonly<Record<string, unknown>>): ShownFields {
  const shown = Object.entries(contactFields).flatMap(([name, field]) => {
    const value = wire[field.wire];
    return value === undefined ? [] : [[name, Array.isArray(value) ? [...value] : value]];
  });
  return Object.fromEntries(shown);
}

export const identifyingFields: readonly ContactField[] = contactFieldNames.filter(
  (name) => !["country", "names"].includes(contactFields[name].kind),
);

type Schemas = Record<ContactKind, z.ZodType>;

/** A schema for each field, by its name on the wire. */
const contactShape = <ByKind extends Schemas>(byKind: ByKind) =>
  Object.fromEntries(
    Object.values(contactFields).map((field) => {
      const schema = byKind[field.kind];
      return [field.wire, "required" in field ? schema : schema.optional()];
    }),
    // The table gives each field its kind, and its kind the schema.
  ) as {
    [F in ContactField as Table[F]["wire"]]: PerField<ByKind, { [K in ContactKind]: z.ZodOptional<ByKind[K]> }>[F];
  };

/** A contact handle. Specification, "Contact"; `first_name` and `last_name`, and the form of the values: public reference. */
export const contact = z.looseObject({
  ...{ handle: text, type: text, verified: flag },
  ...contactShape({
    ...{ text, word: text, code: textOrNumber, email: text, phone: text, country: text },
    ...{ lines: texts, names: texts },
  }),
});
export type WireContact = z.output<typeof contact>;

const string = z.string();
export const contactBody = z.strictObject(
  contactShape({
    ...{ text: string, word: string, code: string, email: string, phone: string, country: string.regex(/^[A-Z]{2}$/) },
    ...{ lines: z.union([string, z.array(string)]), names: z.array(string) },
  }),
);
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

/** Each setting is written by an endpoint of its name. */
export const domainSettings = {
  autoRenew: {
    noun: "auto-renewal",
    field: "auto_renew",
    description: "True if the registrar renews the domain automatically before it expires.",
  },
  privacy: {
    noun: "WHOIS privacy",
    field: "privacy_protect",
    description: "True if WHOIS privacy hides the contacts in public registration data.",
  },
} as const;

export type DomainSetting = keyof typeof domainSettings;
export type PerSetting<T> = Record<DomainSetting, T>;

export const domainSettingNames = Object.keys(domainSettings) as DomainSetting[];

export const perSetting = <T>(make: (name: DomainSetting) => T) =>
  Object.fromEntries(domainSettingNames.map((name) => [name, make(name)])) as PerSetting<T>;

/** The settings of a domain that the registrar shows. */
export const settingsOf = (details: WireDomain): Partial<PerSetting<boolean>> =>
  optional(perSetting((name) => details[domainSettings[name].field]));

export const contactRoles = ["registrant", "admin", "billing", "tech"] as const;
const word = z.string().optional();
export const domainContactsBody = z.strictObject({ registrant: word, admin: word, billing: word, tech: word });

const uint = (max: number) => z.int().min(0).max(max).optional();

type Part<D> = D extends unknown ? Exclude<keyof D, "type" | "name" | "ttl" | "comment"> : never;
type Of<D, K> = D extends { [P in K & string]?: infer V } ? V : never;
const dataFields = Object.fromEntries(
  recordTypeNames.flatMap((type) => {
    const { owner, fields } = recordTypes[type];
    return Object.entries({ ...owner.arguments, ...fields }).map(([key, { range }]) => [
      key,
      range ? uint(range[1]) : word,
    ]);
  }),
  // The type of each argument follows from its kind.
) as { [K in Part<RecordArgs>]: Of<RecordArgs, K> extends number | undefined ? ReturnType<typeof uint> : typeof word };

/** Specification, "DNS record (request fields)"; the name `type` is assumed. The arguments were checked before. */
export const recordBody = z.strictObject({
  type: z.enum(recordTypeNames),
  name: word,
  ...dataFields,
  ttl: z.int().nonnegative().optional(),
  comment: word,
});

/** URL forward request fields. Specification, "URL forward". */
export const forwardBody = z.strictObject({ ...forwardShape, destination: z.string() });

/** A price field as it came, so that an order reads it exactly. Specification: a number, or a boolean. */
const asItCame = (type: "number" | "boolean") => lenient(z.unknown().meta({ type }));
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
  domain_price: lenient(price),
});

/** The response to a registration, renewal or transfer order. */
export const order = z.looseObject({
  domain: text,
  registration_length: number,
  payment_method: text,
  cart_id: lenient(elementId),
  // In any other form it is ignored: the order was accepted.
  price_breakdown: lenient(price, (value) => (isObject(value) ? value : undefined)),
  status: text,
});

/** Marketplace search result. Specification, "Marketplace search result". */
export const marketplaceDomain = z.looseObject({
  id: lenient(elementId),
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
  metadata: lenient(z.looseObject({ tld: text })),
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
  usage: lenient(
    z.looseObject({ used_today: number, daily_limit: number, cumulative_count: number, user_level: text }),
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
