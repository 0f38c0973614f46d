/**
 * The errors of the client: a base class, and a class with a stable `code` per kind. A message has the operation, the domain,
 * the event, the attempts and the next step; never a token, an auth code or contact data. No error keeps an error of the HTTP
 * library as its cause, since that holds the request's headers.
 */
import { getSystemErrorMap } from "node:util";
import { homepage } from "../../package.json";
import { optional } from "../dns/index.ts";
import type { EndpointName } from "./endpoints/table.ts";

/** Was it carried out? `no`: certainly not. `unknown`: perhaps. */
export type Outcome = "no" | "unknown";

export interface ErrorFacts {
  operation?: EndpointName | undefined;
  domain?: string | undefined;
  status?: number | undefined;
  /** Default: `no`. */
  outcome?: Outcome | undefined;
  /** The event, without a full stop. */
  what: string;
  /** The registrar's own message, redacted; part of `what` already. */
  words?: string | undefined;
  /** Such as `3 attempts over 2.1 s`. */
  tried?: string | undefined;
  /** The reader's next steps, in sentences. */
  advice: string;
}

export abstract class RegistrarError extends Error {
  abstract readonly code: `ERR_REGISTRAR_${string}`;
  declare readonly operation?: EndpointName;
  declare readonly domain?: string;
  declare readonly status?: number;
  declare readonly words?: string;
  declare readonly outcome: Outcome;
  declare readonly advice: string;
  /** The event without operation, attempts and advice; for errors made out of this one. */
  declare readonly what: string;

  constructor(given: ErrorFacts) {
    const { operation, domain, status, words, outcome = "no", advice, what } = given;
    super(messageOf(given));
    this.name = new.target.name;
    Object.assign(this, optional({ operation, domain, status, words: words || undefined, outcome, advice, what }));
  }

  /** Facts that tell the cause, such as a refused token, from others of its code. None if no other call meets the cause. */
  protected readonly shares: readonly ("operation" | "domain" | "what" | "advice")[] | undefined;

  /** Names the cause that several errors share. A write of unknown outcome shares none: its message is shown in full. */
  get sharedCause(): string | undefined {
    if (this.shares === undefined || this.outcome === "unknown") return undefined;
    return [this.code, ...this.shares.map((fact) => this[fact])].join(" ");
  }
}

function messageOf({ operation, domain, what, tried, outcome, advice }: ErrorFacts): string {
  const subject = [operation, domain && `for ${domain}`].filter(Boolean).join(" ");
  const doubt = outcome === "unknown" ? " The registrar may have applied it." : "";
  const told = what.replace(/(?<!\.)\.$/, "");
  return `${subject && `${subject}: `}${told}${tried ? ` (${tried})` : ""}.${doubt} ${advice}`;
}

/**
 * 401: the registrar refuses the token.
 * @cause the token was revoked, or cut off when it was copied
 * @cause the shell has an old `REGISTRAR_API_TOKEN`, which wins
 * @cause a refresh or destroy uses the token of the last `pulumi up`: add `--run-program`
 * @remedy Create a token in the registrar's dashboard, and set it.
 */
export class UnauthorizedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNAUTHORIZED";
  /** The advice names the credentials. */
  protected override readonly shares = ["advice"] as const;
}

/**
 * 403: the token may not do this.
 * @cause the token lacks a right
 * @cause another account holds the domain
 * @remedy Use that account's token with this right, or the dashboard; for a domain that left, `pulumi-registrar forget`.
 */
export class ForbiddenError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_FORBIDDEN";
  protected override readonly shares: RegistrarError["shares"] = ["operation", "domain", "what"];
}

/** 403 for a domain. */
export class DomainForbiddenError extends ForbiddenError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_FORBIDDEN";
  protected override readonly shares = ["domain"] as const;
}

/**
 * 404: no such domain, row or route.
 * @cause the row was deleted by hand
 * @cause `REGISTRAR_BASE_URL` lacks a part, such as `/api`
 * @cause the domain is misspelt
 * @remedy Run `pulumi refresh`, or correct the base URL.
 */
export class NotFoundError extends RegistrarError {
  override readonly code: `ERR_REGISTRAR_${string}` = "ERR_REGISTRAR_NOT_FOUND";
}

/** A 404 for the route, before anything has answered: the base URL is wrong. */
export class WrongAddressError extends NotFoundError {
  protected override readonly shares = ["advice"] as const;
}

/**
 * The account doesn't hold the domain (two 404s).
 * @cause a misspelt name, or a host: write `domain: example.com`
 * @cause another account holds it, or it is being bought
 * @remedy Correct it, pass a purchase's output `domain`, or run `pulumi-registrar forget`.
 */
export class DomainNotHeldError extends NotFoundError {
  override readonly code = "ERR_REGISTRAR_DOMAIN_NOT_HELD";
  protected override readonly shares = ["domain"] as const;
}

/**
 * 429, and no time was left to wait.
 * @cause other programs use the same account
 * @remedy Wait a minute and run again. If it recurs, lower `registrar:writesPerDomain`.
 */
export class RateLimitedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_RATE_LIMITED";
  protected override readonly shares = ["what"] as const;
}

