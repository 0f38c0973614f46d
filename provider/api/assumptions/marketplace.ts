/**
 * How the marketplace differs from the registrar: its errors come as 200 with a message, the value of an appraisal goes by two names, and
 * appraisals have a daily quota that each answer reports.
 */
import type * as z from "zod";
import { appraisal, marketplacePage } from "../endpoints/shapes.ts";
import { QuotaSpentError, RefusedError, RegistrarError } from "../errors.ts";
import type { Call } from "../http/call.ts";
import { decodeObject, decodeWith } from "../http/decode.ts";
import { describe, isObject, UnreadableAnswerError } from "../json.ts";
import { quote } from "../redaction.ts";
import { valuesAt } from "./evidence.ts";

type Rename = (value: unknown) => unknown;
type Appraisal = z.output<typeof appraisal>;

/** Are the marketplace's words about the quota? A limit alone may be that of the request rate, or of a length. */
function speaksOfQuota(words: string): boolean {
  if (/\b(?:quota|credits?)\b/i.test(words)) return true;
  return /\blimit\b/i.test(words) && /\b(?:daily|day|today|appraisals?)\b/i.test(words);
}

export class AppraisalQuota {
  #last: { usedToday: number; dailyLimit: number; bonus: number } | undefined;

  /** @throws RefusedError for a message without a value; UnreadableAnswerError */
  read(call: Call, body: unknown, rename: Rename): Appraisal {
    const data = isObject(body) && isObject(body["data"]) ? body["data"] : body;
    const found = rename(data);
    if (!isObject(found)) throw new UnreadableAnswerError(`there is no appraisal in it (found ${describe(body)})`);
    const result = decodeWith(appraisal, found);
    this.#note(result);
    const value = result.service_appraisal ?? result.atom_appraisal;
    if (value !== undefined) return { ...result, service_appraisal: value };
    const words = quote(result.message ?? result.external_message ?? "", call.redact);
    throw refused(call, words, `the appraisal contains no value${words && `, "${words}"`}`);
  }

  /**
   * A refusal that comes of the quota gets that reason; any other error stays as it is. It comes of the quota where the
   * marketplace says so, or where the last answer said that the day's limit is used up and no bonus credits are left.
   */
  explain(error: unknown): unknown {
    if (!(error instanceof RegistrarError) || error.operation !== "marketplace.appraise") return error;
    const mayBeQuota = [200, 402, 403, 429].some((status) => status === error.status);
    const last = this.#last;
    const isSpent = last !== undefined && last.usedToday >= last.dailyLimit && last.bonus <= 0;
    if (!mayBeQuota || !(isSpent || speaksOfQuota(error.words ?? ""))) return error;
    const known = isSpent
      ? `the day's limit is used up: ${last.usedToday} of ${last.dailyLimit}`
      : "the marketplace says so; how much of the day's limit is used is not known here";
    return new QuotaSpentError({
      ...error.circumstances,
      what: `no appraisal (${known}): ${error.what}`,
      advice: "Appraise it tomorrow, or have the limit raised.",
    });
  }

  #note({ usage, bonus_credits_remaining: bonus = 0 }: Appraisal): void {
    const { used_today: usedToday, daily_limit: dailyLimit } = usage ?? {};
    if (usedToday !== undefined && dailyLimit !== undefined) this.#last = { usedToday, dailyLimit, bonus };
  }
}

/** One page of a search. @throws RefusedError for a message without results; UnreadableAnswerError */
export function readSearch(
  call: Call,
  body: unknown,
  { container, rename }: { container: string | undefined; rename: Rename },
): z.output<typeof marketplacePage> {
  try {
    return decodeObject(body, marketplacePage, { at: "top", container, rename });
  } catch (error) {
    const message = valuesAt(body, "message").find((value) => typeof value === "string");
    if (!(error instanceof UnreadableAnswerError) || !message) throw error;
    const words = quote(message, call.redact);
    throw refused(call, words, `there are no results in the answer, "${words}"`);
  }
}

/** The marketplace answered 200 with a message alone. */
const refused = ({ name, domain, credentials }: Call, words: string, what: string) =>
  new RefusedError({
    operation: name,
    domain,
    status: 200,
    what,
    words,
    advice: `Check ${credentials}, and correct what the message names.`,
  });
