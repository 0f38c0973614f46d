/** Everything the sandbox holds at this moment, for the admin interface and the dashboard page. No token is in it. */
import type { SandboxControl } from "./sandbox.ts";

export const snapshot = (sandbox: SandboxControl) => ({
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
