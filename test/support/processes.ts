/** Processes that a test started, or that were started for it. */

/** Does the process run? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
