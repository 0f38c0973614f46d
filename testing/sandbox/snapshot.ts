import type { SandboxControl } from "./control.ts";
import type { Snapshot } from "./page/shape.ts";

/** Everything the sandbox holds at this moment, for the admin interface and the dashboard page. */
export const snapshot = (sandbox: SandboxControl): Snapshot => ({
  domains: sandbox.domains().map((domain) => ({
    ...domain,
    records: sandbox.records(domain.name),
    forwards: sandbox.forwards(domain.name),
  })),
  contacts: sandbox.contacts(),
  approvals: sandbox.dashboard.pendingApprovals(),
  ledger: sandbox.ledger(),
  balance: sandbox.balance,
});
