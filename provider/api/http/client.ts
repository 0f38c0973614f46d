/**
 * The client: one typed method per endpoint of the table. A call goes this way: `Client` (which endpoint, or what instead),
 * call.ts (the request), send.ts (turns and attempts; pace.ts, transport.ts), decode.ts or lists/ (the value);
 * a failure is put into words in explain.ts.
 */
import { setMaxListeners } from "node:events";
import { type Contract, emptyContract, type Override } from "../assumptions/contract.ts";
import { fallbacks, hasFallback } from "../assumptions/fallbacks.ts";
import { AppraisalQuota, readSearch } from "../assumptions/marketplace.ts";
import { fromWire } from "../assumptions/wireNames.ts";
import { type Answer, type EndpointName, endpointNames, endpointOf } from "../endpoints/table.ts";
import * as errors from "../errors.ts";
import { Explainer } from "../explain.ts";
import type { Answered } from "../json.ts";
import { type ListCalls, type Listing, ownRows, type Row, readList } from "../lists.ts";
import { personalFields, valuesOf } from "../redaction.ts";
import { parseBaseUrl, proxyFor } from "./address.ts";
import type { Api, Calls } from "./api.ts";
import { type AnyArguments, type Call, type CallSettings, type Credentials, callOf, type PageRequest } from "./call.ts";
import { decodeAny, decodeObject, decodeWith, outsideData, readable } from "./decode.ts";
import { Pacer } from "./pace.ts";
import { type Observation, type SendContext, send, type Timeouts } from "./send.ts";
import { createTransport } from "./transport.ts";

export interface ClientOptions extends Credentials {
  /** Such as `https://www.atom.com/api`; https unless it is this machine. Its path is kept. */
  baseUrl: string;
  /** Corrections to the table of endpoints: see `parseContract`. */
  contract?: Contract;
  /** Aborted when the process is interrupted: nothing new is sent, waits end, running requests get `graceMs`. */
  interruption?: AbortSignal;
  /** Writes of one domain at once, 1 to 16. Default: 4. */
  writesPerDomain?: number;
  /** Default: 4 within 10 seconds. */
  lookups?: { times: number; withinMs: number };
  /** Refuses every write before it is sent. Default: `false`. */
  readOnly?: boolean;
  /** Default: `requestMs` 30 000, `budgetMs` 120 000, `graceMs` 4000, `slowMs` 5000. */
  timeouts?: Partial<Timeouts>;
  /** HTTPS_PROXY, NO_PROXY; `REGISTRAR_LOG=debug`. Default: the process's. */
  env?: NodeJS.ProcessEnv;
  /** Takes the debug lines. Default: writes to stderr. */
  log?: (line: string) => void;
  /** Gets every answer as it came, before it is decoded: `pulumi-registrar doctor` looks at it. Default: nobody. */
  observe?: (seen: Observation) => void;
  /** Shows that a response takes longer than `slowMs`. Default: nothing is shown. */
  progress?: ((message: string) => void) | undefined;
}

/** @throws ConfigurationError when the base URL or the proxy cannot be used */
export const createClient = (options: ClientOptions): Api => new Client(options).api;

type SingleAnswer = Exclude<Answer, { kind: "list" }>;

/** Values of contact data that are remembered, to be hidden. */
const maxRemembered = 20_000;

class Client {
  readonly api: Api;
  readonly #contract: Contract;
  readonly #readOnly: boolean;
  readonly #people = new Set<string>();
  readonly #settings: CallSettings;
  readonly #context: SendContext;
  readonly #explainer: Explainer;
  readonly #quota = new AppraisalQuota();

  constructor(options: ClientOptions) {
    const { contract = emptyContract, interruption, lookups = { times: 4, withinMs: 10_000 } } = options;
    const base = parseBaseUrl(options.baseUrl);
    this.#contract = contract;
    this.#readOnly = options.readOnly ?? false;
    this.#settings = { base, credentials: options, people: this.#people };
    this.#context = contextOf(base, options);
    this.#explainer = new Explainer(contract, (domain) => this.#attempt("domains.get", { domain }));
    const answer: AnswerCall = (name, args) => this.#answer(name, args);
    this.api = {
      ...callsOf(answer),
      cached: () => ({ ...this.api, ...callsOf(once(answer)) }),
      lookups,
      contract,
      exists: (name) => contract.endpoints[name] !== null,
      ...(interruption && { interruption }),
    };
  }

