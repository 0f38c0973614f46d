/** The appraisal's own manners: its errors come as 200 with a message, and its value goes by two names. */
import type * as z from "zod";
import type { Call } from "./call.ts";
import { decodeWith } from "./decode.ts";
import { RefusedError } from "./errors.ts";
import { isObject, UnreadableAnswerError } from "./json.ts";
import { describe } from "./lists.ts";
import { quote } from "./redact.ts";
import { appraisal } from "./shapes.ts";

/** @throws RefusedError for a message without a value; UnreadableAnswerError */
export function checkAppraisal(
  call: Call,
  body: unknown,
  rename: (value: unknown) => unknown,
): z.output<typeof appraisal> {
  const data = isObject(body) && isObject(body["data"]) ? body["data"] : body;
  const found = rename(data);
  if (!isObject(found)) throw new UnreadableAnswerError(`there is no appraisal in it (found ${describe(body)})`);
  const result = decodeWith(appraisal, found);
  const value = result.service_appraisal ?? result.atom_appraisal;
  if (value !== undefined) return { ...result, service_appraisal: value };
  const words = quote(result.message ?? result.external_message ?? "", call.redact);
  throw new RefusedError({
    operation: call.name,
    domain: call.domain,
    status: 200,
    what: `there is no value in the appraisal${words && `, "${words}"`}`,
    advice: "Check REGISTRAR_APPRAISAL_TOKEN, REGISTRAR_USER_ID and the daily limit of appraisals.",
  });
}
