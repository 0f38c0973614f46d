/** What the lookups of contacts take and give. Plain interfaces: programs see them. */
import type { ShownFields } from "../../api/endpoints/contactFields.ts";

/** One contact, by handle. */
export interface GetContactArgs {
  /** The contact handle, such as `ATOM-12345`. */
  handle: string;
}

/** Which contacts of the account; without filters all of them. Filters are the registrar's. Specification, "GET /registrar/v1/contacts". */
export interface GetContactsArgs {
  /** Looked for in handle, name, e-mail address, label and organisation; case does not matter. */
  search?: string;
  /** Contact name. */
  name?: string;
  /** E-mail address. */
  email?: string;
}

/** A contact handle of the account: personal data. What the registrar does not show is absent. Specification, "Contact". */
export interface ContactInfo extends ShownFields {
  handle: string;
  /** As the registrar calls it, such as `registrant_user`. */
  type?: string;
  /** Whether the e-mail address was verified. */
  verified?: boolean;
}
