/** Kinds, arguments and outputs of orders: registrations, renewals and transfers. */
import * as z from "zod";
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import { addYears, isoText, momentOf } from "../../api/readings.ts";
import { contactRoles } from "../arguments.ts";
import type { Incomplete } from "../perDomain.ts";

/** By kind: verb of messages; the argument that limits the price. */
export const orderKinds = {
  registration: { verb: "registering", bound: "maxPrice" },
  renewal: { verb: "renewing", bound: "maxRenewalPrice" },
  transfer: { verb: "transferring", bound: "maxPrice" },
} as const;
export type OrderKind = keyof typeof orderKinds;

export const yearsText = (years: number): string => (years === 1 ? "1 year" : `${years} years`);

/** The length of an order, for messages. A transfer has none. */
export const lengthText = (kind: OrderKind, years: number): string =>
  kind === "transfer" ? "" : ` for ${yearsText(years)}`;

export const priceArgument = (description: string) =>
  z
    .number({ error: "must be a number, such as 20 or 12.5" })
    .positive({ error: "must be more than 0" })
    .optional()
    .meta({ description });

const moment = z.string().refine((text) => momentOf(text) !== undefined, {
  message: "must be a date such as `2027-03-01` or a moment such as `2027-03-01T12:00:00Z` (RFC 3339)",
});

/** An argument with a date: if the domain expires before it, the domain is renewed. */
export const expiryArgument = (description: string) =>
  moment
    .refine((text) => (momentOf(text) ?? 0) <= addYears(Date.now(), 10), {
      message: "is more than 10 years ahead: a domain can be registered for at most 10 years",
    })
    .optional()
    .meta({ description });

/** An argument with a time: an order before it may be repeated. A future one is refused, since orders could follow before it. */
export const retryArgument = (description: string) =>
  moment
    .refine((text) => (momentOf(text) ?? 0) <= Date.now(), {
      message: "is in the future, but allows only orders before it. For an order of today, write its time, too",
    })
    .optional()
    .meta({ description });

export const transferContacts = z
  .strictObject(contactRoles("Default: the registrar's."))
  .meta({ id: "TransferContacts", description: "The contact handles to set with the transfer." });

const kindText = "`registration`, `renewal` or `transfer`.";
const anyOrder = {
  domain: z.string().meta({ description: "The domain that was ordered." }),
  at: moment.meta({ description: "When it was sent. ISO 8601." }),
  years: z.int().meta({ description: "For how many years." }),
  total: z.number().meta({ description: "The price read directly before, for the complete order." }),
};
const renewalOrder = z.object({
  kind: z.literal("renewal").meta({ description: kindText }),
  ...anyOrder,
  from: z.string().meta({ description: "Of a renewal: the expiry date before it." }),
  until: z.string().meta({ description: "Of a renewal: the `renewUntil` of the program." }),
});
const otherOrder = z.object({
  kind: z.enum(["registration", "transfer"]).meta({ description: kindText }),
  ...anyOrder,
});
export const orderSchema = z
  .discriminatedUnion("kind", [otherOrder, renewalOrder])
  .meta({ id: "UnverifiedOrder", description: "An order that was sent, and that the registrar does not show." });

/** An order that is, or was, sent. */
export type Order = z.output<typeof orderSchema>;
export type RenewalOrder = z.output<typeof renewalOrder>;

/** An order to send: its kind and years, and of a renewal its dates. */
export type NewOrder<Sent = Order> = Sent extends Order ? Omit<Sent, "domain" | "at" | "total"> : never;

const flag = (description: string) => z.boolean().optional().meta({ description });
const text = (description: string) => z.string().optional().meta({ description });
const amount = (description: string) => z.number().optional().meta({ description });

const details = {
  status: text("The status of the domain as the registrar names it, such as `active`."),
  expiresAt: text("When the registration ends. RFC 3339."),
};

/** The outputs that the registrar shows of a domain. */
export function detailsOf({ status, expiry_date: shown }: WireDomain): Pick<OrderState, keyof typeof details> {
  const expires = momentOf(shown);
  return { status, expiresAt: expires === undefined ? shown : isoText(expires) };
}

const orderOutputs = {
  pricePaid: amount("The total price of this resource's registration or transfer, in the account's currency."),
  leftAccount: text("When a run first found that the account no longer holds the domain. RFC 3339."),
  unverifiedOrder: orderSchema.optional().meta({
    description: "An order that the registrar does not show. Verify it in the dashboard; no run repeats it.",
    tsType: "Record<string, unknown>",
  }),
};

export const registrationOutputs = {
  ...details,
  renewalPricePaid: amount("The total price of this resource's last renewal, in the account's currency."),
  premium: flag("`true` if this resource bought a premium name, or a name that may be premium."),
  ...orderOutputs,
};

export const transferOutputs = {
  ...details,
  transferStatus: text(
    "`pending` while the transfer is in progress, `completed` once the account holds the domain, " +
      "`unverified` if it is not known whether the transfer was ordered, `left` if the domain has left the " +
      "account again.",
  ),
  pendingSince: text("When the transfer was ordered, or first seen in progress. RFC 3339."),
  completedAt: text("When the domain was first seen in the account. RFC 3339."),
  ...orderOutputs,
};

/** Kept in a state for the provider: the used `retryOrdersBefore`, and the `renewUntil` for which the domain was renewed. */
export const orderMemory = { retrySpent: text(""), renewedFor: text("") };

/** The state of a DomainRegistration or a DomainTransfer. marks.ts has a table of its marks. */
export type OrderState = Incomplete<
  { domain: string } & z.output<z.ZodObject<typeof registrationOutputs & typeof transferOutputs & typeof orderMemory>>
>;

/** The arguments of a DomainRegistration or a DomainTransfer. */
export type OrderArgs = Incomplete<
  Record<"years" | "maxPrice" | "maxRenewalPrice", number> &
    Record<"renewUntil" | "retryOrdersBefore" | "authCode", string> & { acceptPremium: boolean }
>;

/** A resource that may order, as known before the account and the order notes of this machine (journal.ts) are read. */
export interface OrderQuestion {
  /** A resource of the kind `registration` also renews its domain. */
  readonly kind: Exclude<OrderKind, "renewal">;
  readonly domain: string;
  /** `undefined`: the resource is new. */
  readonly state: OrderState | undefined;
  /** `undefined`: a refresh, which orders nothing. */
  readonly args: OrderArgs | undefined;
}