/**
 * 5xx, after all retries.
 * @cause the registrar has an outage
 * @cause one value of this resource makes the registrar fail
 * @remedy Run again later.
 */
export class ServerError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_SERVER";
  protected override readonly shares = ["what"] as const;
}

/**
 * No complete response: refused, reset, timed out, or a TLS or DNS failure.
 * @cause `REGISTRAR_BASE_URL` has another host or port
 * @cause the network needs a proxy (`HTTPS_PROXY`)
 * @remedy Correct the setting, and run again. Nothing is created twice.
 */
export class NetworkError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_NETWORK";
  protected override readonly shares = ["what"] as const;
}

/**
 * The response can't be read.
 * @cause the base URL leads to a web page or a redirect
 * @cause the data is under another key
 * @cause successes have no mark: write `"success": null`
 * @remedy Correct the base URL, or use the contract line that `pulumi-registrar doctor` proposes.
 */
export class UnexpectedShapeError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNEXPECTED_SHAPE";
  protected override readonly shares = ["what"] as const;
}

/** Names the variable, too, since it wins. */
export const baseUrlName = "the base URL (registrar:baseUrl or REGISTRAR_BASE_URL)";

/** Advice for a field that the registrar may have under another name. */
export function renamedIn(operation: EndpointName, subject = "the field"): string {
  // The operation's own line would also rename the field in requests.
  const key = operation.replace(/^(records|forwards|contacts)\..*/, "$1");
  return `If ${subject} has another name there, set it in a contract file (\`registrar:contractFile\`, \`${key}\`, \`fields\`).`;
}

/** A response without a field that the program needs. */
export const lacking = (operation: EndpointName, domain: string | undefined, what: string): UnexpectedShapeError =>
  new UnexpectedShapeError({ operation, domain, what, advice: renamedIn(operation) });

/** The registrar accepted a value, and shows another one. @param what the value, and what it shows */
export const notShown = (operation: EndpointName, domain: string, what: string, renamed = renamedIn(operation)) =>
  new UnexpectedShapeError({
    operation,
    domain,
    outcome: "unknown",
    what: `the registrar accepted ${what}`,
    advice: `Check the registrar's dashboard, and run \`pulumi up\` again. ${renamed}`,
  });

/** A response of 2xx that doesn't prove that a write was carried out, or doesn't say what it made: it isn't sent again. */
export class UnconfirmedError extends UnexpectedShapeError {}

/**
 * The registrar rejected the request: a 4xx without its own code, or `success: false`.
 * @cause the registrar doesn't accept a value
 * @cause a field has another name there
 * @remedy Correct the property that the message names, or add a contract line.
 */
export class RefusedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_REFUSED";
}

/**
 * The operation doesn't exist: 405, no such route, or `null` in the contract file.
 * @cause the registrar has another path
 * @cause the account's API lacks it: write `null`
 * @remedy Correct the path in a [contract file](contract.md).
 */
export class UnsupportedOperationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_UNSUPPORTED_OPERATION";
}

/**
 * A lookup or command tried to write.
 * @cause a contract file gives an operation that reads another `method`
 * @remedy Correct the `method`, or declare the change in a program.
 */
export class ReadOnlyError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_READ_ONLY";
}

/**
 * The day's appraisals are used up.
 * @cause each preview and each `up` makes one
 * @remedy Run again tomorrow, or ask the marketplace for a higher limit.
 */
export class QuotaSpentError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_QUOTA_SPENT";
}

/**
 * A setting is missing or wrong. Nothing was sent.
 * @cause the base URL or the token isn't set in this shell and stack
 * @cause the contract file has an unknown key
 * @remedy Correct the [setting](configuration.md) that the message names.
 */
export class ConfigurationError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_CONFIGURATION";
  protected override readonly shares = ["what"] as const;
}

/** The arguments of a lookup, or the ID of an import, aren't valid. */
export class InvalidArgumentsError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INVALID_INPUT";
}

/** No address is given: a preview does without the registrar then. */
export class NoAddressError extends ConfigurationError {}

/** The run was stopped. */
export class InterruptedError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INTERRUPTED";
  protected override readonly shares = ["what"] as const;
}

/** Errors of the connection or of the service: the next call would fail in the same way. */
export const isOfConnection = (error: unknown): boolean =>
  [InterruptedError, NetworkError, RateLimitedError, ServerError].some((kind) => error instanceof kind);

/** The code of a system error, such as `ENOENT`, since its message may name paths. */
export function codeOf(error: unknown): string {
  const { code = "unknown error" }: { code?: unknown } = Object(error);
  return String(code);
}

/** Why a file could not be read or written, in the system's words, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const [, words = code] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return words;
}

/** The page: its address, or its path in the package while the repository isn't on GitHub. */
const page = `${homepage.includes("//code.example/") ? "" : homepage.replace("#readme", "/blob/main/")}docs/reference/errors.md`;

/** A message with the code, and the section that has causes and remedy. */
export const withCode = (message: string, code: string): string =>
  `${message} [${code}: ${page}#${code.toLowerCase()}]`;
