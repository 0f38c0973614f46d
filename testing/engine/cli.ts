/** A stack on the real CLI, and the outcome of its operations from their event logs. */
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import type {
  DiagnosticEvent,
  EngineEvent,
  StepEventMetadata,
  StepEventStateMetadata,
} from "@pulumi/pulumi/automation/events.js";
import { ProcessError } from "../shared/errors.ts";
import { Child, interruptible } from "./children.ts";
import { WORDS } from "./display.ts";
import { type Command, OneByOne } from "./oneByOne.ts";
import { shownChanges } from "./paths.ts";
import { envOf, findProject, stackName } from "./project.ts";
import { isProviderType, nameOf, STACK_TYPE } from "./state.ts";
import type {
  Deployment,
  Diagnostic,
  OperationResult,
  PropertyChange,
  Stack,
  StackOptions,
  Step,
  StepOp,
} from "./types.ts";
import { isProps, redactAll, type Value } from "./values.ts";

/** The outcome of one CLI operation. Its outputs are undefined if no event had them. */
type Seen = Pick<OperationResult, "steps" | "summary" | "diagnostics"> & Partial<Pick<OperationResult, "outputs">>;

const CHANGING: readonly string[] = ["update", "replace", "create-replacement"];

/**
 * Reads an event log: one JSON object per line (sdk/go/common/apitype/events.go). An operation that failed before its start has
 * none.
 */
function readEvents(file: string, refresh: boolean): Seen {
  const seen: Seen = { steps: [], summary: {}, diagnostics: [] };
  const steps = new Map<string, Step>();
  const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  for (const line of lines) {
    const { resOutputsEvent, resOpFailedEvent, diagnosticEvent, summaryEvent }: EngineEvent = JSON.parse(line);
    const metadata = (resOutputsEvent ?? resOpFailedEvent)?.metadata;
    if (metadata && !isProviderType(metadata.type)) {
      const step = readStep(metadata, refresh, resOutputsEvent === undefined);
      // A component is reported twice: when it is created and when its outputs are known.
      steps.set(`${step.op} ${step.urn} ${step.id ?? ""}`, step);
      const outputs = metadata.new?.outputs;
      if (step.type === STACK_TYPE && step.op !== "delete" && outputs) seen.outputs = redactAll(outputs);
    }
    if (diagnosticEvent) readDiagnostic(diagnosticEvent, seen.diagnostics);
    Object.assign(seen.summary, summaryEvent?.resourceChanges);
  }
  return { ...seen, steps: [...steps.values()].map((step) => withError(step, seen.diagnostics)) };
}

function readStep({ op: word, urn, type, old, new: now }: StepEventMetadata, refresh: boolean, failed: boolean): Step {
  // An unknown word of a newer CLI counts as a read, not as a change.
  const op = isStepOp(word) ? word : "refresh";
  const id = now?.id || old?.id;
  const diff = old && now && CHANGING.includes(op) ? changes(old, now, refresh) : [];
  return {
    op,
    urn,
    type,
    name: nameOf(urn),
    ...(id && { id }),
    ...(diff.length > 0 && { diff }),
    ...(failed && { error: "failed" }),
  };
}

function changes(old: StepEventStateMetadata, now: StepEventStateMetadata, refresh: boolean): PropertyChange[] {
  const of = (state: StepEventStateMetadata) => (refresh ? state.outputs : state.inputs) ?? {};
  return shownChanges(of(old), of(now));
}

const isStepOp = (word: string): word is StepOp => Object.hasOwn(WORDS, word);

function readDiagnostic({ urn, ...event }: DiagnosticEvent, diagnostics: Diagnostic[]): void {
  const severity = event.severity.split("#")[0];
  if (severity !== "info" && severity !== "warning" && severity !== "error") return;
  diagnostics.push({ severity, message: event.message.trimEnd(), ...(urn && { urn }) });
}

