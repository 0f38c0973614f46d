/**
 * A contact handle as data: its arguments, read from any wire form, compared by meaning, written as the reference shows it; and
 * changes of contacts that wait for the owner's approval.
 */
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
  isObject,
  type PerField,
  RefusedError,
  shownFields,
} from "../api/index.ts";
import type { Properties } from "./definition.ts";
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
    .regex(/^[A-Z]{2}$/, { message: "must be two upper-case letters, such as `US` (ISO 3166-1 alpha-2)" }),
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

/** Values of fields that the program sets, or that the registrar shows. */
export type ContactValues = { [F in ContactField]?: z.output<ByKind[ContactKind]> | undefined };

/** A contact of the account, under the program's argument names. */
export interface Contact {
  handle?: string;
  fields: ContactValues;
  verified?: boolean;
}

/** The value of a field that is empty. */
export const emptyValue = (field: ContactField) => (byKind[contactFields[field].kind] instanceof z.ZodArray ? [] : "");

/** The fields of a contact, compared by meaning. */
export const contactChanges = approvedChanges(contactFieldNames, sameField);

/** The named fields that have a value. */
export function pickFields(values: ContactValues, fields: readonly string[] = contactFieldNames): ContactValues {
  const picked: ContactValues = {};
  for (const field of contactFieldNames)
    if (fields.includes(field) && values[field] !== undefined) picked[field] = values[field];
  return picked;
}

export function contactFromWire(wire: WireContact): Contact {
  return {
    fields: shownFields(wire),
    ...(wire.handle && { handle: wire.handle }),
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
export const contactToWire = (values: ContactValues): Partial<ContactBody> =>
  Object.fromEntries(contactChanges.given(values).map((field) => [contactFields[field].wire, values[field]]));

/** The live value of a field. A full name is compared with its parts, in both directions. */
export function liveField({ fields }: Contact, field: ContactField, args: ContactValues): ContactValues[ContactField] {
  if (fields[field] !== undefined) return fields[field];
  const { name, firstName, lastName } = fields;
  if (field === "name" && (firstName !== undefined || lastName !== undefined)) return fullName(fields);
  if (field !== "firstName" && field !== "lastName") return undefined;
  // If the registrar shows one name and the program gives two parts, the parts are right if the full name is.
  return plain(name) === fullName(args) ? args[field] : name;
}

/**
 * Do two values of a field mean the same? Outer spaces, the case of countries and e-mail addresses, and phone punctuation don't
 * count.
 */
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
  contactChanges.differing(args, (field) => liveField(live, field, args));

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

/** Days for which a change waits (202). */
const defaultDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

export const approvalDaysArgument = z.int().min(0).optional().meta({
  description: "Days to wait for the owner's approval before a change is sent again. Default: 14.",
  default: defaultDays,
});

/** The outputs of a resource whose changes may wait. @param fields fields whose changes may wait */
export const pendingOutputs = (fields: Readonly<Record<string, z.ZodType>>, description: string) => {
  const before = "The previous value; empty if there was none.";
  const values = Object.entries(fields).map(([name, type]) => [name, type.optional().meta({ description: before })]);
  return {
    pendingSince: z
      .string()
      .optional()
      .meta({ description: "Time of the first request of the waiting change. ISO 8601." }),
    pending: z.object(Object.fromEntries(values)).optional().meta({ description }),
  };
};

interface PendingState {
  approvalDays?: number | undefined;
  pendingSince?: string | undefined;
  pending?: Properties | undefined;
}

/** The message about a change that waits: names of fields, and no values. @param subject names the contact or domain */
export const waitingText =
  (subject: (id: string, state: Properties) => string) =>
  (id: string, state: Properties): string | undefined => {
    const { pending, pendingSince, approvalDays: days = defaultDays } = state;
    const until = Date.parse(String(pendingSince)) + Number(days) * dayMs;
    if (!isObject(pending) || !Number.isFinite(until)) return undefined;
    const fields = Object.keys(pending).sort().join(", ");
    return (
      `${subject(id, state)}: the registrar waits for the owner's approval of the new ${fields}, and asks for ` +
      "it by e-mail. Until then, the old one stays. Without approval by " +
      `${new Date(until).toISOString().slice(0, 10)}, it counts as drift, and the next \`pulumi up\` sends it again.`
    );
  };

type Values<F extends string, Value = unknown> = { readonly [K in F]?: Value | undefined };

/**
 * Changes of fields that the registrar accepted (202) and that wait for the owner's approval. Per field, the old live value is
 * pending: it isn't drift and isn't sent again. The new value is done. Any other value is drift. After `approvalDays` the old
 * value is drift, too.
 * @param same do two values of a field mean the same?
 */
export function approvedChanges<F extends string>(
  names: readonly F[],
  same: (field: F, a: unknown, b: unknown) => boolean,
) {
  /** The fields that have a value. */
  const given = (values: Values<F>): F[] => names.filter((field) => values[field] !== undefined);

  /** The wanted fields that differ. @param other the value to compare with */
  const differing = (wanted: Values<F>, other: (field: F) => unknown) =>
    given(wanted).filter((field) => !same(field, other(field), wanted[field]));

  /**
   * The changed fields to send. One that gets its old value back while it waits is sent, although that value is live: the
   * registrar can drop the change.
   */
  const toSend = (
    { pending = {} }: PendingState,
    wanted: Values<F>,
    changed: readonly F[],
    live: (field: F) => unknown,
  ) => changed.filter((field) => field in pending || !same(field, live(field), wanted[field]));

  /**
   * The changes that wait after a write: earlier changes that weren't sent since, and changes of this write. A field that is
   * set back to its old value doesn't wait.
   * @param before the old value of each field whose change waits since the write
   */
  function stillWaiting(
    { pendingSince, pending }: PendingState,
    wanted: Values<F>,
    { sent = [], before = {}, now = 0 }: { sent?: readonly string[]; before?: Values<string>; now?: number } = {},
  ): PendingState {
    const former = Object.entries(pending ?? {}).filter(([field]) => !sent.includes(field));
    const all: Values<string> = { ...Object.fromEntries(former), ...before };
    const waiting = differing(wanted, (field) => all[field]).filter((field) => field in all);
    if (waiting.length === 0) return {};
    const isNew = pendingSince === undefined || Object.keys(before).length > 0;
    return {
      pendingSince: isNew ? new Date(now).toISOString() : pendingSince,
      pending: Object.fromEntries(waiting.map((field) => [field, all[field]])),
    };
  }

  /**
   * Compares the live fields with the program's in a refresh.
   * @param live the live value of a field; `undefined` if the registrar doesn't show it
   * @returns the live values that have drifted, and the changes that still wait
   */
  function observe<Value>(
    state: PendingState,
    wanted: Values<F, Value>,
    live: (field: F) => Value | undefined,
    now: number,
  ): { drifted: Values<F, Value>; waiting: PendingState } {
    const { pending = {}, pendingSince = "", approvalDays: days = defaultDays } = state;
    const isWaiting = now < Date.parse(pendingSince) + days * dayMs;
    const sent: F[] = [];
    const drifted: { [K in F]?: Value } = {};
    for (const field of given(wanted)) {
      const value = live(field);
      const isDone = value !== undefined && same(field, value, wanted[field]);
      if (!isDone && isWaiting && field in pending && same(field, value ?? "", pending[field])) continue;
      sent.push(field);
      if (!isDone && value !== undefined) drifted[field] = value;
    }
    return { drifted, waiting: stillWaiting(state, wanted, { sent }) };
  }

  return { given, differing, toSend, stillWaiting, observe };
}
