/** The contract file that the findings call for. */
import { type Contract, parseContract } from "../../provider/api/index.ts";
import type { Finding, Proposal } from "./finding.ts";

/** A contract with corrections laid over it, as the file holds it. */
function layOver({ endpoints, serviceNameservers }: Contract, proposal: Proposal): Record<string, unknown> {
  return { ...endpoints, ...proposal, ...(serviceNameservers && { serviceNameservers }) };
}

/** Is nothing left to fill in? */
export function isWhole(proposal: Proposal): boolean {
  return !JSON.stringify(proposal).includes('""');
}

/** The contract with the corrections; `undefined` when something is left to fill in. */
export function corrected(contract: Contract, proposal: Proposal): Contract | undefined {
  return isWhole(proposal) ? parseContract(layOver(contract, proposal), "the proposed contract") : undefined;
}

/** Everything that is to be corrected, on top of the contract in use; `undefined` when there is nothing. */
export function contractFile(contract: Contract, findings: readonly Finding[]): Record<string, unknown> | undefined {
  const proposal: Proposal = Object.assign({}, ...findings.map((finding) => finding.proposal));
  return Object.keys(proposal).length === 0 ? undefined : layOver(contract, proposal);
}
