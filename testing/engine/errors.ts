/** Errors of the small engine. Each has a stable `code`; the message ends with what to do next. */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A feature of Pulumi that the small engine does not have. */
export class NotSupportedError extends EngineError {
  constructor(feature: string) {
    super(
      "ENGINE_NOT_SUPPORTED",
      `the local test engine does not support ${feature}; run this program with the Pulumi CLI`,
    );
  }
}

/** The state cannot be read, or is not fit to go on from. */
export class StateError extends EngineError {
  constructor(message: string) {
    super("ENGINE_STATE", message);
  }
}

/** Another operation holds the stack. */
export class StackLockedError extends EngineError {
  constructor(file: string, pid: number) {
    super(
      "ENGINE_LOCKED",
      `the stack is currently locked by process ${pid}; wait until it has ended, or remove ${file} if it is no engine`,
    );
  }
}

/** The passphrase does not open the secrets of this stack. */
export class PassphraseError extends EngineError {
  constructor() {
    super(
      "ENGINE_PASSPHRASE",
      "incorrect passphrase; set PULUMI_CONFIG_PASSPHRASE to the one this stack was made with",
    );
  }
}

/** `Pulumi.yaml` or `Pulumi.<stack>.yaml` is missing, or not what it should be. */
export class ProjectError extends EngineError {
  constructor(message: string) {
    super("ENGINE_PROJECT", message);
  }
}

/** The program's folder has no usable `@pulumi/pulumi`. */
export class SdkError extends EngineError {
  constructor(message: string) {
    super("ENGINE_SDK", message);
  }
}

/** A child process (program or provider host) did not start, or ended before its time. */
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
