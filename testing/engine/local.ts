import { NotSupportedError } from "../shared/errors.ts";
import { interruptible } from "./children.ts";
import { Display } from "./display.ts";
import { EngineOperation } from "./engineOperation.ts";
import { Generator } from "./generator.ts";
import { type Command, OneByOne } from "./oneByOne.ts";
import { runProgram } from "./program.ts";
import { envOf, loadProject, type Project } from "./project.ts";
import { STACK_TYPE } from "./state.ts";
import { ENGINE_VERSION, Store } from "./store.ts";
import type { Deployment, OperationOptions, OperationResult, Stack, StackOptions } from "./types.ts";
import { mapProps, messageOf, opened, redactAll } from "./values.ts";
import { deleteUnclaimed, importAll, refreshAll } from "./withoutProgram.ts";

const DEFAULT_PARALLEL = 16;
const EXIT_FAILED = 1;
const EXIT_CHANGED = 7;
const NOTICE =
  "This is the small test engine of pulumi-registrar, not Pulumi: one project, dynamic providers, state in a local file.";

/** The CLI's headlines of an operation: one for a run, one for a preview. */
const TITLES: Record<Command["name"], readonly [doing: string, planning: string]> = {
  preview: ["", "Previewing update"],
  up: ["Updating", ""],
  refresh: ["Refreshing", "Previewing refresh"],
  destroy: ["Destroying", ""],
  import: ["Importing", ""],
};

/** A stack on the small local engine. */
class LocalStack extends OneByOne implements Stack {
  readonly engine = "local";
  readonly version = ENGINE_VERSION;
  readonly #options: StackOptions;
  #running: EngineOperation | undefined;

  constructor(options: StackOptions) {
    super();
    this.#options = options;
  }

  async exportState(options: { showSecrets?: boolean } = {}): Promise<Deployment> {
    const { store } = this.#open();
    store.load();
    return store.export(options.showSecrets ?? false);
  }

  importState(deployment: Deployment): Promise<void> {
    return this.queue.add(async () => {
      const { store } = this.#open();
      store.begin();
      try {
        store.import(JSON.parse(JSON.stringify(deployment)));
      } finally {
        store.finish();
      }
    });
  }

  async outputs(options: { showSecrets?: boolean } = {}): Promise<Record<string, unknown>> {
    const { store } = this.#open();
    store.load();
    const stack = store.rows().find(({ type, delete: condemned }) => type === STACK_TYPE && !condemned);
    const outputs = stack?.outputs ?? {};
    return options.showSecrets ? mapProps(outputs, opened) : redactAll(outputs);
  }

  protected override interrupt(): void {
    this.#running?.cancel();
  }

  #open(): { project: Project; store: Store } {
    const project = loadProject(this.#options);
    return { project, store: new Store(this.#options.stateDir, `${project.name}.${project.stack}`) };
  }

  protected override async perform(command: Command): Promise<OperationResult> {
    const { isDry } = command;
    if (command.continueOnError) throw new NotSupportedError("the option continueOnError");
    const display = new Display(isDry, this.#options.onOutput);
    display.line(NOTICE);
    const { project, store } = this.#open();
    if (isDry) store.load();
    else store.begin();
    try {
      display.line(`${TITLES[command.name][isDry ? 1 : 0]} (${project.stack}):\n`);
      const { parallel = DEFAULT_PARALLEL } = this.#options;
      const operation = new EngineOperation(project, store, display, envOf(this.#options), parallel);
      const generator = new Generator(operation);
      this.#running = operation;
      // A second Ctrl-C ends at once.
      const interrupt = () => (operation.cancelled ? process.exit(EXIT_FAILED) : operation.cancel());
      await interruptible(command.signal, interrupt, () =>
        this.#attempt(operation, () => this.#work(command, operation, generator)),
      );
      return finish(operation, generator, command);
    } finally {
      this.#running = undefined;
      store.finish();
    }
  }

  async #attempt(operation: EngineOperation, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      operation.halt(messageOf(error));
      await operation.pool.onIdle();
    } finally {
      await operation.stopHost();
    }
    if (operation.cancelled) operation.error("update canceled", operation.stackUrn);
  }

  async #work({ name, file = "" }: Command, operation: EngineOperation, generator: Generator): Promise<void> {
    if (name === "refresh") return refreshAll(operation);
    if (name === "destroy") return deleteUnclaimed(operation, new Set());
    if (name === "import") return importAll(operation, generator, file);
    await runProgram(operation, generator, () => deleteUnclaimed(operation, generator.claimed));
    generator.finishStackOutputs();
  }
}

function finish(operation: EngineOperation, generator: Generator, options: OperationOptions): OperationResult {
  const { display } = operation;
  const outputs = redactAll(operation.store.rows().length > 0 ? generator.stackOutputs() : {});
  display.end(outputs);
  const summary = display.summary();
  const changed = Object.entries(summary).some(([op, count]) => op !== "same" && count > 0);
  let exitCode = operation.unsuccessful ? EXIT_FAILED : 0;
  if (exitCode === 0 && options.expectNoChanges && changed) {
    exitCode = EXIT_CHANGED;
    display.line("error: no changes were expected but changes were proposed");
  }
  const { steps, diagnostics, output } = display;
  return { exitCode, steps, summary, outputs, output, diagnostics };
}

/** Opens a stack on the local engine. Reads the project first, to report its errors early. */
export async function localStack(options: StackOptions): Promise<Stack> {
  loadProject(options);
  return new LocalStack(options);
}
