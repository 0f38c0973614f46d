/** From a successful answer to the value that the table promises; an answer that cannot be read is an error. */

import type { Override } from "../assumptions/contract.ts";
import { type AppraisalQuota, readSearch } from "../assumptions/marketplace.ts";
import { fromWire } from "../assumptions/wireNames.ts";
import type { Answer } from "../endpoints/table.ts";
import { UnexpectedShapeError } from "../errors.ts";
import { type Answered, UnreadableAnswerError } from "../json.ts";
import { quote } from "../redaction.ts";
import type { Call } from "./call.ts";
import { decodeAny, decodeObject } from "./decode.ts";

/** What an answer says, in the names of the table. Lists are read in lists/. @throws UnexpectedShapeError */
export function readAnswer(
  call: Call,
  form: Exclude<Answer, { kind: "list" }>,
  { status, body }: Answered,
  override: Override,
  quota: AppraisalQuota,
): unknown {
  const rename = (value: unknown) => fromWire(value, override);
  const { container } = override;
  return readable(call, status, () => {
    if (form.kind === "any") return { status, data: rename(decodeAny(body, container)) };
    if (call.name === "marketplace.appraise") return quota.read(call, body, rename);
    if (call.name === "marketplace.search") return readSearch(call, body, { container, rename });
    return decodeObject(body, form.schema, { at: form.at, container, rename });
  });
}

/** Runs a decoding step. @throws UnexpectedShapeError for what it finds unreadable */
export function readable<T>(call: Call, status: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof UnreadableAnswerError ? unreadable(call, status, error) : error;
  }
}

/** An answer that cannot be read; a write may have been carried out. */
export function unreadable(call: Call, status: number, error: UnreadableAnswerError, tried?: string) {
  return new UnexpectedShapeError({
    operation: call.name,
    domain: call.domain,
    status,
    outcome: call.request.method === "GET" ? "no" : "unknown",
    what: `the response (${status}) cannot be read: ${quote(error.message, call.redact)}`,
    tried,
    advice: shapeAdvice(call),
  });
}

export const shapeAdvice = ({ name }: Call) =>
  `Check registrar:baseUrl; if the registrar's responses have another form, declare it for "${name}" in a contract file (REGISTRAR_CONTRACT_FILE).`;
