/** Statuses of gRPC that calls of the program end with. */
export const UNKNOWN_CODE = 2;
export const UNIMPLEMENTED = 12;
export const UNAVAILABLE = 14;

/** A call of the program that gets no answer. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
