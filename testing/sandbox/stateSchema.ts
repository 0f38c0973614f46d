/** The schema of a state file. No public declaration reaches it. */
import * as z from "zod";
import { recordTypes } from "./recordTypes.generated.ts";

const text = z.string();
const number = z.number();
const moment = text.refine((value) => !Number.isNaN(Date.parse(value)), "not a moment");
const handle = text.nullable();
const roles = z.looseObject({ registrant: handle, admin: handle, billing: handle, tech: handle });
const price = z.looseObject({ register: number, renew: number, transfer: number, icannFee: number });
const numbered = z.looseObject({ id: z.int() });

const domain = z.looseObject({
  name: text,
  account: z.enum(["own", "other"]),
  ...{ created: moment, updated: moment, expires: moment },
  ...{ restrictedUntil: moment.nullable(), transferUntil: moment.nullable() },
  ...{ locked: z.boolean(), autoRenew: z.boolean(), privacy: z.boolean(), dnssec: z.boolean() },
  nameservers: z.array(text),
  contacts: roles,
  authCode: text,
  foreignRows: z.array(z.looseObject({ id: z.int(), type: text, name: text })),
});

const contact = z.looseObject({
  ...{ handle: text, type: text, name: text, email: text, phone: text },
  ...{ address: z.array(text), city: text, zip: text, country: text },
  verified: z.boolean(),
});

/** A state file, which may be edited by hand: what the sandbox needs to find in it. */
export const stateSchema = z.looseObject({
  version: z.literal(1),
  secrets: z.looseObject({
    ...{ token: text, marketplaceUserId: text, marketplaceToken: text, appraisalToken: text },
    // Part of a path.
    adminSecret: text.regex(/^[\w.~-]+$/),
  }),
  ...{ clockOffset: number, nextId: z.int(), balance: number },
  domains: z.record(text, domain),
  records: z.record(text, z.array(numbered.extend({ type: z.enum(recordTypes), name: text }))),
  forwards: z.record(text, z.array(numbered.extend({ source: text, destination: text, type: text }))),
  contacts: z.array(contact),
  approvals: z.array(
    z.discriminatedUnion("kind", [
      numbered.extend({ at: moment, kind: z.literal("contact"), handle: text, changes: z.looseObject({}) }),
      numbered.extend({ at: moment, kind: z.literal("domainContacts"), domain: text, changes: z.looseObject({}) }),
    ]),
  ),
  ledger: z.array(
    z.looseObject({ number, at: moment, kind: z.enum(["register", "renew", "transfer"]), domain: text, total: number }),
  ),
  prices: z.record(text, price).optional(),
  appraisals: z.looseObject({ day: text, today: number, ever: number, limit: number.optional() }),
});
