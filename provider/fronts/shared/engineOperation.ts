/** One operation of the engine: `up`, `refresh` or `destroy`. */
import { join } from "node:path";
import {
  type Configuration,
  ConfigurationError,
  isLoopback,
  NoAddressError,
  noToken,
  parseBaseUrl,
  type RegistrarError,
  readConfiguration,
  tokenAdvice,
  urlOf,
} from "../../api/index.ts";
import { Claims, type Phase } from "../../lifecycle/claims.ts";
import type { Properties } from "../../lifecycle/definition.ts";
import { Ledger, pulumiHome } from "../../lifecycle/ledger.ts";
import { redacted, Secrets } from "../../lifecycle/redactionScope.ts";
import { type OrderNotes, Run } from "../../lifecycle/run.ts";
import { Declarations } from "./declarations.ts";
import { interruption } from "./interruption.ts";
import { nameIn } from "./ownKeys.ts";

export interface EngineOperationOptions {
  /** Settings by their full key, such as `registrar:baseUrl`. */
  get(key: string): string | undefined;
  /** Folder from which a relative path of the contract file starts. Default: the working directory. */
  cwd?: string;
  /** Settings win over environment variables. Default: `false`. */
  settingsFirst?: boolean;
  /** Shows a message. Default: as a line on stderr. */
  log?(message: string, isWarning: boolean): void;
  /** Shows why a call takes long. Default: nothing. */
  progress?(message: string): void;
  /** Address of the engine, by which its provider processes know each other. Default: there is only this process. */
  engine?: string | undefined;
  /** Its abort ends the calls. Default: aborted when the process must end. */
  interruption?: AbortSignal;
}

/** Data that all resources of one operation share. */
export class EngineOperation {
  readonly claims: Claims;
  /** All declarations of the program: the engine checks each resource, except those that it only deletes. */
  readonly declarations: Declarations;
  /** Arguments of the previous run, by the identity of their resource. */
  readonly former = new Map<string, Properties>();
  /** Secrets of all resources, since a message may quote the row of another resource. */
  readonly secrets = new Secrets();
  /** Tells other processes that this operation has ended. */
  readonly close: () => void;
  readonly #options: EngineOperationOptions;
  readonly #logged = new Set<string>();
  readonly #advised = new Set<string>();
  /** By shared cause: identity of the resource whose error reports the cause in full; `undefined` if not known. */
  readonly #reported = new Map<string, string | undefined>();
  #configuration: Configuration | undefined;
  #run: Run | undefined;

  constructor(options: EngineOperationOptions) {
    this.#options = options;
    const ledger = new Ledger({
      engine: options.engine,
      registrar: () => this.registrar ?? "",
      warn: (message) => this.logOnce(message, true),
    });
    this.claims = new Claims(ledger);
    this.declarations = new Declarations(ledger);
    this.close = () => ledger.close();
    if (options.engine === undefined) return;
    (options.interruption ?? interruption()).addEventListener("abort", this.close, { once: true });
  }

  /** Address of the registrar, if it is configured. */
  get registrar(): string | undefined {
    const found = this.#configured();
    return found instanceof Error ? undefined : urlOf(parseBaseUrl(found.baseUrl), "").href;
  }

  /** Read at first use, since an engine may not show an error of `configure`. */
  get configuration(): Configuration {
    const { get, cwd = process.cwd(), settingsFirst = false } = this.#options;
    this.#configuration ??= readConfiguration({ get, env: process.env, cwd, settingsFirst });
    return this.#configuration;
  }

  get run(): Run {
    if (this.#run === undefined) {
      const { configuration, claims } = this;
      const { progress } = this.#options;
      this.#run = new Run({
        configuration,
        orderNotes: orderNotes(),
        claims,
        isDeclared: this.declarations.isDeclared,
        interruption: this.#options.interruption ?? interruption(),
        log: (message) => this.log(message),
        ...(progress && { progress }),
      });
      for (const notice of configuration.notices) this.#run.log(notice);
    }
    return this.#run;
  }

  /** Forgets claims and lists if the phase changes: `up --refresh` first reads all resources, then writes. */
  enter(phase: Phase): void {
    if (!this.claims.enter(phase)) return;
    this.#reported.clear();
    this.#run?.forgetLists();
  }

  /** The message of an error. A cause that several resources share is reported in full once. @param identity of the resource */
  messageOf({ sharedCause, message }: RegistrarError, identity: string | undefined): string {
    if (sharedCause === undefined) return message;
    const first = this.#reported.get(sharedCause);
    if (!this.#reported.has(sharedCause)) this.#reported.set(sharedCause, identity);
    else if (first === undefined) return "An earlier error of this run with the same code says why.";
    else if (first !== identity) return `See the error of resource \`${nameIn(first)}\`.`;
    return message;
  }

  log(message: string, isWarning = false): void {
    const text = redacted(message) ?? this.secrets.redact(message);
    if (this.#options.log !== undefined) this.#options.log(text, isWarning);
    else process.stderr.write(`${text}\n`);
  }

  /** Warns of a state of another registrar, where the resource may not exist. @param url of the run that wrote the state */
  noteRegistrar(url: string | undefined): void {
    const { registrar } = this;
    if (url === undefined || registrar === undefined || url === registrar) return;
    this.logOnce(
      `This stack was made with the registrar at ${url}, and this run uses ${registrar}. What it shows as unchanged may ` +
        "not exist there. For another account or registrar, use a new stack; if only the address changed, run `pulumi refresh`.",
      true,
    );
  }

  /** Logs a message once: an engine may check a resource twice. */
  logOnce(message: string, isWarning?: boolean): void {
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    this.log(message, isWarning);
  }

  /** Warns of the first finding of a check only: a thousand records may have the same one. */
  advise(check: string, finding: string): void {
    if (this.#advised.has(check) || this.#isExample(check, finding)) return;
    this.#advised.add(check);
    this.log(`${finding}. Other resources with this finding aren't listed.`, true);
  }

  /** Is the finding about a documentation address, for a registrar on this machine? There, that address is harmless. */
  #isExample(check: string, finding: string): boolean {
    const found = this.#configured();
    const isHere = !(found instanceof Error) && isLoopback(new URL(found.baseUrl).hostname);
    return isHere && /^a+-reserved$/.test(check) && finding.includes("for documentation");
  }

  /** Should checks read the registrar? `false`, with a warning, without address or token. An invalid setting fails the read. */
  canLook(): boolean {
    const found = this.#configured();
    const isBroken = found instanceof Error;
    if (isBroken ? !(found instanceof NoAddressError) : found.token !== undefined) return true;
    const obstacle = isBroken ? found.message : `${noToken}. ${tokenAdvice}`;
    this.logOnce(`The registrar was not read, so \`pulumi up\` may still fail: ${obstacle}`, true);
    return false;
  }

  get ignoredChecks(): readonly string[] {
    const found = this.#configured();
    return found instanceof Error ? [] : found.skipChecks;
  }

  /** The configuration, or its error. */
  #configured(): Configuration | ConfigurationError {
    try {
      return this.configuration;
    } catch (error) {
      if (error instanceof ConfigurationError) return error;
      throw error;
    }
  }
}

/** Notes of orders are in Pulumi's home, which all runs of a user on one machine share. */
export function orderNotes(): OrderNotes {
  return { folder: join(pulumiHome(), "registrar-orders"), elsewhere: "set PULUMI_HOME to one" };
}
