/** Says of the locks that a program gives up which of them the registrar still has. */
import * as pulumi from "@pulumi/pulumi";
import type { StoredItem } from "../../resources/programRows.ts";
import { removedLocks } from "../../resources/removedLocks.ts";
import type { getLockStatus } from "./lookups.ts";

const check = "lock-removed";

/**
 * @param held locks of the state that no declaration seems to be of
 * @param declared domains that the program declares a lock of
 * @param ask reads a lock as programs do
 * @throws pulumi.RunError when a lock is still on
 */
export async function refuseRemoved(
  held: readonly StoredItem[],
  declared: readonly string[],
  ask: typeof getLockStatus,
): Promise<void> {
  const config = pulumi.runtime.allConfig();
  const removed = removedLocks(held, declared, { get: (key) => config[key], env: process.env, cwd: process.cwd() });
  const refused: string[] = [];
  for (const lock of removed) if (await isRefused(lock, refused[0], ask)) refused.push(lock.domain);
  if (refused.length === 0) return;
  const error = new pulumi.RunError(
    `nothing was deleted, because the lock of ${refused.join(", ")} cannot be deleted [${check}]; a lock that Pulumi would not delete (\`--target\`) is allowed by this id in \`registrar:ignoreChecks\``,
  );
  // Where it was found says nothing about the program.
  error.stack = error.message;
  throw error;
}

/** @param explained the domain whose message says what to do already */
async function isRefused(
  { domain, name }: { domain: string; name: string },
  explained: string | undefined,
  ask: typeof getLockStatus,
): Promise<boolean> {
  const subject = `the DomainLock ${name} is in the state and no longer declared, so Pulumi would delete it`;
  const ways =
    explained !== undefined
      ? `The message about ${explained} says what to do.`
      : `To remove ${domain} for good, unlock it in the registrar's dashboard first, and run this again. ` +
        `To stop managing ${domain} and leave it as it is, run \`npx registrar forget ${domain}\`.`;
  try {
    if (!(await ask({ domain }, { fresh: true })).locked) return false;
    const reason = `${subject}. That fails, because ${domain} is locked, and only the registrar's dashboard can unlock it.`;
    await pulumi.log.error(`${reason} ${ways} [${check}]`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const doubt = `${subject}. That fails if ${domain} is locked, which could not be looked up: ${why}`;
    await pulumi.log.warn(`${doubt} ${ways} [${check}]`);
    return false;
  }
}
