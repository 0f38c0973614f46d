/** Types that the server and the page share. */
import type { Rate } from "../rate.ts";
import type { LogRow } from "../requestLog.ts";
import type {
  Charge,
  PendingApproval,
  SandboxContact,
  SandboxDomain,
  SandboxForeignRow,
  SandboxForward,
  SandboxRecord,
} from "../state.ts";

/** Addresses that the sandbox listens on. */
export interface Addresses {
  /** Base URL of the API: `REGISTRAR_BASE_URL`. */
  readonly url: string;
  /** The DNS port, which serves the records, if asked for. */
  readonly dns?: { readonly host: string; readonly port: number };
  /** The port that redirects by the URL forwards, if asked for: `http://127.0.0.1:` and the port. */
  readonly redirects?: { readonly url: string };
}

export interface DomainWithContent extends SandboxDomain {
  readonly records: readonly SandboxRecord[];
  /** SOA and NS of the apex. */
  readonly apex: readonly SandboxForeignRow[];
  readonly forwards: readonly SandboxForward[];
}

/** A snapshot of the sandbox's state and dialect, without tokens. The page polls it. */
export interface View extends Addresses {
  /** The sandbox's time, ISO 8601. */
  readonly now: string;
  readonly profile: readonly string[];
  readonly rate: Rate | null;
  readonly serviceNameservers: readonly string[];
  /** Number of active faults. */
  readonly faults: number;
  /** The last rows of the log, oldest first. */
  readonly requests: readonly LogRow[];
  readonly domains: readonly DomainWithContent[];
  readonly contacts: readonly SandboxContact[];
  readonly approvals: readonly PendingApproval[];
  readonly ledger: readonly Charge[];
  readonly balance: number;
}
