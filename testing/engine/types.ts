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
  /**
   * For the CLI: the passphrase of the state's secrets. Default: `PULUMI_CONFIG_PASSPHRASE` of `env` or of this process, otherwise a
   * constant for tests only.
   */
  passphrase?: string;
  /** Added to the environment of the program and the provider host; `undefined` removes a variable. */
  env?: Record<string, string | undefined>;
  /** Called with each line of output. */
  onOutput?: (line: string) => void;
  /** Resource operations running at the same time. Default: 16. */
  parallel?: number;
}

export interface OperationOptions {
  /** Continue with resources that don't depend on a failed one. The exit code is still 1. Only on the Pulumi CLI. */
  continueOnError?: boolean;
  /** Exit code 7 if anything changed (or, in a preview, would change). */
  expectNoChanges?: boolean;
  /** Aborting acts as one Ctrl-C: running steps finish and are saved, no new ones start, and the exit code isn't 0. */
  signal?: AbortSignal;
}

export interface UpOptions extends OperationOptions {
  /** Preview first, and stop if that fails, as `pulumi up` does. Default: true. */
  preview?: boolean;
}

export interface RefreshOptions extends OperationOptions {
  /** Compares without changing the state. */
  previewOnly?: boolean;
}

/** A step on a resource, in the CLI's words. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "create-replacement"
  | "delete-replaced"
  | "refresh"
  | "import";

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
  /** The fields that differ, on refresh from the state to the live values. The Pulumi CLI omits secret ones. */
  diff?: PropertyChange[];
  /** The reason for a failure. */
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
  /** The complete output. */
  output: string;
  diagnostics: Diagnostic[];
}

/** The output of `pulumi stack export`. */
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
  /** Imports resources from a file whose entries have `inputs` and `outputs`, without calls to a provider. */
  import(file: string): Promise<OperationResult>;
  exportState(options?: { showSecrets?: boolean }): Promise<Deployment>;
  /** Replaces the state, as `pulumi stack import` does. */
  importState(deployment: Deployment): Promise<void>;
  outputs(options?: { showSecrets?: boolean }): Promise<Record<string, unknown>>;
  /** Leaves no process running. */
  close(): Promise<void>;
}
