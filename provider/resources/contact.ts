/** Contact: a contact handle of the account (registrant, admin, billing or tech of domains). */
import * as z from "zod";
import { BadRequestError, RegistrarError, UnexpectedShapeError } from "../api/index.ts";
import { Items } from "../api/items.ts";
import { contactBody } from "../api/shapes.ts";
import {
  type Contact,
  contactFieldNames,
  contactFromAnswer,
  contactFromWire,
  contactKeys,
  contactToWire,
  emailKey,
  liveField,
  sameField,
} from "./contactFields.ts";
import {
  diffArgs,
  managedArgs,
  managedKeys,
  managedText,
  PartialFailure,
  type Properties,
  type Resource,
} from "./definition.ts";
import { IncompleteListError, UnknownOutcomeError } from "./errors.ts";
import { type Pending, pendingDaysArgument, pendingOf, pendingOutputs, settle } from "./pending.ts";
import type { Run } from "./run.ts";

const eppPhone = /^\+\d{1,3}\.\d{1,14}(x\d{1,10})?$/;
const filled = z.string().min(1, { message: "must not be empty" });

export const contactSchema = z
  .strictObject({
    name: filled.optional().meta({ description: "Full name; or give `firstName` and `lastName`. Updates in place." }),
    firstName: filled
      .optional()
      .meta({ description: "Given name, together with `lastName` instead of `name`. Updates in place." }),
    lastName: filled
      .optional()
      .meta({ description: "Family name, together with `firstName` instead of `name`. Updates in place." }),
    organization: z.string().optional().meta({ description: "Company or organisation. Updates in place." }),
    email: z
      .string()
      .regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, { message: "must be an e-mail address" })
      .meta({
        description:
          "E-mail address. Updates in place; the owner may have to approve the change by e-mail, until then it is pending.",
      }),
    phone: z
      .string()
      .regex(eppPhone, { message: "must be in EPP form, such as `+1.2025551234` (RFC 5733 2.5)" })
      .meta({ description: "Telephone number in EPP form, such as `+1.2025551234`. Updates in place. RFC 5733 2.5." }),
    fax: z
      .string()
      .regex(eppPhone, { message: "must be in EPP form, such as `+1.2025551234` (RFC 5733 2.5)" })
      .optional()
      .meta({ description: "Fax number in EPP form. Updates in place. RFC 5733 2.5." }),
    address: z
      .union([filled, z.array(filled).min(1, { message: "must have at least one line" })])
      .meta({ description: "Street address: one text or a list of lines. Updates in place." }),
    city: filled.meta({ description: "City. Updates in place." }),
    state: z.string().optional().meta({ description: "State or province. Updates in place." }),
    zip: filled.meta({ description: "Postal code. Updates in place." }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { message: "must be two upper-case letters, such as `US` (ISO 3166-1 alpha-2)" })
      .refine(isCountry, { message: "is not a country code of ISO 3166-1 alpha-2, such as `US` or `DE`" })
      .meta({ description: "Country: ISO 3166-1 alpha-2, upper case, such as `US`. Updates in place." }),
    label: z.string().optional().meta({ description: "A name of your own for the handle. Updates in place." }),
    disclosedFields: z.array(z.string()).optional().meta({
      description:
        "Fields shown in public registration data, as the registrar names them. Order has no meaning. Updates in place.",
    }),
    pendingDays: pendingDaysArgument,
  })
  .meta({ id: "ContactArgs" });

/** ISO 3166-1 alpha-2, as far as the runtime knows its regions. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return true;
  const name = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code);
  return name !== undefined && !["EU", "UN", "EZ", "XA", "XB", "ZZ", "QO"].includes(code);
}

const controls = ["pendingDays"] as const;

/** Everything of the arguments that the registrar keeps. */
const fieldsOf = (args: Properties) =>
  managedKeys(args, controls).filter((key) => contactFieldNames.some((field) => field === key));

