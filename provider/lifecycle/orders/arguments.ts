/** The words of orders: their kinds, the moments and years that they name, and the outputs of the resources that order. */
import * as z from "zod";
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import type { CheckFailure } from "../definition.ts";
import type { Incomplete } from "../perDomain.ts";

const kinds = ["registration", "renewal", "transfer"] as const;
export type OrderKind = (typeof kinds)[number];

/** Verb in messages, the argument that a refusal is about, the argument that bounds the price, and the one that allows the order once more. */
export const orderKinds = {
  registration: { verb: "registering", about: "domain", bound: "maxPrice", again: "rebuy" },
  renewal: { verb: "renewing", about: "expiresAfter", bound: "maxRenewalPrice", again: "rebuy" },
  transfer: { verb: "transferring", about: "domain", bound: "maxPrice", again: "restart" },
} as const satisfies Record<OrderKind, object>;

/** Where a state keeps the value of `rebuy` or `restart` that was used up. */
export const spentIn = (kind: OrderKind) => `${orderKinds[kind].again}Spent` as const;

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;

/** Milliseconds since 1970 of `2027-03-01` (midnight UTC) or an RFC 3339 moment, which is in UTC where it has no zone. */
export function momentOf(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const [, date, time] = withoutZone.exec(text.trim()) ?? [];
  const written = date === undefined ? text.trim() : `${date}T${time}Z`;
  if (!dateOnly.test(written) && !/^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:?\d{2})$/i.test(written)) return undefined;
  const moment = Date.parse(written);
  if (Number.isNaN(moment)) return undefined;
  // JavaScript takes 31 February for 3 March.
  const isReal = new Date(`${written.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(written.slice(0, 10));
  return isReal ? moment : undefined;
}

/** RFC 3339 in UTC. */
export const isoText = (moment: number): string => new Date(moment).toISOString();

/** The same day so many years later; 29 February becomes the 28th, so that nothing is counted too long. */
export function addYears(moment: number, years: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/** The fewest years that carry a date to a target, or `undefined` if ten are not enough. */
export function yearsToReach(from: number, target: number): number | undefined {
  for (let years = 1; years <= 10; years += 1) if (addYears(from, years) >= target) return years;
  return undefined;
}

export const yearsText = (years: number): string => (years === 1 ? "1 year" : `${years} years`);

/** For how long an order is; a transfer has no length. */
export const lengthText = (kind: OrderKind, years: number): string =>
  kind === "transfer" ? "" : ` for ${yearsText(years)}`;

export const priceArgument = (description: string) =>
  z
    .number({ error: "must be a number, such as 20 or 12.5" })
    .positive({ error: "must be more than 0" })
    .optional()
    .meta({ description });

const momentMessage = "must be a date such as `2027-03-01` or a moment such as `2027-03-01T12:00:00Z` (RFC 3339)";
export const momentArgument = (description: string) =>
  z
    .string()
    .refine((text) => momentOf(text) !== undefined, { message: momentMessage })
    .optional()
    .meta({ description });

const handle = z.string().min(1, { error: "must be a contact handle, such as `ATOM-12345`" }).optional();
export const transferContacts = z
  .strictObject({
    registrant: handle.meta({ description: "Handle of the registrant." }),
    admin: handle.meta({ description: "Handle of the contact for administration." }),
    billing: handle.meta({ description: "Handle of the contact for billing." }),
    tech: handle.meta({ description: "Handle of the technical contact." }),
  })
  .meta({ id: "TransferContacts", description: "The contact handles to set with the transfer." });

/**
 * Refuses a value of `rebuy` or `restart` that is in the future: it would allow orders that nobody knows of yet. A moment as messages write
 * it passes, since it may name an order that was noted with a clock that ran ahead. It allows only that order (decide.ts).
 */
export function checkPast(property: "rebuy" | "restart", argument: string | undefined, now: number): CheckFailure[] {
  const moment = momentOf(argument);
  if (moment === undefined || moment <= now || isoText(moment) === argument) return [];
  const advice = `For an event of today, use a time such as \`${isoText(now)}\``;
  return [{ property, reason: `is in the future, but applies only to what happened before it. ${advice}` }];
}

