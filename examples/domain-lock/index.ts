import * as pulumi from "@pulumi/pulumi";
import { DomainLock } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

// `protect`: a preview that would delete the lock fails, before anything is deleted.
const lock = new DomainLock("lock", { domain }, { protect: true });

export const locked = lock.locked;
export const canTransferOut = lock.canTransferOut;
export const restrictedUntil = lock.icannTransferLockExpiresAt;
