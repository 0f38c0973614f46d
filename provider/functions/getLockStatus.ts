/** The registrar lock of a domain, and until when it may not be transferred. */

import { isLocked } from "../api/lockStatus.ts";
import { optional } from "../dns/index.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { DomainArgs, LockStatus } from "./types/index.ts";

export async function getLockStatus(lookups: Lookups, args: DomainArgs): Promise<LockStatus> {
  const domain = domainIn("getLockStatus", args.domain);
  const { api, known } = lookups;
  const lock = await lookups.explaining(() => known["lock.get"].once(domain, () => api.lock.get({ domain })));
  return {
    domain,
    locked: isLocked(lock, domain),
    ...optional({
      transferLocked: lock.transfer_locked,
      icannTransferLock: lock.icann_transfer_lock,
      icannTransferLockExpiresAt: lock.icann_transfer_lock_expires_at,
      canTransferOut: lock.can_transfer_out,
    }),
  };
}
