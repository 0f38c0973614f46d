/** Failures and errors of calls, redacted, as an engine receives them. */
import { RegistrarError, withCode } from "../../api/index.ts";
import type { Redacted, Words } from "../../api/redaction.ts";
import { type CheckFailure, PartialFailure, type Properties } from "../../lifecycle/definition.ts";
import type { EngineOperation } from "./engineOperation.ts";

interface Leaving {
  /** Removes secrets from a message. Default: the secrets of all resources. */
  redact(text: string, words?: Words): Redacted;
  /** The message to show. Default: the complete one, since a program may catch the error of a lookup. */
  messageOf(error: RegistrarError): string;
}

/** @param covered properties that must not be named, since the engine prints the value of a named property */
export function shownFailure(
  { property, reason, error }: CheckFailure,
  covered: readonly string[],
  { redact, messageOf }: Leaving,
): { property: string; reason: string } {
  const text = redact(error === undefined ? reason : withCode(messageOf(error), error.code), error?.words);
  if (property === undefined) return { property: "", reason: text };
  return covered.includes(property) ? { property: "", reason: `${property}: ${text}` } : { property, reason: text };
}

/**
 * An unexpected error: a bug in this package.
 * @cause a response of a form that no test has
 * @cause a state that was edited by hand
 * @remedy Report it with the stack trace, which contains none of your data.
 */
export const internalError = "ERR_REGISTRAR_INTERNAL";

/** An error for an engine: a message without a stack. If the resource was created nevertheless, also its ID and properties. */
export class CallError extends Error {
  readonly code: string;
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: string[];

  constructor(message: Redacted, code: string, partial?: { id: string; properties: Properties }) {
    super(withCode(message, code));
    this.name = code;
    this.code = code;
    // No real stack: for some calls, the provider host also prints `${error}: ${error.stack}` on stderr.
    this.stack = "see the error of the resource";
    if (partial !== undefined) Object.assign(this, { ...partial, reasons: [this.message] });
  }

  override toString(): string {
    return "pulumi-registrar";
  }
}

/** Makes the error for an engine. @param kept converts the state of a resource that was created nevertheless */
export function callError(
  error: unknown,
  { secrets }: EngineOperation,
  {
    redact = (text, words) => secrets.redact(text, words),
    messageOf = ({ message }) => message,
  }: Partial<Leaving> = {},
  kept = (state: Properties) => state,
): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof PartialFailure)
    return new CallError(redact(error.message, error.words), error.code, {
      id: error.id,
      properties: kept(error.state),
    });
  if (error instanceof RegistrarError) return new CallError(redact(messageOf(error), error.words), error.code);
  // A bug in this package. The stack helps to fix the bug, and contains no values.
  const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
  const text = `${message} (unexpected; please report it with the stack below)`;
  return Object.assign(new CallError(redact(text), internalError), { stack: redact(stack) });
}
