/** Bodies, queries and path parameters of the control API. */
import { domainToASCII } from "node:url";
import * as z from "zod";
import { contactRoles } from "../../../provider/api/endpoints/shapes.ts";
import { recordFields, recordTypes } from "../recordTypes.generated.ts";

const text = z.string().exactOptional();
const count = z.int().nonnegative().exactOptional();
const flag = z.boolean().exactOptional();

const ofKind = { string: text, number: count };
const fields = Object.fromEntries(Object.entries(recordFields).map(([key, kind]) => [key, ofKind[kind]])) as {
  [K in keyof typeof recordFields]: (typeof ofKind)[(typeof recordFields)[K]];
};
const parts = { name: text, ttl: count, comment: text, ...fields };
export const recordPart = z.strictObject({ type: z.enum(recordTypes).exactOptional(), ...parts });
export const newRecord = z.strictObject({ type: z.enum(recordTypes), ...parts });
export const forwardPart = z.strictObject({ source: text, destination: text, type: z.string().min(1).exactOptional() });
export const newForward = forwardPart.extend({ destination: z.string() });
export const contactPart = z.strictObject({
  ...{ type: text, label: text, name: text, email: text, phone: text, fax: text, organization: text },
  ...{ city: text, state: text, zip: text, country: text, verified: flag },
  address: z.array(z.string()).exactOptional(),
  disclosedFields: z.array(z.string()).exactOptional(),
});
const handles = z.partialRecord(z.enum(contactRoles), z.string().nullable());
const domainForm = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** A domain of two labels or more, in Unicode, too. Converted to A-labels in lower case. */
const domainName = z
  .string()
  .transform((text) => domainToASCII(text.trim()))
  .refine((name) => domainForm.test(name), "must be a domain of two labels or more, such as garden.example");
const settings = {
  locked: flag,
  autoRenew: flag,
  privacy: flag,
  dnssec: flag,
  nameservers: z.array(z.string()).exactOptional(),
  expires: z.iso.datetime().exactOptional(),
};
export const newDomain = z.strictObject({
  name: domainName,
  account: z.enum(["own", "other"]).exactOptional(),
  restrictedUntil: z.iso.datetime().nullable().exactOptional(),
  authCode: text,
  ...settings,
});
export const domainPart = z.strictObject({ ...settings, contacts: handles.exactOptional() });
/** Path parameters. */
export const place = z.object({
  domain: z.string().default(""),
  handle: z.string().default(""),
  id: z.coerce.number().int().default(0),
});
export const duration = z.strictObject({ days: z.number().exactOptional(), hours: z.number().exactOptional() });
