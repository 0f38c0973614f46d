/**
 * The fields of a contact handle, and the settings of a domain that are on or off. Wire shapes, arguments, comparison, personal
 * data and results of lookups derive from these tables. Names on the wire: specification, "Contact"; `first_name` and
 * `last_name`: reference.
 */
import { optional } from "../../dns/index.ts";

/** A `text` may be empty, a `word` may not; a `code` may be a number; `lines` is a string or several; `names` have no order. */
export type ContactKind = "text" | "word" | "code" | "email" | "phone" | "country" | "lines" | "names";

export const contactFields = {
  /** Full name. */
  name: {
    wire: "name",
    kind: "word",
    description: "Full name, instead of `firstName` and `lastName`. Updates in place.",
  },
  /** Given name. */
  firstName: { wire: "first_name", kind: "word", description: "Given name, with `lastName`. Updates in place." },
  /** Family name. */
  lastName: { wire: "last_name", kind: "word", description: "Family name, with `firstName`. Updates in place." },
  /** Company or organisation. */
  organization: { wire: "organization", kind: "text", description: "Company or organisation. Updates in place." },
  /** E-mail address. */
  email: {
    wire: "email",
    kind: "email",
    required: true,
    description: "E-mail address. Updates in place. The owner may have to approve a change by e-mail.",
  },
  /** EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. */
  phone: {
    wire: "phone",
    kind: "phone",
    required: true,
    description: "Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 section 2.5.",
  },
  /** EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. */
  fax: { wire: "fax", kind: "phone", description: "Fax number in EPP form. Updates in place. RFC 5733 section 2.5." },
  /** Lines of the street address. */
  address: {
    wire: "address",
    kind: "lines",
    required: true,
    description: "Lines of the street address. Updates in place.",
  },
  /** City. */
  city: { wire: "city", kind: "word", required: true, description: "City. Updates in place." },
  /** State or province. */
  state: { wire: "state", kind: "text", description: "State or province. Updates in place." },
  /** Postal code. */
  zip: { wire: "zip", kind: "code", required: true, description: "Postal code. Updates in place." },
  /** ISO 3166-1 alpha-2, such as `US`. */
  country: {
    wire: "country",
    kind: "country",
    required: true,
    description: "ISO 3166-1 alpha-2 code, such as `US`. Updates in place.",
  },
  /** Your own name for the handle. */
  label: { wire: "label", kind: "text", description: "Your own name for the handle. Updates in place." },
  /** Fields shown in public registration data, as the registrar names them. */
  disclosedFields: {
    wire: "disclosed_fields",
    kind: "names",
    description: "Fields to show in public registration data, by the registrar's names. Updates in place.",
  },
} as const;

type Table = typeof contactFields;
export type ContactField = keyof Table;
export const contactFieldNames = Object.keys(contactFields) as ContactField[];

/** A type for each field by its kind; another for fields that may be missing. */
export type PerField<ByKind extends Record<ContactKind, unknown>, Missing extends Record<ContactKind, unknown>> = {
  -readonly [F in ContactField]: Table[F] extends { required: true }
    ? ByKind[Table[F]["kind"]]
    : Missing[Table[F]["kind"]];
};

type ListField = {
  [F in ContactField]: Table[F]["kind"] extends "lines" | "names" ? F : never;
}[ContactField];
type TextField = Exclude<ContactField, ListField>;
/** The fields of a contact that the registrar shows; lists are never missing. Old compilers read it: no keys are renamed. */
export type ShownFields = { -readonly [F in keyof Pick<Table, TextField>]?: string } & {
  -readonly [F in keyof Pick<Table, ListField>]: string[];
};

export function shownFields(wire: Readonly<Record<string, unknown>>): Partial<ShownFields> {
  const shown = Object.entries(contactFields).flatMap(([name, field]) => {
    const value = wire[field.wire];
    return value === undefined ? [] : [[name, Array.isArray(value) ? [...value] : value]];
  });
  return Object.fromEntries(shown);
}

export const identifyingFields: readonly ContactField[] = contactFieldNames.filter(
  (name) => !["country", "names"].includes(contactFields[name].kind),
);

/** Each setting is written by an endpoint of its name. */
export const domainSettings = {
  /** True if the registrar renews the domain automatically before it expires. */
  autoRenew: {
    noun: "auto-renewal",
    field: "auto_renew",
    description: "True if the registrar renews the domain automatically before it expires.",
  },
  /** True if WHOIS privacy hides the contacts in public registration data. */
  privacy: {
    noun: "WHOIS privacy",
    field: "privacy_protect",
    description: "True if WHOIS privacy hides the contacts in public registration data.",
  },
} as const;

export type DomainSetting = keyof typeof domainSettings;
export type PerSetting<T> = { -readonly [S in keyof typeof domainSettings]: T };

export const domainSettingNames = Object.keys(domainSettings) as DomainSetting[];

export const perSetting = <T>(make: (name: DomainSetting) => T) =>
  Object.fromEntries(domainSettingNames.map((name) => [name, make(name)])) as PerSetting<T>;

/** The settings of a domain that the registrar shows. */
export function settingsOf(details: Readonly<Record<string, unknown>>): Partial<PerSetting<boolean>> {
  const shown = perSetting((name) => details[domainSettings[name].field]);
  return optional(perSetting((name) => (typeof shown[name] === "boolean" ? shown[name] : undefined)));
}
