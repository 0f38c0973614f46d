/** One operation of the engine (`up`, `refresh`, `destroy`), which its resources share. Makes the errors that it shows. */
import {
  type Api,
  type Configuration,
  ConfigurationError,
  type ConfigurationSource,
  isLoopback,
  NoAddressError,
  noToken,
  RegistrarError,
  readConfiguration,
  tokenAdvice,
  withCode,
} from "../../api/index.ts";
import type { Redacted, Words } from "../../api/redaction.ts";
import { Claims, type Phase } from "../../lifecycle/claims.ts";
import { PartialFailure, type Properties } from "../../lifecycle/definition.ts";
import { digest, Ledger } from "../../lifecycle/ledger.ts";
import { redacted, Secrets } from "../../lifecycle/redactionScope.ts";
import { Run } from "../../lifecycle/run.ts";
import { Declarations } from "./declarations.ts";
import { inFlight, interruption } from "./interruption.ts";
import { nameIn } from "./state.ts";

export interface EngineOperationOptions extends Omit<ConfigurationSource, "env"> {
  /** Shows a message. Default: as a line on stderr. */
  log?(message: string, isWarning: boolean): void;
  /** Shows why a call takes long. Default: nothing. */
  progress?(message: string): void;
  /** Address of the engine, by which its provider processes know each other. Default: there is only this process. */
  engine?: string | undefined;
}

/**
 * An unexpected error: a bug in this package.
 * @cause a response of a form that no test has
 * @remedy Report it with the stack trace, which contains none of your data.
 */
export const internalError = "ERR_REGISTRAR_INTERNAL";

/** An error for an engine: a message without a stack. If the resource was created nevertheless, also its ID and properties. */
export class CallError extends Error {
  readonly code: string;
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: string[];

  constructor(message: Redacted, code: string, partial?: { id: string; properties: Properties }) {
    super(withCode(message, code));
    this.name = code;
    this.code = code;
    // No real stack: for some calls, the provider host also prints `${error}: ${error.stack}` on stderr.
    this.stack = "see the error of the resource";
    if (partial !== undefined) Object.assign(this, { ...partial, reasons: [this.message] });
  }

  override toString(): string {
    return "pulumi-registrar";
  }
}

