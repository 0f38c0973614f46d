/** What a 404 means: no such domain in the account, or no such route. */
import type { Api } from "./api.ts";
import {
  DomainNotHeldError,
  ForbiddenError,
  NotFoundError,
  type RegistrarError,
  UnsupportedOperationError,
} from "./errors.ts";
import { type Operation, operations } from "./operations.ts";

type Holding = "held" | "notHeld" | "unknown";

interface Knowledge {
  /** One question per domain and client, whatever the answer. */
  readonly holdings: Map<string, Promise<Holding>>;
  /** Domains the reader has been told about in full. */
  readonly told: Set<string>;
}

const knowledge = new WeakMap<Api, Knowledge>();

/**
 * Looks behind a 404, 403 or 405: asks once per domain whether the account holds it.
 * @returns `DomainNotHeldError` when it does not; `UnsupportedOperationError` when it does and the path (or the very
 * existence) of the operation is assumed; else the error itself
 */
export async function explainNotFound(api: Api, error: RegistrarError): Promise<RegistrarError> {
  const { operation, domain, status } = error;
  if (operation === undefined || domain === undefined || error instanceof DomainNotHeldError) return error;
  const row: Operation = operations[operation];
  if (!row.path.includes("{domain}") || operation === "domains.check") return error;
  if (!(error instanceof NotFoundError || error instanceof ForbiddenError || status === 405)) return error;

  const holding = await holdingOf(api, domain, error);
  if (holding === "notHeld" && status !== 405) return notHeld(api, error, domain);
  const isGuess = row.assumed.some((part) => part === "path" || part === "method" || part === "existence");
  if (holding !== "held" || !isGuess || error instanceof ForbiddenError) return error;
  return new UnsupportedOperationError({
    operation,
    domain,
    status,
    outcome: error.outcome,
    what: `${error.what}, although the account holds the domain: either ${subjectOf(row)} is gone, or the registrar has no ${row.method} ${row.path}`,
    advice:
      `Name the right path or method of "${operation}" in a contract file (REGISTRAR_CONTRACT), or null if there is no such operation ` +
      `(then: ${row.fallback}). The documentation's page on the contract lists what is verified and what is assumed.`,
  });
}

const subjectOf = (row: Operation) => (row.path.endsWith("{id}") ? "the element" : "what was asked for");

function known(api: Api): Knowledge {
  const existing = knowledge.get(api) ?? { holdings: new Map<string, Promise<Holding>>(), told: new Set<string>() };
  knowledge.set(api, existing);
  return existing;
}

function holdingOf(api: Api, domain: string, error: RegistrarError): Promise<Holding> {
  const { holdings } = known(api);
  const key = domain.toLowerCase();
  const answer =
    holdings.get(key) ??
    // The failed call may have been this very question.
    (error.operation === "domains.get" && error.status !== 405
      ? Promise.resolve<Holding>("notHeld")
      : ask(api, domain));
  holdings.set(key, answer);
  return answer;
}

async function ask(api: Api, domain: string): Promise<Holding> {
  try {
    await api.domains.get({ domain });
    return "held";
  } catch (error) {
    return error instanceof NotFoundError || error instanceof ForbiddenError ? "notHeld" : "unknown";
  }
}

function notHeld(api: Api, error: RegistrarError, domain: string): DomainNotHeldError {
  const { told } = known(api);
  const key = domain.toLowerCase();
  const full =
    "Check the spelling and that the token belongs to the account that holds it. If it left the account for good, name it in " +
    "REGISTRAR_FORMER_DOMAINS: then its resources read as gone and are deleted without a call. (registrar:formerDomains does the same, " +
    "but `refresh`, `destroy`, and an `up` of a program that declares nothing else here, see it only as an earlier `up` did.)";
  const advice = told.has(key) ? "See the first message about this domain." : full;
  told.add(key);
  const { operation, status, outcome } = error;
  return new DomainNotHeldError({
    operation,
    domain,
    status,
    outcome,
    what: `this account does not hold ${domain}`,
    advice,
  });
}
