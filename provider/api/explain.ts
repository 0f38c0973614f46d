/**
 * What a 404, 403 or 405 means: no such domain in the account, a token without rights, or no such route. The client asks
 * this for every call that fails so; nobody else has to.
 */
import { assumedAdvice, withoutIt } from "./assumed.ts";
import type { Contract } from "./contract.ts";
import { type Endpoint, type EndpointName, endpoints } from "./endpoints.ts";
import {
  DomainForbiddenError,
  DomainNotHeldError,
  ForbiddenError,
  NotFoundError,
  type RegistrarError,
  UnsupportedOperationError,
} from "./errors.ts";

/** What is known of a domain: the account holds it, does not, may not see it; or nobody could tell. */
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

  /** A call was answered well; `domain`: it was the question whether the account holds that. */
  noteAnswered(domain?: string): void {
    this.#hasAnswered = true;
    if (domain !== undefined) this.#holdings.set(domain.toLowerCase(), Promise.resolve("held"));
  }

  /**
   * The best words for a failure: asks once per domain whether the account holds it. A 404 for one element is left to
   * its life cycle, which looks for the element in the list.
   */
  async explain(error: RegistrarError): Promise<RegistrarError> {
    const { operation, domain, status } = error;
    if (operation === undefined || domain === undefined) return error;
    const row: Endpoint = endpoints[operation];
    if (!row.path.includes("{domain}") || row.path.endsWith("{id}") || operation === "domains.check") return error;
    if (!(error instanceof NotFoundError || error instanceof ForbiddenError || status === 405)) return error;

    const holding = await this.#holdingOf(domain, error);
    if (holding === "held") return error instanceof ForbiddenError ? error : this.#held(error, operation);
    if (holding === "unknown" || status === 405) return error;
    if (error instanceof ForbiddenError || holding === "forbidden") return domainForbidden(error, domain);
    return this.#notHeld(error, domain);
  }

  #holdingOf(domain: string, error: RegistrarError): Promise<Holding> {
    const key = domain.toLowerCase();
    const known = this.#holdings.get(key);
    if (known !== undefined) return known;
    // The failed call may have been this very question.
    const isAsked = error.operation === "domains.get";
    const answer = isAsked ? Promise.resolve(readHolding(error)) : this.#look(domain);
    this.#holdings.set(key, answer);
    return answer;
  }

  async #look(domain: string): Promise<Holding> {
    try {
      await this.#ask(domain);
      return "held";
    } catch (error) {
      return readHolding(error);
    }
  }

  /** The domain is there: then the route is not, or what it is about. */
  #held(error: RegistrarError, operation: EndpointName): RegistrarError {
    const { domain, status, outcome } = error;
    const row: Endpoint = endpoints[operation];
    const isGuess = row.assumed.some((part) => part === "path" || part === "method" || part === "existence");
    const assumed = assumedAdvice(operation, this.#contract.endpoints[operation] ?? undefined);
    const advice =
      assumed === ""
        ? `Name the right path or method of "${operation}" in a contract file (REGISTRAR_CONTRACT), or null if there is no such operation (${withoutIt(row)}).`
        : assumed.replace(/^the/, "The");
    const facts = {
      operation,
      domain,
      status,
      outcome,
      what: `${error.what}, although the account holds the domain: either what was asked for is gone, or the registrar has no ${row.method} ${row.path}`,
      advice,
    };
    return isGuess || status === 405 ? new UnsupportedOperationError(facts) : new NotFoundError(facts);
  }

  #notHeld({ operation, status, outcome, what }: RegistrarError, domain: string): DomainNotHeldError {
    const address = this.#hasAnswered
      ? ""
      : "Nothing was found at the registrar's address so far: REGISTRAR_BASE_URL may lack a part of its path, such as /api. ";
    return new DomainNotHeldError({
      operation,
      domain,
      status,
      outcome,
      what: `this account does not hold ${domain} (${what})`,
      advice: `${address}Check the spelling, and that the token belongs to the account that holds it. If it left the account for good, set REGISTRAR_FORMER_DOMAINS=${domain} (registrar:formerDomains): then its resources read as gone and are deleted without a call.`,
    });
  }
}

function readHolding(error: unknown): Holding {
  if (error instanceof ForbiddenError) return "forbidden";
  return error instanceof NotFoundError ? "notHeld" : "unknown";
}

function domainForbidden({ operation, status, outcome, what, advice }: RegistrarError, domain: string) {
  const words = `the token may not act on ${domain}, or another account holds it`;
  return new DomainForbiddenError({
    operation,
    domain,
    status,
    outcome,
    what: status === 403 ? what : `${words} (${what}; the domain itself: 403 forbidden)`,
    advice,
  });
}
