/** One operation of the engine (`up`, `refresh`, `destroy`) in the provider host, and which one is running. */
import { type Configuration, readConfiguration } from "../../api/index.ts";
import { printable } from "../../api/printable.ts";
import { Claims } from "../../resources/claims.ts";
import { Run } from "../../resources/run.ts";
import { redacted } from "../../resources/secrecy.ts";
import { Siblings } from "../../resources/siblings.ts";
import { interruption } from "./interruption.ts";
import { orderNotes } from "./orderNotes.ts";
import { Secrets } from "./redact.ts";

/** Tells a person on stderr. */
function say(message: string): void {
  process.stderr.write(`${redacted(message) ?? printable(message)}\n`);
}

/**
 * What the handlers of one operation share. The host runs one process an operation and configures each handler once;
 * a handler that is configured again begins a new operation.
 */
export class EngineOperation {
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

let current: EngineOperation | undefined;

/** The operation that is running; one without configuration where a script calls a handler that was never configured. */
export function currentOperation(): EngineOperation {
  current ??= new EngineOperation(() => undefined);
  return current;
}

/** A handler of this type is configured: for the first time in this operation, or a new operation begins. */
export function configure(type: string, get: (key: string) => string | undefined): void {
  // From the first moment on, also in a run that never calls the registrar: the engine may be killed.
  interruption();
  if (current === undefined || current.configured.size === 0 || current.configured.has(type)) {
    current = new EngineOperation(get);
  }
  current.configured.add(type);
}
