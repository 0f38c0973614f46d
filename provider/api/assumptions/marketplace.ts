/** The marketplace: it answers errors with 200 and a message, and an appraisal's value goes by two names. */
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

/** @throws RefusedError for a message without a value; UnreadableResponseError */
export function readAppraisal(call: Call, body: unknown): z.output<typeof appraisal> {
  const result = decodeObject(body, appraisal, call.override);
  const value = result.service_appraisal ?? result.atom_appraisal;
  if (value !== undefined) return { ...result, service_appraisal: value };
  throw refused(call, "the appraisal contains no value", result.message ?? result.external_message);
}

/** @throws RefusedError for a message without results; UnreadableResponseError */
export function readSearch(call: Call, body: unknown): z.output<typeof marketplacePage> {
  try {
    return decodeObject(body, marketplacePage, call.override);
  } catch (error) {
    const message = valuesAt(body, "message").find((value) => typeof value === "string");
    if (!(error instanceof UnreadableResponseError) || !message) throw error;
    throw refused(call, "the response contains no results", message);
  }
}

/** Turns a refusal that speaks of the quota into a QuotaSpentError. Returns other errors as they are. */
export function explainQuota(error: unknown): unknown {
  if (!(error instanceof RegistrarError) || error.operation !== "marketplace.appraise") return error;
  const mayBeQuota = [200, 402, 403, 429].some((status) => status === error.status);
  if (!mayBeQuota || !speaksOfQuota(error.words ?? "")) return error;
  const advice = "Appraise it tomorrow, or ask the marketplace for a higher limit.";
  return new QuotaSpentError({ ...error, what: `no appraisal: ${error.what}`, advice });
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
