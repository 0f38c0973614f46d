/** What the doctor finds out about one operation. */

import type { Evidence } from "../../provider/api/endpoints.ts";
import type { EndpointName, Override } from "../../provider/api/index.ts";

export type Verdict = "works" | "unproven" | "open" | "differs" | "missing" | "failed" | "notTried";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  works: "works",
  unproven: "not proven whole",
  open: "cannot be judged",
  differs: "answers differently",
  missing: "not there",
  failed: "failed",
  notTried: "not tried",
};

/** An override that may have an empty text for the reader to fill in. */
export type ProposedOverride = Omit<Override, "method"> & { method?: Override["method"] | "" };

/** Corrections as they are written to a contract file. */
export type Proposal = { [N in EndpointName]?: ProposedOverride | null };

export interface Judgement {
  verdict: Verdict;
  /** How it differs, why it failed, or why it was not tried. */
  note: string;
  /** Can the program do its work with it, by a detour perhaps? `null`: not known. */
  usable: boolean | null;
  /** What would set it right. */
  proposal?: Proposal;
}

export interface Finding extends Judgement {
  operation: EndpointName;
  evidence: Evidence;
  /** Method, path and corrections. */
  contract: string;
  /** HTTP status of its own last answer. */
  status?: number;
  /** Keys and kinds of the answer; no values. */
  shape?: string;
  /** How many elements its list holds. */
  rows?: number;
}