  /** A call whose failure says what it means. */
  async #answer(name: EndpointName, args: AnyArguments): Promise<unknown> {
    try {
      const found = await this.#attempt(name, args);
      this.#explainer.noteAnswered(name === "domains.get" ? args.domain : undefined);
      return found;
    } catch (error) {
      throw error instanceof errors.RegistrarError ? await this.#explainer.explain(error) : error;
    }
  }

  /** By the endpoint itself, or by what replaces it where the contract says that it does not exist. */
  async #attempt(name: EndpointName, args: AnyArguments): Promise<unknown> {
    const { method, auth } = endpointOf(name);
    if (this.#readOnly && method !== "GET" && auth === "bearer") throw writeRefused(name, args);
    if (this.#contract.endpoints[name] === null) {
      if (!hasFallback(name)) throw noSuchEndpoint(name, args);
      return fallbacks[name](this.api, args.domain ?? args.handle ?? "");
    }
    return this.#direct(name, args);
  }

  async #direct(name: EndpointName, args: AnyArguments): Promise<unknown> {
    const { answer } = endpointOf(name);
    const override = this.#contract.endpoints[name] ?? {};
    const callFor = (page?: PageRequest) => callOf(name, args, this.#settings, override, page);
    if (answer.kind === "list") {
      const calls = { form: answer, override, callFor, send: (call: Call) => send(call, this.#context) };
      return this.#list(name, { ...calls, open: args.open === true });
    }
    const call = callFor();
    try {
      const answered = await send(call, this.#context);
      return readable(call, answered.status, () => this.#read(call, answer, answered, override));
    } catch (error) {
      throw this.#quota.explain(error);
    }
  }

  #read(call: Call, form: SingleAnswer, { status, body }: Answered, override: Override): unknown {
    const { container } = override;
    const rename = (value: unknown) => fromWire(value, override);
    if (form.kind === "any") return { status, data: rename(decodeAny(body, container)) };
    if (call.name === "marketplace.appraise") return this.#quota.read(call, body, rename);
    if (call.name === "marketplace.search") return readSearch(call, body, { container, rename });
    const object = decodeObject(body, form.schema, { at: form.at, container, rename });
    // A field beside the quote may be part of its price.
    return call.name === "domains.check"
      ? { ...Object(rename(outsideData(body, container))), ...Object(object) }
      : object;
  }

  async #list(name: EndpointName, calls: ListCalls): Promise<Listing<unknown>> {
    const { domain } = calls.callFor();
    const read = await readList(calls);
    const listing = domain === undefined ? read : ownRows(read, domain);
    if (name === "contacts.list") {
      for (const value of valuesOf(personalFields, listing.rows)) {
        if (this.#people.size < maxRemembered) this.#people.add(value);
      }
    }
    const decode = (row: Row) => decodeWith(calls.form.element, row);
    const rows = readable(calls.callFor(), 200, () => listing.rows.map(decode));
    return { ...listing, rows };
  }
}

/** @throws ConfigurationError when the proxy cannot be used */
function contextOf(base: URL, { interruption, observe, ...options }: ClientOptions): SendContext {
  const env = options.env ?? process.env;
  proxyFor(base, env);
  if (interruption !== undefined) setMaxListeners(0, interruption);
  const timeouts: Timeouts = { requestMs: 30_000, budgetMs: 120_000, graceMs: 4000, slowMs: 5000, ...options.timeouts };
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  return {
    transport: createTransport(base, env, timeouts.requestMs),
    pacer: new Pacer(options.writesPerDomain),
    timeouts,
    interruption,
    debug: env["REGISTRAR_LOG"] === "debug" ? log : undefined,
    observe,
    progress: options.progress,
  };
}

type AnswerCall = (name: EndpointName, args: AnyArguments) => Promise<unknown>;

/** Those who ask at the same time share a call. A failure is not kept, so that a program may ask again. */
function once(ask: AnswerCall): AnswerCall {
  const answers = new Map<string, Promise<unknown>>();
  return (...call) => {
    const question = JSON.stringify(call);
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = ask(...call);
    answers.set(question, answer);
    answer.catch(() => {
      if (answers.get(question) === answer) answers.delete(question);
    });
    return answer;
  };
}

/** The methods of the table: `records.create` becomes `records: { create }`. */
function callsOf(answer: AnswerCall): Calls {
  const groups: Record<string, Record<string, (args?: AnyArguments) => Promise<unknown>>> = {};
  for (const name of endpointNames) {
    const [group = "", method = ""] = name.split(".");
    groups[group] = { ...groups[group], [method]: (args = {}) => answer(name, args) };
  }
  // Every endpoint has its method; that each takes and gives what its row says is what `Client` does.
  return groups as unknown as Calls;
}

function writeRefused(operation: EndpointName, { domain }: AnyArguments): errors.ReadOnlyError {
  return new errors.ReadOnlyError({
    operation,
    domain,
    what: "not sent: this run only reads",
    advice: "Nothing was changed. Declare the change in a program and run `pulumi up`.",
  });
}

function noSuchEndpoint(operation: EndpointName, { domain }: AnyArguments): errors.UnsupportedOperationError {
  return new errors.UnsupportedOperationError({
    operation,
    domain,
    what: `not sent: the contract file says "${operation}": null, there is no such operation`,
    advice: `Without it: ${endpointOf(operation).fallback}.`,
  });
}
