/** Contact: a contact handle of the account (registrant, admin, billing or tech of domains), compared by meaning. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import * as shapes from "../api/endpoints/shapes.ts";
import { decoded, IncompleteListError, RefusedError, renamedIn, UnconfirmedError } from "../api/index.ts";
import { optional } from "../dns/index.ts";
import { approvalDaysArgument, approvedChanges, pendingOutputs, waitingText } from "../lifecycle/approvals.ts";
import { diffArgs, managedIn, managedText, pick, reader } from "../lifecycle/arguments.ts";
import { defineResource } from "../lifecycle/define.ts";
import { PreconditionError, UnknownOutcomeError } from "../lifecycle/errors.ts";
import { type RowList, Rows } from "../lifecycle/list.ts";
import type { Incomplete } from "../lifecycle/perDomain.ts";
import { confirmed, writeOnce } from "../lifecycle/poll.ts";
import type { ListSource, Run } from "../lifecycle/run.ts";

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
} satisfies Record<shapes.ContactKind, z.ZodType>;
type ByKind = typeof byKind;
type Optional = { [K in shapes.ContactKind]: z.ZodOptional<ByKind[K]> };

const contactArguments = Object.fromEntries(
  Object.entries(shapes.contactFields).map(([name, field]) => {
    const schema = byKind[field.kind];
    const description = [field.description, "argument" in field ? field.argument : [], "Updates in place."];
    return [name, ("required" in field ? schema : schema.optional()).describe(description.flat().join(" "))];
  }),
  // The table gives each field its kind, and its kind the schema.
) as shapes.PerField<ByKind, Optional>;

/** Values of fields that the program sets, or that the registrar shows. */
export type ContactValues = { [F in shapes.ContactField]?: z.output<ByKind[shapes.ContactKind]> | undefined };

/** A contact of the account, under the program's argument names. */
interface Contact {
  handle?: string;
  fields: ContactValues;
  verified?: boolean;
}

/** The fields of a contact, compared by meaning. */
const contactChanges = approvedChanges(shapes.contactFieldNames, sameField);

const fieldsIn = (values: ContactValues): ContactValues => pick(values, shapes.contactFieldNames);

const contactFromWire = ({ handle, verified, ...wire }: shapes.WireContact): Contact => ({
  fields: shapes.shownFields(wire),
  ...optional({ handle: handle || undefined, verified }),
});

/** The contact in the response to a write, as far as it is shown. */
function contactFromAnswer(answer: shapes.AnyObject): Contact {
  const wire = shapes.contact.safeParse(answer);
  return wire.success ? contactFromWire(wire.data) : { fields: {} };
}

/** Contacts are looked up by handle, else by the value that is compared first, the e-mail address. */
const contactSource: ListSource<Contact> = {
  group: "contacts",
  read: async (api) => decoded(await api.contacts.list(), contactFromWire),
  index: {
    id: ({ handle }) => handle,
    identity: ({ fields }) => emailKey(fields),
    keys: ({ fields }) => [emailKey(fields)],
  },
};

/** The contacts of the account, read once for all resources of a run. */
export const contactsOf = (run: Run): RowList<Contact> => run.list(contactSource);

const emailKey = ({ email }: ContactValues): string => `email ${plain(email).toLowerCase()}`;

/** The request body for some of the fields. */
const contactToWire = (values: ContactValues): Partial<shapes.ContactBody> =>
  Object.fromEntries(contactChanges.given(values).map((field) => [shapes.contactFields[field].wire, values[field]]));

/** The live value of a field. A full name is compared with its parts, in both directions. */
function liveField(
  { fields }: Contact,
  field: shapes.ContactField,
  args: ContactValues,
): ContactValues[shapes.ContactField] {
  if (fields[field] !== undefined) return fields[field];
  const { name, firstName, lastName } = fields;
  if (field === "name" && (firstName !== undefined || lastName !== undefined)) return fullName(fields);
  if (field !== "firstName" && field !== "lastName") return undefined;
  // If the registrar shows one name and the program gives two parts, the parts are right if the full name is.
  return plain(name) === fullName(args) ? args[field] : name;
}

