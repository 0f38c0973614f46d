/** The error for a status, by the specification's table. */
import { formStatuses } from "./assumed.ts";
import type { Call } from "./call.ts";
import { credentialsOf } from "./credentials.ts";
import { parseBody, type WireAnswer, wordsOf } from "./decode.ts";
import * as errors from "./errors.ts";
import { UnreadableAnswerError } from "./json.ts";
import { quote } from "./redact.ts";

type Make = new (facts: errors.ErrorFacts) => errors.RegistrarError;

interface Kind {
  make: Make;
  means: string;
  advice: string;
}

const byStatus: Readonly<Record<number, Kind>> = {
  400: { make: errors.BadRequestError, means: "bad request", advice: "Correct what the message names." },
  401: { make: errors.UnauthorisedError, means: "missing or invalid token", advice: "" },
  403: { make: errors.ForbiddenError, means: "forbidden", advice: "" },
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

/** What a status means for this call: whose rights a 401 or 403 speaks of depends on the operation. */
function kindOf(status: number, { name, row, domain }: Call): Kind {
  const kind = byStatus[status] ?? (status >= 500 ? server : status >= 400 ? otherClient : redirect);
  if (row.auth === "query" && [400, 401, 402, 403].includes(status)) {
    const advice = `Check ${credentialsOf(name)}: the marketplace has credentials of its own.`;
    const means = status === 401 ? "missing or invalid key" : kind.means;
    return { ...kind, means, advice: status === 400 ? `${kind.advice} ${advice}` : advice };
  }
  if (status === 401) {
    return { ...kind, advice: `Check ${credentialsOf(name)}; tokens are issued in the dashboard under API access.` };
  }
  if (status !== 403) return kind;
  if (domain === undefined) {
    return {
      ...kind,
      means: "forbidden: the token may not do this",
      advice: `Check the rights of the token in ${credentialsOf(name)}.`,
    };
  }
  return {
    ...kind,
    means: `forbidden: the token may not act on ${domain}, or another account holds it`,
    advice: `Check the rights of the token in ${credentialsOf(name)}, and which account holds the domain.`,
  };
}

/** @param facts makes the facts of the error out of what happened, the registrar's words and the advice */
export function statusError(
  answer: WireAnswer,
  call: Call,
  facts: (told: { what: string; words: string; advice: string }) => errors.ErrorFacts,
): errors.RegistrarError {
  const { status } = answer;
  const kind = kindOf(status, call);
  const words = quote(wordsIn(answer), call.redact);
  const advice = formStatuses.includes(status) ? withAssumed(kind.advice, call) : kind.advice;
  return new kind.make(facts({ what: `${status} ${kind.means}${words && `, "${words}"`}`, words, advice }));
}

/** What a refusal may come of beside what it says: the guessed parts of the call. */
export const withAssumed = (advice: string, { assumed }: Call): string =>
  assumed === "" ? advice : `${advice} If it names nothing wrong: ${assumed}`;

function wordsIn(answer: WireAnswer): string {
  try {
    return wordsOf(parseBody(answer));
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return "";
    throw error;
  }
}
