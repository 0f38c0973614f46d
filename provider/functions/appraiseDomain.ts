/** What the marketplace takes a domain to be worth. */

import type * as z from "zod";
import { UnexpectedShapeError } from "../api/index.ts";
import type { appraisal as appraisalShape } from "../api/shapes.ts";
import { optional } from "../dns/index.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { Appraisal, AppraisalUsage, AppraiseDomainArgs } from "./types/index.ts";

/** Counts against the user's daily quota. @throws QuotaSpentError when that is used up */
export async function appraiseDomain({ api, known }: Lookups, args: AppraiseDomainArgs): Promise<Appraisal> {
  const domain = domainIn("appraiseDomain", args.domain);
  const wire = await known["marketplace.appraise"].once(domain, () =>
    api.marketplace.appraise({ query: { domain_name: domain } }),
  );
  return appraisalFromWire(wire, domain);
}

/** Everything but the appraisal token, whose use is not documented: a token belongs in no state and no log. */
function appraisalFromWire(wire: z.output<typeof appraisalShape>, domain: string): Appraisal {
  const { service_appraisal: value, domain_score: score, usage } = wire;
  if (value === undefined) {
    throw new UnexpectedShapeError({
      operation: "marketplace.appraise",
      domain,
      what: "there is no value in the appraisal",
      advice: "If it has another key, say so in a contract file (`marketplace.appraise`, `fields`).",
    });
  }
  return {
    domain,
    value,
    positiveSignals: [...(wire.positive_signals ?? [])],
    negativeSignals: [...(wire.negative_signals ?? [])],
    rootWords: [...(wire.root_words ?? [])],
    ...(usage !== undefined && { usage: usageFromWire(usage) }),
    ...optional({
      domainScore: numberIn(score),
      domainScoreText: score,
      tldTakenCount: wire.tld_taken_count,
      trademarkConflicts: wire.tm_conflicts,
      registeredAt: wire.date_registered,
      message: wire.external_message,
      isListed: wire.is_listed,
      buyNowPrice: wire.bin_price,
      bonusCreditsRemaining: wire.bonus_credits_remaining,
    }),
  };
}

const usageFromWire = (usage: NonNullable<z.output<typeof appraisalShape>["usage"]>): AppraisalUsage =>
  optional({
    usedToday: usage.used_today,
    dailyLimit: usage.daily_limit,
    cumulativeCount: usage.cumulative_count,
    userLevel: usage.user_level,
  });

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
