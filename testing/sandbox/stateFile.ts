import type * as held from "./state.ts";

/** What only profiles that show things late know of a domain. */
export interface HeldDomain extends held.SandboxDomain {
  /** While a fresh registration does not show in the account yet: when it will. */
  readonly shownFrom?: string;
  /** While a fresh registration still counts as available: until when. */
  readonly availableUntil?: string;
  /** While a renewal does not show yet: the expiry date from before, and until when it is shown. */
  readonly shownExpiry?: { readonly expires: string; readonly until: string };
}

/** Everything that the sandbox holds, as its state file has it. */
export interface SandboxState {
  version: 1;
  readonly secrets: {
    readonly token: string;
    readonly marketplaceUserId: string;
    readonly marketplaceToken: string;
    readonly appraisalToken: string;
    readonly adminSecret: string;
  };
  /** How far the sandbox's clock is ahead of the real one, in milliseconds. */
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
  /** Prices that were changed, by TLD; the others are as invented. */
  prices?: Readonly<Record<string, held.TldPrice>>;
  /** `limit`: appraisals a day, where it is not the usual number. */
  appraisals: { day: string; today: number; ever: number; limit?: number };
}
