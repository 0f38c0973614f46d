/**
 * The client: one typed method per endpoint of the table. `ask` selects the endpoint, call.ts builds the request, send.ts makes
 * attempts (with pace.ts and transport.ts), response.ts or lists/ reads the response, and explain.ts explains a failure.
 */
import { setMaxListeners } from "node:events";
import type * as z from "zod";
import { once } from "../../dns/index.ts";
import { type Contract, emptyContract } from "../contract.ts";
import type { AnyObject } from "../endpoints/shapes.ts";
import { type EndpointName, type Endpoints, endpointNames, endpointOf, type ResponseForm } from "../endpoints/table.ts";
import * as errors from "../errors.ts";
import { Explainer } from "../explain.ts";
import type { Listing } from "../lists/prove.ts";
import { type ListCalls, readList } from "../lists/read.ts";
import { readResult } from "../readings.ts";
import { personalFields, quote, valuesOf } from "../redaction.ts";
import { decodeAny, decodeObject, decodeWith, fromWire, outsideData, type ParsedResponse } from "../response.ts";
import { type AnyArguments, type Call, type CallSettings, type Credentials, callOf, type PageRequest } from "./call.ts";
import { Pacer } from "./pace.ts";
import { readable, type SendContext, type SendOptions, send, type Timeouts } from "./send.ts";
import { connect, parseBaseUrl, proxyFor } from "./transport.ts";

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** A property that is optional if all its parts are. */
type Part<Name extends string, T> = object extends T ? { [N in Name]?: T } : { [N in Name]: T };

type InputOf<O, K extends "body" | "query"> = O extends { [P in K]: infer S extends z.ZodType }
  ? Part<K, z.input<S>>
  : object;

/** Arguments of a call: path parameters by name, `query` (the client sets the page of a list), `body`. */
export type ArgumentsOf<N extends EndpointName> = {
  [P in PathParameters<Endpoints[N]["path"]>]: string;
} & InputOf<Endpoints[N], "body"> &
  InputOf<Endpoints[N], "query">;

/** Of a response that the specification doesn't show, `data` is the object in its `data`, else the body, else `{}`. */
export type ResponseOf<N extends EndpointName> = Endpoints[N]["answer"] extends infer A
  ? A extends { kind: "object"; schema: infer S extends z.ZodType }
    ? z.output<S>
    : A extends { kind: "list"; element: infer E extends z.ZodType }
      ? Listing<z.output<E>>
      : { status: number; data: AnyObject }
  : never;

type Method<N extends EndpointName> =
  object extends ArgumentsOf<N>
    ? (args?: ArgumentsOf<N>) => Promise<ResponseOf<N>>
    : (args: ArgumentsOf<N>) => Promise<ResponseOf<N>>;

type GroupOf<N extends string> = N extends `${infer G}.${string}` ? G : never;

/** One method per endpoint: `records.create` of the table is `api.records.create({ domain, body })`. */
export type Calls = {
  readonly [G in GroupOf<EndpointName>]: {
    readonly [N in EndpointName as N extends `${G}.${infer M}` ? M : never]: Method<N>;
  };
};

/** The registrar's client. Every method throws a `RegistrarError` if it fails. */
export type Api = Calls & {
  readonly contract: Contract;
  /** The same client, which memoizes calls. */
  cached(): Api;
};

export interface ClientOptions extends Credentials, SendOptions {
  /** Such as `https://www.atom.com/api`; https, except on loopback. Its path is kept. */
  baseUrl: string;
  contract?: Contract;
  /** Writes of one domain at once, 1 to 16. Default: 4. */
  writesPerDomain?: number;
  /** Refuses every write before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Default: `requestMs` 30 000, `budgetMs` 120 000, `graceMs` 4000, `slowMs` 5000. */
  timeouts?: Partial<Timeouts>;
  /** HTTPS_PROXY, NO_PROXY, `REGISTRAR_LOG=debug`. Default: the process's. */
  env?: NodeJS.ProcessEnv;
  /** Takes the debug lines. Default: writes to stderr. */
  log?: (line: string) => void;
}

type Sources = { [N in EndpointName]?: (api: Api, key: string) => Promise<ResponseOf<N> | undefined> };

/**
 * Reads by the operation with the better evidence, by the one that isn't called: its path is assumed, so it is called only if the
 * contract names it, or if no other operation shows the same. The key is the parameter of its path: a domain or a handle.
 */
const sources = {
  async "nameservers.get"(api, domain) {
    const { nameservers } = await api.domains.get({ domain });
    return nameservers && { nameservers };
  },
  async "contacts.get"(api, handle) {
    const isIt = (row: { handle?: string | undefined }) => row.handle === handle;
    const searched = (await api.contacts.list({ query: { search: handle } })).rows.find(isIt);
    if (searched !== undefined) return searched;
    const { rows, proof } = await api.contacts.list();
    const found = rows.find(isIt);
    if (found !== undefined || !proof.complete) return found;
    const advice = "Check the handle.";
    const what = `there is no contact ${handle} in the account`;
    throw new errors.NotFoundError({ operation: "contacts.list", what, advice });
  },
} satisfies Sources;

