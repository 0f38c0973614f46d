/**
 * Explains a failed response: by its status; by the assumptions of the table, which may be wrong; and for a 404, 403 or 405
 * about a domain by a second question: does the account hold it? Proposes the lines of the contract file that correct an
 * assumption. The client explains every failed call.
 */
import { type Contract, groupOf, isRead, type Override, operationsOf, queryNames } from "./contract.ts";
import { type AssumedPart, type Endpoint, type EndpointName, endpointOf } from "./endpoints/table.ts";
import * as errors from "./errors.ts";
import type { Call } from "./http/call.ts";
import { quote } from "./redaction.ts";
import { bodyIn, type Cut, type Mark, markIn, type WireResponse, wordsOf } from "./response.ts";

const file = "a contract file (registrar:contractFile or REGISTRAR_CONTRACT_FILE)";

interface Meaning {
  kind: new (facts: errors.ErrorFacts) => errors.RegistrarError;
  means: string;
  advice: string;
}

const correctIt = "Correct the argument that the message names.";
export const waitAdvice = "Wait a minute, and run it again.";
export const laterAdvice = "Run it again later: the provider first reads which rows exist.";
const server = { kind: errors.ServerError, means: "internal server error", advice: laterAdvice };
/** By status, else by its first digit. */
const byStatus: Readonly<Record<number, Meaning>> = {
  2: {
    kind: errors.RefusedError,
    means: "reports a failure",
    advice: `Nothing was changed. ${correctIt}`,
  },
  3: {
    kind: errors.UnexpectedShapeError,
    means: "a redirect, which is not followed because the token must not be sent to another address",
    advice: `Set ${errors.baseUrlName} to the actual address of the registrar's API.`,
  },
  4: { kind: errors.RefusedError, means: "not accepted", advice: correctIt },
  400: { kind: errors.RefusedError, means: "bad request", advice: correctIt },
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
    advice: "",
  },
  429: { kind: errors.RateLimitedError, means: "rate limit exceeded", advice: waitAdvice },
};

const noRights = (domain: string) => `the token may not act on ${domain}`;

/** The meaning of a status for a call. The endpoint decides whose rights a 401 or 403 is about. */
function meaningOf(status: number, { row, domain, credentials }: Call): Meaning {
  const meaning = byStatus[status] ?? byStatus[Math.floor(status / 100)] ?? server;
  if (row.auth === "query" && [400, 401, 402, 403].includes(status)) {
    const advice = `Check ${credentials}: the marketplace has credentials of its own.`;
    const means = status === 401 ? "missing or invalid key" : meaning.means;
    return { ...meaning, means, advice: status === 400 ? `${meaning.advice} ${advice}` : advice };
  }
  if (status === 401) {
    return { ...meaning, advice: `Check ${credentials}; create one in the registrar's dashboard, under API access.` };
  }
  if (status !== 403) return meaning;
  const means = `forbidden: ${domain === undefined ? "the token may not do this" : noRights(domain)}`;
  return { ...meaning, means, advice: `Check the rights of the token in ${credentials}.` };
}

/** The remedy of an error code that the registrar is known to send, wherever its response has it. */
const remedyOf = (words: string): string | undefined =>
  words.includes("registrant_contact_required")
    ? "The account has no registrant contact: create one in the registrar's dashboard, or declare a `Contact` that this " +
      "resource lists in `dependsOn`. Then run `pulumi up` again."
    : undefined;

/** Facts of a response that reports a failure: by its status, or, beside a status of success, in its body. */
export function statusFailure(answer: WireResponse, call: Call) {
  const { status } = answer;
  const { kind, means, advice } = meaningOf(status, call);
  const words = quote(wordsOf(bodyIn(answer)), call.redact);
  // An assumed part of the request may be wrong.
  const mayBeGuess =
    [400, 415, 422].includes(status) || status < 300 || (status === 404 && call.row.assumed.includes("path"));
  const isRoute = status === 405 || (status === 404 && !call.row.path.includes("{"));
  const usual = mayBeGuess ? withAssumed(advice, call, words) : advice;
  const event = status < 300 ? `the registrar responded with ${status} and ${means}` : `${status} ${means}`;
  return {
    kind,
    what: `${event}${words && `, "${words}"`}`,
    words,
    advice: remedyOf(words) ?? (isRoute ? routeAdvice(call.name, call.override) : usual),
  };
}

/** For a response that knows no such route. */
function routeAdvice(name: EndpointName, override: Override): string {
  const assumed = assumedAdvice(name, override, {}, ["method", "path"]);
  return assumed === "" ? `Name the right path or method of "${name}" in ${file}.` : assumed.replace(/^parts/, "Parts");
}

/** For a response that isn't the API's. */
export const addressAdvice = `Check ${errors.baseUrlName}.`;
/** For a 404 of a route that the API certainly has. */
export const pathAdvice = `Check ${errors.baseUrlName}: part of its path, such as /api, may be missing.`;
export const shapeAdvice = ({ name }: Call) =>
  `If the responses have another form, declare it for "${name}" in ${file}.`;

