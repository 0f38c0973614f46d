/** Looking inside a sandbox, and control of what it does. */
import type { Dashboard } from "./dashboard.ts";
import type { FaultHandle, FaultRule } from "./faults.ts";
import type { Rate } from "./rate.ts";
import type { RequestLog } from "./requestLog.ts";
import type { Charge, SandboxContact, SandboxDomain, SandboxForward, SandboxRecord } from "./state.ts";
import type { Change } from "./store.ts";

/** Everything but the addresses, which are known only once it listens. */
export interface SandboxControl {
  readonly token: string;
  readonly marketplaceUserId: string;
  readonly marketplaceToken: string;
  readonly appraisalToken: string;
  /** Every API request in order. */
  readonly log: RequestLog;
  /** What is there now, in plain form, whatever the profile shows. */
  records(domain: string): SandboxRecord[];
  forwards(domain: string): SandboxForward[];
  /** A domain of any account. Throws when there is none of that name. */
  domain(name: string): SandboxDomain;
  domains(): SandboxDomain[];
  contacts(): SandboxContact[];
  /** What the account was charged, in order. */
  ledger(): Charge[];
  /** What is left on the account, in major units. A fresh one has 1000. */
  readonly balance: number;
  /** Adds a domain, or puts it back to a fresh one. `account: "other"` makes it another account's. */
  addDomain(name: string, part?: Partial<Omit<SandboxDomain, "name">>): void;
  /** Takes a domain away with its records and forwards: it left the account. */
  removeDomain(name: string): void;
  readonly dashboard: Dashboard;
  readonly profile: readonly string[];
  setProfile(profile: string | readonly string[]): void;
  /** Switches a fault on. Several rules: the first that matches a request strikes it. */
  fault(rule: FaultRule): FaultHandle;
  faults(): FaultHandle[];
  clearFaults(): void;
  readonly rate: Rate | undefined;
  setRate(rate: Rate | undefined): void;
  readonly clock: {
    now(): Date;
    advance(duration: { days?: number; hours?: number }): void;
  };
  /** Calls the listener after every change of what the sandbox holds; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
}