export const orderSchema = z
  .object({
    kind: z.enum(kinds).meta({ description: "`registration`, `renewal` or `transfer`." }),
    domain: z.string().meta({ description: "The domain that was ordered." }),
    at: z
      .string()
      .refine((text) => momentOf(text) !== undefined)
      .meta({ description: "When it was sent. ISO 8601." }),
    years: z.int().meta({ description: "For how many years." }),
    total: z.number().meta({ description: "The price read directly before, for the whole order." }),
    from: z.string().exactOptional().meta({ description: "Of a renewal: the expiry date from before." }),
    until: z
      .string()
      .exactOptional()
      .meta({ description: "Of a renewal: the date that it is to reach, as the program writes it." }),
  })
  .meta({ id: "UnverifiedOrder", description: "An order that was sent, and that the registrar does not show." });

/** An order that was sent. */
export type Order = z.output<typeof orderSchema>;

const flag = (description: string) => z.boolean().optional().meta({ description });
const text = (description: string) => z.string().optional().meta({ description });
const texts = (description: string) => z.array(z.string()).optional().meta({ description });
const amount = (description: string) => z.number().optional().meta({ description });

const details = {
  status: text("The status of the domain as the registrar names it, such as `active`."),
  registeredAt: text("When it was registered. RFC 3339."),
  expiresAt: text("When the registration ends. RFC 3339."),
  eppStatus: texts("EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3."),
  nameservers: texts("The nameservers it is delegated to."),
  registrantHandle: text("Contact handle of the registrant."),
  adminHandle: text("Contact handle for administration."),
  techHandle: text("Contact handle for technical matters."),
  billingHandle: text("Contact handle for billing."),
};

/** What the registrar shows of a domain; what it does not show is `undefined`. */
export function detailsOf(live: WireDomain): { [D in keyof typeof details]: z.output<(typeof details)[D]> } {
  const moment = (shown: string | undefined) => {
    const at = momentOf(shown);
    return at === undefined ? shown : isoText(at);
  };
  return {
    status: live.status,
    registeredAt: moment(live.created_date),
    expiresAt: moment(live.expiry_date),
    eppStatus: live.whois_status,
    nameservers: live.nameservers,
    registrantHandle: live.registrant_handle,
    adminHandle: live.admin_handle,
    techHandle: live.tech_handle,
    billingHandle: live.billing_handle,
  };
}

const orderOutputs = {
  leftAccount: text("When a run first found that the account no longer holds the domain. RFC 3339."),
  unverifiedOrder: orderSchema.optional().meta({
    description:
      "An order that the registrar does not show. Verify it in the dashboard; it is not repeated automatically.",
    tsType: "Record<string, unknown>",
  }),
};

export const registrationOutputs = {
  ...details,
  pricePaid: amount("The total price of the registration, if this resource ordered it; in the account's currency."),
  renewalPricePaid: amount(
    "The total price of the last renewal, if this resource ordered it; in the account's currency.",
  ),
  isPremium: flag(
    "`true` if the domain was bought as a premium name, or if the registrar did not say whether the name is premium.",
  ),
  ...orderOutputs,
};
/** What a state keeps for the provider: the `rebuy` that was used up, and the `expiresAfter` that was renewed for. */
export const registrationMemory = { rebuySpent: z.string().optional(), renewedFor: z.string().optional() };

/** Of what is shown of every domain, all but what is also an argument of a transfer. */
const { nameservers: _argument, ...transferDetails } = details;
export const transferOutputs = {
  ...transferDetails,
  transferStatus: text(
    "`pending` while the transfer is in progress, `completed` once the account holds the domain, `unverified` if it is not known whether the transfer was ordered, `left` if the domain has left the account again.",
  ),
  pendingSince: text("When the transfer was ordered, or first seen in progress. RFC 3339."),
  completedAt: text("When the domain was first seen in the account. RFC 3339."),
  pricePaid: amount("The total price of the transfer, if this resource ordered it; in the account's currency."),
  icannTransferLock: flag(
    "Whether the 60-day restriction that begins on arrival is on. Specification, lock status record.",
  ),
  icannTransferLockExpiresAt: text("When that restriction ends, in the registrar's format."),
  ...orderOutputs,
};
/** What a state keeps for the provider: the `restart` that was used up. */
export const transferMemory = { restartSpent: z.string().optional() };

/** The state of a resource that orders, of either type. */
export type OrderState = Incomplete<
  { domain: string } & z.output<
    z.ZodObject<typeof registrationOutputs & typeof registrationMemory & typeof transferOutputs & typeof transferMemory>
  >
>;

/** The arguments that steer orders, of either type. */
export type OrderArgs = Incomplete<{
  years: number;
  maxPrice: number;
  acceptPremium: boolean;
  expiresAfter: string;
  maxRenewalPrice: number;
  rebuy: string;
  authCode: string;
  restart: string;
}>;
