/**
 * A stack's state cannot be read.
 * @remedy The message ends with what to do: select a stack, set the passphrase, or give an export with `--state`.
 */
export class StateError extends Error {
  readonly code = "ERR_REGISTRAR_STATE";

  constructor(what: string, advice: string) {
    super(`${what}. ${advice}`);
    this.name = "StateError";
  }
}
