/** Errors of the small engine. Each has a stable `code`; the message ends with what to do next. */
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

/** The text of anything thrown. Not by `instanceof`: a test runner may have an `Error` of its own. */
export function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return hasMessage ? String(error.message) : String(error);
}
