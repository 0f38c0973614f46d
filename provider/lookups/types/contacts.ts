/** What the lookups of contacts take and give. Plain interfaces: programs see them. */

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
export interface ContactInfo {
  handle: string;
  /** As the registrar calls it, such as `registrant_user`. */
  type?: string;
  /** A name of one's own for the handle. */
  label?: string;
  /** Full name. */
  name?: string;
  firstName?: string;
  lastName?: string;
  organization?: string;
  email?: string;
  /** EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. */
  phone?: string;
  fax?: string;
  /** Lines of the street address. */
  address: string[];
  city?: string;
  /** State or province. */
  state?: string;
  zip?: string;
  /** ISO 3166-1 alpha-2, such as `US`. */
  country?: string;
  /** Fields shown in public registration data, as the registrar names them. */
  disclosedFields: string[];
  /** Whether the e-mail address was verified. */
  verified?: boolean;
}
