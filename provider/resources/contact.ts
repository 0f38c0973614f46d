/** Contact: a contact handle of the account (registrant, admin, billing or tech of domains). */
import * as z from "zod";
import { contactBody } from "../api/endpoints/shapes.ts";
import {
  type ContactField,
  contactFieldNames,
  IncompleteListError,
  identifyingFields,
  RefusedError,
  UnconfirmedError,
} from "../api/index.ts";
import {
  type Contact,
  type ContactValues,
  contactArguments,
  contactFromAnswer,
  contactsOf,
  contactToWire,
  emailKey,
  emptyValue,
  foundContacts,
  given,
  liveField,
  pickFields,
  sameField,
} from "../lifecycle/contactFields.ts";
import { defineResource, reader } from "../lifecycle/define.ts";
import { diffArgs, managedIn, managedText, PartialFailure, pick } from "../lifecycle/definition.ts";
import { UnknownOutcomeError } from "../lifecycle/errors.ts";
import { type Rows, writeOnce } from "../lifecycle/list.ts";
import { pendingDaysArgument, pendingOutputs, settle, stillWaiting, waitingText } from "../lifecycle/pending.ts";
import type { Incomplete } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = z.strictObject({ ...contactArguments, pendingDays: pendingDaysArgument }).meta({ id: "ContactArgs" });
const outputs = {
  handle: z.string().meta({ description: "The registrar's handle, such as `CONTACT_1-67890`." }),
  verified: z.boolean().optional().meta({ description: "True if the registrar shows the contact as verified." }),
  ...pendingOutputs(contactArguments, "The previous value of each waiting field."),
};
const memory = { managed: z.string() };
type Args = z.output<typeof schema>;
type State = ContactValues &
  Incomplete<Pick<Args, "pendingDays"> & z.output<z.ZodObject<typeof outputs & typeof memory>>>;
const [readArgs, readKnown] = [reader(schema.shape), reader({ ...outputs, ...memory })];

/** A state: the given fields, what the registrar says beside them, and what waits for approval. */
function stateOf(
  { pendingDays, ...args }: ContactValues & Pick<State, "pendingDays">,
  { handle, verified }: Pick<State, "handle" | "verified">,
  pending: Pick<State, "pending" | "pendingSince"> = {},
): State {
  const fields = pickFields(args);
  return { ...fields, managed: managedText(given(fields).sort()), pendingDays, handle, verified, ...pending };
}

/** The handle whose given fields all equal what the program wants. */
function equalTo(args: ContactValues, contacts: Rows<Contact>): Contact | undefined {
  const isEqual = (live: Contact) =>
    given(args).every((field) => sameField(field, liveField(live, field, args), args[field]));
  return contacts.withKey(emailKey(args)).find((live) => live.handle !== undefined && isEqual(live));
}

const managed = (values: ContactValues) => ({ values, names: given(values), same: sameField });

const doubt = (subject: string, contacts: Rows<Contact>) =>
  new IncompleteListError(subject, "contacts.list", undefined, contacts);

async function find(handle: string, run: Run): Promise<Contact | undefined> {
  let contacts = await contactsOf(run).read();
  if (contacts.open && contacts.withId(handle) === undefined) contacts = await contactsOf(run).proven();
  const contact = contacts.withId(handle);
  if (contact !== undefined || contacts.complete) return contact;
  const found = (await narrowed({ search: handle }, run))?.withId(handle);
  if (found === undefined) throw doubt(`whether contact ${handle} is still there`, contacts);
  contactsOf(run).note({ added: found });
  return found;
}

