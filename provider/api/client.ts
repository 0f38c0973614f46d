/** The client: one typed method per operation, built from the operation table. */
import { setMaxListeners } from "node:events";
import type { AnyArguments, Api, Calls } from "./api.ts";
import { parseBaseUrl } from "./baseUrl.ts";
import {
  type Answered,
  type Call,
  type CallContext,
  type Observation,
  perform,
  type Timeouts,
  unreadable,
} from "./call.ts";
import { type Contract, emptyContract, type Override } from "./contract.ts";
import { decodeAny, decodeObject, decodeWith } from "./decode.ts";
import { type Answer, type Endpoint, type EndpointName, endpointNames, endpoints } from "./endpoints.ts";
import * as errors from "./errors.ts";
import { Explainer } from "./explain.ts";
import { fallbacks, hasFallback } from "./fallbacks.ts";
import { isObject, UnreadableAnswerError } from "./json.ts";
import { findRows, type Listing, type PageRequest, type Row } from "./lists.ts";
import { AppraisalQuota, readSearch } from "./marketplace.ts";
import { Pacer } from "./pacing.ts";
import { readPages, usualPageSize } from "./pages.ts";
import { proxyFor } from "./proxy.ts";
import { personalFields, valuesOf } from "./redact.ts";
import { callOf } from "./requests.ts";
import { createTransport } from "./transport.ts";
import { fromWire } from "./wireNames.ts";

export interface ClientOptions {
  /** Such as `https://www.atom.com/api`; https unless it is this machine. Its path is kept. */
  baseUrl: string;
  token?: string;
  userId?: string;
  marketplaceToken?: string;
  appraisalToken?: string;
  /** Corrections to the operation table: see `parseContract`. */
  contract?: Contract;
  /** Aborted when the process is interrupted: nothing new is sent, waits end, running requests get `graceMs`. */
  interruption?: AbortSignal;
  /** Writes of one domain at once, 1 to 4. Default: 4. */
  writesPerDomain?: number;
  /** Default: 4 within 10 seconds. */
  lookups?: { times: number; withinMs: number };
  /** Refuses every write before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Default: `requestMs` 30 000, `budgetMs` 120 000, `graceMs` 4000. */
  timeouts?: Partial<Timeouts>;
  /** HTTPS_PROXY, NO_PROXY; `REGISTRAR_LOG=debug`. Default: the process's. */
  env?: NodeJS.ProcessEnv;
  /** Takes the debug lines. Default: writes to stderr. */
  log?: (line: string) => void;
  /** Is told of every answer as it came, before it is decoded: `registrar doctor` looks at it. Default: nobody. */
  observe?: (seen: Observation) => void;
}

/** Contact data that is remembered to be hidden, in values. */
const mostRemembered = 20_000;

