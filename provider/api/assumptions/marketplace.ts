/**
 * The marketplace: it answers errors with 200 and a message, an appraisal's value goes by two names, and appraisals have a
 * daily quota, which each response reports.
 */
import type * as z from "zod";
import { appraisal, marketplacePage } from "../endpoints/shapes.ts";
import { QuotaSpentError, RefusedError, RegistrarError } from "../errors.ts";
import type { Call } from "../http/call.ts";
import { decodeObject } from "../http/decode.ts";
import { UnreadableResponseError } from "../json.ts";
import { quote } from "../redaction.ts";
import { valuesAt } from "./evidence.ts";

/** Does a message speak of the quota? A limit alone may be that of the request rate, or of a length. */
function speaksOfQuota(words: string): boolean {
  if (/\b(?:quota|credits?)\b/i.test(words)) return true;
  return /\blimit\b/i.test(words) && /\b(?:daily|day|today|appraisals?)\b/i.test(words);
}

export class Marketplace {
  /** Of the last appraisal. */
  #quota: { usedToday: number; dailyLimit: number; bonus: number } | undefined;

  /** @throws RefusedError for a message without a value; UnreadableResponseError */
  readAppraisal(call: Call, body: unknown): z.output<typeof appraisal> {
    const result = decodeObject(body, appraisal, call.override);
    const { usage, bonus_credits_remaining: bonus = 0 } = result;
    const { used_today: usedToday, daily_limit: dailyLimit } = usage ?? {};
    if (usedToday !== undefined && dailyLimit !== undefined) this.#quota = { usedToday, dailyLimit, bonus };
    const value = result.service_appraisal ?? result.atom_appraisal;
    if (value !== undefined) return { ...result, service_appraisal: value };
    throw refused(call, "the appraisal contains no value", result.message ?? result.external_message);
  }

  /** @throws RefusedError for a message without results; UnreadableResponseError */
  readSearch(call: Call, body: unknown): z.output<typeof marketplacePage> {
    try {
      return decodeObject(body, marketplacePage, call.override);
    } catch (error) {
      const message = valuesAt(body, "message").find((value) => typeof value === "string");
      if (!(error instanceof UnreadableResponseError) || !message) throw error;
      throw refused(call, "the response contains no results", message);
    }
  }

  /**
   * Turns a refusal because of the quota into a QuotaSpentError: if its message says so, or if the last appraisal used up
   * the day's limit and left no bonus credits. Returns other errors as they are.
   */
  explain(error: unknown): unknown {
    if (!(error instanceof RegistrarError) || error.operation !== "marketplace.appraise") return error;
    const mayBeQuota = [200, 402, 403, 429].some((status) => status === error.status);
    const quota = this.#quota;
    const isSpent = quota !== undefined && quota.usedToday >= quota.dailyLimit && quota.bonus <= 0;
    if (!mayBeQuota || !(isSpent || speaksOfQuota(error.words ?? ""))) return error;
    const known = isSpent
      ? `the day's limit is used up: ${quota.usedToday} of ${quota.dailyLimit}`
      : "the marketplace says so; how much of the day's limit is used is not known here";
    return new QuotaSpentError({
      ...error,
      what: `no appraisal (${known}): ${error.what}`,
      advice: "Appraise it tomorrow, or ask the marketplace for a higher limit.",
    });
  }
}

/** The marketplace answered 200 with a message alone. */
function refused({ name, domain, credentials, redact }: Call, what: string, message = ""): RefusedError {
  const words = quote(message, redact);
  return new RefusedError({
    operation: name,
    domain,
    status: 200,
    what: `${what}${words && `, "${words}"`}`,
    words,
    advice: `Check ${credentials}, and correct what the message names.`,
  });
}