/** A part of a list that is not proven whole; `undefined`: the registrar refuses to narrow it. Specification, "contacts". */
async function narrowed(query: { search: string } | { email: string }, run: Run): Promise<Rows<Contact> | undefined> {
  try {
    const listing = await run.api.contacts.list({ query });
    return foundContacts(listing);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** The handle that is as asked, if there is one; where the list is not proven whole, those of its e-mail address count. */
async function findEqual(args: ContactValues & { email: string }, run: Run): Promise<Contact | undefined> {
  const contacts = await contactsOf(run).read();
  const listed = equalTo(args, contacts);
  if (listed !== undefined || contacts.complete) return listed;
  const shown = (await narrowed({ email: args.email }, run)) ?? contacts;
  const found = equalTo(args, shown);
  if (found === undefined && shown.cut) throw doubt("whether the account has this contact already", shown);
  return found;
}

function make(args: Args, run: Run): Promise<Contact> {
  return writeOnce({
    send: async () => {
      const { data } = await run.api.contacts.create({ body: contactBody.parse(contactToWire(args)) });
      const answered = contactFromAnswer(data);
      if (answered.handle) return { ...answered, fields: { ...answered.fields, ...pickFields(args) } };
      throw new UnconfirmedError({
        operation: "contacts.create",
        outcome: "unknown",
        what: "the response has no handle of the new contact",
        advice:
          'If it has another name, say so in a contract file, as in {"contacts.create": {"fields": {"handle": "id"}}}.',
      });
    },
    look: () => run.poll.inList(contactsOf(run), (contacts) => equalTo(args, contacts)),
    doubt: (error) => new UnknownOutcomeError("the contact", error, false),
  });
}

export const contact = defineResource<Args, State>({
  type: "Contact",
  summary:
    "A contact handle of the account, for use as a contact of domains. All fields but `country` and `disclosedFields` are secret.",
  endpoints: ["contacts.list", "contacts.create", "contacts.update"],
  meaning: {
    create: "adopts a handle if all fields that the program sets are equal; otherwise creates one",
    drift:
      "every field that the program sets. A change that waits for the owner's approval (202) is pending, not drift, for `pendingDays`",
    delete: "removes the handle from the state only. The API can't delete a handle",
  },
  schema,
  outputs,
  secretInputs: identifyingFields,
  secretOutputs: ["pending"],
  personal: contactFieldNames,
  controls: ["pendingDays"],
  waiting: waitingText((handle) => `Contact ${handle}`),
  deleteBeforeReplace: false,
  readState: (state) => ({ ...readArgs(pick(state, [...managedIn(state), "pendingDays"])), ...readKnown(state) }),

  check(args, { known }) {
    const has = (field: ContactField) => args[field] !== undefined || !known(field);
    if (has("name") && (has("firstName") || has("lastName"))) {
      return [{ property: "name", reason: "give either `name`, or `firstName` and `lastName`" }];
    }
    const isNamed = has("name") || (has("firstName") && has("lastName"));
    return isNamed ? [] : [{ property: "name", reason: "is missing: give `name`, or `firstName` and `lastName`" }];
  },

  diff(state, args, unread = []) {
    const same = (name: string, old: unknown, wanted: unknown) =>
      contactFieldNames.some((field) => field === name && sameField(field, old, wanted));
    const changes = diffArgs(state, args, ["pendingDays"], [], same, unread);
    return state.pendingDays === args.pendingDays && !unread.includes("pendingDays")
      ? changes
      : [...changes, { path: "pendingDays", kind: "update", reason: "differs" }];
  },

  async create(args, run) {
    const found = await findEqual(args, run);
    if (found?.handle !== undefined) return { id: found.handle, state: stateOf(args, found) };
    const made = await make(args, run);
    contactsOf(run).note({ added: made });
    return { id: String(made.handle), state: stateOf(args, made) };
  },

  async read(id, state, run) {
    const live = await find(state.handle ?? id, run);
    if (live === undefined) return undefined;
    const fields = pickFields(state);
    const { drifted, waiting } = settle(state, managed(fields), (field) => liveField(live, field, fields), run.now());
    for (const { field, value } of drifted) fields[field] = value;
    return stateOf({ ...fields, pendingDays: state.pendingDays }, { ...live, handle: live.handle ?? id }, waiting);
  },

  async update(id, state, args, run) {
    const [old, wanted] = [pickFields(state), pickFields(args)];
    const { handle = id, verified } = state;
    const waiting = (sent: readonly ContactField[] = [], before = {}) =>
      stillWaiting(state, managed(wanted), { sent, before, now: run.now() });
    const changed = given(wanted).filter((field) => !sameField(field, old[field], wanted[field]));
    if (changed.length === 0) return stateOf(args, { handle, verified }, waiting());
    const live = await find(handle, run);
    if (live === undefined) {
      throw new PartialFailure(
        id,
        stateOf(args, { handle }, waiting()),
        `contact ${handle} is not in the account any more: run \`pulumi refresh\`, then \`pulumi up\``,
      );
    }
    const differing = changed.filter((field) => !sameField(field, liveField(live, field, wanted), wanted[field]));
    if (differing.length === 0) return stateOf(args, { ...live, handle }, waiting());
    // A name is one thing, also when it is given in two parts.
    const isInParts = differing.some((field) => field === "firstName" || field === "lastName");
    const sent = isInParts ? [...differing, "firstName", "lastName"] : differing;
    const isChanged = (contact: Contact) =>
      changed.every((field) => sameField(field, liveField(contact, field, wanted), wanted[field]));
    const look = (contacts: Rows<Contact>) => {
      const contact = contacts.withId(handle);
      return contact !== undefined && isChanged(contact) ? { status: 200, data: {} } : undefined;
    };
    const { status, data } = await run.poll.confirmed(
      () => run.api.contacts.update({ handle, body: contactToWire(pickFields(wanted, sent)) }),
      async () => (await run.poll.inList(contactsOf(run), look)).found,
    );
    if (status === 202) {
      const before = Object.fromEntries(
        differing.map((field) => [field, liveField(live, field, wanted) ?? emptyValue(field)]),
      );
      return stateOf(args, { ...live, handle }, waiting(differing, before));
    }
    const answered = contactFromAnswer(data);
    contactsOf(run).note({ removed: live, added: { ...live, fields: { ...live.fields, ...answered.fields } } });
    return stateOf(args, { ...live, ...answered, handle }, waiting(differing));
  },

  async delete(id, { handle = id }, run) {
    run.log(
      `Contact ${handle} stays in the account, because the API cannot delete a contact. The resource is only removed from the state.`,
    );
  },
});
