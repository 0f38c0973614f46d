/** DomainRegistration: a domain held by the account. Bought at most once, renewed by intent, never released. */
import * as z from "zod";
import { accountOf } from "../lifecycle/account.ts";
import { domainOf, sameDomain } from "../lifecycle/arguments.ts";
import { type CheckFailure, type FillContext, PartialFailure } from "../lifecycle/definition.ts";
import {
  addYears,
  checkPast,
  isoText,
  momentArgument,
  momentOf,
  priceArgument,
  registrationMemory,
  registrationOutputs,
  type OrderState as State,
} from "../lifecycle/orders/arguments.ts";
import type { Live } from "../lifecycle/orders/decide.ts";
import {
  dueOrder,
  ensureOrder,
  observeOrder,
  orderIfDecided,
  previewOrder,
  refusals,
} from "../lifecycle/orders/order.ts";
import { domainSchema, perDomain } from "../lifecycle/perDomain.ts";
import type { Run } from "../lifecycle/run.ts";

const yearsMessage = "must be a whole number of years from 1 to 10";

const schema = domainSchema("DomainRegistration", {
  years: z
    .int({ error: yearsMessage })
    .min(1, { error: yearsMessage })
    .max(10, { error: yearsMessage })
    .optional()
    .meta({
      description:
        "Years to register the domain for, 1 to 10. Used only when the domain is bought; a later change orders nothing. Default: 1; under .ai 2. Specification, availability check.",
    }),
  maxPrice: priceArgument(
    "The highest price for the registration: all years, including fees and tax, in the account's currency. Required to buy a domain; not needed for a domain that the account already holds.",
  ),
  acceptPremium: z.boolean().optional().meta({
    description: "Whether a premium name may be bought, within `maxPrice`. Default: `false`.",
  }),
  expiresAfter: momentArgument(
    "The date up to which the domain must at least be registered (`2027-03-01`, midnight UTC, or a moment in RFC 3339). If the domain expires earlier, it is renewed once, by the fewest years that reach the date. Needs `maxRenewalPrice`. Default: never renewed by the program.",
  ),
  maxRenewalPrice: priceArgument(
    "The highest price for one renewal: all its years, including fees and tax, in the account's currency.",
  ),
  rebuy: momentArgument(
    "Order the domain again if it was lost, or ordered with an unknown outcome, before this moment. Each value is valid for one order. Default: a domain that left the account is never bought again.",
  ),
});
type Args = z.output<typeof schema>;
type Context = FillContext<Args>;

/** Findings that need no registrar. */
function check({ expiresAfter, maxRenewalPrice, rebuy }: Partial<Args>, { known }: Context): CheckFailure[] {
  const now = Date.now();
  const until = momentOf(expiresAfter);
  const failures = checkPast("rebuy", rebuy, now);
  if (until !== undefined && until > addYears(now, 10)) {
    const reason = "is more than 10 years ahead: a domain can be registered for at most 10 years";
    failures.push({ property: "expiresAfter", reason });
  }
  if (until !== undefined && known("maxRenewalPrice") && maxRenewalPrice === undefined) {
    const reason = "is missing; `expiresAfter` requires it: the highest price for one renewal";
    failures.push({ property: "maxRenewalPrice", reason });
  }
  return failures;
}

/** Does the program name a date to renew up to that it did not name in the previous run? */
const asksToRenew = ({ expiresAfter }: Partial<Args>, { previous }: Context): boolean =>
  expiresAfter !== undefined && expiresAfter !== previous?.expiresAfter;

/** Says what `up` would do, as far as one look shows it. @throws OrderRefusedError when it would refuse */
async function preview(args: Partial<Args>, context: Context, run: Run): Promise<void> {
  const domain = domainOf(args);
  const live = await accountOf(domain, run);
  const asked = { domain, args, state: undefined };
  const isNew = context.previous === undefined;
  const first = isNew ? await previewOrder({ kind: "registration", ...asked }, live, run, context.known) : undefined;
  if (!asksToRenew(args, context)) return;
  // If the domain that would be bought does not reach the date, it would be renewed in the same run.
  const isBought = first?.action === "order";
  const then: Live = isBought ? { expiry_date: isoText(addYears(run.now(), first.order.years)) } : live;
  if (typeof then !== "string") await previewOrder({ kind: "renewal", ...asked }, then, run, context.known);
}

const registration = (domain: string, run: Run) => (years: number) => () =>
  run.api.domains.register({ body: { domain_name: domain, registration_length: years } });

const renewal = (domain: string, run: Run) => (years: number) => () =>
  run.api.domains.renew({ domain, body: { registration_length: years } });

export const domainRegistration = perDomain<Args, State>({
  type: "DomainRegistration",
  part: "registration",
  summary: "A registered domain: adopted if the account holds it, otherwise bought for at most the given price.",
  endpoints: ["domains.get", "domains.list", "domains.check", "domains.register", "domains.renew", "tlds.pricing"],
  meaning: {
    create: "adopts the domain if the account holds it; otherwise orders it once, for at most `maxPrice`",
    drift:
      "an expiry date before `expiresAfter`. A domain that left the account sets `leftAccount`, and isn't bought again without `rebuy`",
    delete: "removes the domain from the state only. Nothing is released or cancelled",
  },
  schema,
  outputs: registrationOutputs,
  memory: registrationMemory,
  // All but the domain: they steer orders and are no part of what is live.
  controls: ["years", "maxPrice", "acceptPremium", "expiresAfter", "maxRenewalPrice", "rebuy"],
  stays: (domain) => `The registration of ${domain} stays`,
  // Specification: "default 1, default 2 for .ai".
  fill({ domain, years }) {
    if (years !== undefined || domain === undefined) return {};
    return { years: sameDomain(domain.replace(/^.*[.\u3002\uFF0E\uFF61](?=.)/s, ""), "ai") ? 2 : 1 };
  },
  check,
  due: (state, args) => dueOrder("registration", state, args),

  needsLiveCheck: (args, context) =>
    (context.previous === undefined || asksToRenew(args, context)) && context.known("domain") && context.known("years"),

  async checkLive(args, context, run) {
    const failures = await refusals(() => preview(args, context, run));
    if (context.previous === undefined) return { failures };
    // Of what is in the state already only the renewal would fail, and the rest of the program goes on.
    for (const { reason } of failures) run.log(reason);
    return { failures: [] };
  },

  observe: (state, domain, run) => observeOrder("registration", domain, state, run),

  async ensure(args, domain, run, before) {
    // 1. Take the domain over, or buy it.
    const asked = { domain, args, state: before };
    const { state, live } = await ensureOrder({ kind: "registration", ...asked }, registration(domain, run), run);
    // 2. Renew it. The plan was made of the expiry date that the state had.
    const renew = (known: State, now: Live) =>
      orderIfDecided({ kind: "renewal", ...asked, state: known }, now, renewal(domain, run), run);
    if (typeof live !== "string") return renew({ ...state, expiresAt: before?.expiresAt }, live);
    const isDue =
      live === "absent" && dueOrder("registration", state, args).some(({ path }) => path === "expiresAfter");
    if (!isDue) return state;
    try {
      return await renew(state, await run.api.domains.get({ domain }));
    } catch (error) {
      // The domain was bought, whatever becomes of its renewal.
      if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
      throw new PartialFailure(domain, state, `${domain} was registered, but: ${error.message}`);
    }
  },

  release({ leftAccount }, domain, run) {
    if (leftAccount !== undefined) return;
    run.log(
      `${domain} stays registered in the account: nothing is released, cancelled or transferred. The resource is only removed from the state, and the auto-renewal setting is not changed.`,
    );
  },
});
