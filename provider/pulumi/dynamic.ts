/**
 * The dynamic front: resource definitions as handlers that the provider host of Pulumi's Node SDK calls. It adds what
 * the host needs (unknown values, clean JSON, secrets, its way of telling errors) and nothing about DNS or the
 * registrar.
 */
import { type Configuration, RegistrarError, readConfiguration } from "../api/index.ts";
import { printable } from "../api/printable.ts";
import { domainOf } from "../resources/arguments.ts";
import { Claims } from "../resources/claims.ts";
import {
  type CheckFailure,
  managedArgs,
  PartialFailure,
  type Properties,
  pick,
  type Resource,
} from "../resources/definition.ts";
import { Run } from "../resources/run.ts";
import { redacted, withDiscretion } from "../resources/secrecy.ts";
import { checkShape, openKeys } from "../resources/shape.ts";
import { Siblings } from "../resources/siblings.ts";
import type { DynamicHandler } from "./handler.ts";
import { inFlight, interruption } from "./interruption.ts";
import { orderNotes } from "./orderNotes.ts";
import { markedSecret, packed, providerKey, secretInputsKey, siblingsKey, unpacked } from "./ownKeys.ts";
import { Secrets } from "./redact.ts";
import { cleanJson, hasUnknown } from "./values.ts";

/** Takes the secrets of the resource at work out of what is said; many are at work at once. */

/** Tells a person on stderr. */
function say(message: string): void {
  process.stderr.write(`${redacted(message) ?? printable(message)}\n`);
}

/**
 * What the handlers of one operation share. The host runs one process an operation and configures each handler once;
 * a handler that is configured again begins a new operation.
 */
class Operation {
  readonly configured = new Set<string>();
  readonly claims = new Claims();
  /** Of what a domain has one: what the program declares. The engine checks what it declares and never what it only deletes. */
  readonly declared = new Set<string>();
  /** What the program's resources hold and want, as far as their checks told. */
  readonly siblings = new Siblings();
  /** What no message of this operation may show: an element of one resource may be named to another. */
  readonly secrets = new Secrets();
  readonly #get: (key: string) => string | undefined;
  readonly #said = new Set<string>();
  #configuration: Configuration | undefined;
  #run: Run | undefined;
  #phase: "reading" | "writing" | undefined;

  constructor(get: (key: string) => string | undefined) {
    this.#get = get;
  }

  /** Read at first use, since the host cannot tell an error of `configure` to everybody. */
  get configuration(): Configuration {
    this.#configuration ??= readConfiguration({ get: this.#get, env: process.env, cwd: process.cwd() });
    return this.#configuration;
  }

  get run(): Run {
    if (this.#run === undefined) {
      const { configuration, claims, siblings } = this;
      this.#run = new Run({
        configuration,
        orderNotes: orderNotes(),
        claims,
        siblings,
        interruption: interruption(),
        say,
      });
      for (const notice of configuration.notices) this.#run.say(notice);
    }
    return this.#run;
  }

  /** Checks and writes after reads are another operation (`up --refresh`): what was seen for the one is not believed for the other. */
  enter(phase: "reading" | "writing"): void {
    if (this.#phase !== undefined && this.#phase !== phase) {
      this.claims.clear();
      this.#run?.forgetLists();
    }
    this.#phase = phase;
  }

  /** What was said in this operation is not said again: the host may check a resource twice. */
  sayOnce(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    say(message);
  }

  /** A broken configuration is reported by the first call that needs it. */
  get isConfigured(): boolean {
    try {
      return this.configuration !== undefined;
    } catch {
      return false;
    }
  }

  /** Checks that configuration switches off. */
  get ignoredChecks(): readonly string[] {
    return this.isConfigured ? this.configuration.ignoreChecks : [];
  }
}

let current: Operation | undefined;

function operation(): Operation {
  current ??= new Operation(() => undefined);
  return current;
}

