import type * as z from "zod";
import { contactRoles, shownFields } from "../../../provider/api/endpoints/shapes.ts";
import { endpoints } from "../../../provider/api/endpoints/table.ts";
import { askOwner, updateContact, withdraw } from "../approvals.ts";
import { handlesOf, statusOf } from "../presentDomain.ts";
import { shuffled } from "../random.ts";
import { badRequest, notFound } from "../refusal.ts";
import { presentContact } from "../rows.ts";
import type { ContactRole, SandboxContact } from "../state.ts";
import type { Store } from "../store.ts";
import { type Handler, ok, written } from "./call.ts";
import { requireServiceNameservers } from "./records.ts";

type Fields = z.output<(typeof endpoints)["contacts.update"]["body"]>;

const findContact = (store: Store, handle: string) => store.state.contacts.find((contact) => contact.handle === handle);

function heldContact(store: Store, handle: string): SandboxContact {
  const contact = findContact(store, handle);
  if (contact === undefined) throw notFound("contact_not_found", `There is no contact ${handle} on this account.`);
  return contact;
}

/** The plain form of a request's fields. */
function readFields(body: Fields): Partial<Omit<SandboxContact, "handle">> {
  if (body.email !== undefined && !/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(body.email)) {
    throw badRequest("invalid_email", "email must be an e-mail address.");
  }
  if (body.phone !== undefined && !/^\+\d{1,3}\.\d{1,14}$/.test(body.phone)) {
    throw badRequest("invalid_phone", "phone must have the form +1.2025551234.");
  }
  const { address, first_name, last_name } = body;
  const fromParts = first_name !== undefined && last_name !== undefined ? `${first_name} ${last_name}` : undefined;
  return shownFields({ name: fromParts, ...body, ...(address !== undefined && { address: [address].flat() }) });
}

const list: Handler = ({ store, query, dialect }) => {
  const { search, name, email } = endpoints["contacts.list"].query.parse(query);
  const has = (part = "", ...texts: (string | undefined)[]) =>
    texts.some((text = "") => text.toLowerCase().includes(part.toLowerCase()));
  const found = store.state.contacts.filter(
    (each) =>
      has(search, each.handle, each.name, each.email, each.label, each.organization) &&
      has(name, each.name) &&
      has(email, each.email),
  );
  const all = shuffled(found, dialect);
  const shown = dialect.paging === "ignored" ? all.slice(0, dialect.pageCap ?? all.length) : all;
  const data = shown.map((contact) => presentContact(contact, dialect));
  return ok({ success: true, data, ...(dialect.totals !== "none" && { total: found.length }) });
};

const get: Handler = ({ store, element, dialect }) =>
  ok({ success: true, data: presentContact(heldContact(store, element), dialect) });

const create: Handler = ({ store, body, dialect }) => {
  const asked = endpoints["contacts.create"].body.parse(body);
  const { name, ...fields } = readFields(asked);
  if (name === undefined) {
    throw badRequest("missing_name", "A contact needs name, or first_name and last_name.");
  }
  const contact: SandboxContact = {
    handle: `ATOM-${store.nextId()}`,
    type: "registrant_user",
    name,
    ...fields,
    email: asked.email,
    phone: asked.phone,
    address: typeof asked.address === "string" ? [asked.address] : asked.address,
    city: asked.city,
    zip: asked.zip,
    country: asked.country,
    verified: false,
  };
  store.change((state) => {
    state.contacts = [...state.contacts, contact];
  });
  return written(dialect.createStatus, "Contact created.", presentContact(contact, dialect), dialect);
};

const waiting = {
  status: 202,
  body: { success: true, message: "The owner was asked by e-mail; the change applies once it is approved." },
};

const update: Handler = ({ store, element, body, dialect }) => {
  const contact = heldContact(store, element);
  const changes = readFields(endpoints["contacts.update"].body.parse(body));
  if (changes.email !== undefined && changes.email !== contact.email) {
    askOwner(store, { kind: "contact", handle: contact.handle, changes });
    return waiting;
  }
  if (changes.email !== undefined) withdraw(store, `contact ${contact.handle}`);
  updateContact(store, contact.handle, changes);
  return written(200, "Contact updated.", presentContact(heldContact(store, element), dialect), dialect);
};

/** The handles of a request by role. Refuses handles that the account doesn't have. */
export function knownHandles(
  store: Store,
  asked: z.output<(typeof endpoints)["domainContacts.set"]["body"]>,
): Partial<Record<ContactRole, string>> {
  const handles = contactRoles.flatMap((role) => (asked[role] === undefined ? [] : [[role, asked[role]] as const]));
  for (const [role, handle] of handles) {
    if (findContact(store, handle) !== undefined) continue;
    throw badRequest("unknown_handle", `${role}: there is no contact ${handle} on this account.`);
  }
  return Object.fromEntries(handles);
}

const setOfDomain: Handler = ({ store, domain: name, body }) => {
  const asked = endpoints["domainContacts.set"].body.parse(body);
  const domain = store.domain(name);
  const changes = knownHandles(store, asked);
  if (Object.keys(changes).length === 0) {
    throw badRequest("missing_roles", "Name at least one of registrant, admin, billing, tech.");
  }
  const status = statusOf(domain, store.now());
  if (status !== "active") {
    throw badRequest("domain_not_active", `The contacts of ${name} cannot change while it is ${status}.`);
  }
  if (domain.locked) throw badRequest("domain_locked", `The contacts of ${name} cannot change while it is locked.`);
  requireServiceNameservers(domain);
  const emailOf = (handle: string | null) => (handle === null ? undefined : findContact(store, handle)?.email);
  const before = emailOf(domain.contacts.registrant);
  if (changes.registrant !== undefined && before !== undefined && emailOf(changes.registrant) !== before) {
    askOwner(store, { kind: "domainContacts", domain: name, changes });
    return waiting;
  }
  if (changes.registrant !== undefined) withdraw(store, `domain ${name}`);
  const { contacts } = store.updateDomain(name, { contacts: { ...domain.contacts, ...changes } });
  return ok({
    success: true,
    message: "Contacts updated.",
    data: { domain_name: name, ...handlesOf(contacts) },
  });
};

export const contactOperations = {
  "contacts.list": list,
  "contacts.get": get,
  "contacts.create": create,
  "contacts.update": update,
  "domainContacts.set": setOfDomain,
};
