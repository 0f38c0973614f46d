/** A finding about one operation, and the contract file that corrects all of them. */
import type { Evidence } from "../../provider/api/endpoints/table.ts";
import { type Contract, type EndpointName, type Override, parseContract } from "../../provider/api/index.ts";

export type Verdict = "works" | "unproven" | "open" | "differs" | "missing" | "failed" | "notTried";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  works: "works",
  unproven: "incomplete",
  open: "cannot be judged",
  differs: "differs",
  missing: "missing",
  failed: "failed",
  notTried: "not tried",
};

/** An override in which an empty string is for the reader to fill in. */
export type ProposedOverride = Omit<Override, "method"> & { method?: Override["method"] | "" };

/** Corrections as they are written to a contract file. */
export type Proposal = { [N in EndpointName]?: ProposedOverride | null };

export interface Judgement {
  verdict: Verdict;
  /** The difference, or the reason of a failure or of not being tried. */
  note: string;
  /** Can a program use it, if only by a fallback? `null`: not known. */
  usable: boolean | null;
  /** The correction. */
  proposal?: Proposal;
}

export interface Finding extends Judgement {
  operation: EndpointName;
  evidence: Evidence;
  /** Method, path and corrections. */
  contract: string;
  /** HTTP status of its last response. */
  status?: number;
  /** Keys and types of the response; no values. */
  shape?: string;
  /** How many elements its list holds. */
  rows?: number;
}

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

/** All corrections, on top of the contract in use; `undefined` if there are none. */
export function contractFile(contract: Contract, findings: readonly Finding[]): Record<string, unknown> | undefined {
  const proposal: Proposal = Object.assign({}, ...findings.map((finding) => finding.proposal));
  return Object.keys(proposal).length === 0 ? undefined : layOver(contract, proposal);
}
