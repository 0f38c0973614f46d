/** Failures and errors as the provider host passes them on to the engine. */
import { RegistrarError, withCode } from "../../api/index.ts";
import type { Redacted } from "../../api/redaction.ts";
import { type CheckFailure, PartialFailure, type Properties } from "../../lifecycle/definition.ts";
import type { RedactionScope } from "../../lifecycle/redactionScope.ts";
import type { EngineOperation } from "./engineOperation.ts";

interface Leaving {
  /** Default: without the secrets of all resources. */
  redact?: RedactionScope["redact"];
  /** Default: its message in full, since a program may catch the error of a function. */
  messageOf?: (error: RegistrarError) => string;
}

/** A failure without a value that must not be seen: the engine prints the value of a property that is named. */
export function shownFailure(
  { property, reason, error }: CheckFailure,
  covered: readonly string[],
  { redact, messageOf }: Required<Leaving>,
): { property: string; reason: string } {
  const text = redact(error === undefined ? reason : withCode(messageOf(error), error.code));
  if (property === undefined) return { property: "", reason: text };
  return covered.includes(property) ? { property: "", reason: `${property} ${text}` } : { property, reason: text };
}

/**
 * An unexpected error: a bug in this package.
 * @remedy Report it with the stack trace, which has no value of your program.
 */
export const internalError = "ERR_REGISTRAR_INTERNAL";

/** An error as the host takes it: a message without a stack; with id and properties where something was made. */
export class CallError extends Error {
  readonly code: string;
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: string[];

  constructor(message: Redacted, code: string, partial?: { id: string; properties: Properties }) {
    super(withCode(message, code));
    this.name = code;
    this.code = code;
    // The host prints `${error}: ${error.stack}` on stderr for some calls, beside the message that the engine shows, which has the code.
    this.stack = "the message is at the resource";
    if (partial !== undefined) {
      this.id = partial.id;
      this.properties = partial.properties;
      this.reasons = [this.message];
    }
  }

  override toString(): string {
    return "pulumi-registrar";
  }
}

/** @param kept the state of what was made, as the engine is to keep it */
export function callError(
  error: unknown,
  { secrets }: EngineOperation,
  { redact = (text) => secrets.redact(text), messageOf = ({ message }) => message }: Leaving = {},
  kept = (state: Properties) => state,
): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof PartialFailure)
    return new CallError(redact(error.message), error.code, { id: error.id, properties: kept(error.state) });
  if (error instanceof RegistrarError) return new CallError(redact(messageOf(error)), error.code);
  // Not one of ours: a defect of this package. Its stack helps whoever repairs it and holds no values.
  const message = error instanceof Error ? error.message : String(error);
  const unexpected = new CallError(
    redact(`${message} (unexpected; please report it with the stack below)`),
    internalError,
  );
  unexpected.stack = error instanceof Error ? redact(error.stack ?? "") : "";
  return unexpected;
}
