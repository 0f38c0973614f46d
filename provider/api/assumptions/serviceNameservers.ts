import type { Contract } from "./contract.ts";

/**
 * Nameservers of the live service as its public reference names them: a guess, which refuses nothing. What the contract names
 * (`serviceNameservers`) are these and no others.
 */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

/** Those of the nameservers that are not the service's own. */
export function foreignAmong(nameservers: readonly string[], { serviceNameservers: named }: Contract): string[] {
  const own = named ?? serviceNameservers;
  return nameservers.filter((host) => !own.includes(host.toLowerCase().replace(/\.$/, "")));
}