/** @throws ConfigurationError when the base URL or the proxy cannot be used */
export function createClient(options: ClientOptions): Api {
  const env = options.env ?? process.env;
  const base = parseBaseUrl(options.baseUrl);
  proxyFor(base, env);
  const contract = options.contract ?? emptyContract;
  const { interruption } = options;
  if (interruption !== undefined) setMaxListeners(0, interruption);
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const timeouts: Timeouts = { requestMs: 30_000, budgetMs: 120_000, graceMs: 4000, ...options.timeouts };
  const context: CallContext = {
    transport: createTransport(base, env, timeouts.requestMs),
    pacer: new Pacer(Math.min(4, Math.max(1, Math.trunc(options.writesPerDomain ?? 4)))),
    timeouts,
    interruption,
    debug: env["REGISTRAR_LOG"] === "debug" ? log : undefined,
    observe: options.observe,
  };

  const overrideOf = (name: EndpointName): Override | undefined => contract.endpoints[name] ?? undefined;
  /** What the account's contacts were seen to say. */
  const people = new Set<string>();
  const callWith = (name: EndpointName, args: AnyArguments, page?: PageRequest) =>
    callOf(name, args, {
      base,
      credentials: options,
      override: overrideOf(name),
      page,
      people,
    });

  const quota = new AppraisalQuota();
  /** Operations whose assumed path turned out not to be there, though what they are about is. */
  const missing = new Set<EndpointName>();
  /** Whether pages of a list count from 0 or 1, once that is known. */
  const firstPages = new Map<EndpointName, number>();

  const explainer = new Explainer(contract, (domain) => attempt("domains.get", { domain }));

  /** A call whose failure says what it means. */
  async function answer(name: EndpointName, args: AnyArguments): Promise<unknown> {
    try {
      const found = await attempt(name, args);
      explainer.noteAnswered(name === "domains.get" ? args.domain : undefined);
      return found;
    } catch (error) {
      throw error instanceof errors.RegistrarError ? await explainer.explain(error) : error;
    }
  }

  async function attempt(name: EndpointName, args: AnyArguments): Promise<unknown> {
    const { method, auth }: Endpoint = endpoints[name];
    if (options.readOnly && method !== "GET" && auth === "bearer") throw writeRefused(name, args);
    const fallback = hasFallback(name) ? fallbacks[name] : undefined;
    const key = args.domain ?? args.handle ?? "";
    if (contract.endpoints[name] === null) {
      if (fallback) return fallback(api, key);
      throw noSuchOperation(name, args);
    }
    if (fallback && missing.has(name)) return fallback(api, key);
    try {
      return await direct(name, args);
    } catch (error) {
      const row: Endpoint = endpoints[name];
      const mayBeMissing = error instanceof errors.RegistrarError && (error.status === 404 || error.status === 405);
      if (!fallback || !mayBeMissing || !row.assumed.includes("path")) throw error;
      const found = await fallback(api, key).catch((other: unknown) => {
        throw other instanceof errors.NotFoundError || !(error instanceof errors.NotFoundError) ? error : other;
      });
      missing.add(name);
      return found;
    }
  }

  async function direct(name: EndpointName, args: AnyArguments): Promise<unknown> {
    const { answer: form }: Endpoint = endpoints[name];
    if (form.kind === "list") return list(name, form, args);
    const call = callWith(name, args);
    try {
      return decoded(call, form, await perform(call, context));
    } catch (error) {
      throw quota.explain(error);
    }
  }

  function decoded(call: Call, form: Exclude<Answer, { kind: "list" }>, { status, body }: Answered): unknown {
    const override = overrideOf(call.name);
    const rename = (value: unknown) => fromWire(value, override ?? {});
    const { container } = override ?? {};
    return readable(call, status, () => {
      if (form.kind === "any") {
        const { data } = decodeAny(status, body, container);
        return { status, data: rename(data) };
      }
      if (call.name === "marketplace.appraise") return quota.read(call, body, rename);
      if (call.name === "marketplace.search") return readSearch(call, body, { container, rename });
      return decodeObject(body, form.schema, { at: form.at, container, rename });
    });
  }

  async function list(
    name: EndpointName,
    form: Answer & { kind: "list" },
    args: AnyArguments,
  ): Promise<Listing<unknown>> {
    const row: Endpoint = endpoints[name];
    const override = overrideOf(name);
    const paged = override?.paging === undefined ? form.paged : override.paging !== null;
    const pagingIsAssumed = row.assumed.includes("query") && !override?.paging;
    const isAll = override?.complete === true;
    const first = override?.paging?.first ?? (isAll ? 1 : firstPages.get(name));
    const fetchPage = async (page: PageRequest, position?: number) => {
      const call = callWith(name, args, page);
      const isProbe = page !== undefined && position === undefined;
      try {
        const { status, body } = await perform(isProbe ? { ...call, row: { ...row, repeat: "never" } } : call, context);
        return readable(call, status, () => {
          const found = findRows(body, form.keys, override?.container, position);
          const rows = found.rows.map((item): Row => ({ ...Object(fromWire(item, override ?? {})) }));
          return { ...found, rows };
        });
      } catch (error) {
        const refused =
          error instanceof errors.BadRequestError ||
          error instanceof errors.NotFoundError ||
          (error instanceof errors.RefusedError && position !== 1);
        const mayBePaging =
          page !== undefined && (position !== 1 || (pagingIsAssumed && error instanceof errors.BadRequestError));
        if (refused && mayBePaging) return undefined;
        if (isProbe && probeFailures.some((kind) => error instanceof kind)) return "failed";
        throw error;
      }
    };
    const manner = {
      paged,
      size: override?.paging?.size ?? usualPageSize,
      first,
      isAll,
      learnFirst: (number: number) => void firstPages.set(name, number),
    };
    const listing = await readPages(fetchPage, manner);
    if (name === "contacts.list") {
      for (const value of valuesOf(personalFields, listing.rows)) if (people.size < mostRemembered) people.add(value);
    }
    const call = callWith(name, args);
    return { ...listing, rows: readable(call, 200, () => listing.rows.map((item) => decodeWith(form.element, item))) };
  }

  const api: Api = {
    ...callsOf(answer),
    lookups: options.lookups ?? { times: 4, withinMs: 10_000 },
    contract,
    exists: (name) => contract.endpoints[name] !== null,
    ...(interruption && { interruption }),
  };
  return api;
}

/** The methods of the table: `records.create` becomes `records: { create }`. */
function callsOf(answer: (name: EndpointName, args: AnyArguments) => Promise<unknown>): Calls {
  const groups: Record<string, Record<string, (args?: AnyArguments) => Promise<unknown>>> = {};
  for (const name of endpointNames) {
    const [group = "", method = ""] = name.split(".");
    groups[group] = { ...groups[group], [method]: (args = {}) => answer(name, args) };
  }
  if (!areCalls(groups)) throw new TypeError("an operation of the table has no method");
  return groups;
}

/** Whether every operation has its method; that each takes and gives what its row says is what `answer` does. */
function areCalls(groups: object): groups is Calls {
  return endpointNames.every((name) => {
    const [group = "", method = ""] = name.split(".");
    const methods: unknown = Reflect.get(groups, group);
    return isObject(methods) && typeof methods[method] === "function";
  });
}

/** Failures that say nothing of whether there is a page 0. */
const probeFailures = [errors.ServerError, errors.NetworkError, errors.RateLimitedError, errors.UnexpectedShapeError];

/** Runs a decoding step; what it finds unreadable becomes an UnexpectedShapeError. */
function readable<T>(call: Call, status: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof UnreadableAnswerError ? unreadable(call, status, error) : error;
  }
}

function writeRefused(operation: EndpointName, { domain }: AnyArguments): errors.ReadOnlyError {
  return new errors.ReadOnlyError({
    operation,
    domain,
    what: "not sent: this run only reads",
    advice: "Nothing was changed. Declare the change in a program and run `pulumi up`.",
  });
}

function noSuchOperation(operation: EndpointName, { domain }: AnyArguments): errors.UnsupportedOperationError {
  return new errors.UnsupportedOperationError({
    operation,
    domain,
    what: `not sent: the contract file says "${operation}": null, there is no such operation`,
    advice: `Without it: ${endpoints[operation].fallback}.`,
  });
}
