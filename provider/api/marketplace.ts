/**
 * The marketplace's own manners: its errors come as 200 with a message, the value of an appraisal goes by two names, and
 * appraisals have a daily quota that each answer tells.
 */
import type * as z from "zod";
import type { Call } from "./call.ts";
import { decodeObject, decodeWith } from "./decode.ts";
import { QuotaSpentError, RefusedError, RegistrarError } from "./errors.ts";
import { isObject, UnreadableAnswerError } from "./json.ts";
import { describe } from "./lists.ts";
import { quote } from "./redact.ts";
import { appraisal, marketplacePage } from "./shapes.ts";

type Rename = (value: unknown) => unknown;
type Appraisal = z.output<typeof appraisal>;

/** Words of an answer that speak of the quota. */
const quotaWords = /\b(?:quota|limit|credits?)\b/i;

/** What the marketplace last said of the user's quota. */
export class AppraisalQuota {
  #last: { usedToday: number; dailyLimit: number } | undefined;

  /** @throws RefusedError for a message without a value; QuotaSpentError; UnreadableAnswerError */
  read(call: Call, body: unknown, rename: Rename): Appraisal {
    const data = isObject(body) && isObject(body["data"]) ? body["data"] : body;
    const found = rename(data);
    if (!isObject(found)) throw new UnreadableAnswerError(`there is no appraisal in it (found ${describe(body)})`);
    const result = decodeWith(appraisal, found);
    this.#note(result);
    const value = result.service_appraisal ?? result.atom_appraisal;
    if (value !== undefined) return { ...result, service_appraisal: value };
    const words = quote(result.message ?? result.external_message ?? "", call.redact);
    throw this.explain(
      new RefusedError({
        operation: call.name,
        domain: call.domain,
        status: 200,
        what: `there is no value in the appraisal${words && `, "${words}"`}`,
        advice: "Check REGISTRAR_APPRAISAL_TOKEN, REGISTRAR_USER_ID and the daily limit of appraisals.",
      }),
    );
  }

  /** A refusal that comes of the quota gets that reason; any other error stays as it is. */
  explain(error: unknown): unknown {
    if (!(error instanceof RegistrarError) || error.operation !== "marketplace.appraise") return error;
    if (error instanceof QuotaSpentError) return error;
    const mayBeQuota = [200, 402, 403, 429].some((status) => status === error.status);
    const last = this.#last;
    const isSpent = last !== undefined && last.usedToday >= last.dailyLimit;
    if (!mayBeQuota || !(isSpent || quotaWords.test(error.what))) return error;
    const known = isSpent
      ? `the day's limit is used up: ${last.usedToday} of ${last.dailyLimit}`
      : "its words speak of a limit; how much of the day's is used is not known here";
    return new QuotaSpentError({
      operation: error.operation,
      domain: error.domain,
      status: error.status,
      what: `no appraisal (${known}): ${error.what}`,
      advice: "Appraise it tomorrow, or have the limit raised.",
    });
  }

  #note({ usage }: Appraisal): void {
    const { used_today: usedToday, daily_limit: dailyLimit } = usage ?? {};
    if (usedToday !== undefined && dailyLimit !== undefined) this.#last = { usedToday, dailyLimit };
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
    const message = isObject(body) ? body["message"] : undefined;
    if (!(error instanceof UnreadableAnswerError) || typeof message !== "string" || message === "") throw error;
    throw new RefusedError({
      operation: call.name,
      status: 200,
      what: `there are no results in the answer, "${quote(message, call.redact)}"`,
      advice: "Check REGISTRAR_MARKETPLACE_TOKEN and REGISTRAR_USER_ID, and correct what the message names.",
    });
  }
}
