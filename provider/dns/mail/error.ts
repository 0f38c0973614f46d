/**
 * `spf`, `dkim`, `dmarc` or a set of `mailServices` was given what makes no valid record. No record is made.
 * @remedy The message says what is wrong and what to write instead.
 */
export class InvalidMailRecordError extends Error {
  readonly code = "ERR_REGISTRAR_INVALID_MAIL_RECORD";

  constructor(problem: string) {
    super(problem);
    this.name = "InvalidMailRecordError";
  }
}
