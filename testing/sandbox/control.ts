/** The public interface of a sandbox for tests of programs, and the internal one. */
import type { Dashboard } from "./dashboard.ts";
import type { FaultHandle, FaultRule } from "./faults.ts";
import type { Addresses } from "./page/shape.ts";
import type { Rate } from "./rate.ts";
import type { FullRequestLog, RequestLog } from "./requestLog.ts";
import type { Charge, SandboxContact, SandboxDomain, SandboxForward, SandboxRecord } from "./state.ts";

/** A running registrar on localhost. An unknown name, id or handle throws `UnknownItemError`. */
export interface Sandbox extends Addresses {
  /** `REGISTRAR_API_TOKEN`. */
  readonly token: string;
  /** `REGISTRAR_MARKETPLACE_USER_ID`. */
  readonly marketplaceUserId: string;
  /** `REGISTRAR_MARKETPLACE_TOKEN`. */
  readonly marketplaceToken: string;
  /** `REGISTRAR_APPRAISAL_TOKEN`. */
  readonly appraisalToken: string;
  /** URL of the dashboard page, with its secret. */
  readonly dashboardUrl: string;
  /** Every API request in order. */
  readonly log: RequestLog;
  /** The stored records in plain form, independent of the profile. */
  records(domain: string): SandboxRecord[];
  forwards(domain: string): SandboxForward[];
  /** A domain of any account. */
  domain(name: string): SandboxDomain;
  domains(): SandboxDomain[];
  contacts(): SandboxContact[];
  /** The account's charges, in order. */
  ledger(): Charge[];
  /** The account's balance in major units. A fresh one has 1000. */
  readonly balance: number;
  /** Adds a domain, or resets an existing one. `account: "other"` makes it another account's. */
  addDomain(name: string, part?: Partial<Omit<SandboxDomain, "name">>): void;
  /** Edits made by hand. */
  readonly dashboard: Dashboard;
  /** Adds a fault rule. The first rule that matches a request applies. */
  fault(rule: FaultRule): FaultHandle;
  /** The sandbox's time, which keeps running after `advance`. */
  readonly clock: {
    now(): Date;
    advance(duration: { days?: number; hours?: number }): void;
  };
  /** Restores the initial state, except addresses and tokens. Requests in flight get no response. */
  reset(): void;
  /** Stops the sandbox at once, and drops hanging requests. */
  close(): Promise<void>;
}

/** For the control API, the page, the command and this project's tests. */
export interface WholeSandbox extends Sandbox {
  readonly log: FullRequestLog;
  /** URL of the control API, with its secret. `GET` lists its routes. */
  readonly admin: string;
  /** Removes a domain with its records and forwards, as after a transfer out. */
  removeDomain(name: string): void;
  readonly profile: readonly string[];
  setProfile(profile: string | readonly string[]): void;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
  readonly rate: Rate | undefined;
  /** Calls the listener after every change. @returns removes the listener */
  onChange(listener: () => void): () => void;
}