export const hasSource = (name: EndpointName): name is keyof typeof sources => name in sources;

/** @throws ConfigurationError if the base URL or the proxy can't be used */
export function createClient(options: ClientOptions): Api {
  const { contract = emptyContract } = options;
  const base = parseBaseUrl(options.baseUrl);
  const people = new Set<string>();
  const settings: CallSettings = { base, credentials: options, people };
  const context = contextOf(base, options);
  const sendCall = (call: Call) => send(call, context);

  /** Calls the endpoint, or reads by an operation with better evidence. */
  async function ask(name: EndpointName, args: AnyArguments): Promise<unknown> {
    const { method, answer: form, fallback } = endpointOf(name);
    const refused = { operation: name, domain: args.domain };
    if (options.readOnly && method !== "GET") {
      const advice = "Nothing was changed. Declare the change in a program and run `pulumi up`.";
      throw new errors.ReadOnlyError({ ...refused, what: "not sent: this run only reads", advice });
    }
    const named = contract.endpoints[name];
    const found = !named && hasSource(name) && (await sources[name](api, args.domain ?? args.handle ?? ""));
    if (found) return found;
    if (named === null) {
      const what = `not sent: the contract file says "${name}": null, there is no such operation`;
      const advice = `Instead: ${fallback}.`;
      throw new errors.UnsupportedOperationError({ ...refused, what, advice });
    }
    const callFor = (page?: PageRequest) => callOf(name, args, settings, named ?? {}, contract.own?.[name] ?? {}, page);
    const call = callFor();
    if (form.kind === "list") return list({ form, call, callFor, send: sendCall });
    const answered = await sendCall(call);
    return readable(call, answered.status, () => read(call, form, answered));
  }

  async function list(calls: ListCalls): Promise<Listing<unknown>> {
    const { call, form } = calls;
    const listing = await readList(calls);
    if (call.name === "contacts.list") for (const value of valuesOf(personalFields, listing.rows)) people.add(value);
    const rows = readable(call, 200, () => listing.rows.map((row) => decodeWith(form.element, row)));
    const { why, ...proof } = listing.proof;
    return { rows, proof: { ...proof, why: why && quote(why, call.redact) }, redact: call.redact };
  }

  const explainer = new Explainer(contract, (domain) => ask("domains.get", { domain }));
  const answer: EndpointCall = async (name, args) => {
    try {
      const found = await ask(name, args);
      explainer.noteResponse(name === "domains.get" ? args.domain : undefined);
      return found;
    } catch (error) {
      // The error of another operation that was read instead is explained already.
      const isOwn = error instanceof errors.RegistrarError && error.operation === name;
      throw isOwn ? await explainer.explain(error) : error;
    }
  };
  const api: Api = { ...callsOf(answer), cached: () => ({ ...api, ...callsOf(memoizedCall(answer)) }), contract };
  return api;
}

function read(call: Call, form: Exclude<ResponseForm, { kind: "list" }>, { status, body }: ParsedResponse): unknown {
  const { override } = call;
  const { container } = override;
  if (form.kind === "any") return { status, data: fromWire(decodeAny(body, container), override) };
  if (call.row.auth === "query") return readResult(call, body, form.schema);
  const object = decodeObject(body, form.schema, override);
  if (call.name !== "domains.check") return object;
  // A field outside the quote may be part of its price.
  return { ...Object(fromWire(outsideData(body, container), override)), ...Object(object) };
}

/** @throws ConfigurationError if the proxy can't be used */
function contextOf(base: URL, options: ClientOptions): SendContext {
  const { env = process.env, log = (line) => void process.stderr.write(`${line}\n`), interruption } = options;
  const proxy = proxyFor(base, env);
  if (interruption !== undefined) setMaxListeners(0, interruption);
  const timeouts: Timeouts = { requestMs: 30_000, budgetMs: 120_000, graceMs: 4000, slowMs: 5000, ...options.timeouts };
  return {
    ...options,
    connect: once(() => connect(base, proxy, timeouts.requestMs)),
    pacer: new Pacer(options.writesPerDomain),
    timeouts,
    debug: env["REGISTRAR_LOG"] === "debug" ? log : undefined,
  };
}

type EndpointCall = (name: EndpointName, args: AnyArguments) => Promise<unknown>;

/** Memoizes calls. A failure isn't kept, so that a program may try again. */
function memoizedCall(ask: EndpointCall): EndpointCall {
  const answers = new Map<string, Promise<unknown>>();
  return (...call) => {
    const question = JSON.stringify(call);
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = ask(...call);
    answers.set(question, answer);
    answer.catch(() => answers.delete(question));
    return answer;
  };
}

/** The methods of the table: `records.create` becomes `records: { create }`. */
function callsOf(answer: EndpointCall): Calls {
  const groups: Record<string, Record<string, (args: never) => Promise<unknown>>> = {};
  for (const name of endpointNames) {
    const [group = "", method = ""] = name.split(".");
    groups[group] = { ...groups[group], [method]: (args: AnyArguments = {}) => answer(name, args) };
  }
  // `read` and `list` read the response of each endpoint as its row of the table says.
  return groups as Calls;
}
