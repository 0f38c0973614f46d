/** The contact handles of the account, as the registrar filters them. */
import { optional } from "../dns/index.ts";
import { whole } from "./errors.ts";
import { contactFromWire } from "./getContact.ts";
import type { Lookups } from "./lookups.ts";
import type { ContactInfo, GetContactsArgs } from "./types/index.ts";

/** @throws IncompleteLookupError when the list could not be read whole */
export async function getContacts({ api, known }: Lookups, args: GetContactsArgs): Promise<ContactInfo[]> {
  const query = optional({ search: args.search, name: args.name, email: args.email });
  const listing = await known["contacts.list"].once(JSON.stringify(query), () => api.contacts.list({ query }));
  return whole("contacts.list", undefined, listing).map((wire) => contactFromWire(wire, wire.handle ?? ""));
}
