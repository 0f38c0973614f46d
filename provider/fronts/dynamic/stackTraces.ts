/**
 * Stack traces while a resource is registered. The SDK makes four promises for every property and takes a stack trace for
 * each, which only PULUMI_DEBUG_PROMISE_LEAKS ever shows: in a program of a thousand records that is a third of its time.
 * Where the program declares the resource is not lost: for that the SDK asks for a trace of its own.
 */
export class StackTraces {
  readonly #limit = Error.stackTraceLimit;

  /** From now on errors have none. */
  constructor() {
    if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
  }

  resume(): void {
    Error.stackTraceLimit = this.#limit;
  }

  /** An error that was thrown meanwhile, with where the program declares the resource. */
  missingIn(error: unknown): unknown {
    this.resume();
    if (error instanceof Error && error.stack?.includes("\n    at ") !== true) Error.captureStackTrace(error);
    return error;
  }
}
