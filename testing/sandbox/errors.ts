/** Errors of the sandbox, which tests of programs may meet: all are public. */
import type { LockHeldError } from "../files/index.ts";

/**
 * The sandbox has no such domain, record, forward, contact, change, transfer or TLD.
 * @cause the domain was never added
 * @cause the ID is from before a `reset()`
 * @remedy See `sandbox.domains()` and `sandbox.records(domain)`.
 */
export class UnknownItemError extends Error {
  readonly code = "ERR_SANDBOX_ITEM_UNKNOWN";

  constructor(what: string) {
    super(`The sandbox has no ${what}.`);
    this.name = "UnknownItemError";
  }
}

/**
 * The state file is damaged or isn't a sandbox's.
 */
export class UnreadableStateError extends Error {
  readonly code = "ERR_SANDBOX_STATE_UNREADABLE";

  constructor(file: string, reason: string) {
    super(
      `The state file ${file} is not one of this sandbox: ${reason}. Name another file, or remove it to start afresh.`,
    );
    this.name = "UnreadableStateError";
  }
}

/**
 * Another sandbox uses the state file.
 * @cause a sandbox runs in another terminal
 * @cause `--state` names a file of another program
 * @remedy Stop that sandbox, or name another file.
 */
export class StateInUseError extends Error {
  readonly code = "ERR_SANDBOX_STATE_IN_USE";

  constructor(file: string, { pid, lock }: LockHeldError) {
    super(
      `The state file ${file} is used by process ${pid}. Nothing was started. Stop that sandbox, or name another file. ` +
        `If the process isn't a sandbox, remove ${lock}.`,
    );
    this.name = "StateInUseError";
  }
}

/**
 * No profile has this name.
 * @cause a misspelt name
 * @cause two services at once, such as `porkbun,gandi`
 * @remedy Run `pulumi-registrar sandbox --profiles`.
 */
export class UnknownProfileError extends Error {
  readonly code = "ERR_SANDBOX_PROFILE_UNKNOWN";

  constructor(name: string, all: readonly string[]) {
    super(`There is no profile ${JSON.stringify(name)}. Nothing was started. Profiles: ${all.join(", ")}.`);
    this.name = "UnknownProfileError";
  }
}

/**
 * Two profiles exclude each other.
 */
export class ConflictingProfilesError extends Error {
  readonly code = "ERR_SANDBOX_PROFILES_CONFLICT";

  constructor(first: string, second: string) {
    super(`The profiles ${first} and ${second} set the same dialect differently. Nothing was started. Name only one.`);
    this.name = "ConflictingProfilesError";
  }
}
