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
  decoded,
  IncompleteListError,
  type PerField,
  RefusedError,
  shownFields,
} from "../api/index.ts";
import { type RowList, Rows } from "./list.ts";
import { differing, type Fields, given } from "./pending.ts";
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

/** The arguments that are fields of a contact. */
export const contactArguments = Object.fromEntries(
  Object.entries(contactFields).map(([name, field]) => {
    const schema = byKind[field.kind];
    const description = [field.description, "argument" in field ? field.argument : [], "Updates in place."];
    return [
      name,
      ("required" in field ? schema : schema.optional()).meta({ description: description.flat().join(" ") }),
    ];
  }),
  // The table gives each field its kind, and its kind the schema.
) as PerField<ByKind, Optional>;

/** The contacts of a domain, by role. */
export const contactRoles = (byDefault: string) => {
  const handle = (role: string) =>
    z
      .string()
      .regex(/^[^\s@]+$/, { message: "must be a contact's handle, such as `CONTACT_1-67890`" })
      .optional()
      .meta({ description: `Handle of the ${role}. ${byDefault}` });
  return {
    registrant: handle(
      "registrant, such as the `handle` of a `Contact`. The owner may have to approve a change by e-mail",
    ),
    admin: handle("administrative contact"),
    tech: handle("technical contact"),
    billing: handle("billing contact"),
  };
};

/** Values of fields that the program sets, or that the registrar shows. */
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

/** The value of a field that is empty. */
export const emptyValue = (field: ContactField) => (byKind[contactFields[field].kind] instanceof z.ZodArray ? [] : "");

/** The fields of a contact, compared by meaning. */
export const contactFieldsOf: Fields<ContactField> = { names: contactFieldNames, same: sameField };

/** The named fields that have a value. */
export function pickFields(values: ContactValues, fields: readonly string[] = contactFieldNames): ContactValues {
  const picked: ContactValues = {};
  for (const field of contactFieldNames)
    if (fields.includes(field) && values[field] !== undefined) picked[field] = values[field];
  return picked;
}

/** A handle has at most 16 characters in EPP (RFC 5733 2.1); a far longer value isn't a handle. */
const isHandle = (handle: string | undefined): handle is string =>
  handle !== undefined && handle !== "" && handle.length <= 255;

export function contactFromWire(wire: WireContact): Contact {
  return {
    fields: shownFields(wire),
    ...(isHandle(wire.handle) && { handle: wire.handle }),
    ...(wire.verified !== undefined && { verified: wire.verified }),
  };
}

/** The contact in the response to a write, as far as it is shown. */
export function contactFromAnswer(answer: AnyObject): Contact {
  const wire = contactShape.safeParse(answer);
  return wire.success ? contactFromWire(wire.data) : { fields: {} };
}

/** Contacts are looked up by handle, else by the value that is compared first, the e-mail address. */
const contactSource: ListSource<Contact> = {
  group: "contacts",
  read: async (api) => decoded(await api.contacts.list(), contactFromWire),
  index: { id: ({ handle }) => handle, keys: ({ fields }) => [emailKey(fields)] },
};

/** The contacts of the account, read once for all resources of a run. */
export const contactsOf = (run: Run): RowList<Contact> => run.list(contactSource);

const emailKey = ({ email }: ContactValues): string => `email ${plain(email).toLowerCase()}`;

/** The request body for some of the fields. */
export function contactToWire(values: ContactValues): Partial<ContactBody> {
  const written = given(contactFieldsOf, values).map((field) => {
    const { wire, kind } = contactFields[field];
    return [wire, kind === "country" ? plain(values[field]).toUpperCase() : values[field]];
  });
  return Object.fromEntries(written);
}

/** The live value of a field. A full name is compared with its parts, in both directions. */
export function liveField({ fields }: Contact, field: ContactField, args: ContactValues): ContactValues[ContactField] {
  if (fields[field] !== undefined) return fields[field];
  const { name, firstName, lastName } = fields;
  if (field === "name" && (firstName !== undefined || lastName !== undefined)) return fullName(fields);
  if (field !== "firstName" && field !== "lastName") return undefined;
  // If the registrar shows one name and the program gives two parts, the parts are right if the full name is.
  return plain(name) === fullName(args) ? args[field] : name;
}

/** Do two values of a field mean the same? Outer spaces, the case of countries and e-mail addresses, and phone punctuation don't count. */
export function sameField(field: ContactField, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  const normalise = normalised[contactFields[field].kind];
  return isDeepStrictEqual(normalise(a), normalise(b));
}

const plain = (value: unknown) => (value === undefined || value === null ? "" : String(value).trim());
const lower = (value: unknown) => plain(value).toLowerCase();
const digits = (value: unknown) => plain(value).replace(/[^\d+x]/gi, "");
const fullName = ({ firstName, lastName }: ContactValues) => `${plain(firstName)} ${plain(lastName)}`.trim();

/** The lines of a value: a registrar may show them as one string. */
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

/** The fields that the program sets and that differ from a live contact. */
export const differingFields = (args: ContactValues, live: Contact) =>
  differing(contactFieldsOf, args, (field) => liveField(live, field, args));

/** The contact whose fields all equal the program's. */
export const equalTo = (args: ContactValues, contacts: Rows<Contact>): Contact | undefined =>
  contacts
    .withKey(emailKey(args))
    .find((live) => live.handle !== undefined && differingFields(args, live).length === 0);

const doubt = (subject: string, contacts: Rows<Contact>) =>
  new IncompleteListError(subject, "contacts.list", undefined, contacts.proof);

/** The contact with a handle; `undefined` if a complete list lacks it. */
export async function findContact(handle: string, run: Run): Promise<Contact | undefined> {
  const list = contactsOf(run);
  const contacts = await list.read((shown) => shown.withId(handle) === undefined);
  const contact = contacts.withId(handle);
  if (contact !== undefined || contacts.proof.complete) return contact;
  const found = (await narrowed({ search: handle }, run))?.withId(handle);
  if (found === undefined) throw doubt(`whether contact ${handle} is still there`, contacts);
  list.note({ added: found });
  return found;
}

/** The contacts that the registrar's search finds; `undefined` if the registrar refuses to search. Specification, "contacts". */
async function narrowed(query: { search: string } | { email: string }, run: Run): Promise<Rows<Contact> | undefined> {
  try {
    const listing = await run.api.contacts.list({ query });
    return new Rows(decoded(listing, contactFromWire), contactSource.index);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** The contact that equals the arguments. An incomplete list is searched by e-mail address. */
export async function findEqual(args: ContactValues & { email: string }, run: Run): Promise<Contact | undefined> {
  const contacts = await contactsOf(run).read();
  const listed = equalTo(args, contacts);
  if (listed !== undefined || contacts.proof.complete) return listed;
  const shown = (await narrowed({ email: args.email }, run)) ?? contacts;
  const found = equalTo(args, shown);
  if (found === undefined && shown.proof.cut) throw doubt("whether the account has this contact already", shown);
  return found;
}
