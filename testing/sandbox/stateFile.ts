import type * as held from "./state.ts";

/** Fields of a domain for profiles that show changes late. */
export interface HeldDomain extends held.SandboxDomain {
  /** The moment from which the account shows a new registration. */
  readonly shownFrom?: string;
  /** The expiry date from before a renewal, and the moment until which it shows. */
  readonly shownExpiry?: { readonly expires: string; readonly until: string };
}

/** The sandbox's state, as in its state file. */
export interface SandboxState {
  version: 1;
  readonly secrets: {
    readonly token: string;
    readonly marketplaceUserId: string;
    readonly marketplaceToken: string;
    readonly appraisalToken: string;
    readonly adminSecret: string;
  };
  /** Lead of the sandbox's clock over the real one, in milliseconds. */
  clockOffset: number;
  /** The next number for a record, forward, contact, approval or order. */
  nextId: number;
  balance: number;
  domains: Record<string, HeldDomain>;
  records: Record<string, readonly held.SandboxRecord[]>;
  forwards: Record<string, readonly held.SandboxForward[]>;
  contacts: readonly held.SandboxContact[];
  approvals: readonly held.PendingApproval[];
  ledger: readonly held.Charge[];
  /** Changed prices, by TLD. */
  prices?: Readonly<Record<string, held.TldPrice>>;
  /** `limit`: appraisals per day, if changed. */
  appraisals: { day: string; today: number; ever: number; limit?: number };
}
