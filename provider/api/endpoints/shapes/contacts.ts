/** Contacts: each field derives from its entry in the table of fields. */
import * as z from "zod";
import { type ContactField, type ContactKind, contactFields, type PerField } from "../contactFields.ts";
import { flag, text, textOrNumber, texts } from "./values.ts";

type PerWireField<T extends Record<ContactField, unknown>> = {
  [F in ContactField as (typeof contactFields)[F]["wire"]]: T[F];
};

/** Something for each field of a contact, by its name on the wire. */
function perWireField<T extends Record<ContactField, z.ZodType>>(
  schema: (field: (typeof contactFields)[ContactField]) => z.ZodType,
) {
  const entries = Object.values(contactFields).map((field) => [field.wire, schema(field)]);
  // The table gives each field its kind, and its kind the schema.
  return Object.fromEntries(entries) as PerWireField<T>;
}

const answered = {
  text,
  word: text,
  code: textOrNumber,
  email: text,
  phone: text,
  country: text,
  lines: texts,
  names: texts,
} satisfies Record<ContactKind, z.ZodType>;

/** A contact handle. Specification, "Contact"; form of the values from the public reference. */
export const contact = z.looseObject({
  handle: text,
  type: text,
  verified: flag,
  ...perWireField<PerField<typeof answered, typeof answered>>(({ kind }) => answered[kind]),
});
export type WireContact = z.output<typeof contact>;

const sent = {
  text: z.string(),
  word: z.string(),
  code: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  lines: z.union([z.string(), z.array(z.string())]),
  names: z.array(z.string()),
} satisfies Record<ContactKind, z.ZodType>;
type Sent = typeof sent;
type SentOptional = { [K in ContactKind]: z.ZodOptional<Sent[K]> };

export const contactBody = z.strictObject(
  perWireField<PerField<Sent, SentOptional>>((field) =>
    "required" in field ? sent[field.kind] : sent[field.kind].optional(),
  ),
);
export type ContactBody = z.input<typeof contactBody>;
/** An update is partial: an absent field keeps its value. */
export const contactUpdateBody = contactBody.partial();
