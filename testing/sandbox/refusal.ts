/** An error response of the registrar, thrown by an operation. */
export class Refusal extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The `error` field of the body. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }
}

export const badRequest = (code: string, message: string) => new Refusal(400, code, message);
export const notFound = (code: string, message: string) => new Refusal(404, code, message);
