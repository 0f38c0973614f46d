/**
 * The wire shapes of the registrar's JSON, as far as the specification, its public reference or a stated assumption
 * gives them. Answers are read leniently (unknown fields stay, `null` means absent, numbers may come as text); requests
 * are written exactly.
 */
export {
  type ContactBody,
  contact,
  contactBody,
  contactUpdateBody,
  type WireContact,
} from "./shapes/contacts.ts";
export {
  contactRoles,
  domain,
  domainContactsBody,
  lockStatus,
  type WireDomain,
  type WireLockStatus,
} from "./shapes/domains.ts";
export { errorBody } from "./shapes/error.ts";
export { appraisal, marketplaceDomain, marketplacePage } from "./shapes/marketplace.ts";
export { availability, order, price } from "./shapes/orders.ts";
export {
  forwardBody,
  type RecordBody,
  recordBody,
  recordTypes,
} from "./shapes/records.ts";
export { type AnyObject, anyObject } from "./shapes/values.ts";