/** Do two values of a field mean the same? Outer spaces, case of countries and e-mail, and phone punctuation don't count. */
function sameField(field: shapes.ContactField, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  const normalise = normalised[shapes.contactFields[field].kind];
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

const normalised: Record<shapes.ContactKind, (value: unknown) => unknown> = {
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
const differingFields = (args: ContactValues, live: Contact) =>
  contactChanges.differing(args, (field) => liveField(live, field, args));

/** The contact whose fields all equal the program's. */
const equalTo = (args: ContactValues, contacts: Rows<Contact>): Contact | undefined =>
  contacts
    .withKey(emailKey(args))
    .find((live) => live.handle !== undefined && differingFields(args, live).length === 0);

const doubt = (subject: string, contacts: Rows<Contact>) =>
  new IncompleteListError(subject, "contacts.list", undefined, contacts.proof);

/** The contact with a handle; `undefined` if a complete list lacks it. */
export async function contactWith(handle: string, run: Run): Promise<Contact | undefined> {
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
async function findEqual(args: ContactValues & { email: string }, run: Run): Promise<Contact | undefined> {
  const contacts = await contactsOf(run).read();
  const listed = equalTo(args, contacts);
  if (listed !== undefined || contacts.proof.complete) return listed;
  const shown = (await narrowed({ email: args.email }, run)) ?? contacts;
  const found = equalTo(args, shown);
  if (found === undefined && shown.proof.cut) throw doubt("whether the account has this contact already", shown);
  return found;
}

const schema = z.strictObject({ ...contactArguments, approvalDays: approvalDaysArgument }).meta({ id: "ContactArgs" });
const outputs = {
  handle: z.string().describe("The registrar's handle, such as `CONTACT_1-67890`."),
  verified: z.boolean().optional().describe("True if the registrar shows the contact as verified."),
  ...pendingOutputs(contactArguments, "The previous value of each waiting field."),
};
const memory = { managed: z.string() };
type Args = z.output<typeof schema>;
type State = ContactValues &
  Incomplete<Pick<Args, "approvalDays"> & z.output<z.ZodObject<typeof outputs & typeof memory>>>;
const [readArgs, readKnown] = [reader(schema.shape), reader({ ...outputs, ...memory })];

/** A state: fields, the handle as the registrar shows it, and the changes that wait for approval. */
function stateOf(
  { approvalDays, ...args }: ContactValues & Pick<State, "approvalDays">,
  { handle, verified }: Pick<State, "handle" | "verified">,
  waiting: Pick<State, "pending" | "pendingSince"> = {},
): State {
  const fields = fieldsIn(args);
  return { ...fields, managed: managedText(Object.keys(fields).sort()), approvalDays, handle, verified, ...waiting };
}

function make(args: Args, run: Run): Promise<Contact> {
  return writeOnce({
    send: async () => {
      const { data } = await run.api.contacts.create({ body: shapes.contactBody.parse(contactToWire(args)) });
      const answered = contactFromAnswer(data);
      if (answered.handle) return { ...answered, fields: { ...answered.fields, ...fieldsIn(args) } };
      throw new UnconfirmedError({
        operation: "contacts.create",
        outcome: "unknown",
        what: "the response has no handle of the new contact",
        advice: renamedIn("contacts.create", "the handle"),
      });
    },
    async look() {
      const { found, last } = await run.poll.inList(contactsOf(run), (contacts) => equalTo(args, contacts));
      return { found, isAbsent: last.proof.complete };
    },
    doubt: (error) => new UnknownOutcomeError("the contact", error),
  });
}

export const contact = defineResource<Args, State>({
  type: "Contact",
  summary:
    "A contact handle of the account, for use as a contact of domains. All fields but `country` and " +
    "`disclosedFields` are secret.",
  endpoints: ["contacts.list", "contacts.create", "contacts.update"],
  meaning: {
    create: "adopts the contact whose fields match; otherwise creates a contact",
    drift:
      "every field that the program sets. A change that waits for the owner's approval (202) is pending, not drift, " +
      "for `approvalDays`",
    delete: "removes the handle from the state only. The API can't delete a handle",
  },
  schema,
  outputs,
  lasting: ["handle"],
  secretInputs: shapes.identifyingFields,
  secretOutputs: ["pending"],
  personal: shapes.contactFieldNames,
  controls: ["approvalDays"],
  waiting: waitingText((handle) => `Contact ${handle}`),
  readState: (state) => ({ ...readArgs(pick(state, [...managedIn(state), "approvalDays"])), ...readKnown(state) }),

  check(args, { known }) {
    const has = (field: shapes.ContactField) => args[field] !== undefined || !known(field);
    if (has("name") && (has("firstName") || has("lastName"))) {
      return [{ property: "name", reason: "give either `name`, or `firstName` and `lastName`" }];
    }
    const isNamed = has("name") || (has("firstName") && has("lastName"));
    return isNamed ? [] : [{ property: "name", reason: "is missing: give `name`, or `firstName` and `lastName`" }];
  },

  diff(state, args, unread) {
    const same = (name: string, old: unknown, wanted: unknown) =>
      shapes.contactFieldNames.some((field) => field === name && sameField(field, old, wanted));
    return diffArgs(state, args, { controls: ["approvalDays"], kept: ["approvalDays"], same, unread });
  },

  async create(args, run) {
    const found = await findEqual(args, run);
    if (found?.handle !== undefined) return { id: found.handle, state: stateOf(args, found) };
    const made = await make(args, run);
    contactsOf(run).note({ added: made });
    return { id: String(made.handle), state: stateOf(args, made) };
  },

  async read(id, state, run) {
    const live = await contactWith(state.handle ?? id, run);
    if (live === undefined) return undefined;
    const fields = fieldsIn(state);
    const shown = (field: shapes.ContactField) => liveField(live, field, fields);
    const { drifted, waiting } = contactChanges.observe(state, fields, shown);
    const { approvalDays } = state;
    return stateOf({ ...fields, ...drifted, approvalDays }, { ...live, handle: live.handle ?? id }, waiting);
  },

  async update(id, last, args, run) {
    const state: State = last ?? {};
    const [old, wanted] = [fieldsIn(state), fieldsIn(args)];
    const { handle = id, verified } = state;
    const waiting = (sent: readonly shapes.ContactField[] = [], before = {}) =>
      contactChanges.stillWaiting(state, wanted, sent, before);
    const changed = contactChanges.differing(wanted, (field) => old[field]);
    if (changed.length === 0) return stateOf(args, { handle, verified }, waiting());
    const live = await contactWith(handle, run);
    if (live === undefined) {
      const what = `contact ${handle} is not in the account any more`;
      throw new PreconditionError({ what, advice: "Run `pulumi refresh`, then `pulumi up`." });
    }
    const due = contactChanges.toSend(state, wanted, changed, (field) => liveField(live, field, wanted));
    if (due.length === 0) return stateOf(args, { ...live, handle }, waiting());
    // The registrar requires both parts of a name in one request.
    const isInParts = due.some((field) => field === "firstName" || field === "lastName");
    const sent = isInParts ? [...due, "firstName", "lastName"] : due;
    const look = (contacts: Rows<Contact>) => {
      const shown = contacts.withId(handle);
      const isShown = shown !== undefined && !differingFields(wanted, shown).some((field) => changed.includes(field));
      return isShown ? { status: 200, data: {} } : undefined;
    };
    const { status, data } = await confirmed(
      () => run.api.contacts.update({ handle, body: contactToWire(pick(wanted, sent)) }),
      async () => (await run.poll.inList(contactsOf(run), look)).found,
    );
    if (status === 202) {
      const empty = (field: shapes.ContactField) => (Array.isArray(wanted[field]) ? [] : "");
      const before = due.map((field) => [field, liveField(live, field, wanted) ?? empty(field)]);
      return stateOf(args, { ...live, handle }, waiting(due, Object.fromEntries(before)));
    }
    const answered = contactFromAnswer(data);
    contactsOf(run).note({ removed: live, added: { ...live, fields: { ...live.fields, ...answered.fields } } });
    // A new address isn't verified because the old one was.
    const known = due.includes("email") ? undefined : live.verified;
    return stateOf(args, { handle, verified: answered.verified ?? known }, waiting(due));
  },

  async delete(id, { handle = id }, run) {
    run.log(
      `Contact ${handle} stays in the account, because the API cannot delete a contact. The resource is only removed ` +
        `from the state.`,
    );
  },
});
