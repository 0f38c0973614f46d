import * as pulumi from "@pulumi/pulumi";
import { DomainLock } from "pulumi-registrar";

const domain = new pulumi.Config().get("domain") ?? "example.com";

// `retainOnDelete` lets `pulumi destroy` forget the lock and leave the domain locked.
const lock = new DomainLock("lock", { domain }, { retainOnDelete: true });

export const locked = lock.locked;
export const canTransferOut = lock.canTransferOut;
export const restrictedUntil = lock.icannTransferLockExpiresAt;
