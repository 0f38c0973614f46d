/**
 * What a failed answer means: a row of the table of statuses; and for a 404, 403 or 405 about a domain the answer to the
 * question behind it: no such domain in the account, a token without rights, or no such route. The client explains every
 * call that fails; no caller has to.
 */
import { assumedAdvice, formStatuses, withoutIt } from "./assumptions/assumed.ts";
import type { Contract } from "./assumptions/contract.ts";
import { type EndpointName, endpointOf } from "./endpoints/table.ts";
import * as errors from "./errors.ts";
import type { Call } from "./http/call.ts";
import { bodyIn, saysSuccess, wordsOf } from "./http/decode.ts";
import type { WireAnswer } from "./json.ts";
import { quote } from "./redaction.ts";

interface Meaning {
  kind: new (facts: errors.ErrorFacts) => errors.RegistrarError;
  means: string;
  advice: string;
}

const byStatus: Readonly<Record<number, Meaning>> = {
  400: { kind: errors.RefusedError, means: "bad request", advice: "Correct the problem that the message names." },
  401: { kind: errors.UnauthorizedError, means: "missing or invalid token", advice: "" },
  403: { kind: errors.ForbiddenError, means: "forbidden", advice: "" },
  404: {
    kind: errors.NotFoundError,
    means: "not found",
    advice: "Check that the objects that the program names still exist and belong to this account.",
  },
  405: {
    kind: errors.UnsupportedOperationError,
    means: "the registrar has no such operation",
    advice:
      "Name the correct method or path in a contract file (REGISTRAR_CONTRACT_FILE), or null if the operation does not exist.",
  },
  429: {
    kind: errors.RateLimitedError,
    means: "rate limit exceeded",
    advice: "Wait a while and run it again. Run fewer programs at the same time on one account.",
  },
};
const other4xx = {
  kind: errors.RefusedError,
  means: "not accepted",
  advice: "Correct the problem that the message names.",
};
const redirect = {
  kind: errors.UnexpectedShapeError,
  means: "a redirect, which is not followed because the token must not be sent to another address",
  advice: "Set registrar:baseUrl to the actual address of the registrar's API.",
};
const server = {
  kind: errors.ServerError,
  means: "internal server error",
  advice: "Run it again later; the provider then checks first what already exists.",
};

const contradiction = {
  kind: errors.UnexpectedShapeError,
  means: "although the body reports success",
  advice: "Check in the registrar's dashboard whether it was done, then run it again.",
};

/** The meaning of a status for this call: whose rights a 401 or 403 is about depends on the endpoint. */
function meaningOf(status: number, { row, domain, credentials }: Call): Meaning {
  const meaning = byStatus[status] ?? (status >= 500 ? server : status >= 400 ? other4xx : redirect);
  if (row.auth === "query" && [400, 401, 402, 403].includes(status)) {
    const advice = `Check ${credentials}: the marketplace has credentials of its own.`;
    const means = status === 401 ? "missing or invalid key" : meaning.means;
    return { ...meaning, means, advice: status === 400 ? `${meaning.advice} ${advice}` : advice };
  }
  if (status === 401) {
    return {
      ...meaning,
      advice: `Check ${credentials}; create a token in the registrar's dashboard, under API access.`,
    };
  }
  if (status !== 403) return meaning;
  if (domain === undefined) {
    const advice = `Check the rights of the token in ${credentials}.`;
    return { ...meaning, means: "forbidden: the token may not do this", advice };
  }
  return {
    ...meaning,
    means: `forbidden: the token may not act on ${domain}, or another account holds it`,
    advice: `Check the rights of the token in ${credentials}, and which account holds the domain.`,
  };
}

export function statusFailure(
  answer: WireAnswer,
  call: Call,
): Pick<Meaning, "kind"> & Pick<errors.ErrorFacts, "what" | "words" | "advice"> {
  const { status } = answer;
  const isDoubtful = status >= 400 && status < 500 && saysSuccess(answer);
  const { kind, means, advice } = isDoubtful ? contradiction : meaningOf(status, call);
  const words = quote(wordsOf(bodyIn(answer)), call.redact);
  return {
    kind,
    what: `${status} ${means}${words && `, "${words}"`}`,
    words,
    advice: mayBeGuess(status, call) ? withAssumed(advice, call) : advice,
  };
}

/** May the answer come of a part of the request that is assumed? */
const mayBeGuess = (status: number, { row }: Call) =>
  formStatuses.includes(status) || (status === 404 && row.assumed.includes("path"));

/** Adds the guessed parts of the call, which a refusal may come of. */
export const withAssumed = (advice: string, { assumed }: Call): string =>
  assumed === "" ? advice : `${advice} If it names no problem: ${assumed}`;

