/**
 * The errors of the client: one base class, one small class per kind, each with a stable `code`. Every message names
 * the operation, the domain, what happened, what was tried, and what to do next; none holds a token, an auth code or
 * contact data. No error keeps the HTTP library's error as its cause, since that holds the request's headers.
 */
import type { EndpointName } from "./endpoints.ts";

/** Was the work done? `no`: certainly not. `unknown`: it may have been done. */
export type Outcome = "no" | "unknown";

export interface ErrorFacts {
  operation?: EndpointName | undefined;
  domain?: string | undefined;
  /** The HTTP status, where there was an answer. */
  status?: number | undefined;
  /** Default: `no`. */
  outcome?: Outcome | undefined;
  /** What happened, without a full stop. */
  what: string;
  /** The registrar's own words, where it said any; part of `what` already. */
  words?: string | undefined;
  /** What was tried, such as `3 attempts over 2.1 s`. */
  tried?: string | undefined;
  /** What the reader can do next: whole sentences. */
  advice: string;
}

/** Base of all errors of the registrar's client. */
export class RegistrarError extends Error {
  readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_FAILED";
  declare readonly operation?: EndpointName;
  declare readonly domain?: string;
  declare readonly status?: number;
  /** The registrar's own words, redacted. */
  declare readonly words?: string;
  readonly outcome: Outcome;
  /** What the reader can do next; part of the message. */
  readonly advice: string;
  /** What happened, without operation, attempts and advice; for errors made out of this one. */
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
}

/** The registrar's words may be of any length; a message stays readable. */
const maxWhatLength = 1000;

function cut(what: string): string {
  return what.length <= maxWhatLength ? what : `${what.slice(0, maxWhatLength)}...`;
}

function messageOf({ operation, domain, what, tried, outcome, advice }: ErrorFacts): string {
  const subject = [operation, domain && `for ${domain}`].filter(Boolean).join(" ");
  const doubt = outcome === "unknown" ? " It may have been carried out nevertheless." : "";
  return `${subject && `${subject}: `}${what}${tried ? ` (${tried})` : ""}.${doubt} ${advice}`;
}

/** 400 and every other 4xx without a class of its own: the registrar did not accept the request as it was. */
export class BadRequestError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_BAD_REQUEST";
}

/** 401: the token is missing or invalid. */
export class UnauthorisedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNAUTHORISED";
}

/** 403: the token may not act on this domain. */
export class ForbiddenError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_FORBIDDEN";
}

/** The token may not act on the domain, or another account holds it: a 403, also for the domain itself. */
export class DomainForbiddenError extends ForbiddenError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_FORBIDDEN";
}

/** 404: no such domain, no such item, or no such route. */
export class NotFoundError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_NOT_FOUND";
}

/** The account does not hold the domain (404, confirmed by looking the domain up). */
export class DomainNotHeldError extends NotFoundError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_NOT_HELD";
}

/** 429, and the time for one call ran out (or the registrar asked for a longer wait than that). */
export class RateLimitedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_RATE_LIMITED";
}

/** 5xx, after the retries that the endpoint allows. */
export class ServerError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_SERVER";
}

/** No whole answer: refused, reset, timed out, TLS or DNS failure. `outcome` is `no` only if nothing was sent. */
export class NetworkError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_NETWORK";
}

/** An answer that cannot be read: not JSON, cut off, too large, a redirect, or in no known container. */
export class UnexpectedShapeError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNEXPECTED_SHAPE";
}

/** A 2xx answer that says `success: false`. */
export class RefusedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_REFUSED";
}

/** There is no such operation: 405, a route that is not there, or a contract override that says `null`. */
export class UnsupportedOperationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNSUPPORTED_OPERATION";
}

/** A write in a run that only reads; nothing was sent. */
export class ReadOnlyError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_READ_ONLY";
}

/** The marketplace gave no appraisal because the user's quota is used up. Specification, "Limits". */
export class QuotaSpentError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_QUOTA_SPENT";
}

/** Settings that are missing or wrong; thrown before anything is sent. */
export class ConfigurationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_CONFIGURATION";
}

/** The process was interrupted: not sent, or sent and not answered in time (then `outcome` is `unknown`). */
export class InterruptedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INTERRUPTED";
}
