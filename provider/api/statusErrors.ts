/** The error for a status, by the specification's table. */
import { parseBody, type WireAnswer, wordsOf } from "./decode.ts";
import * as errors from "./errors.ts";
import { UnreadableAnswerError } from "./json.ts";
import { quote, type Redact } from "./redact.ts";

type Make = new (facts: errors.ErrorFacts) => errors.RegistrarError;

const byStatus: Readonly<Record<number, { make: Make; means: string; advice: string }>> = {
  400: { make: errors.BadRequestError, means: "bad request", advice: "Correct what the message names." },
  401: {
    make: errors.UnauthorisedError,
    means: "missing or invalid token",
    advice: "Check REGISTRAR_API_TOKEN (or registrar:token); tokens are issued in the dashboard under API access.",
  },
  403: {
    make: errors.ForbiddenError,
    means: "forbidden",
    advice: "Check that the domain is in this account and that the token may act on it.",
  },
  404: {
    make: errors.NotFoundError,
    means: "not found",
    advice: "Check that what the program names is in this account and still exists.",
  },
  405: {
    make: errors.UnsupportedOperationError,
    means: "the registrar has no such operation",
    advice: "Name the right method or path in a contract file (REGISTRAR_CONTRACT), or null if there is none.",
  },
  429: {
    make: errors.RateLimitedError,
    means: "rate limit exceeded",
    advice: "Wait a while and run it again; fewer programs at once on one account help.",
  },
};
const otherClient = { make: errors.BadRequestError, means: "not accepted", advice: "Correct what the message names." };
const redirect = {
  make: errors.UnexpectedShapeError,
  means: "a redirect, which is not followed because the token must not leave for another place",
  advice: "Set registrar:baseUrl to the address the registrar really answers at.",
};
const server = {
  make: errors.ServerError,
  means: "internal server error",
  advice: "Run it again later; what is there then is looked at first.",
};

/** @param facts makes the facts of the error out of what happened and the advice */
export function statusError(
  answer: WireAnswer,
  redact: Redact,
  facts: (what: string, advice: string) => errors.ErrorFacts,
): errors.RegistrarError {
  const { status } = answer;
  const kind = byStatus[status] ?? (status >= 500 ? server : status >= 400 ? otherClient : redirect);
  const words = quote(wordsIn(answer), redact);
  return new kind.make(facts(`${status} ${kind.means}${words && `, "${words}"`}`, kind.advice));
}

function wordsIn(answer: WireAnswer): string {
  try {
    return wordsOf(parseBody(answer));
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return "";
    throw error;
  }
}
