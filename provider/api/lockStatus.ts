/** Whether a lock status record says that the registrar lock is on. Specification, "Lock status record". */
import { UnexpectedShapeError } from "./errors.ts";
import type { WireLockStatus } from "./shapes.ts";

/**
 * `locked` and `status` say the same, and either may be missing: unlocked if either says so. The transfer flag counts only
 * where neither is there.
 * @throws UnexpectedShapeError when the answer does not tell
 */
export function isLocked({ locked, status, transfer_locked }: WireLockStatus, domain: string): boolean {
  const said = [locked, statusSays(status)].filter((value) => value !== undefined);
  const answer = said.length > 0 ? said.every(Boolean) : transfer_locked;
  if (answer !== undefined) return answer;
  throw new UnexpectedShapeError({
    operation: "lock.get",
    domain,
    what: "the answer says neither `locked` nor `status`, so whether the domain is locked is not known",
    advice: "If these fields have other names, say so in a contract file (`registrar:contract`, `lock.get`, `fields`).",
  });
}

function statusSays(status: string | undefined): boolean | undefined {
  if (status?.toLowerCase() === "locked") return true;
  return status?.toLowerCase() === "unlocked" ? false : undefined;
}
