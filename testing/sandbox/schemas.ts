/** Schemas of a state file, which may be edited by hand, and of what the control API gets. No public declaration reaches them. */
import { domainToASCII } from "node:url";
import * as z from "zod";
import { contactRoles } from "../../provider/api/endpoints/shapes.ts";
import { recordFields, recordTypes } from "./recordTypes.generated.ts";

const text = z.string();
const flag = z.boolean();
const id = z.int();
const moment = text.refine((value) => !Number.isNaN(Date.parse(value)), "must be a date and time");
const word = text.exactOptional();
const count = z.int().nonnegative().exactOptional();

const ofKind = { string: word, number: count };
const fields = Object.fromEntries(Object.entries(recordFields).map(([key, kind]) => [key, ofKind[kind]])) as {
  [K in keyof typeof recordFields]: (typeof ofKind)[(typeof recordFields)[K]];
};
const record = z.strictObject({ id, type: z.enum(recordTypes), name: text, ttl: count, comment: word, ...fields });
const forward = z.strictObject({ id, source: text, destination: text, type: text.min(1) });
const contact = z.strictObject({
  ...{ handle: text, type: text, label: word, name: text, firstName: word, lastName: word, email: text, phone: text },
  ...{ fax: word, organization: word, address: z.array(text), city: text, state: word, zip: text, country: text },
  ...{ disclosedFields: z.array(text).exactOptional(), verified: flag },
});
const settings = {
  ...{ locked: flag, autoRenew: flag, privacy: flag, dnssec: flag },
  ...{ nameservers: z.array(text), expires: moment },
};
const roles = z.record(z.enum(contactRoles), text.nullable());
const domain = z.strictObject({
  ...{ name: text, account: z.enum(["own", "other"]), ...settings },
  ...{ created: moment, updated: moment, restrictedUntil: moment.nullable(), transferUntil: moment.nullable() },
  ...{ contacts: roles, authCode: text },
  foreignRows: z.array(z.looseObject({ id, type: text, name: text })),
  shownFrom: moment.exactOptional(),
  shownExpiry: z.strictObject({ expires: moment, until: moment }).exactOptional(),
});
const approval = z.strictObject({ id, at: moment, changes: z.looseObject({}) });
const price = z.strictObject({ register: z.number(), renew: z.number(), transfer: z.number(), icannFee: z.number() });

export const stateSchema = z.strictObject({
  version: z.literal(1),
  secrets: z.strictObject({
    ...{ token: text, marketplaceUserId: text, marketplaceToken: text, appraisalToken: text },
    // Part of a path.
    adminSecret: text.regex(/^[\w.~-]+$/),
  }),
  ...{ clockOffset: z.number(), nextId: id, balance: z.number() },
  domains: z.record(text, domain),
  records: z.record(text, z.array(record)),
  forwards: z.record(text, z.array(forward)),
  contacts: z.array(contact),
  approvals: z.array(
    z.discriminatedUnion("kind", [
      approval.extend({ kind: z.literal("contact"), handle: text }),
      approval.extend({ kind: z.literal("domainContacts"), domain: text }),
    ]),
  ),
  ledger: z.array(
    z.strictObject({
      ...{ number: id, at: moment, kind: z.enum(["register", "renew", "transfer"]) },
      ...{ domain: text, years: id, total: z.number() },
    }),
  ),
  prices: z.record(text, price).optional(),
  appraisals: z.strictObject({ day: text, today: id, ever: id, limit: id.optional() }),
});

const domainForm = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** A domain of two labels or more, in Unicode, too. Converted to A-labels in lower case. */
const domainName = text
  .transform((name) => domainToASCII(name.trim()))
  .refine((name) => domainForm.test(name), "must be a domain of two labels or more, such as garden.example");

/** Bodies of the control API. */
export const bodies = {
  newRecord: record.omit({ id: true }).exactPartial({ name: true }),
  recordPart: record.omit({ id: true }).exactPartial(),
  newForward: forward.omit({ id: true }).exactPartial({ source: true, type: true }),
  forwardPart: forward.omit({ id: true }).exactPartial(),
  contactPart: contact.omit({ handle: true }).exactPartial(),
  newDomain: domain.exactPartial().extend({ name: domainName }),
  domainPart: z
    .strictObject(settings)
    .exactPartial()
    .extend({ contacts: z.partialRecord(z.enum(contactRoles), text.nullable()).exactOptional() }),
  duration: z.strictObject({ days: z.number(), hours: z.number() }).exactPartial(),
};

/** Path parameters of the control API. */
export const place = z.object({
  domain: z.string().default(""),
  handle: z.string().default(""),
  id: z.coerce.number().int().default(0),
});
