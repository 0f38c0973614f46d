/**
 * The errors of the client: one base class, one small class per kind, each with a stable `code`. Every message names
 * the operation, the domain, what happened, what was tried, and what to do next; none holds a token, an auth code or
 * contact data. No error keeps the HTTP library's error as its cause, since that holds the request's headers.
 */
import type { EndpointName } from "./endpoints/table.ts";

/** Was the work done? `no`: certainly not. `unknown`: it may have been done. */
export type Outcome = "no" | "unknown";

export interface ErrorFacts {
  operation?: EndpointName | undefined;
  domain?: string | undefined;
  /** The HTTP status, where there was an answer. */
  status?: number | undefined;
  /** Default: `no`. */
  outcome?: Outcome | undefined;
  /** The event, without a full stop. */
  what: string;
  /** The registrar's own words, where it said any; part of `what` already. */
  words?: string | undefined;
  /** Attempts, such as `3 attempts over 2.1 s`. */
  tried?: string | undefined;
  /** The reader's next steps, in sentences. */
  advice: string;
}

/**
 * Base of all errors of the registrar's client; also what has no class of its own.
 * @remedy Follow the last sentences of the message.
 */
export class RegistrarError extends Error {
  readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_FAILED";
  declare readonly operation?: EndpointName;
  declare readonly domain?: string;
  declare readonly status?: number;
  /** The registrar's own words, redacted. */
  declare readonly words?: string;
  readonly outcome: Outcome;
  /** The reader's next steps; part of the message. */
  readonly advice: string;
  /** The event without operation, attempts and advice; for errors made out of this one. */
  readonly what: string;

  constructor(given: ErrorFacts) {
    const facts = { ...given, what: cut(given.what) };
    super(messageOf(facts));
    this.name = new.target.name;
    if (facts.operation !== undefined) this.operation = facts.operation;
    if (facts.domain !== undefined) this.domain = facts.domain;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.words) this.words = facts.words;
    this.outcome = facts.outcome ?? "no";
    this.advice = facts.advice;
    this.what = facts.what;
  }

  /** Equal for errors of one cause, such as a refused token; `undefined`: no other call meets this cause. */
  get sharedCause(): string | undefined {
    return undefined;
  }

  /** Facts for an error made out of this one. */
  get circumstances(): Pick<ErrorFacts, "operation" | "domain" | "status" | "outcome"> {
    const { operation, domain, status, outcome } = this;
    return { operation, domain, status, outcome };
  }
}

/** The registrar's words may be of any length; a message stays readable. */
const maxWhatLength = 1000;

function cut(what: string): string {
  return what.length <= maxWhatLength ? what : `${what.slice(0, maxWhatLength)}...`;
}

function messageOf({ operation, domain, what, tried, outcome, advice }: ErrorFacts): string {
  const subject = [operation, domain && `for ${domain}`].filter(Boolean).join(" ");
  const doubt = outcome === "unknown" ? " It may have been carried out nevertheless." : "";
  const told = what.replace(/(?<!\.)\.$/, "");
  return `${subject && `${subject}: `}${told}${tried ? ` (${tried})` : ""}.${doubt} ${advice}`;
}

/**
 * 401: the token is missing, invalid or revoked.
 * @remedy Create a token in the registrar's dashboard under API access, and set REGISTRAR_API_TOKEN. `pulumi-registrar
 * doctor` says whether it is accepted.
 */
export class UnauthorizedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNAUTHORIZED";

  /** The advice names the credentials. */
  override get sharedCause(): string {
    return `${this.code} ${this.advice}`;
  }
}

/**
 * 403: the token may not do this.
 * @remedy Use a token with the right to this operation, or do it in the dashboard.
 */
export class ForbiddenError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_FORBIDDEN";

  override get sharedCause(): string {
    return `${this.code} ${this.operation} ${this.domain} ${this.what}`;
  }
}

/**
 * 403, also for the domain itself: the token may not act on the domain, or another account holds it.
 * @remedy Check the name of the domain and which account the token belongs to. If the domain has left the account for
 * good, see registrar:formerDomains.
 */
export class DomainForbiddenError extends ForbiddenError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_FORBIDDEN";

  override get sharedCause(): string {
    return `${this.code} ${this.domain}`;
  }
}

/**
 * 404: no such domain, no such item, or no such route.
 * @remedy Run `pulumi refresh` if the item may have been deleted by hand. If nothing is found at all, part of the
 * path is missing from REGISTRAR_BASE_URL; `pulumi-registrar doctor` tells.
 */
export class NotFoundError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_NOT_FOUND";
}

