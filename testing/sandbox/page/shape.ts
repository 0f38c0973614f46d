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
  /** Base URL of the API: `REGISTRAR_BASE_URL`. */
  readonly url: string;
  /** Where DNS is answered from the records, if asked for. */
  readonly dns?: { readonly host: string; readonly port: number };
  /** Where the URL forwards are answered, if asked for: `http://127.0.0.1:` and the port. */
  readonly redirects?: { readonly url: string };
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
