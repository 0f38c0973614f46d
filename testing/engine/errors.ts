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
 */
export class StateError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_STATE", message);
  }
}

/**
 * Another operation holds the stack.
 * @cause two tests share a `stateDir`
 * @cause another version wrote the state
 * @remedy Name another `stateDir`. Remove the lock file if its process has ended.
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
 * @cause `cwd` names another folder
 * @cause `npm install` wasn't run
 * @remedy Correct `cwd` or the file, and run `npm install` there.
 */
export class ProjectError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_PROJECT", message);
  }
}

/**
 * The program's folder has no usable `@pulumi/pulumi`.
 */
export class SdkError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_SDK", message);
  }
}

/**
 * The program or the provider host didn't start, or ended early.
 * @cause the program throws an error
 * @cause a setting of the stack is wrong
 * @remedy Read the output in the message.
 */
export class ProcessError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_PROCESS", message);
  }
}

/**
 * `REGISTRAR_ENGINE` can't be followed.
 * @cause no Pulumi CLI 3.254 or newer is on PATH
 * @cause the program needs [more](../guides/testing.md#the-small-engine)
 * @remedy Install the Pulumi CLI, and unset `REGISTRAR_ENGINE`.
 */
export class EngineChoiceError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_CHOICE", message);
  }
}

/**
 * The Pulumi CLI refused a command, such as `config set`.
 */
export class CliError extends EngineError {
  constructor(args: readonly string[], output: string) {
    super("ERR_ENGINE_CLI", `pulumi ${args.slice(0, 2).join(" ")} failed: ${output.trim()}`);
  }
}

/**
 * An import file can't be used.
 */
export class ImportFileError extends EngineError {
  constructor(message: string) {
    super("ERR_ENGINE_IMPORT_FILE", message);
  }
}
