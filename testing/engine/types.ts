/**
 * A stack of a Pulumi program, driven either by the real Pulumi CLI or by the small local engine.
 * Words (operations, counts, exit codes) are the CLI's.
 */

export interface StackOptions {
  /** Folder with `Pulumi.yaml`. */
  cwd: string;
  /** Stack name. Default: `dev`. */
  stack?: string;
  /** Folder for the state (for the CLI: its file backend). Created when missing. */
  stateDir: string;
  /**
   * Stack configuration by full key (`registrar:baseUrl`), or `{ value, secret: true }`.
   * Added to what `Pulumi.<stack>.yaml` holds; no file is written in `cwd`.
   */
  config?: Record<string, string | { value: string; secret: true }>;
  /** For the CLI: the passphrase of the secrets in the state. Default: `PULUMI_CONFIG_PASSPHRASE` of `env`, of this process, else a constant fit for tests only. */
  passphrase?: string;
  /** Added to the environment of the program and the provider host; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Called with each line meant for a person, as it comes. */
  onOutput?: (line: string) => void;
  /** Resource operations running at the same time. Default: 16. */
  parallel?: number;
}

export interface OperationOptions {
  /** Go on with what does not depend on a failure. The exit code is 1 all the same. */
  continueOnError?: boolean;
  /** Exit code 7 if anything changed (or, in a preview, would change). */
  expectNoChanges?: boolean;
  /** Aborting is one Ctrl-C: nothing new is started, what runs is finished and saved, the exit code is not 0. */
  signal?: AbortSignal;
}

export interface UpOptions extends OperationOptions {
  /** Preview first, and stop if that fails, as `pulumi up` does. Default: true. */
  preview?: boolean;
}

export interface RefreshOptions extends OperationOptions {
  /** Read and compare, change no state. */
  previewOnly?: boolean;
}

/** What is done to a resource, in the CLI's words. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "read"
  | "create-replacement"
  | "delete-replaced"
  | "read-replacement"
  | "refresh"
  | "import"
  | "discard"
  | "discard-replaced"
  | "remove-pending-replace";

export interface PropertyChange {
  /** Property path: `content`, `tags[0]`, `nested.key`. */
  path: string;
  kind: "add" | "update" | "delete";
  /** Secrets appear as `[secret]`, values not yet known as `[unknown]`. */
  old?: unknown;
  new?: unknown;
}

export interface Step {
  op: StepOp;
  urn: string;
  type: string;
  name: string;
  id?: string;
  /** The fields that differ; of secret ones, the Pulumi CLI says nothing. On refresh: from what the state says to what is live. */
  diff?: PropertyChange[];
  /** Why the step failed. */
  error?: string;
}

export interface Diagnostic {
  severity: "info" | "warning" | "error";
  message: string;
  urn?: string;
}

export interface OperationResult {
  /** 0, 1 on failure, 7 when changes were not expected. */
  exitCode: number;
  steps: Step[];
  /** Counts as the CLI's summary has them, such as `{ create: 3, same: 1 }`. */
  summary: Record<string, number>;
  /** Stack outputs; secrets as `[secret]`. */
  outputs: Record<string, unknown>;
  /** Everything that was shown. */
  output: string;
  diagnostics: Diagnostic[];
}

/** What `pulumi stack export` prints. */
export interface Deployment {
  version: number;
  deployment: Record<string, unknown>;
}

export interface Stack {
  readonly engine: "pulumi" | "local";
  /** Version of the engine. */
  readonly version: string;
  preview(options?: OperationOptions): Promise<OperationResult>;
  up(options?: UpOptions): Promise<OperationResult>;
  refresh(options?: RefreshOptions): Promise<OperationResult>;
  destroy(options?: OperationOptions): Promise<OperationResult>;
  /** Takes resources over from an import file whose entries have `inputs` and `outputs`: nothing is read, nothing made. */
  import(file: string): Promise<OperationResult>;
  exportState(options?: { showSecrets?: boolean }): Promise<Deployment>;
  /** Replaces the state, as `pulumi stack import` does. */
  importState(deployment: Deployment): Promise<void>;
  outputs(options?: { showSecrets?: boolean }): Promise<Record<string, unknown>>;
  /** Leaves no process running. */
  close(): Promise<void>;
}
