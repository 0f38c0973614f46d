/** What tests of programs hold of a sandbox, and what is for this project alone. */
import type { Dashboard } from "./dashboard.ts";
import type { FaultHandle, FaultRule } from "./faults.ts";
import type { Addresses } from "./page/shape.ts";
import type { Rate } from "./rate.ts";
import type { FullRequestLog, RequestLog } from "./requestLog.ts";
import type { Charge, SandboxContact, SandboxDomain, SandboxForward, SandboxRecord } from "./state.ts";
import type { Change } from "./store.ts";

/** A running registrar on localhost: what is in it, and what happens to it. A name, id or handle that it does not have is an `UnknownItemError`. */
export interface Sandbox extends Addresses {
  /** `REGISTRAR_API_TOKEN`. */
  readonly token: string;
  /** `REGISTRAR_MARKETPLACE_USER_ID`. */
  readonly marketplaceUserId: string;
  /** `REGISTRAR_MARKETPLACE_TOKEN`. */
  readonly marketplaceToken: string;
  /** `REGISTRAR_APPRAISAL_TOKEN`. */
  readonly appraisalToken: string;
  /** The dashboard page for a browser; its secret is inside. */
  readonly dashboardUrl: string;
  /** Every API request in order. */
  readonly log: RequestLog;
  /** What is there now, in plain form, whatever the profile shows. */
  records(domain: string): SandboxRecord[];
  forwards(domain: string): SandboxForward[];
  /** A domain of any account. */
  domain(name: string): SandboxDomain;
  domains(): SandboxDomain[];
  contacts(): SandboxContact[];
  /** What the account was charged, in order. */
  ledger(): Charge[];
  /** What is left on the account, in major units. A fresh one has 1000. */
  readonly balance: number;
  /** Adds a domain, or puts it back to a fresh one. `account: "other"` makes it another account's. */
  addDomain(name: string, part?: Partial<Omit<SandboxDomain, "name">>): void;
  /** What a person does by hand. */
  readonly dashboard: Dashboard;
  /** Switches a fault on. Several rules: the first that matches a request strikes it. */
  fault(rule: FaultRule): FaultHandle;
  /** The sandbox's time, which runs on from where it was moved to. */
  readonly clock: {
    now(): Date;
    advance(duration: { days?: number; hours?: number }): void;
  };
  /** Puts everything but addresses and tokens back to how it was at the start. Requests that are not answered yet never will be. */
  reset(): void;
  /** Stops it at once, also requests that hang. */
  close(): Promise<void>;
}

/** What the admin interface, the page and this project's own tests control. The addresses are known only once it listens. */
export interface SandboxControl extends Omit<Sandbox, keyof Addresses | "dashboardUrl" | "reset" | "close"> {
  readonly log: FullRequestLog;
  /** Takes a domain away with its records and forwards: it left the account. */
  removeDomain(name: string): void;
  readonly profile: readonly string[];
  setProfile(profile: string | readonly string[]): void;
  faults(): FaultHandle[];
  clearFaults(): void;
  readonly rate: Rate | undefined;
  setRate(rate: Rate | undefined): void;
  /** Calls the listener after every change of what the sandbox holds; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
}

export interface WholeSandbox extends SandboxControl, Sandbox {
  readonly log: FullRequestLog;
  /** URL of the admin interface; its secret is inside. `GET` lists its routes. */
  readonly admin: string;
}
