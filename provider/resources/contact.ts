/** Contact: a contact handle of the account (registrant, admin, billing or tech of domains). */
import * as z from "zod";
import { contactBody } from "../api/endpoints/shapes.ts";
import { type ContactField, contactFieldNames, identifyingFields, renamedIn, UnconfirmedError } from "../api/index.ts";
import { diffArgs, managedIn, managedText, pick } from "../lifecycle/arguments.ts";
import {
  approvalDaysArgument,
  type Contact,
  type ContactValues,
  contactArguments,
  contactChanges,
  contactFromAnswer,
  contactsOf,
  contactToWire,
  differingFields,
  emptyValue,
  equalTo,
  findContact,
  findEqual,
  liveField,
  pendingOutputs,
  pickFields,
  sameField,
  waitingText,
} from "../lifecycle/contacts.ts";
import { defineResource, reader } from "../lifecycle/define.ts";
import { PartialFailure } from "../lifecycle/definition.ts";
import { UnknownOutcomeError } from "../lifecycle/errors.ts";
import type { Rows } from "../lifecycle/list.ts";
import type { Incomplete } from "../lifecycle/perDomain.ts";
import { confirmed, writeOnce } from "../lifecycle/poll.ts";
import type { Run } from "../lifecycle/run.ts";

const schema = z.strictObject({ ...contactArguments, approvalDays: approvalDaysArgument }).meta({ id: "ContactArgs" });
const outputs = {
  handle: z.string().meta({ description: "The registrar's handle, such as `CONTACT_1-67890`." }),
  verified: z.boolean().optional().meta({ description: "True if the registrar shows the contact as verified." }),
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
  const fields = pickFields(args);
  return { ...fields, managed: managedText(Object.keys(fields).sort()), approvalDays, handle, verified, ...waiting };
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
  secretInputs: identifyingFields,
  secretOutputs: ["pending"],
  personal: contactFieldNames,
  controls: ["approvalDays"],
  waiting: waitingText((handle) => `Contact ${handle}`),
  deleteBeforeReplace: false,
  readState: (state) => ({ ...readArgs(pick(state, [...managedIn(state), "approvalDays"])), ...readKnown(state) }),

  check(args, { known }) {
    const has = (field: ContactField) => args[field] !== undefined || !known(field);
    if (has("name") && (has("firstName") || has("lastName"))) {
      return [{ property: "name", reason: "give either `name`, or `firstName` and `lastName`" }];
    }
    const isNamed = has("name") || (has("firstName") && has("lastName"));
    return isNamed ? [] : [{ property: "name", reason: "is missing: give `name`, or `firstName` and `lastName`" }];
  },

  diff(state, args, unread) {
    const same = (name: string, old: unknown, wanted: unknown) =>
      contactFieldNames.some((field) => field === name && sameField(field, old, wanted));
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
    const live = await findContact(state.handle ?? id, run);
    if (live === undefined) return undefined;
    const fields = pickFields(state);
    const shown = (field: ContactField) => liveField(live, field, fields);
    const { drifted, waiting } = contactChanges.observe(state, fields, shown, Date.now());
    const { approvalDays } = state;
    return stateOf({ ...fields, ...drifted, approvalDays }, { ...live, handle: live.handle ?? id }, waiting);
  },

  async update(id, state, args, run) {
    const [old, wanted] = [pickFields(state), pickFields(args)];
    const { handle = id, verified } = state;
    const waiting = (sent: readonly ContactField[] = [], before = {}) =>
      contactChanges.stillWaiting(state, wanted, { sent, before, now: Date.now() });
    const changed = contactChanges.differing(wanted, (field) => old[field]);
    if (changed.length === 0) return stateOf(args, { handle, verified }, waiting());
    const live = await findContact(handle, run);
    if (live === undefined) {
      const gone = `contact ${handle} is not in the account any more: run \`pulumi refresh\`, then \`pulumi up\``;
      throw new PartialFailure(id, stateOf(args, { handle }, waiting()), gone);
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
      () => run.api.contacts.update({ handle, body: contactToWire(pickFields(wanted, sent)) }),
      async () => (await run.poll.inList(contactsOf(run), look)).found,
    );
    if (status === 202) {
      const before = due.map((field) => [field, liveField(live, field, wanted) ?? emptyValue(field)]);
      return stateOf(args, { ...live, handle }, waiting(due, Object.fromEntries(before)));
    }
    const answered = contactFromAnswer(data);
    contactsOf(run).note({ removed: live, added: { ...live, fields: { ...live.fields, ...answered.fields } } });
    return stateOf(args, { ...live, ...answered, handle }, waiting(due));
  },

  async delete(id, { handle = id }, run) {
    run.log(
      `Contact ${handle} stays in the account, because the API cannot delete a contact. The resource is only removed ` +
        `from the state.`,
    );
  },
});
