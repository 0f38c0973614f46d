/** Errors of data, and reading what may not be valid. */
import { showText } from "./text.ts";

/**
 * A value isn't valid. Nothing was changed.
 * @cause DNS can't hold a name
 * @cause an import ID, a lookup's argument or a part of a mail record has another form
 * @cause an imported row was deleted: remove the option `import`
 * @remedy Write the value as the message says.
 */
export class InvalidInputError extends Error {
  readonly code = "ERR_REGISTRAR_INVALID_INPUT";
  override readonly name: string = "InvalidInputError";
  /** Pulumi shows the message of a program's error without the stack, as of its own `RunError`. */
  readonly __pulumiRunError = true;
}

/** A name, domain or host isn't valid. */
export class InvalidNameError extends InvalidInputError {
  override readonly name = "InvalidNameError";

  constructor(name: string, problem: string) {
    super(`${showText(name)} is not a valid name: ${problem}`);
  }
}

/** A row of the registrar that can't be read. It never stops a program: the row is shown with the reason. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/**
 * A zone file can't be read. No record of it is used.
 * @cause an unknown directive, such as `$INCLUDE`
 * @cause a value that isn't valid for its type
 * @remedy Correct the line and column that the message names.
 */
export class ZoneFileError extends Error {
  readonly code = "ERR_REGISTRAR_ZONE_FILE";
  readonly __pulumiRunError = true;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1; a tab is one. */
  readonly column: number;
  /** The problem, and the remedy. */
  readonly reason: string;

  constructor({ line, column }: Place, reason: string) {
    super(`line ${line}, column ${column}: ${reason}`);
    this.name = "ZoneFileError";
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

/** A place in the file, both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Is it an error of data, and not a bug in this package? */
export function isInvalidData(error: unknown): error is Error {
  return [InvalidNameError, UnreadableError, ZoneFileError].some((kind) => error instanceof kind);
}

/** Runs `read`; `undefined` if its data isn't valid. */
export function ifValid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isInvalidData(error)) return undefined;
    throw error;
  }
}
