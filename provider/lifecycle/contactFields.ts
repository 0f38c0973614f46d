/** A contact handle as data: its arguments, read from any wire form, compared by meaning, written as the reference shows it. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import {
  type AnyObject,
  type ContactBody,
  contact as contactShape,
  type WireContact,
} from "../api/endpoints/shapes.ts";
import {
  type ContactField,
  type ContactKind,
  contactFieldNames,
  contactFields,
  type Listing,
  type PerField,
  shownFields,
} from "../api/index.ts";
import { type RowList, Rows } from "./list.ts";
import type { ListSource, Run } from "./run.ts";

const word = z.string().min(1, { message: "must not be empty" });
const byKind = {
  text: z.string(),
  word,
  code: word,
  email: z.string().regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, { message: "must be an e-mail address" }),
  phone: z.string().regex(/^\+\d{1,3}\.\d{1,14}(x\d{1,10})?$/, {
    message: "must be in EPP form, such as `+1.2025551234` (RFC 5733 2.5)",
  }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { message: "must be two upper-case letters, such as `US` (ISO 3166-1 alpha-2)" })
    .refine(isCountry, { message: "is not a country code of ISO 3166-1 alpha-2, such as `US` or `DE`" }),
  lines: z.array(word, { error: "must be a list of lines" }).min(1, { message: "must have at least one line" }),
  names: z.array(z.string()),
} satisfies Record<ContactKind, z.ZodType>;
type ByKind = typeof byKind;
type Optional = { [K in ContactKind]: z.ZodOptional<ByKind[K]> };

/** The arguments that say what a contact is. */
export const contactArguments = Object.fromEntries(
  Object.entries(contactFields).map(([name, field]) => {
    const schema = byKind[field.kind];
    return [name, ("required" in field ? schema : schema.optional()).meta({ description: field.description })];
  }),
  // The table gives each field its kind, and its kind the schema.
) as PerField<ByKind, Optional>;

/** Values of fields; what is not given, or not shown by the registrar, is missing. */
export type ContactValues = { [F in ContactField]?: z.output<ByKind[ContactKind]> | undefined };

/** A contact of the account, under the program's argument names. */
export interface Contact {
  handle?: string;
  fields: ContactValues;
  verified?: boolean;
}

/** ISO 3166-1 alpha-2, as far as the runtime knows its regions. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return true;
  const name = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code);
  return name !== undefined && !["EU", "UN", "EZ", "XA", "XB", "ZZ", "QO"].includes(code);
}

/** What stands for a field that has no value. */
export const emptyValue = (field: ContactField) => (byKind[contactFields[field].kind] instanceof z.ZodArray ? [] : "");

/** The fields that have a value. */
export const given = (values: ContactValues) => contactFieldNames.filter((field) => values[field] !== undefined);

/** Some of the fields. */
export function pickFields(values: ContactValues, fields: readonly string[] = contactFieldNames): ContactValues {
  const picked: ContactValues = {};
  for (const field of given(values)) if (fields.includes(field)) picked[field] = values[field];
  return picked;
}

/** A handle has at most 16 characters in EPP (RFC 5733 2.1); what is far longer is none. */
const isHandle = (handle: string | undefined): handle is string =>
  handle !== undefined && handle !== "" && handle.length <= 255;

export function contactFromWire(wire: WireContact): Contact {
  return {
    fields: shownFields(wire),
    ...(isHandle(wire.handle) && { handle: wire.handle }),
    ...(wire.verified !== undefined && { verified: wire.verified }),
  };
}

/** The contact in a write's answer, as far as it is there. */
export function contactFromAnswer(answer: AnyObject): Contact {
  const wire = contactShape.safeParse(answer);
  return wire.success ? contactFromWire(wire.data) : { fields: {} };
}

/** Contacts are looked up by handle, else by the value that is compared first, the e-mail address. */
const contactSource: ListSource<Contact, WireContact> = {
  group: "contacts",
  read: (api, { open }) => api.contacts.list({ open }),
  decode: contactFromWire,
  index: { id: ({ handle }) => handle, keys: ({ fields }) => [emailKey(fields)] },
};

/** The contacts of the account, read once for all resources of a run. */
export const contactsOf = (run: Run): RowList<Contact> => run.list(contactSource);

/** Contacts that a search found. */
export const foundContacts = (listing: Listing<WireContact>): Rows<Contact> =>
  new Rows({ ...listing, rows: listing.rows.map(contactFromWire) }, contactSource.index);

export const emailKey = ({ email }: ContactValues): string => `email ${plain(email).toLowerCase()}`;

/** The request body for some of the fields. */
export function contactToWire(values: ContactValues): Partial<ContactBody> {
  const written = given(values).map((field) => {
    const { wire, kind } = contactFields[field];
    return [wire, kind === "country" ? plain(values[field]).toUpperCase() : values[field]];
  });
  return Object.fromEntries(written);
}

/** The live value of a field; a full name stands for its parts and the other way round. */
export function liveField({ fields }: Contact, field: ContactField, args: ContactValues): ContactValues[ContactField] {
  if (fields[field] !== undefined) return fields[field];
  const { name, firstName, lastName } = fields;
  if (field === "name" && (firstName !== undefined || lastName !== undefined)) return fullName(fields);
  if (field !== "firstName" && field !== "lastName") return undefined;
  // The registrar shows one name where the program gives two parts: as long as the whole is right, so are they.
  return plain(name) === fullName(args) ? args[field] : name;
}

/** Does a field mean the same in both? Blanks around, the case of codes and addresses, and phone punctuation do not count. */
export function sameField(field: ContactField, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  const normalise = normalised[contactFields[field].kind];
  return isDeepStrictEqual(normalise(a), normalise(b));
}

const plain = (value: unknown) => (value === undefined || value === null ? "" : String(value).trim());
const lower = (value: unknown) => plain(value).toLowerCase();
const digits = (value: unknown) => plain(value).replace(/[^\d+x]/gi, "");
const fullName = ({ firstName, lastName }: ContactValues) => `${plain(firstName)} ${plain(lastName)}`.trim();

/** A registrar may show them as one text. */
function lines(value: unknown): string[] {
  const all = [value].flat().flatMap((text) => plain(text).split(/\r?\n/));
  return all.map((line) => line.trim()).filter((line) => line !== "");
}

const normalised: Record<ContactKind, (value: unknown) => unknown> = {
  text: plain,
  word: plain,
  code: plain,
  email: lower,
  phone: digits,
  country: lower,
  lines,
  names: (value) => (Array.isArray(value) ? value.map(String).sort() : []),
};
