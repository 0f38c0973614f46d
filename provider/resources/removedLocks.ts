/** Which locks of a state no program declares any more. */
import { readConfiguration } from "../api/index.ts";
import { normaliseDomain } from "../dns/index.ts";
import type { StoredItem } from "./programRows.ts";

/**
 * The domains whose lock is in the state and not in the program, once each.
 * @param declared domains that the program declares a lock of
 * @param source where settings come from: a domain that left the account has no lock, and the check can be switched off
 */
export function removedLocks(
  held: readonly StoredItem[],
  declared: readonly string[],
  source: Parameters<typeof readConfiguration>[0],
): { domain: string; name: string }[] {
  const { formerDomains, ignoreChecks } = readConfiguration(source);
  if (ignoreChecks.includes("lock-removed")) return [];
  const done = new Set([...declared, ...formerDomains].map(safeName));
  return held.flatMap(({ identity, outputs }) => {
    const domain = safeName(String(outputs["domain"]));
    if (done.has(domain)) return [];
    done.add(domain);
    return [{ domain, name: identity.split("::").slice(1).join("::") }];
  });
}

function safeName(domain: string): string {
  try {
    return normaliseDomain(domain);
  } catch {
    return domain.toLowerCase();
  }
}