/** `noRoute`: a 404 that doesn't speak of the domain. */
type Holding = "held" | "notHeld" | "noRoute" | "forbidden" | "unknown";

export class Explainer {
  readonly #ask: (domain: string) => Promise<unknown>;
  readonly #contract: Contract;
  /** One question per domain, whatever the answer. */
  readonly #holdings = new Map<string, Promise<Holding>>();
  #hasAnswered = false;

  /** @param ask reads the details of a domain (`domains.get`) */
  constructor(contract: Contract, ask: (domain: string) => Promise<unknown>) {
    this.#contract = contract;
    this.#ask = ask;
  }

  /** @param domain the domain whose details a successful call read */
  noteResponse(domain?: string): void {
    this.#hasAnswered = true;
    if (domain !== undefined) this.#holdings.set(domain.toLowerCase(), Promise.resolve("held"));
  }

  /** Returns a better error, if there is one. The life cycle of a row explains a 404 of that row: it reads the list. */
  async explain(error: errors.RegistrarError): Promise<errors.RegistrarError> {
    const { operation, domain, status } = error;
    if (operation === "marketplace.appraise") return explainQuota(error);
    const isFirst = operation === "domains.list" && error instanceof errors.NotFoundError && !this.#hasAnswered;
    if (isFirst && holdingBehind(error) === "noRoute") return wrongAddress(error);
    if (operation === undefined || domain === undefined) return error;
    const { path } = endpointOf(operation);
    if (!path.includes("{domain}") || path.endsWith("{id}") || operation === "domains.check") return error;
    const isForbidden = error instanceof errors.ForbiddenError;
    if (!isForbidden && !(error instanceof errors.NotFoundError) && status !== 405) return error;
    const holding = await this.#holdingOf(domain, error);
    if (holding === "held") return isForbidden ? error : this.#noRoute(error, operation);
    if (holding === "unknown" || status === 405) return error;
    if (isForbidden || holding === "forbidden") return domainForbidden(error, domain);
    return holding === "noRoute" && !this.#hasAnswered ? wrongAddress(error) : notHeld(error, domain);
  }

  #holdingOf(domain: string, error: errors.RegistrarError): Promise<Holding> {
    const key = domain.toLowerCase();
    const asked = this.#holdings.get(key);
    if (asked !== undefined) return asked;
    // The failed call may have been this very question.
    const answer =
      error.operation === "domains.get"
        ? Promise.resolve(holdingBehind(error))
        : this.#ask(domain).then((): Holding => "held", holdingBehind);
    this.#holdings.set(key, answer);
    return answer;
  }

  /** The account holds the domain: the route is missing, or the requested object. */
  #noRoute(error: errors.RegistrarError, operation: EndpointName): errors.RegistrarError {
    const row = endpointOf(operation);
    const isGuess = row.assumed.includes("path");
    const kind = isGuess || error.status === 405 ? errors.UnsupportedOperationError : errors.NotFoundError;
    const reason = `the registrar has no ${row.method} ${row.path}`;
    return new kind({
      ...error,
      what: `${error.what}, although the account holds the domain: ${reason}`,
      advice: routeAdvice(operation, this.#contract.endpoints[operation] ?? {}),
    });
  }
}

function wrongAddress(error: errors.RegistrarError) {
  return new errors.WrongAddressError({
    ...error,
    what: `nothing at the registrar's base URL has answered so far (${error.what})`,
    advice: pathAdvice,
  });
}

function notHeld(error: errors.RegistrarError, domain: string) {
  return new errors.DomainNotHeldError({
    ...error,
    what: `this account does not hold ${domain} (${error.what})`,
    advice: "Check the spelling, and which account the token belongs to.",
  });
}

function holdingBehind(error: unknown): Holding {
  if (error instanceof errors.ForbiddenError) return "forbidden";
  if (!(error instanceof errors.NotFoundError)) return "unknown";
  // A web page has no words.
  const { words = "" } = error;
  return words === "" || /\b(?:route|path|url|endpoint)\b|\/domains\b/i.test(words) ? "noRoute" : "notHeld";
}

/** A limit alone may be that of the request rate, or of a length. */
function explainQuota(error: errors.RegistrarError): errors.RegistrarError {
  const { status = 0, words = "" } = error;
  const isLimit = /\blimit\b/i.test(words) && /\b(?:daily|day|today|appraisals?)\b/i.test(words);
  if (![200, 402, 403, 429].includes(status) || !(isLimit || /\b(?:quota|credits?)\b/i.test(words))) return error;
  const advice = "Appraise it tomorrow, or ask the marketplace for a higher limit.";
  return new errors.QuotaSpentError({ ...error, what: `no appraisal: ${error.what}`, advice });
}

function domainForbidden(error: errors.RegistrarError, domain: string) {
  const explained = `${noRights(domain)} (${error.what}; the domain itself: 403 forbidden)`;
  return new errors.DomainForbiddenError({ ...error, what: error.status === 403 ? error.what : explained });
}

