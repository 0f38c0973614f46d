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
 * The program uses a feature that the small engine lacks.
 * @remedy Use the Pulumi CLI.
 */
export class NotSupportedError extends EngineError {
  constructor(feature: string) {
    super(
      "ERR_ENGINE_NOT_SUPPORTED",
      `the local test engine does not support ${feature}; run this program with the Pulumi CLI`,
    );
  }
}

/**
 * The state can't be read or continued.
 * @remedy Name another `stateDir`, or restore the file.
 */
export class StateError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_STATE", message);
  }
}

/**
 * Another operation holds the stack.
 * @remedy Wait, or remove the lock file if its process is gone.
 */
export class StackLockedError extends EngineError {
  constructor(file: string, pid: number) {
    super(
      "ERR_ENGINE_LOCKED",
      `the stack is currently locked by process ${pid}. Wait until it has ended, or remove ${file} if it isn't an engine`,
    );
  }
}

/**
 * `Pulumi.yaml` or `Pulumi.<stack>.yaml` is missing or invalid.
 * @remedy Set `cwd`, and correct the file.
 */
export class ProjectError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_PROJECT", message);
  }
}

/**
 * The program's folder has no usable `@pulumi/pulumi`.
 * @remedy Run `npm install` there.
 */
export class SdkError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_SDK", message);
  }
}

/**
 * The program or the provider host didn't start, or ended early.
 * @remedy Read its output in the message.
 */
export class ProcessError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_PROCESS", message);
  }
}

/**
 * REGISTRAR_ENGINE isn't `pulumi` or `local`, or no CLI was found.
 * @remedy Install CLI 3.254 or newer, or unset REGISTRAR_ENGINE.
 */
export class EngineChoiceError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_CHOICE", message);
  }
}

/**
 * The Pulumi CLI refused a command, such as `config set`.
 * @remedy Read its output in the message.
 */
export class CliError extends EngineError {
  constructor(args: readonly string[], output: string) {
    super("ERR_ENGINE_CLI", `pulumi ${args.slice(0, 2).join(" ")} failed: ${output.trim()}`);
  }
}

/**
 * The import file can't be read, or the small engine can't import an entry.
 * @remedy Write it with `pulumi-registrar import`, or use the Pulumi CLI.
 */
export class ImportFileError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_IMPORT_FILE", message);
  }
}