/** Number of adopted rows of a domain that are shown, and further numbers of which a message tells. */
const maxAdoptions = 5;
const adoptionCounts = [maxAdoptions + 1, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** The part of an error from which its message is made. */
export type Failure = Pick<RegistrarError, "sharedCause" | "message">;

interface Showing {
  /** Removes secrets from a message. Default: the secrets of all resources. */
  redact?(text: string, words?: Words): Redacted;
  /** The message to show. Default: the complete one, since a program may catch the error of a lookup. */
  messageOf?(error: Failure): string;
  /** The state, for the engine, of a resource that was created although the call failed. */
  stateOf?(id: string, state: Properties): Properties;
}

/** Data that all resources of one operation share. */
export class EngineOperation {
  readonly claims: Claims;
  /** All declarations of the program: the engine checks each resource, except those that it only deletes. */
  readonly declarations: Declarations;
  /** Previous arguments, by identity: for the second check of a replacement, the engine sends none. */
  readonly firstInputs = new Map<string, Properties>();
  /** Secrets of all resources, since a message may quote the row of another resource. */
  readonly secrets = new Secrets();
  /** The client of lookups, with the responses so far, which may be stale after a write. */
  lookups: Api | undefined;
  readonly #ledger: Ledger;
  readonly #cancelled = new AbortController();
  /** Aborted when this operation or the process must end. */
  readonly #interruption = AbortSignal.any([this.#cancelled.signal, interruption()]);
  readonly #options: EngineOperationOptions;
  readonly #logged = new Set<string>();
  readonly #advised = new Set<string>();
  /** By domain: number of existing rows that resources adopt. */
  readonly #adopted = new Map<string, number>();
  /** By shared cause: identity of the resource whose error reports the cause in full; `undefined` if not known. */
  readonly #reported = new Map<string, string | undefined>();
  #configuration: Configuration | undefined;
  #run: Run | undefined;
  #importRun: Run | undefined;

  constructor(options: EngineOperationOptions) {
    this.#options = options;
    this.#ledger = new Ledger({
      engine: options.engine,
      registrar: () => this.registrar ?? "",
      warn: (message) => this.log(message, true),
    });
    this.claims = new Claims(this.#ledger);
    this.declarations = new Declarations(this.#ledger);
    this.#interruption.addEventListener("abort", this.close);
  }

  /** Tells other processes that this operation has ended. Its lists are not needed any more. */
  readonly close = (): void => {
    this.#interruption.removeEventListener("abort", this.close);
    this.#ledger.close();
  };

  /** Ends all waits, and sends no new requests. Running requests may finish. */
  cancel(): void {
    this.#cancelled.abort();
  }

  get registrar(): string | undefined {
    return this.#configured().configuration?.baseUrl;
  }

  /** Names the registrar in states, in four characters: engines write all states of a stack again at each step. */
  get mark(): string | undefined {
    return this.registrar && digest(this.registrar).slice(0, 4);
  }

  /** Read at first use, since an engine may not show an error of `configure`. */
  get configuration(): Configuration {
    this.#configuration ??= readConfiguration({ ...this.#options, env: process.env });
    return this.#configuration;
  }

  get run(): Run {
    if (this.#run === undefined) {
      const { configuration, claims } = this;
      const { progress } = this.#options;
      this.#run = new Run({
        configuration,
        claims,
        isDeclared: this.declarations.isDeclared,
        interruption: this.#interruption,
        log: (message) => this.log(message),
        ...(progress && { progress }),
      });
      for (const notice of configuration.notices) this.#run.log(notice);
    }
    return this.#run;
  }

  /**
   * Finds existing rows for an import, in a run that can't write. There is one per operation, so that each list is
   * read once. One call at a time works in it, since a call ignores the claims of other calls.
   */
  importing<T>(work: (run: Run) => Promise<T>): Promise<T> {
    this.#importRun ??= new Run({
      configuration: { ...this.configuration, staleMs: 0 },
      readOnly: true,
      log: () => undefined,
    });
    const run = this.#importRun;
    return run.turns.run(["import"], () => work(run));
  }

  /** Forgets lists if the phase changes: `up --refresh` first reads all resources, then writes. */
  enter(phase: Phase): void {
    if (!this.claims.enter(phase)) return;
    this.#reported.clear();
    this.#run?.forgetLists();
  }

  /** The message of an error. A cause that several resources share is reported in full once. @param identity of the resource */
  messageOf({ sharedCause, message }: Failure, identity: string | undefined): string {
    if (sharedCause === undefined) return message;
    if (!this.#reported.has(sharedCause)) {
      this.#reported.set(sharedCause, identity);
      return message;
    }
    const first = this.#reported.get(sharedCause);
    if (first === undefined) return "An earlier error of this run with the same code says why.";
    return first === identity ? message : `See the error of resource \`${nameIn(first)}\`.`;
  }

  /** Runs a call. @throws CallError */
  async ask<T>(work: () => Promise<T>, showing: Showing = {}): Promise<T> {
    try {
      return await inFlight(work);
    } catch (error) {
      throw this.callError(error, showing);
    }
  }

  callError(error: unknown, { redact = this.secrets.redact, messageOf, stateOf }: Showing = {}): CallError {
    if (error instanceof CallError) return error;
    if (error instanceof PartialFailure) {
      const { code, id, state, words } = error;
      return new CallError(redact(messageOf?.(error) ?? error.message, words), code, {
        id,
        properties: stateOf?.(id, state) ?? state,
      });
    }
    if (error instanceof RegistrarError)
      return new CallError(redact(messageOf?.(error) ?? error.message, error.words), error.code);
    // A bug in this package. The stack helps to fix the bug, and contains no values.
    const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
    const text = `${message} (unexpected; please report it with the stack below)`;
    return Object.assign(new CallError(redact(text), internalError), { stack: redact(stack) });
  }

  /** An error of this package's own, such as a resource that it doesn't have. */
  refusal(message: string, code = "ERR_REGISTRAR_CONFIGURATION"): CallError {
    return new CallError(this.secrets.redact(message), code);
  }

  /** Logs a message once: an engine may check a resource twice, and many resources may have the same message. */
  log(message: string, isWarning = false): void {
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    const text = redacted(message) ?? this.secrets.redact(message);
    if (this.#options.log !== undefined) this.#options.log(text, isWarning);
    else process.stderr.write(`${text}\n`);
  }

  /** Warns of a state of another registrar, where the resource may not exist. @param mark of the run that wrote the state */
  noteRegistrar(mark: string | undefined): void {
    if (mark === undefined || this.mark === undefined || mark === this.mark) return;
    this.log(
      `This stack was made with a registrar other than ${this.registrar}, which this run uses. What it shows as unchanged may ` +
        "not exist there. For another account or registrar, use a new stack; if only the address changed, run `pulumi refresh`.",
      true,
    );
  }

  /** Warns of the first finding of a check only: a thousand records may have the same one. */
  advise(check: string, finding: string): void {
    // A documentation address is harmless for a registrar on this machine.
    const isOfExample = /^a+-reserved$/.test(check) && finding.includes("for documentation");
    if (isOfExample && this.registrar !== undefined && isLoopback(new URL(this.registrar).hostname)) return;
    if (this.#advised.has(check)) return;
    this.#advised.add(check);
    this.log(`${finding}. Other resources with this finding aren't listed.`, true);
  }

  /** Logs that resources adopt rows of a domain: the first five, then rounded numbers, since checks come one by one. */
  noteAdoptions(domain: string, lines: readonly string[]): void {
    const before = this.#adopted.get(domain) ?? 0;
    const now = before + lines.length;
    this.#adopted.set(domain, now);
    const shown = lines.slice(0, Math.max(0, maxAdoptions - before));
    if (before === 0 && now === 1) {
      this.log(`${domain}: adopts ${lines[0]}; if another stack declares it, too, a destroy of either deletes it`);
      return;
    }
    if (before === 0) {
      const what = `adopts ${now} records of ${domain} that exist already`;
      const more = now > maxAdoptions ? [`  and ${now - maxAdoptions} more`] : [];
      const also = "if another stack declares them, too, a destroy of either deletes them";
      this.log([`${what}; ${also}`, ...shown.map((line) => `  adopts ${line}`), ...more].join("\n"));
      return;
    }
    for (const line of shown) this.log(`${domain}: adopts ${line}`);
    const passed = adoptionCounts.findLast((count) => before < count && count <= now);
    if (passed !== undefined) this.log(`${domain}: adopts ${passed} records or more that exist already`);
  }

  /** Should checks read the registrar? If not, since it has no address or token, warns. An invalid setting fails the read. */
  canAskOrWarn(): boolean {
    const { configuration, error } = this.#configured();
    if (configuration?.token !== undefined || (error !== undefined && !(error instanceof NoAddressError))) return true;
    const obstacle = error?.message ?? `${noToken}. ${tokenAdvice(configuration?.tokenName)}`;
    this.log(`The registrar was not read, so \`pulumi up\` may still fail: ${obstacle}`, true);
    return false;
  }

  get ignoredChecks(): readonly string[] {
    return this.#configured().configuration?.skipChecks ?? [];
  }

  #configured(): { configuration?: Configuration; error?: ConfigurationError } {
    try {
      return { configuration: this.configuration };
    } catch (error) {
      if (error instanceof ConfigurationError) return { error };
      throw error;
    }
  }
}
