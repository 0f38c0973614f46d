/** Lookups of contact handles: personal data. */
import * as z from "zod";
import { contactFields, shownFields, type WireContact } from "../api/endpoints/shapes.ts";
import { optional } from "../dns/index.ts";
import { filled, flag, list, lookup, proven, renamed, result, takes, text } from "./lookup.ts";
import type { ContactInfo } from "./types.generated.ts";

const isList = (kind: string) => kind === "lines" || kind === "names";
const fields = (areLists: boolean) =>
  Object.fromEntries(
    Object.entries(contactFields).flatMap(([name, { kind, description }]) =>
      isList(kind) === areLists ? [[name, areLists ? list(z.string(), description) : text(description)]] : [],
    ),
  );

const contactInfo = result(
  { handle: text("The contact handle, such as `ATOM-12345`."), ...fields(true) },
  {
    type: text("The registrar's type, such as `registrant_user`."),
    verified: flag("True if the e-mail address is verified."),
    ...fields(false),
  },
).meta({
  id: "ContactInfo",
  description:
    "A contact handle of the account: personal data. A field that the registrar does not show is absent. " +
    'Specification, "Contact".',
});

const contactFromWire = (wire: WireContact, handle: string): ContactInfo => ({
  handle: wire.handle ?? handle,
  address: [],
  disclosedFields: [],
  ...shownFields(wire),
  ...renamed(wire, "type", "verified"),
});

export const getContact = lookup(
  "getContact",
  { args: takes({ handle: filled("The contact handle, such as `ATOM-12345`.") }), result: contactInfo },
  async (api, { handle }) => contactFromWire(await api.contacts.get({ handle }), handle),
);

export const getContacts = lookup(
  "getContacts",
  {
    args: takes({
      search: text("Text to find in handle, name, e-mail address, label or organisation; case-insensitive."),
      name: text("Contact name."),
      email: text("E-mail address."),
    }).partial(),
    result: result({ contacts: list(contactInfo, "The contacts, in the registrar's order.") }),
  },
  async (api, args) => {
    const rows = proven("contacts.list", undefined, await api.contacts.list({ query: optional(args) }));
    return { contacts: rows.map((wire) => contactFromWire(wire, wire.handle ?? "")) };
  },
);