/** A read alone, or all writes of its group: their responses have one mark, which may not be that of the reads. */
const withItsGroup = (name: EndpointName): EndpointName[] =>
  isRead(name) ? [name] : operationsOf(groupOf(name)).filter((each) => !isRead(each));

/** The contract lines that name the mark of success of an operation. @param body a response without `success: true` */
export function successAdvice(operation: EndpointName, body?: unknown): string {
  const line = (success: Mark) =>
    JSON.stringify(Object.fromEntries(withItsGroup(operation).map((name) => [name, { success }])));
  const mark = markIn(body);
  if (mark !== undefined) {
    return `If ${JSON.stringify(mark).slice(1, -1)} marks a success of this operation, say so in ${file}: ${line(mark)}.`;
  }
  return `If another field marks a success of this operation, name it in ${file}, as in ${line({ status: "ok" })}.`;
}

/** The contract lines that decide if a list is complete. */
export function settling(operation: EndpointName, cut: Cut | undefined): string {
  const then = "Then run it again.";
  if (cut === "unmarked") return `${successAdvice(operation)} ${then}`;
  if (cut === "contradicted") return "Run it again later.";
  if (cut === "sets") return "Keep its records out of the program: no line of a contract file names a record of a set.";
  if (cut === "renamed")
    return "If a person renamed it, rename it back in the registrar's dashboard, and run it again.";
  if (cut === "unreadable" || cut === "opaque")
    return `If fields have other names, \`pulumi-registrar doctor\` proposes the line of ${file}. ${then}`;
  if (cut !== "short")
    return `If the list always shows everything, confirm that in ${file}: {"${operation}": {"complete": true}}. ${then}`;
  const paging = JSON.stringify({ [operation]: { paging: { page: "page", pageSize: "page_size", size: 100 } } });
  const pages = `say how they are asked for, and how many rows each has, as in ${paging}`;
  return `If the list has pages, ${pages}, in ${file}. ${then}`;
}

/** Adds the assumed parts of the call, which may be why it was refused. */
function withAssumed(advice: string, call: Call, said: string): string {
  const { name, row, override, own } = call;
  const field = quotedField(said, call);
  if (field !== undefined) {
    const line = (wire: unknown) => JSON.stringify({ [name]: { fields: { [field]: wire } } });
    const wire = own.fields?.[field];
    return wire === undefined
      ? `No contract line sent "${field}", which is the specification's name. ${advice} If the registrar calls it ` +
          `otherwise, say so in ${file}: ${line("...")}.`
      : `The contract line ${line(wire)} sent "${String(wire)}": correct or remove it.`;
  }
  const assumed = assumedAdvice(name, override, own);
  if (assumed !== "" && said === "") return assumed.replace(/^parts/, "Parts");
  if (said === "" && row.body !== undefined) {
    const line = JSON.stringify({ [name]: lineFor("body", name, row) });
    return `The registrar gives no reason. If it calls a field otherwise, say so in ${file}: ${line}.`;
  }
  return assumed === "" ? advice : `${advice} If it names no problem: ${assumed}`;
}

/** The field of the request that the registrar's words quote, by its name in the specification. */
function quotedField(said: string, { row, own }: Call): string | undefined {
  const wireOf = (field: string) => own.fields?.[field] ?? field;
  return Object.keys(row.body?.shape ?? {}).find((field) =>
    // The last one quotes in the text of a message that is an object.
    ['"', "'", "`", '\\"'].some((mark) => said.includes(`${mark}${String(wireOf(field))}${mark}`)),
  );
}

/** @param only these parts @returns a sentence that begins with "parts", and the contract line; empty if nothing is assumed */
function assumedAdvice(
  name: EndpointName,
  override: Override,
  { fields }: Override = {},
  only?: readonly string[],
): string {
  const row = endpointOf(name);
  const { method, path, query, paging } = override;
  const corrected: Record<string, unknown> = { method, path, query: query ?? paging, body: fields };
  const isGuess = (part: AssumedPart) =>
    part !== "answer" && corrected[part.split(".")[0] ?? ""] === undefined && (only?.includes(part) ?? true);
  const guesses = row.assumed.filter(isGuess);
  if (guesses.length === 0) return "";
  const line = Object.assign({}, ...guesses.map((part) => lineFor(part, name, row)));
  return (
    `parts of "${name}" are assumed (sent as ${method ?? row.method} ${path ?? row.path}). ` +
    `Correct them in ${file}: {"${name}": ${JSON.stringify(line)}}.`
  );
}

/** The contract line of an assumed part, with dots for words that only the registrar knows. */
function lineFor(part: AssumedPart, name: EndpointName, row: Endpoint): object {
  const blank = (names: readonly string[]) => Object.fromEntries(names.slice(0, 4).map((field) => [field, "..."]));
  const [group = "", field] = part.split(".");
  const fields = field === undefined ? Object.keys(row.body?.shape ?? {}) : [field];
  if (group === "body") return { fields: blank(fields) };
  if (group === "query" && row.answer.kind === "list") return { paging: null };
  if (group === "query") return { query: blank(queryNames(name)) };
  return group === "path" ? { path: "/..." } : { method: "..." };
}
