/** A finding about one operation, and the contract file that corrects all of them. */
import type { Evidence } from "../../provider/api/endpoints/table.ts";
import { type Contract, type EndpointName, isObject, type Override, parseContract } from "../../provider/api/index.ts";

export const verdictWords = {
  works: "works",
  unproven: "incomplete",
  open: "cannot be judged",
  differs: "differs",
  missing: "missing",
  failed: "failed",
  notTried: "not tried",
} as const;
export type Verdict = keyof typeof verdictWords;

/** A line in which an empty string is for the reader to fill in. */
export type ProposedLine = Omit<Override, "method"> & { method?: Override["method"] | "" };

/** Lines by operation or group, as they are added to a contract file. */
export type Proposal = Readonly<Record<string, ProposedLine | null>>;

export interface Judgement {
  verdict: Verdict;
  /** The difference, or the reason of a failure or of not being tried. */
  note: string;
  /** Can a program use it, if only by a fallback? `null`: not known. */
  usable: boolean | null;
  proposal?: Proposal;
}

export interface Finding extends Judgement {
  operation: EndpointName;
  evidence: Evidence;
  /** Method, path and corrections. */
  contract: string;
  status?: number;
  /** Keys and types of the response; no values. */
  shape?: string;
  rows?: number;
}

/** The key of the line of a list: its rows are read and written by all operations of the group. */
export const lineKey = (operation: EndpointName): string =>
  /^(records|forwards|contacts)\.list$/.test(operation) ? operation.replace(".list", "") : operation;

/** Lines laid over others; names are added to names. */
export function together(
  ...proposals: readonly (Readonly<Record<string, unknown>> | undefined)[]
): Record<string, unknown> {
  const file: Record<string, unknown> = {};
  for (const [key, line] of proposals.flatMap((each) => Object.entries(each ?? {}))) {
    const old = file[key];
    file[key] = isObject(old) && isObject(line) ? together(old, line) : line;
  }
  return file;
}

/** The contract with the corrections; `undefined` when something is left to fill in. */
export const corrected = (contract: Contract, proposal: Proposal): Contract | undefined =>
  JSON.stringify(proposal).includes('""')
    ? undefined
    : parseContract(together(contract.file, proposal), "the proposed contract");

/** All corrections, on top of the contract in use; `undefined` if there are none. */
export function contractFile(contract: Contract, findings: readonly Finding[]): Record<string, unknown> | undefined {
  const proposals = findings.flatMap(({ proposal = {} }) => (Object.keys(proposal).length > 0 ? [proposal] : []));
  return proposals.length === 0 ? undefined : together(contract.file, ...proposals);
}
