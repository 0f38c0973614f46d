/**
 * Errors of the sandbox and of stacks, which tests of programs may meet: all are public. Each has a stable `code`; the message ends
 * with what to do next.
 */
export abstract class TestingError extends Error {
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * The sandbox has no such domain, record, forward, contact, change, transfer or TLD.
 * @remedy See `sandbox.domains()` and `sandbox.records(domain)`.
 */
export class UnknownItemError extends TestingError {
  readonly code = "ERR_SANDBOX_ITEM_UNKNOWN";

  constructor(what: string) {
    super(`The sandbox has no ${what}.`);
  }
}

/**
 * No profile has this name, or two profiles exclude each other.
 * @remedy Run `pulumi-registrar sandbox --profiles`.
 */
export class ProfileError extends TestingError {
  readonly code = "ERR_SANDBOX_PROFILE";

  constructor(reason: string, advice: string) {
    super(`${reason} Nothing was started. ${advice}`);
  }
}

/**
 * Another process uses the state file.
 * @remedy Stop that process, or name another file.
 */
export class StateInUseError extends TestingError {
  readonly code = "ERR_TESTING_STATE_IN_USE";

  constructor(file: string, pid: number, lock: string) {
    super(
      `The state file ${file} is used by process ${pid}. Nothing was started. Stop that process, or name another file. ` +
        `If it is neither a sandbox nor a test, remove ${lock}.`,
    );
  }
}

/**
 * A state or an import file can't be used.
 */
export class StateError extends TestingError {
  readonly code = "ERR_TESTING_STATE";
}

/**
 * The program uses a feature that the small engine lacks.
 */
export class NotSupportedError extends TestingError {
  readonly code = "ERR_ENGINE_NOT_SUPPORTED";

  constructor(feature: string) {
    super(`the local test engine does not support ${feature}; run this program with the Pulumi CLI`);
  }
}

/**
 * `Pulumi.yaml` or `Pulumi.<stack>.yaml` is missing or invalid, or the program's folder has no usable `@pulumi/pulumi`.
 * @remedy Correct `cwd` or the file, and run `npm install` there.
 */
export class ProjectError extends TestingError {
  readonly code = "ERR_ENGINE_PROJECT";
}

/**
 * The program, the provider host or a command of the Pulumi CLI, such as `config set`, didn't start, or failed.
 * @remedy Read the output in the message.
 */
export class ProcessError extends TestingError {
  readonly code = "ERR_ENGINE_PROCESS";
}

/**
 * `REGISTRAR_ENGINE` can't be followed.
 * @remedy Install the Pulumi CLI, and unset `REGISTRAR_ENGINE`.
 */
export class EngineChoiceError extends TestingError {
  readonly code = "ERR_ENGINE_CHOICE";
}
