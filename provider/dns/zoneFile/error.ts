/**
 * A zone file that cannot be read as a whole. Nothing of it is used.
 * @remedy Correct the line and column that the message names.
 */
export class ZoneFileError extends Error {
  readonly code = "ERR_REGISTRAR_ZONE_FILE";
  /** From 1. */
  readonly line: number;
  /** In characters, from 1; a tab is one. */
  readonly column: number;
  /** What is wrong there, and what to write instead. */
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
