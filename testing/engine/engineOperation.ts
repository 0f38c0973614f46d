import PQueue from "p-queue";
import { NotSupportedError } from "../shared/errors.ts";
import type { Display } from "./display.ts";
import { ProviderHost } from "./host.ts";
import type { Project } from "./project.ts";
import { isProviderType, makeUrn, nameOf, providerUrn, type Row, STACK_TYPE } from "./state.ts";
import type { Store } from "./store.ts";
import type { PropertyChange, Step, StepOp } from "./types.ts";
import { messageOf, secret } from "./values.ts";

/** Thrown if the operation ends before or at a step: a step failed, which is reported, or the user asked to stop. */
export class Stopped extends Error {}

/** A step as the result lists it. */
export const stepOf = (op: StepOp, { urn, type, id }: Row, diff: readonly PropertyChange[] = []): Step => ({
  op,
  urn,
  type,
  name: nameOf(urn),
  ...(id && { id }),
  ...(diff.length > 0 && { diff: [...diff] }),
});

/** The shared context of one preview, up, refresh, destroy or import. */
export class EngineOperation {
  readonly project: Project;
  readonly store: Store;
  readonly display: Display;
  readonly preview: boolean;
  /** Check, Diff and the decision run for one resource at a time. */
  readonly generation = new PQueue({ concurrency: 1 });
  /** The running steps, as many as the stack allows. */
  readonly pool: PQueue;
  /** The rows before the operation, by URN, without those pending deletion. */
  readonly olds = new Map<string, Row>();
  /** The resources of this run, by URN. */
  readonly news = new Map<string, Row>();
  readonly stackUrn: string;
  failed: boolean = false;
  cancelled: boolean = false;
  /** Environment of the program and of the provider. */
  readonly env: NodeJS.ProcessEnv;
  #host: Promise<ProviderHost> | undefined;
  readonly #stop = new AbortController();

  constructor(project: Project, store: Store, display: Display, env: NodeJS.ProcessEnv, parallel: number) {
    this.project = project;
    this.store = store;
    this.display = display;
    this.preview = display.planning;
    this.pool = new PQueue({ concurrency: Math.max(1, parallel) });
    this.env = env;
    this.stackUrn = makeUrn(project.stack, project.name, "", STACK_TYPE, `${project.name}-${project.stack}`);
    for (const row of store.rows()) if (!row.delete) this.olds.set(row.urn, row);
  }

  get unsuccessful(): boolean {
    return this.failed || this.cancelled;
  }

  /** True once no new step may start. */
  get stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  onStop(action: () => void): void {
    if (this.stopping) action();
    else this.#stop.signal.addEventListener("abort", action);
  }

  /** Shows a line that the program or the provider prints. */
  info(message: string): void {
    this.display.diagnostic({ severity: "info", message, urn: this.stackUrn });
  }

  /** Reports an error. The operation goes on, and ends as failed. */
  error(message: string, urn?: string): void {
    this.display.diagnostic({ severity: "error", message, ...(urn === undefined ? {} : { urn }) });
    this.failed = true;
  }

  /** Stops new steps after an error, which is reported unless it was before. */
  halt(message?: string, urn?: string): void {
    this.failed = true;
    if (message !== undefined) this.error(message, urn);
    this.#stop.abort();
  }

  /** Handles Ctrl-C: running steps finish, and no new ones start. */
  cancel(): void {
    if (this.cancelled) return;
    this.display.line("^C received; cancelling. What is running will be finished and saved.");
    this.cancelled = true;
    this.#stop.abort();
  }

  /** Runs one step, and shows its outcome. @param work returns the row that it makes of this one. @throws Stopped if it fails */
  async step(
    op: StepOp,
    row: Row,
    work: () => Promise<Row> = async () => row,
    diff: PropertyChange[] = [],
  ): Promise<Row> {
    this.display.stepStarted(op, row.type, row.urn);
    try {
      const done = await work();
      this.display.stepDone(stepOf(op, done.id ? done : row, diff));
      return done;
    } catch (error) {
      throw this.fail(stepOf(op, row, diff), error);
    }
  }

  /** Ends the operation after a failed step. */
  fail(step: Step, error: unknown): Stopped {
    const message = messageOf(error);
    this.halt(message, step.urn);
    this.display.stepDone({ ...step, error: message });
    return new Stopped();
  }

  /**
   * The host of the default provider, started at first use.
   * @throws NotSupportedError if the row has another provider
   */
  host({ provider: reference = "" }: Pick<Row, "provider">): Promise<ProviderHost> {
    const urn = providerUrn(reference);
    const provider = this.news.get(urn) ?? this.olds.get(urn);
    if (!provider) throw new Error(`could not find provider ${reference}`);
    if (provider.type !== "pulumi:providers:pulumi-nodejs")
      throw new NotSupportedError(`the provider ${provider.type}`);
    this.#host ??= this.#start(provider);
    return this.#host;
  }

  async #start(provider: Row): Promise<ProviderHost> {
    const { sdk, dir, config } = this.project;
    const host = await ProviderHost.start({ sdk, dir, env: this.env, onLine: (line) => this.info(line) });
    // The state's rows hold no secrets of the configuration.
    const secrets = [...config].flatMap(([key, { value, secret: isSecret }]) =>
      isSecret ? [[key, secret(value)]] : [],
    );
    await host.configure({ ...provider.inputs, ...Object.fromEntries(secrets) });
    return host;
  }

  async stopHost(): Promise<void> {
    const host = await this.#host?.catch(() => undefined);
    await host?.stop();
  }

  /** Is the row a provider's to manage? Components and provider resources aren't. */
  static isManaged(row: Row): boolean {
    return row.custom && !isProviderType(row.type);
  }
}