/** Makes the handler of a resource. */
export function dynamicHandler(resource: Resource): DynamicHandler {
  const open = openKeys(resource);
  /** Names of the arguments whose values no message may show. */
  const secretNames = (properties: Properties): string[] => {
    return [...new Set([...markedSecret(properties), ...(resource.secretInputs ?? [])])].sort();
  };
  /** Makes what takes the secrets of these inputs and states out of a text. */
  const discretionOf = (bags: readonly Properties[]) => {
    const names = [...new Set(bags.flatMap(secretNames))];
    return { names: new Set(names), redact: operation().secrets.discretion(resource.type, names, bags) };
  };
  /** Outputs or inputs without what only this front knows. */
  const plain = (properties: Properties): Properties => {
    const { [secretInputsKey]: _names, ...rest } = unpacked(properties);
    return rest;
  };
  /** Inputs or outputs as the engine keeps them. */
  const wrapped = (properties: Properties, from: Properties) =>
    cleanJson({
      ...packed({ ...properties, ...pick(unpacked(from), [secretInputsKey]) }, open),
      ...pick(from, [providerKey]),
    });

  /** What a domain has one of, and whose. */
  const oneOf = (properties: Properties) => `${resource.type} ${domainOf(properties)}`;

  /** Runs a call of the life cycle, and tells its errors so that no secret shows. */
  async function inRun<T>(
    phase: "reading" | "writing",
    bags: readonly Properties[],
    work: (run: Run) => Promise<T>,
  ): Promise<T> {
    const now = operation();
    const discretion = discretionOf(bags);
    try {
      now.enter(phase);
      return await withDiscretion(discretion, () => inFlight(() => work(now.run)));
    } catch (error) {
      throw hostError(error, bags.at(-1) ?? {}, discretion.redact, wrapped);
    }
  }

  return {
    configure({ config }) {
      // From the first moment on, also in a run that never calls the registrar: the engine may be killed.
      interruption();
      const get = (key: string) => config.get(key);
      if (current === undefined || current.configured.has(resource.type)) current = new Operation(get);
      else if (current.configured.size === 0) current = new Operation(get);
      current.configured.add(resource.type);
    },

    async check(olds, news) {
      const now = operation();
      now.enter("writing");
      now.siblings.add(news[siblingsKey]);
      const given = plain(news);
      const known = (key: string) => !hasUnknown(given[key]);
      const previous = Object.keys(olds).length === 0 ? undefined : plain(olds);
      const inputs = { ...given, ...resource.fill?.(given, { previous, known }) };
      const discretion = discretionOf([news, olds]);
      const failures: CheckFailure[] = checkShape(resource, inputs, known);
      const own = Array.isArray(inputs["ignoreChecks"]) ? inputs["ignoreChecks"].map(String) : [];
      const context = {
        previous,
        ignoreChecks: [...now.ignoredChecks, ...own],
        known,
        holdsUnknown: hasUnknown,
        canAsk: () => now.isConfigured,
        say: (message: string) => now.sayOnce(discretion.redact(message)),
      };
      if (failures.length === 0 && resource.check !== undefined) {
        const { check } = resource;
        for (const each of withDiscretion(discretion, () => check(inputs, context))) failures.push(each);
      }
      if (resource.onePerDomain && failures.length === 0 && known("domain")) now.declared.add(oneOf(inputs));
      const isLive = failures.length === 0 && (resource.needsLiveCheck?.(inputs, context) ?? true);
      const live = isLive ? resource.checkLive : undefined;
      const found = live && (await inRun("writing", [news, olds], (run) => live(inputs, context, run)));
      for (const each of found?.failures ?? []) failures.push(each);
      return {
        inputs: wrapped({ ...inputs, ...found?.inputs }, news),
        failures: failures.map((failure) =>
          told(failure, [...discretion.names, ...(resource.personal ?? [])], discretion.redact),
        ),
      };
    },

    async diff(id, olds, news) {
      const changes = resource.diff(plain(olds), plain(news));
      // What became secret, or is no longer, has to be written into the state anew.
      const secretsMoved = JSON.stringify(secretNames(olds)) !== JSON.stringify(secretNames(news));
      const isOwed = resource.isOwed?.(plain(olds), operation().siblings) ?? false;
      const replaces = changes.filter(({ kind }) => kind === "replace").map(({ path }) => path);
      if (replaces.length === 0) resource.claim?.(id, plain(olds), operation().claims, plain(news));
      return {
        changes: changes.length > 0 || secretsMoved || isOwed,
        replaces,
        deleteBeforeReplace: resource.deleteBeforeReplace,
      };
    },

    async create(inputs) {
      return inRun("writing", [inputs], async (run) => {
        const { id, state } = await resource.create(plain(inputs), run);
        return { id, outs: wrapped(state, inputs) };
      });
    },

    async read(id, props) {
      return inRun("reading", [props], async (run) => {
        const state = await resource.read(id, plain(props), run);
        if (state === undefined) return {};
        const kept = [...Object.keys(managedArgs(state)), ...resource.controls];
        const inputs = pick({ ...pick(plain(props), resource.controls), ...state }, kept);
        return { id, props: wrapped(state, props), inputs: wrapped(inputs, props) };
      });
    },

    async update(id, olds, news) {
      return inRun("writing", [olds, news], async (run) => {
        const state = await resource.update(id, plain(olds), plain(news), run);
        return { outs: wrapped(state, news) };
      });
    },

    async delete(id, props) {
      const state = plain(props);
      return inRun("writing", [props], async (run) => {
        if (resource.onePerDomain === undefined || !operation().declared.has(oneOf(state))) {
          return resource.delete(id, state, run);
        }
        run.say(`${resource.onePerDomain(state)}: another resource of this program holds it now.`);
      });
    },
  };
}

/** A failure without a value that must not be seen: the engine prints the value of a property that is named. */
function told(
  { property, reason }: CheckFailure,
  covered: readonly string[],
  redact: (text: string) => string,
): { property: string; reason: string } {
  const text = redact(reason);
  if (property === undefined) return { property: "", reason: text };
  return covered.includes(property) ? { property: "", reason: `${property} ${text}` } : { property, reason: text };
}

/** An error as the host takes it: a message without a stack; with id and properties where something was made. */
class HostError extends Error {
  readonly code: string;
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: string[];

  constructor(message: string, code: string, partial?: { id: string; properties: Properties }) {
    super(message);
    this.name = code;
    this.code = code;
    // The host prints `${error}: ${error.stack}` on stderr for some calls, beside the message that the engine shows.
    this.stack = "the message is at the resource";
    if (partial !== undefined) {
      this.id = partial.id;
      this.properties = partial.properties;
      this.reasons = [message];
    }
  }

  override toString(): string {
    return this.code;
  }
}

function hostError(
  error: unknown,
  from: Properties,
  redact: (text: string) => string,
  wrapped: (state: Properties, from: Properties) => Properties,
): HostError {
  const message = redact(error instanceof Error ? error.message : String(error));
  if (error instanceof PartialFailure) {
    return new HostError(message, error.code, { id: error.id, properties: wrapped(error.state, from) });
  }
  if (error instanceof RegistrarError) return new HostError(message, error.code);
  // Not one of ours: a defect of this package. Its stack helps whoever repairs it and holds no values.
  const unexpected = new HostError(
    `${message} (unexpected; please report it with the stack below)`,
    "ERR_REGISTRAR_INTERNAL",
  );
  unexpected.stack = error instanceof Error ? redact(error.stack ?? "") : "";
  return unexpected;
}
