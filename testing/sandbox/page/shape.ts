/** What the page asks for every second, as types that server and page share. */
import type { Rate } from "../rate.ts";
import type { LogEntry } from "../requestLog.ts";
import type {
  Charge,
  PendingApproval,
  SandboxContact,
  SandboxDomain,
  SandboxForward,
  SandboxRecord,
} from "../state.ts";

/** Where the sandbox listens. */
export interface Addresses {
  readonly url: string;
  readonly dns: { readonly host: string; readonly port: number } | null;
  readonly redirects: { readonly url: string } | null;
}

export interface DomainWithContent extends SandboxDomain {
  readonly records: readonly SandboxRecord[];
  readonly forwards: readonly SandboxForward[];
}

/** Everything the sandbox holds at a moment, and how it answers. No token is in it. */
export interface View extends Addresses {
  /** The sandbox's time, ISO 8601. */
  readonly now: string;
  readonly profile: readonly string[];
  readonly rate: Rate | null;
  readonly serviceNameservers: readonly string[];
  /** How many faults are on. */
  readonly faults: number;
  /** The last requests, oldest first. */
  readonly requests: readonly LogEntry[];
  readonly domains: readonly DomainWithContent[];
  readonly contacts: readonly SandboxContact[];
  readonly approvals: readonly PendingApproval[];
  readonly ledger: readonly Charge[];
  readonly balance: number;
}