function withError(step: Step, diagnostics: readonly Diagnostic[]): Step {
  if (step.error === undefined) return step;
  const diagnostic = diagnostics.find(({ severity, urn }) => severity === "error" && urn === step.urn);
  return { ...step, error: diagnostic?.message ?? step.error };
}

/** An installed Pulumi CLI. */
export interface PulumiCli {
  /** The executable. */
  path: string;
  version: string;
}

interface Run {
  exitCode: number;
  stdout: string;
  output: string;
}

/** The default passphrase of a test stack's secrets. Use it only in tests. */
const TEST_PASSPHRASE = "registrar-test";

const GENERAL = ["--non-interactive", "--color", "never"];

/**
 * Opens a stack on the real CLI, with a file backend in `stateDir`. It doesn't prompt, use the network or write into the
 * program's folder: `stateDir` also holds the stack's configuration.
 */
export async function pulumiStack(options: StackOptions, cli: PulumiCli): Promise<Stack> {
  const stack = new CliStack(options, cli, findProject(options));
  await stack.prepare();
  return stack;
}

class CliStack extends OneByOne implements Stack {
  readonly engine = "pulumi";
  readonly version: string;
  readonly #options: StackOptions;
  readonly #cli: PulumiCli;
  readonly #project: ReturnType<typeof findProject>;
  readonly #name: string;
  readonly #stateDir: string;
  /** The folder in which the CLI looks for the stack's configuration file while it creates the stack. */
  readonly #configDir: string;
  readonly #configFile: string;
  readonly #running = new Set<Child>();

  constructor(options: StackOptions, cli: PulumiCli, project: ReturnType<typeof findProject>) {
    super();
    this.#options = options;
    this.#cli = cli;
    this.#project = project;
    this.#name = stackName(options);
    this.#stateDir = path.resolve(options.stateDir);
    this.#configDir = path.join(this.#stateDir, "config");
    this.#configFile = path.join(this.#configDir, `Pulumi.${this.#name}.yaml`);
    this.version = cli.version;
  }

