/** Lookups of the contact handles of the account. */

import type { WireContact } from "../api/endpoints/shapes.ts";
import { shownFields } from "../api/index.ts";
import { optional } from "../dns/index.ts";
import { textIn } from "./arguments.ts";
import { whole } from "./errors.ts";
import type { Lookups } from "./session.ts";
import type { ContactInfo, GetContactArgs, GetContactsArgs } from "./types/index.ts";

/** @throws NotFoundError when the account has no such handle */
export async function getContact({ api, cache }: Lookups, args: GetContactArgs): Promise<ContactInfo> {
  const handle = textIn("getContact", "handle", args.handle);
  const wire = await cache["contacts.get"].once(handle, () => api.contacts.get({ handle }));
  return contactFromWire(wire, handle);
}

const contactFromWire = (wire: WireContact, handle: string): ContactInfo => ({
  handle: wire.handle ?? handle,
  address: [],
  disclosedFields: [],
  ...shownFields(wire),
  ...optional({ type: wire.type, verified: wire.verified }),
});

/** @throws IncompleteLookupError when the list could not be read whole */
export async function getContacts({ api, cache }: Lookups, args: GetContactsArgs): Promise<ContactInfo[]> {
  const query = optional({ search: args.search, name: args.name, email: args.email });
  const listing = await cache["contacts.list"].once(JSON.stringify(query), () => api.contacts.list({ query }));
  return whole("contacts.list", undefined, listing).map((wire) => contactFromWire(wire, wire.handle ?? ""));
}
