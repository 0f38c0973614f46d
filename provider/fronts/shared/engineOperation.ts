/** One operation of the engine (`up`, `refresh`, `destroy`) as a front sees it. */

import { homedir } from "node:os";
import { join } from "node:path";
import {
  type Configuration,
  ConfigurationError,
  isLoopback,
  NoAddressError,
  noToken,
  type RegistrarError,
  readConfiguration,
  tokenAdvice,
} from "../../api/index.ts";
import { Claims } from "../../lifecycle/claims.ts";
import type { Properties } from "../../lifecycle/definition.ts";
import { redacted, Secrets } from "../../lifecycle/redactionScope.ts";
import { type OrderNotes, Run } from "../../lifecycle/run.ts";
import { Declarations } from "./declarations.ts";
import { interruption } from "./interruption.ts";
import { nameIn } from "./ownKeys.ts";

export interface EngineOperationOptions {
  /** Settings by their full key, such as `registrar:baseUrl`. */
  get(key: string): string | undefined;
  /** The folder that a relative path of a contract file starts from. Default: the working directory. */
  cwd?: string;
  /** Settings win over environment variables. Default: `false`. */
  settingsFirst?: boolean;
  /** Shows a line to a person; default: on stderr. A warning is about what the program says. */
  log?(message: string, isWarning: boolean): void;
  /** Shows why a call takes long, for as long as it does; default: no progress is shown. */
  progress?(message: string): void;
  /** Aborted when calls are to end; default: when the process is to end. */
  interruption?: AbortSignal;
}

/** Shared by all resources of one operation. */
export class EngineOperation {
  readonly claims = new Claims();
  /** Declarations of the program: the engine checks all of it, and nothing that it only deletes. */
  readonly declarations = new Declarations();
  /** Arguments of the previous run, by the identity of their resource. */
  readonly former = new Map<string, Properties>();
  /** Secrets of all resources: a message of one resource may quote another's row. */
  readonly secrets = new Secrets();
  readonly #options: EngineOperationOptions;
  readonly #logged = new Set<string>();
  readonly #advised = new Set<string>();
  /** Identity, where known, of the resource whose error reported a cause in full. */
  readonly #reported = new Map<string, string | undefined>();
  #configuration: Configuration | undefined;
  #run: Run | undefined;
  #phase: "reading" | "writing" | undefined;

  constructor(options: EngineOperationOptions) {
    this.#options = options;
  }

  /** Read at first use, since a host may not be able to tell an error of `configure` to everybody. */
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
        interruption: this.#options.interruption ?? interruption(),
        log: (message) => this.log(message),
        ...(progress && { progress }),
      });
      for (const notice of configuration.notices) this.#run.log(notice);
    }
    return this.#run;
  }

  /** Checks and writes after reads are another operation (`up --refresh`): what was seen for the one is not believed for the other. */
  enter(phase: "reading" | "writing"): void {
    if (this.#phase !== undefined && this.#phase !== phase) {
      this.claims.clear();
      this.#reported.clear();
      this.#run?.forgetLists();
    }
    this.#phase = phase;
  }

  /**
   * The message of an error. A cause that several resources meet is reported in full once.
   * @param identity of the resource, where known
   */
  messageOf({ sharedCause, message }: RegistrarError, identity: string | undefined): string {
    if (sharedCause === undefined) return message;
    const first = this.#reported.get(sharedCause);
    if (!this.#reported.has(sharedCause)) this.#reported.set(sharedCause, identity);
    else if (first === undefined) return "An earlier error of this run with the same code says why.";
    else if (first !== identity) return `See the error of resource \`${nameIn(first)}\`.`;
    return message;
  }

  /** Is the engine reading what is there, as in a refresh? */
  get isReading(): boolean {
    return this.#phase === "reading";
  }

  /** Logs for a person. No secret of the resource at work shows. */
  log(message: string, isWarning = false): void {
    const text = redacted(message) ?? this.secrets.redact(message);
    if (this.#options.log !== undefined) this.#options.log(text, isWarning);
    else process.stderr.write(`${text}\n`);
  }

  /** Logs a message once in this operation: an engine may check a resource twice. */
  logOnce(message: string, isWarning?: boolean): void {
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    this.log(message, isWarning);
  }

  /** Reports the first finding of a check in this run: a thousand records may share it. */
  advise(check: string, finding: string): void {
    if (this.#advised.has(check) || this.#isExample(check, finding)) return;
    this.#advised.add(check);
    this.log(`${finding}. Other resources with this finding aren't listed.`, true);
  }

  /** Is it about an address for examples, and the registrar one on this machine, which is tried with those? */
  #isExample(check: string, finding: string): boolean {
    const found = this.#configured();
    const isHere = !(found instanceof Error) && isLoopback(new URL(found.baseUrl).hostname);
    return isHere && /^a+-reserved$/.test(check) && finding.includes("for documentation");
  }

  /** A broken configuration is reported by the first call that needs it. */
  get isConfigured(): boolean {
    return !(this.#configured() instanceof Error);
  }

  /** Can a check look at the registrar, or fail because a setting is wrong? Missing settings are reported once. */
  canLook(): boolean {
    const found = this.#configured();
    const isBroken = found instanceof Error;
    if (isBroken ? !(found instanceof NoAddressError) : found.token !== undefined) return true;
    const obstacle = isBroken ? found.message : `${noToken}. ${tokenAdvice}`;
    this.logOnce(`The registrar was not asked, so \`pulumi up\` may still fail: ${obstacle}`, true);
    return false;
  }

  get ignoredChecks(): readonly string[] {
    const found = this.#configured();
    return found instanceof Error ? [] : found.ignoreChecks;
  }

  /** The configuration, or what is wrong with it. */
  #configured(): Configuration | ConfigurationError {
    try {
      return this.configuration;
    } catch (error) {
      if (error instanceof ConfigurationError) return error;
      throw error;
    }
  }
}

/** Orders are noted in Pulumi's home, which all runs of a user on one machine share. */
export function orderNotes(): OrderNotes {
  const home = process.env["PULUMI_HOME"] || join(homedir(), ".pulumi");
  return { folder: join(home, "registrar-orders"), elsewhere: "set PULUMI_HOME to one" };
}
