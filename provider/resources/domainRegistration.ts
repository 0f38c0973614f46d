/** DomainRegistration: a domain that the account holds. Bought at most once, renewed only on request, never given up. */
import * as z from "zod";
import { domainOf, sameDomain } from "../lifecycle/arguments.ts";
import * as orders from "../lifecycle/orders/arguments.ts";
import { accountOf, ensureOrder, ordersOf } from "../lifecycle/orders/order.ts";
import { asksToOrder, previewOrder } from "../lifecycle/orders/preview.ts";
import { domainSchema, perDomain } from "../lifecycle/perDomain.ts";
import { warnOfExpiry } from "../lifecycle/preconditions.ts";

const kind = "registration";
const yearsMessage = "must be a whole number of years from 1 to 10";

const schema = domainSchema("DomainRegistration", {
  years: z
    .int({ error: yearsMessage })
    .min(1, { error: yearsMessage })
    .max(10, { error: yearsMessage })
    .optional()
    .describe(
      "Years to register the domain for, 1 to 10. Used only when the domain is bought; a later change orders " +
        "nothing. Default: 1; under .ai 2. Specification, availability check.",
    ),
  maxPrice: orders.priceArgument(
    "The highest price for the registration: all years, including fees and tax, in the account's currency. " +
      "Required to buy a domain; not needed for a domain that the account already holds.",
  ),
  acceptPremium: z.boolean().optional().describe("Allows a premium name, within `maxPrice`. Default: `false`."),
  renewUntil: orders.expiryArgument(
    "The domain must be registered at least until this date (`2027-03-01`, midnight UTC, or a moment in " +
      "RFC 3339). If it expires earlier, it is renewed once, by the fewest years that reach the date. " +
      "Needs `maxRenewalPrice`. Default: never renewed by the program.",
  ),
  maxRenewalPrice: orders.priceArgument(
    "The highest price for one renewal: all its years, including fees and tax, in the account's currency.",
  ),
  retryOrdersBefore: orders.retryArgument(
    "Order the domain again if it was lost, or ordered with an unknown outcome, before this moment. Each " +
      "value is valid for one order. Default: never buy a domain that left the account again.",
  ),
});
type Args = z.output<typeof schema>;

export const domainRegistration = perDomain<Args, orders.OrderState>({
  type: "DomainRegistration",
  part: "registration",
  summary: "A registered domain: adopted if the account holds it, otherwise bought for at most the given price.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.register", "domains.renew", "tlds.pricing"],
  meaning: {
    create: "adopts the domain if the account holds it; otherwise orders it once, for at most `maxPrice`",
    drift:
      "an expiry date before `renewUntil`. A domain that left the account sets `leftAccount`, and isn't bought again " +
      "without `retryOrdersBefore`",
    delete: "removes the domain from the state only. Nothing is given up or cancelled",
  },
  schema,
  outputs: orders.registrationOutputs,
  ...ordersOf(kind),
  // All arguments except the domain: they control orders, and the registrar doesn't show them.
  controls: ["years", "maxPrice", "acceptPremium", "renewUntil", "maxRenewalPrice", "retryOrdersBefore"],
  stays: (domain, { leftAccount }) =>
    leftAccount
      ? `${domain} left the account`
      : `The registration of ${domain} stays, and nothing is given up or cancelled`,
  // Specification: "default 1, default 2 for .ai".
  fill({ domain, years }) {
    if (years !== undefined || domain === undefined) return {};
    return { years: sameDomain(domain.replace(/^.*[.\u3002\uFF0E\uFF61](?=.)/s, ""), "ai") ? 2 : 1 };
  },
  check({ renewUntil, maxRenewalPrice }, { known }) {
    if (renewUntil === undefined || maxRenewalPrice !== undefined || !known("maxRenewalPrice")) return [];
    const reason = "is missing; `renewUntil` requires it: the highest price for one renewal";
    return [{ property: "maxRenewalPrice", reason }];
  },

  async checkLive(args, context, inRun) {
    const { previous, known } = context;
    if (!known("domain") || !known("years") || !asksToOrder(args, previous)) return [];
    const [domain, run] = [domainOf(args), inRun()];
    const live = await accountOf(domain, run);
    if (typeof live !== "string") warnOfExpiry(domain, live, context);
    return previewOrder({ kind, domain }, args, live, run, context);
  },

  ensure(args, domain, run, before) {
    const send = ({ kind: ordered, years }: orders.Order) =>
      ordered === "renewal"
        ? run.api.domains.renew({ domain, body: { registration_length: years } })
        : run.api.domains.register({ body: { domain_name: domain, registration_length: years } });
    return ensureOrder({ kind, domain, args, state: before }, send, run);
  },
});
