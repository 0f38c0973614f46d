/** Reads the registrar lock. Specification, "Lock status record". */
import type { WireLockStatus } from "../endpoints/shapes.ts";
import { lacking } from "../errors.ts";

export interface LockStatus {
  /** True only if every field agrees. */
  locked: boolean;
  /** Fields that contradict each other, such as `locked: true, status: "unlocked"`. */
  contradiction?: string;
}

/**
 * `locked` and `status` mean the same, and either may be missing. `can_transfer_out` is true only if the lock is off. The
 * transfer flag counts only if all of them are missing.
 * @throws UnexpectedShapeError if the response doesn't say
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
  const what = "the response has neither `locked` nor `status`, so nothing shows if the domain is locked";
  throw lacking("lock.get", domain, what);
}

function statusSays(status: string | undefined): boolean | undefined {
  if (status?.toLowerCase() === "locked") return true;
  return status?.toLowerCase() === "unlocked" ? false : undefined;
}
