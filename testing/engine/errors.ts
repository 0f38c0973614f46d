/** Errors of stacks, which tests of programs may meet: all are public. Each has a stable `code`; the message ends with what to do next. */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * The program uses a feature of Pulumi that the small engine does not have.
 * @remedy Run the program with the Pulumi CLI.
 */
export class NotSupportedError extends EngineError {
  constructor(feature: string) {
    super(
      "ENGINE_NOT_SUPPORTED",
      `the local test engine does not support ${feature}; run this program with the Pulumi CLI`,
    );
  }
}

/**
 * The state cannot be read, or the small engine cannot continue from it.
 * @remedy The message says which part. Name another `stateDir`, or restore the file.
 */
export class StateError extends EngineError {
  constructor(message: string) {
    super("ENGINE_STATE", message);
  }
}

/**
 * Another operation holds the stack.
 * @remedy Wait until it has ended, or remove the lock file that the message names if the process is gone.
 */
export class StackLockedError extends EngineError {
  constructor(file: string, pid: number) {
    super(
      "ENGINE_LOCKED",
      `the stack is currently locked by process ${pid}; wait until it has ended, or remove ${file} if it is no engine`,
    );
  }
}

/**
 * `Pulumi.yaml` or `Pulumi.<stack>.yaml` is missing, or not what it should be.
 * @remedy Set `cwd` to the folder with `Pulumi.yaml`, and correct what the message names.
 */
export class ProjectError extends EngineError {
  constructor(message: string) {
    super("ENGINE_PROJECT", message);
  }
}

/**
 * The program's folder has no usable `@pulumi/pulumi`.
 * @remedy Run `npm install` in the folder of the program.
 */
export class SdkError extends EngineError {
  constructor(message: string) {
    super("ENGINE_SDK", message);
  }
}

/**
 * A child process (the program or the provider host) did not start, or ended too early.
 * @remedy Its output is in the message. Correct the program, and run again.
 */
export class ProcessError extends EngineError {
  constructor(message: string) {
    super("ENGINE_PROCESS", message);
  }
}

/**
 * REGISTRAR_ENGINE is `pulumi` and there is no usable CLI, or it has another value than `pulumi` and `local`.
 * @remedy Install the Pulumi CLI, 3.254 or newer, or leave REGISTRAR_ENGINE out: the small engine is used then.
 */
export class EngineChoiceError extends EngineError {
  constructor(message: string) {
    super("ENGINE_CHOICE", message);
  }
}

/**
 * The Pulumi CLI refused something that is not an operation on resources, such as setting a configuration value.
 * @remedy The message is what the CLI printed.
 */
export class CliError extends EngineError {
  constructor(args: readonly string[], output: string) {
    super("ENGINE_CLI", `pulumi ${args.slice(0, 2).join(" ")} failed: ${output.trim()}`);
  }
}

/**
 * The import file cannot be read, or has entries that the small engine cannot import.
 * @remedy Write the file with `pulumi-registrar import`, or run `pulumi import` with the Pulumi CLI.
 */
export class ImportFileError extends EngineError {
  constructor(message: string) {
    super("ENGINE_IMPORT_FILE", message);
  }
}
