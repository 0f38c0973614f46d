/** A contact handle as data: read from any wire form, compared by meaning, written as the reference shows it. */
import type { ItemKeys } from "../api/items.ts";
import { type AnyObject, type ContactBody, contact as contactShape, type WireContact } from "../api/shapes.ts";
import { type Properties, sameJson } from "./definition.ts";

/** A contact of the account, under the program's argument names. */
export interface Contact {
  handle?: string;
  /** Live values; absent when the registrar did not show them. */
  fields: Properties;
  verified?: boolean;
  type?: string;
}

/** Argument name to the name on the wire. Specification, "Contact"; `first_name` and `last_name` from the reference. */
export const contactWireNames = {
  name: "name",
  firstName: "first_name",
  lastName: "last_name",
  label: "label",
  organization: "organization",
  email: "email",
  phone: "phone",
  fax: "fax",
  address: "address",
  city: "city",
  state: "state",
  zip: "zip",
  country: "country",
  disclosedFields: "disclosed_fields",
} as const;

export type ContactField = keyof typeof contactWireNames;
export const contactFieldNames = Object.keys(contactWireNames) as ContactField[];

/** A handle has at most 16 characters in EPP (RFC 5733 2.1); what is far longer is none. */
const isHandle = (handle: string | undefined): handle is string =>
  handle !== undefined && handle !== "" && handle.length <= 255;

export function contactFromWire(wire: WireContact): Contact {
  const live = contactFieldNames.map((field) => [field, wire[contactWireNames[field]]] as const);
  return {
    fields: Object.fromEntries(live.filter(([, value]) => value !== undefined)),
    ...(isHandle(wire.handle) && { handle: wire.handle }),
    ...(wire.verified !== undefined && { verified: wire.verified }),
    ...(wire.type !== undefined && { type: wire.type }),
  };
}

/** The contact in a write's answer, as far as it is there. */
export function contactFromAnswer(answer: AnyObject): Contact {
  const wire = contactShape.safeParse(answer);
  return wire.success ? contactFromWire(wire.data) : { fields: {} };
}

/** Text to look a contact up by: its handle is the identity, its e-mail address the first thing to compare. */
function contactKey({ fields }: Contact): string {
  return emailKey(fields["email"]);
}

/** How contacts of a list are recognised. */
export const contactKeys: ItemKeys<Contact> = {
  id: ({ handle }) => handle,
  keys: (contact) => [contactKey(contact)],
};

export function emailKey(email: unknown): string {
  return `email ${plain(email).toLowerCase()}`;
}

/** The request body for some of the arguments. */
export function contactToWire(args: Properties, fields: readonly string[] = contactFieldNames): Partial<ContactBody> {
  return Object.fromEntries(
    contactFieldNames
      .filter((field) => fields.includes(field) && args[field] !== undefined)
      .map((field) => [contactWireNames[field], field === "country" ? plain(args[field]).toUpperCase() : args[field]]),
  );
}

/** The live value of a field; a full name stands for its parts and the other way round. */
export function liveField({ fields }: Contact, field: string, args: Properties): unknown {
  if (fields[field] !== undefined) return fields[field];
  const { name, firstName, lastName } = fields;
  if (field === "name" && (firstName !== undefined || lastName !== undefined)) return fullName(firstName, lastName);
  if (field !== "firstName" && field !== "lastName") return undefined;
  // The registrar shows one name where the program gives two parts: as long as the whole is right, so are they.
  return samePlain(name, fullName(args["firstName"], args["lastName"])) ? args[field] : name;
}

/** Does a field mean the same in both? Blanks around, the case of codes and addresses, and phone punctuation do not count. */
export function sameField(field: string, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  switch (field) {
    case "email":
    case "country":
      return plain(a).toLowerCase() === plain(b).toLowerCase();
    case "phone":
    case "fax":
      return digits(a) === digits(b);
    case "address":
      return sameJson(lines(a), lines(b));
    case "disclosedFields":
      return Array.isArray(a) && Array.isArray(b) && sameJson([...a].map(String).sort(), [...b].map(String).sort());
    default:
      return samePlain(a, b);
  }
}

function lines(value: unknown): string[] {
  const all = Array.isArray(value) ? value.map(plain) : plain(value).split(/\r?\n/);
  return all.map((line) => line.trim()).filter((line) => line !== "");
}

const plain = (value: unknown) => (value === undefined || value === null ? "" : String(value).trim());
const digits = (value: unknown) => plain(value).replace(/[^\d+x]/gi, "");
const samePlain = (a: unknown, b: unknown) => plain(a) === plain(b);
const fullName = (first: unknown, last: unknown) => `${plain(first)} ${plain(last)}`.trim();
