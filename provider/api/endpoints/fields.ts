/**
 * The fields of a contact handle, and the settings of a domain that are on or off. Wire shapes, arguments, comparison, personal
 * data and results of lookups derive from these tables. Names on the wire: specification, "Contact"; `first_name` and
 * `last_name`: reference.
 */
import { optional } from "../../dns/index.ts";

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
export type PerSetting<T> = { -readonly [S in keyof typeof domainSettings]: T };

export const domainSettingNames = Object.keys(domainSettings) as DomainSetting[];

export const perSetting = <T>(make: (name: DomainSetting) => T) =>
  Object.fromEntries(domainSettingNames.map((name) => [name, make(name)])) as PerSetting<T>;

/** The settings of a domain that the registrar shows. */
export function settingsOf(details: Readonly<Record<string, unknown>>): Partial<PerSetting<boolean>> {
  const shown = perSetting((name) => details[domainSettings[name].field]);
  return optional(perSetting((name) => (typeof shown[name] === "boolean" ? shown[name] : undefined)));
}