function stateOf(args: Properties, contact: Contact, pending?: Pending): Properties {
  const managed = fieldsOf(args);
  return {
    ...Object.fromEntries(managed.map((key) => [key, args[key]])),
    managed: managedText(managed),
    ...(args["pendingDays"] !== undefined && { pendingDays: args["pendingDays"] }),
    ...(contact.handle !== undefined && { handle: contact.handle }),
    ...(contact.verified !== undefined && { verified: contact.verified }),
    ...pendingOutputs(pending, args, sameField),
  };
}

/** Handles whose managed fields all equal what the program wants. */
function equalTo(args: Properties, contacts: Items<Contact>): Contact | undefined {
  const fields = fieldsOf(args);
  return contacts
    .withKey(emailKey(args["email"]))
    .find(
      (contact) =>
        contact.handle !== undefined &&
        fields.every((field) => sameField(field, liveField(contact, field, args), args[field])),
    );
}

const doubt = (subject: string, { incomplete: why, cut }: Items<Contact>) =>
  new IncompleteListError(subject, { operation: "contacts.list", why, cut });

async function find(handle: string, run: Run): Promise<Contact | undefined> {
  const contacts = await run.contacts().read();
  const contact = contacts.withId(handle);
  if (contact !== undefined || contacts.complete) return contact;
  const found = (await narrowed({ search: handle }, run))?.withId(handle);
  if (found === undefined) throw doubt(`whether contact ${handle} is still there`, contacts);
  run.contacts().note({ added: found });
  return found;
}

/** A part of a list that is not proven whole; `undefined`: the registrar refuses to narrow it. Specification, "contacts". */
async function narrowed(query: { search: string } | { email: string }, run: Run): Promise<Items<Contact> | undefined> {
  try {
    const listing = await run.api.contacts.list({ query });
    return new Items({ ...listing, rows: listing.rows.map(contactFromWire) }, contactKeys);
  } catch (error) {
    if (error instanceof BadRequestError) return undefined;
    throw error;
  }
}

/** The handle that is as asked, if there is one; where the list is not proven whole, those of its e-mail address count. */
async function findEqual(args: Properties, run: Run): Promise<Contact | undefined> {
  const contacts = await run.contacts().read();
  const known = equalTo(args, contacts);
  if (known !== undefined || contacts.complete) return known;
  const shown = (await narrowed({ email: String(args["email"]) }, run)) ?? contacts;
  const found = equalTo(args, shown);
  if (found === undefined && shown.cut) throw doubt("whether the account has this contact already", shown);
  return found;
}

/** Makes a handle; after a doubtful outcome it looks first, and repeats at most once. */
async function make(args: Properties, run: Run): Promise<Contact> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = contactBody.parse(contactToWire(args));
      const { data } = await run.api.contacts.create({ body });
      const answered = contactFromAnswer(data);
      const asked = Object.fromEntries(fieldsOf(args).map((key) => [key, args[key]]));
      if (answered.handle) return { ...answered, fields: { ...answered.fields, ...asked } };
      const { found } = await run.lookFor(run.contacts(), (contacts) => equalTo(args, contacts));
      if (found !== undefined) return found;
      throw new UnexpectedShapeError({
        operation: "contacts.create",
        outcome: "unknown",
        what: "the answer does not say the new contact's handle, and the list does not show the contact",
        advice: "Run `pulumi up` again: it takes the contact over if it is there by then.",
      });
    } catch (error) {
      if (!(error instanceof RegistrarError) || error.outcome === "no") throw error;
      const looked = await run.lookFor(run.contacts(), (contacts) => equalTo(args, contacts)).catch(() => undefined);
      if (looked?.found !== undefined) return looked.found;
      if (attempt === 1 && looked?.last.complete === true && !(error instanceof UnexpectedShapeError)) continue;
      throw new UnknownOutcomeError("the contact", error, false);
    }
  }
}

