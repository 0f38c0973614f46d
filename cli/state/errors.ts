/** A stack's state cannot be had, or not be understood. The message ends with what to do. */
export class StateError extends Error {
  readonly code = "ERR_REGISTRAR_STATE";

  constructor(what: string, advice: string) {
    super(`${what}. ${advice}`);
    this.name = "StateError";
  }
}
