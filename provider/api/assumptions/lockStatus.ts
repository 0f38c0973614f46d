/** Is the registrar lock on, by a lock status record? Specification, "Lock status record". */

import type { WireLockStatus } from "../endpoints/shapes.ts";
import { UnexpectedShapeError } from "../errors.ts";

export interface LockStatus {
  /** `true` only if no field of the record says otherwise. */
  locked: boolean;
  /** Fields that contradict each other, such as `locked: true, status: "unlocked"`. */
  contradiction?: string;
}

/**
 * `locked` and `status` say the same, and either may be missing. `can_transfer_out` is true only when the lock is off. The
 * transfer flag counts only where none of them is there.
 * @throws UnexpectedShapeError when the answer does not say
 */
export function readLockStatus(lock: WireLockStatus, domain: string): LockStatus {
  const { locked, status, transfer_locked, can_transfer_out } = lock;
  const fields = [
    { locked, words: `locked: ${locked}` },
    { locked: statusSays(status), words: `status: "${status}"` },
    { locked: can_transfer_out === true ? false : undefined, words: "can_transfer_out: true" },
  ].filter((field) => field.locked !== undefined);
  if (fields.length > 0) {
    const isLocked = fields.every((field) => field.locked);
    if (isLocked || fields.every((field) => !field.locked)) return { locked: isLocked };
    return { locked: false, contradiction: fields.map(({ words }) => words).join(", ") };
  }
  if (transfer_locked !== undefined) return { locked: transfer_locked };
  throw new UnexpectedShapeError({
    operation: "lock.get",
    domain,
    what: "the answer says neither `locked` nor `status`, so whether the domain is locked is not known",
    advice:
      "If these fields have other names, say so in a contract file (`registrar:contractFile`, `lock.get`, `fields`).",
  });
}

/** Is the lock on, by everything that the record says? @throws UnexpectedShapeError when the answer does not say */
export const isLocked = (lock: WireLockStatus, domain: string): boolean => readLockStatus(lock, domain).locked;

function statusSays(status: string | undefined): boolean | undefined {
  if (status?.toLowerCase() === "locked") return true;
  return status?.toLowerCase() === "unlocked" ? false : undefined;
}