/**
 * The account does not hold the domain: 404, confirmed by looking the domain up.
 * @remedy Check the spelling and the account. If the domain has left the account for good, name it in
 * registrar:formerDomains (REGISTRAR_FORMER_DOMAINS): its resources then count as gone.
 */
export class DomainNotHeldError extends NotFoundError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_NOT_HELD";

  override get sharedCause(): string {
    return `${this.code} ${this.domain}`;
  }
}

/**
 * 429, and the time for one call ran out, or the registrar asked for a longer wait than that.
 * @remedy Wait a minute and run the command again. If it happens often, lower `registrar:writesPerDomain`, or run
 * fewer programs at once.
 */
export class RateLimitedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_RATE_LIMITED";
}

/**
 * 5xx, after the retries that the operation allows.
 * @remedy Run the command again later. A create whose outcome is unknown is looked up before it is sent again.
 */
export class ServerError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_SERVER";
}

/**
 * No complete response: refused, reset, timed out, or a failure of TLS or DNS. The outcome is known only if nothing was
 * sent.
 * @remedy Check REGISTRAR_BASE_URL, the network and the proxy; `pulumi-registrar doctor` says what it reaches. Then run the
 * command again: nothing is created twice.
 */
export class NetworkError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_NETWORK";

  /** Each write of unknown outcome is told in full. */
  override get sharedCause(): string | undefined {
    return this.outcome === "no" ? `${this.code} ${this.what}` : undefined;
  }
}

/**
 * A response that cannot be read: not JSON, cut off, too large, a redirect, or in no known container.
 * @remedy Run `pulumi-registrar doctor`, and put the correction that it proposes into a contract file.
 */
export class UnexpectedShapeError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNEXPECTED_SHAPE";
}

/** A response of 2xx that doesn't prove that a write was carried out, or doesn't say what it made: it isn't sent again. */
export class UnconfirmedError extends UnexpectedShapeError {}

/**
 * The registrar did not accept the request as it was: 400, another 4xx without a code of its own, or a 2xx that says `success: false`.
 * @remedy The registrar's own words in the message say why: correct the property that they name, or do it in the dashboard. If they are about
 * a field that it expects under another name, run `pulumi-registrar doctor`, and name the field in a contract file.
 */
export class RefusedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_REFUSED";
}

/**
 * There is no such operation: 405, a route that does not exist, or a contract file that says `null` for it.
 * @remedy If the operation has another path or method, name it in a contract file. If there is none, the message
 * names what to do instead.
 */
export class UnsupportedOperationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNSUPPORTED_OPERATION";
}

/**
 * A write in a command that only reads. Nothing was sent.
 * @remedy Lookups and commands such as `pulumi-registrar drift` only read. Declare the change in a program, and run `pulumi up`.
 */
export class ReadOnlyError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_READ_ONLY";
}

/**
 * The marketplace gave no appraisal because the user's quota is used up. Specification, "Limits".
 * @remedy Wait until the quota is renewed; the message says whether it is the daily one.
 */
export class QuotaSpentError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_QUOTA_SPENT";
}

/**
 * A setting is missing or wrong. Thrown before anything is sent.
 * @remedy The message names the setting and its form. All settings are on the page about configuration.
 */
export class ConfigurationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_CONFIGURATION";

  override get sharedCause(): string {
    return `${this.code} ${this.what}`;
  }
}

/** No address is given: a preview does without the registrar then. */
export class NoAddressError extends ConfigurationError {}

/**
 * The process was interrupted, or the time of the option `customTimeouts` was up: not sent, or sent and not answered in time (then the
 * outcome is unknown).
 * @remedy Run the command again, with more time: it looks up what may have been done.
 */
export class InterruptedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INTERRUPTED";
}

/** A message as people read it: with the code under which the page of errors has cause and remedy. */
export const withCode = (message: string, code: string): string => `${message} [${code}]`;

/** The code of an error of the system, such as `ENOENT`, for messages: its text may name paths. With several addresses each has its error. */
export function codeOf(error: unknown): string {
  const { code, errors: [inner] = [] }: { code?: unknown; errors?: unknown[] } = Object(error);
  if (code !== undefined) return String(code);
  return inner === undefined ? "unknown error" : codeOf(inner);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EISDIR: "it is a folder",
  ENOTDIR: "part of its path is not a folder",
  EEXIST: "it exists already",
  ENOSPC: "the disk is full",
  EROFS: "the disk can only be read",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead round in a circle",
  EMFILE: "too many files are open",
};

/** Why a file could not be read or written, as the end of a sentence; the code, where nothing else is known. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? code;
}