type Holding = "held" | "notHeld" | "forbidden" | "unknown";

export class Explainer {
  readonly #ask: (domain: string) => Promise<unknown>;
  readonly #contract: Contract;
  /** One question per domain, whatever the answer. */
  readonly #holdings = new Map<string, Promise<Holding>>();
  #hasAnswered = false;

  /** @param ask reads the details of a domain (`domains.get`); its errors are looked at and not shown */
  constructor(contract: Contract, ask: (domain: string) => Promise<unknown>) {
    this.#contract = contract;
    this.#ask = ask;
  }

  /** A call was answered well; `domain`: the call asked for the details of that domain. */
  noteAnswered(domain?: string): void {
    this.#hasAnswered = true;
    if (domain !== undefined) this.#holdings.set(domain.toLowerCase(), Promise.resolve("held"));
  }

  /**
   * The best words for a failure: asks once per domain whether the account holds it. A 404 for one item is left to the
   * life cycle of the item, which looks for it in the list.
   */
  async explain(error: errors.RegistrarError): Promise<errors.RegistrarError> {
    const { operation, domain, status } = error;
    if (operation === undefined || domain === undefined) return error;
    const { path } = endpointOf(operation);
    if (!path.includes("{domain}") || path.endsWith("{id}") || operation === "domains.check") return error;
    if (!(error instanceof errors.NotFoundError || error instanceof errors.ForbiddenError || status === 405)) {
      return error;
    }
    const holding = await this.#holdingOf(domain, error);
    if (holding === "held") return error instanceof errors.ForbiddenError ? error : this.#noRoute(error, operation);
    if (holding === "unknown" || status === 405) return error;
    if (error instanceof errors.ForbiddenError || holding === "forbidden") return domainForbidden(error, domain);
    return this.#notHeld(error, domain);
  }

  #holdingOf(domain: string, error: errors.RegistrarError): Promise<Holding> {
    const key = domain.toLowerCase();
    const asked = this.#holdings.get(key);
    if (asked !== undefined) return asked;
    // The failed call may have been this very question.
    const isQuestion = error.operation === "domains.get";
    const answer = isQuestion
      ? Promise.resolve(holdingBehind(error))
      : this.#ask(domain).then((): Holding => "held", holdingBehind);
    this.#holdings.set(key, answer);
    return answer;
  }

  /** The account holds the domain: then the route is missing, or what was asked for. */
  #noRoute(error: errors.RegistrarError, operation: EndpointName): errors.RegistrarError {
    const row = endpointOf(operation);
    const isGuess = row.assumed.some((part) => part === "path" || part === "method" || part === "existence");
    const assumed = assumedAdvice(operation, this.#contract.endpoints[operation] ?? undefined);
    const facts = {
      ...error.circumstances,
      what: `${error.what}, although the account holds the domain: either the requested object is gone, or the registrar has no ${row.method} ${row.path}`,
      advice:
        assumed === ""
          ? `Name the right path or method of "${operation}" in a contract file (REGISTRAR_CONTRACT_FILE), or null if there is no such operation (${withoutIt(row)}).`
          : assumed.replace(/^the/, "The"),
    };
    return isGuess || error.status === 405
      ? new errors.UnsupportedOperationError(facts)
      : new errors.NotFoundError(facts);
  }

  #notHeld({ circumstances, what }: errors.RegistrarError, domain: string): errors.DomainNotHeldError {
    const address = this.#hasAnswered
      ? ""
      : "No request to the registrar's address has succeeded so far: part of the path may be missing from REGISTRAR_BASE_URL, such as /api. ";
    return new errors.DomainNotHeldError({
      ...circumstances,
      what: `this account does not hold ${domain} (${what})`,
      advice: `${address}Check the spelling, and that the token belongs to the account that holds the domain. If this program buys the domain, write \`dependsOn\` the purchase at everything else of it (only the TypeScript classes wait by themselves). If the domain has left the account for good, set REGISTRAR_FORMER_DOMAINS=${domain} (registrar:formerDomains): its resources then count as gone and are deleted without a call.`,
    });
  }
}

function holdingBehind(error: unknown): Holding {
  if (error instanceof errors.ForbiddenError) return "forbidden";
  return error instanceof errors.NotFoundError ? "notHeld" : "unknown";
}

function domainForbidden({ circumstances, what, advice }: errors.RegistrarError, domain: string) {
  const words = `the token may not act on ${domain}, or another account holds it`;
  return new errors.DomainForbiddenError({
    ...circumstances,
    what: circumstances.status === 403 ? what : `${words} (${what}; the domain itself: 403 forbidden)`,
    advice,
  });
}
