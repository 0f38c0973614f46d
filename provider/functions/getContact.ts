/** One contact handle of the account. */

import type { WireContact } from "../api/shapes.ts";
import { optional } from "../dns/index.ts";
import { type Lookups, textIn } from "./lookups.ts";
import type { ContactInfo, GetContactArgs } from "./types/index.ts";

/** @throws NotFoundError when the account has no such handle */
export async function getContact({ api, known }: Lookups, args: GetContactArgs): Promise<ContactInfo> {
  const handle = textIn("getContact", "handle", args.handle);
  const wire = await known["contacts.get"].once(handle, () => api.contacts.get({ handle }));
  return contactFromWire(wire, handle);
}

export function contactFromWire(wire: WireContact, handle: string): ContactInfo {
  return {
    handle: wire.handle ?? handle,
    address: [...(wire.address ?? [])],
    disclosedFields: [...(wire.disclosed_fields ?? [])],
    ...optional({
      type: wire.type,
      label: wire.label,
      name: wire.name,
      firstName: wire.first_name,
      lastName: wire.last_name,
      organization: wire.organization,
      email: wire.email,
      phone: wire.phone,
      fax: wire.fax,
      city: wire.city,
      state: wire.state,
      zip: wire.zip,
      country: wire.country,
      verified: wire.verified,
    }),
  };
}