  /** Creates the stack if it doesn't exist, and writes its configuration. */
  async prepare(): Promise<void> {
    fs.mkdirSync(this.#configDir, { recursive: true });
    fs.writeFileSync(path.join(this.#configDir, "Pulumi.yaml"), `name: ${this.#project.name}\nruntime: nodejs\n`);
    const checkpoint = path.join(this.#stateDir, ".pulumi", "stacks", this.#project.name, `${this.#name}.json`);
    if (!fs.existsSync(checkpoint)) {
      const own = path.join(this.#project.root, `Pulumi.${this.#name}.yaml`);
      if (fs.existsSync(own)) fs.copyFileSync(own, this.#configFile);
      await this.#must(["stack", "init", this.#name, "--secrets-provider", "passphrase"], this.#configDir);
    }
    const plain: string[] = [];
    for (const [key, value] of Object.entries(this.#options.config ?? {})) {
      if (typeof value === "string") plain.push("--plaintext", `${key}=${value}`);
      else await this.#must(["config", "set", key, "--secret", "--stack", this.#name], this.#configDir, value.value);
    }
    if (plain.length > 0) await this.#must(["config", "set-all", "--stack", this.#name, ...plain], this.#configDir);
  }

  async exportState(options: { showSecrets?: boolean } = {}): Promise<Deployment> {
    const shown = options.showSecrets ? ["--show-secrets"] : [];
    const run = await this.#must(["stack", "export", "--stack", this.#name, ...shown], this.#configDir);
    const deployment: Deployment = JSON.parse(run.stdout);
    return deployment;
  }

  async importState(deployment: Deployment): Promise<void> {
    await this.#withOwnFolder(async (folder) => {
      const file = path.join(folder, "import.json");
      fs.writeFileSync(file, JSON.stringify(deployment));
      await this.#must(["stack", "import", "--stack", this.#name, "--file", file], this.#configDir);
    });
  }

  async outputs(options: { showSecrets?: boolean } = {}): Promise<Record<string, unknown>> {
    const shown = options.showSecrets ? ["--show-secrets"] : [];
    const run = await this.#must(["stack", "output", "--json", "--stack", this.#name, ...shown], this.#configDir);
    const outputs: Value = JSON.parse(run.stdout);
    return isProps(outputs) ? outputs : {};
  }

  protected override interrupt(): void {
    for (const child of this.#running) child.interrupt();
  }

  protected override async perform(command: Command): Promise<OperationResult> {
    const { name, isDry, file = "", ...options } = command;
    // Protected resources fail a preview before anything is deleted.
    const previewed = name === "destroy" && !isDry ? await this.perform({ ...command, isDry: true }) : undefined;
    if (previewed && previewed.exitCode !== 0) return previewed;
    const { run, seen } = await this.#withOwnFolder(async (folder) => {
      const events = path.join(folder, "events.json");
      const stack = ["--stack", this.#name, "--config-file", this.#configFile];
      const args = [name, ...stack, "--event-log", events];
      if (!isDry) args.push("--yes", "--skip-preview");
      else if (name !== "preview") args.push("--preview-only");
      if (name === "import") args.push("--file", path.resolve(file), "--generate-code=false", "--protect=false");
      else args.push("--diff");
      if (options.continueOnError) args.push("--continue-on-error");
      if (options.expectNoChanges) args.push("--expect-no-changes");
      if (this.#options.parallel !== undefined) args.push("--parallel", String(this.#options.parallel));
      const run = await this.#run(args, this.#project.root, { signal: options.signal, show: true });
      return { run, seen: readEvents(events, name === "refresh") };
    });
    const outputs = seen.outputs ?? (name === "destroy" && run.exitCode === 0 ? {} : await this.outputs());
    const { steps, summary, diagnostics } = seen;
    return { exitCode: run.exitCode, steps, summary, outputs, output: run.output, diagnostics };
  }

  /** A folder for files with secrets: readable for this user only, with a random name. */
  async #withOwnFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = fs.mkdtempSync(path.join(this.#stateDir, "run-"));
    try {
      return await work(folder);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  async #must(args: string[], cwd: string, stdin?: string): Promise<Run> {
    const run = await this.#run(args, cwd, { stdin });
    if (run.exitCode !== 0) {
      throw new ProcessError(`pulumi ${args.slice(0, 2).join(" ")} failed: ${run.output.trim()}`);
    }
    return run;
  }

  async #run(
    args: string[],
    cwd: string,
    more: { stdin?: string | undefined; signal?: AbortSignal | undefined; show?: boolean },
  ): Promise<Run> {
    const stdout: string[] = [];
    const all: string[] = [];
    const line = (into: string[]) => (text: string) => {
      into.push(text);
      if (into !== all) all.push(text);
      if (more.show) this.#options.onOutput?.(text);
    };
    const child = new Child({
      command: this.#cli.path,
      args: [...args, ...GENERAL],
      cwd,
      env: this.#env(),
      onStdout: line(stdout),
      onStderr: line(all),
      stdin: more.stdin ?? "",
    });
    this.#running.add(child);
    try {
      const exitCode =
        (await interruptible(
          more.signal,
          () => child.interrupt(),
          () => child.ended,
        )) ?? 1;
      return { exitCode, stdout: stdout.join("\n"), output: all.map((text) => `${text}\n`).join("") };
    } finally {
      this.#running.delete(child);
    }
  }

  #env(): NodeJS.ProcessEnv {
    const { PATH = "", PULUMI_CONFIG_PASSPHRASE = TEST_PASSPHRASE } = envOf(this.#options);
    return envOf(this.#options, {
      PATH: [path.dirname(this.#cli.path), PATH].join(path.delimiter),
      PULUMI_BACKEND_URL: pathToFileURL(this.#stateDir).href,
      PULUMI_HOME: path.join(this.#stateDir, "home"),
      PULUMI_CONFIG_PASSPHRASE: this.#options.passphrase ?? PULUMI_CONFIG_PASSPHRASE,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_DEBUG_COMMANDS: "true",
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
    });
  }
}
