/** Operations whose method, path or body nobody has shown: when one fails, that may be why. */
import {
  BadRequestError,
  DomainNotHeldError,
  NotFoundError,
  RefusedError,
  RegistrarError,
  UnsupportedOperationError,
} from "../api/index.ts";
import { type Operation, operations } from "../api/operations.ts";
import type { Session } from "./session.ts";

/** The registrar did not accept a call whose form is a guess. */
export class AssumedContractError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_ASSUMED_CONTRACT";

  constructor(error: RegistrarError, row: Operation, guessed: readonly string[]) {
    const { operation, domain, status, outcome, what, advice } = error;
    super({
      operation,
      domain,
      status,
      outcome,
      what,
      advice:
        `The contract of "${operation}" is assumed (${guessed.join(", ")}): it was sent as ${row.method} ${row.path}. ` +
        `If the registrar wants it otherwise, say so for "${operation}" in a contract file (REGISTRAR_CONTRACT), or null if there is no such operation ` +
        `(then: ${row.fallback}). Else: ${advice}`,
    });
  }
}

/** Runs a write; its failure says what may be wrong with the contract, unless the contract was given by the user. */
export async function explainingAssumed<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await session.explaining(work);
  } catch (error) {
    throw error instanceof RegistrarError ? explained(error, session) : error;
  }
}

function explained(error: RegistrarError, session: Session): RegistrarError {
  const { operation, status } = error;
  const isUnwanted =
    error instanceof BadRequestError ||
    error instanceof RefusedError ||
    error instanceof NotFoundError ||
    error instanceof UnsupportedOperationError;
  if (!isUnwanted || error instanceof DomainNotHeldError || operation === undefined || status === undefined) {
    return error;
  }
  if (session.api.contract.operations[operation] !== undefined) return error;
  const row: Operation = operations[operation];
  const guessed = row.assumed.filter((part) => part !== "answer");
  return guessed.length === 0 ? error : new AssumedContractError(error, row, guessed);
}