export const contact: Resource = {
  type: "Contact",
  summary: "A contact handle of the account, for use as registrant, admin, billing or tech contact of domains.",
  endpoints: ["contacts.list", "contacts.create", "contacts.update"],
  meaning: {
    create: "takes over a handle of the account whose given fields all equal, else creates one",
    drift:
      "every field that the program gives. A change that waits for the owner's approval (202) is pending, not drift, until `pendingDays` are over",
    delete: "the API cannot delete a handle: it is forgotten, and that is said",
  },
  schema: contactSchema,
  schemaFor: () => contactSchema,
  outputs: {
    handle: { type: "string", always: true, description: "The registrar's handle, such as `CONTACT_1-67890`." },
    verified: { type: "boolean", description: "Whether the registrar counts the contact as verified." },
    pendingSince: { type: "string", description: "Since when a change waits for the owner's approval (ISO 8601)." },
    pending: { type: "object", description: "What each waiting field was before." },
  },
  secretOutputs: ["pending"],
  personal: [...contactFieldNames],
  controls,
  deleteBeforeReplace: false,
  check(args, { known }) {
    const has = (key: string) => args[key] !== undefined;
    if (has("name") && (has("firstName") || has("lastName"))) {
      return [{ property: "name", reason: "give either `name`, or `firstName` and `lastName`" }];
    }
    const isNamed = has("name") || (has("firstName") && has("lastName")) || !known("name");
    return isNamed ? [] : [{ property: "name", reason: "is missing: give `name`, or `firstName` and `lastName`" }];
  },
  diff: (state, args) => {
    const changes = diffArgs(state, args, controls, [], sameField);
    return state["pendingDays"] === args["pendingDays"]
      ? changes
      : [...changes, { path: "pendingDays", kind: "update", reason: "differs" }];
  },

  async create(args, run) {
    const known = await findEqual(args, run);
    if (known?.handle !== undefined) return { id: known.handle, state: stateOf(args, known) };
    const made = await make(args, run);
    run.contacts().note({ added: made });
    return { id: String(made.handle), state: stateOf(args, made) };
  },

  async read(id, state, run) {
    const live = await find(String(state["handle"] ?? id), run);
    if (live === undefined) return undefined;
    const args = managedArgs(state);
    const { shown, pending } = settle(state, args, (field) => liveField(live, field, args), sameField, run.now());
    return stateOf(
      { ...shown, ...(state["pendingDays"] !== undefined && { pendingDays: state["pendingDays"] }) },
      { ...live, handle: live.handle ?? id },
      pending,
    );
  },

  async update(id, state, args, run) {
    const old = managedArgs(state);
    const changed = fieldsOf(args).filter((key) => !(key in old) || !sameField(key, old[key], args[key]));
    const pending = pendingOf(state);
    const handle = String(state["handle"] ?? id);
    const verified = typeof state["verified"] === "boolean" ? { verified: state["verified"] } : {};
    if (changed.length === 0) return stateOf(args, { handle, fields: {}, ...verified }, pending);
    const live = await find(handle, run);
    if (live === undefined) {
      throw new PartialFailure(
        id,
        stateOf(args, { handle, fields: {} }, pending),
        `contact ${handle} is not in the account any more: run \`pulumi refresh\`, then \`pulumi up\``,
      );
    }
    const differs = changed.filter((key) => !sameField(key, liveField(live, key, args), args[key]));
    if (differs.length === 0) return stateOf(args, { ...live, handle }, pending);
    // A name is one thing, also when it is given in two parts.
    const sent = differs.some((key) => key === "firstName" || key === "lastName")
      ? [...differs, "firstName", "lastName"]
      : differs;
    const { status, data } = await run.api.contacts.update({ handle, body: contactToWire(args, sent) });
    const before = Object.fromEntries(differs.map((key) => [key, liveField(live, key, args) ?? null]));
    if (status === 202) {
      const since = new Date(run.now()).toISOString();
      return stateOf(args, { ...live, handle }, { since, before: { ...pending?.before, ...before } });
    }
    const rest = Object.fromEntries(Object.entries(pending?.before ?? {}).filter(([key]) => !differs.includes(key)));
    const answered = contactFromAnswer(data);
    run.contacts().note({ removed: live, added: { ...live, fields: { ...live.fields, ...answered.fields } } });
    return stateOf(args, { ...live, ...answered, handle }, pending && { since: pending.since, before: rest });
  },

  async delete(id, state, run) {
    run.say(
      `Contact ${String(state["handle"] ?? id)} stays in the account: the API cannot delete a contact, it is only forgotten here.`,
    );
  },
};
