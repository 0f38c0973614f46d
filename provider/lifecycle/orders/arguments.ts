/** Arguments and outputs of orders, and what a program says of a registration. */
import * as z from "zod";
import type { CheckFailure } from "../definition.ts";
import { domainSchema, type StateOf } from "../perDomain.ts";
import { detailOutputs, momentOf } from "./domain.ts";
import { orderOutputs } from "./journal.ts";

export const priceArgument = (description: string) =>
  z
    .number({ error: "must be a number, such as 20 or 12.5" })
    .positive({ error: "must be more than 0" })
    .optional()
    .meta({ description });

export const amountOutput = (description: string) => z.number().optional().meta({ description });

export const momentArgument = (description: string) =>
  z
    .string()
    .refine((text) => momentOf(text) !== undefined, {
      message: "must be a date such as `2027-03-01` or a moment such as `2027-03-01T12:00:00Z` (RFC 3339)",
    })
    .optional()
    .meta({ description });

const yearsMessage = "must be a whole number of years from 1 to 10";

export const domainRegistrationSchema = domainSchema("DomainRegistration", {
  years: z
    .int({ error: yearsMessage })
    .min(1, { error: yearsMessage })
    .max(10, { error: yearsMessage })
    .optional()
    .meta({
      description:
        "Years to register the domain for, 1 to 10. A later change orders nothing. Default: 1; under .ai 2. Specification, availability check.",
    }),
  maxPrice: priceArgument(
    "Highest price for all years, with fees and tax, in the account's currency. Required to buy a domain.",
  ),
  acceptPremium: z.boolean().optional().meta({
    description: "True to allow a premium name, within `maxPrice`. Default: `false`.",
  }),
  expiresAfter: momentArgument(
    "Earliest acceptable expiry: a date such as `2027-03-01` (midnight UTC) or a time in RFC 3339. A domain that expires earlier is renewed once, by the fewest years that reach it. Needs `maxRenewalPrice`. Default: never renewed.",
  ),
  maxRenewalPrice: priceArgument("Highest price for one renewal: all its years, with fees and tax."),
  rebuy: momentArgument(
    "Time in RFC 3339. Order the domain again if it left the account, or its order has an unknown outcome, before this time. Each value allows one order. Default: never.",
  ),
});
export type RegistrationArgs = z.output<typeof domainRegistrationSchema>;

export const registrationOutputs = {
  ...detailOutputs,
  pricePaid: amountOutput("Total price of the registration, if this resource ordered it."),
  renewalPricePaid: amountOutput("Total price of the last renewal, if this resource ordered it."),
  isPremium: z.boolean().optional().meta({
    description: "True if the domain was bought as premium, or without a statement that it isn't.",
  }),
  ...orderOutputs,
};
/** What a state keeps for the provider: the `rebuy` that was used up, and the `expiresAfter` that was renewed for. */
export const registrationMemory = { rebuySpent: z.string().optional(), renewedFor: z.string().optional() };
export type RegistrationState = StateOf<
  typeof domainRegistrationSchema,
  typeof registrationOutputs & typeof registrationMemory
>;

/** A date that lets something be ordered again covers what happened before; one in the future would cover what comes. */
export function checkPast(property: string, argument: string | undefined, now: number): CheckFailure[] {
  const moment = momentOf(argument);
  if (moment === undefined || moment <= now) return [];
  return [
    {
      property,
      reason: `is in the future, but applies only to what happened before it. For an event of today, use a time such as \`${new Date(now).toISOString()}\``,
    },
  ];
}
