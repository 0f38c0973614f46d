/** Changes that need the owner's approval by e-mail. Until then the old values stay live. */
import { UnknownItemError } from "../shared/errors.ts";
import type { PendingApproval, SandboxContact } from "./state.ts";
import type { Store } from "./store.ts";

type Draft<T> = T extends PendingApproval ? Omit<T, "id" | "at"> : never;

/** The subject of an approval: a contact, or the contacts of a domain. */
const subjectOf = (approval: Draft<PendingApproval>) =>
  approval.kind === "contact" ? `contact ${approval.handle}` : `domain ${approval.domain}`;

/** Asks the owner. A later request about the same contact or domain replaces an earlier one. */
export function askOwner(store: Store, draft: Draft<PendingApproval>): void {
  const approval: PendingApproval = { ...draft, id: store.nextId(), at: store.now().toISOString() };
  withdraw(store, subjectOf(draft));
  store.change((state) => {
    state.approvals = [...state.approvals, approval];
  });
}

/** Drops the pending change of `contact HANDLE`, or of the contacts of `domain NAME`. */
export function withdraw(store: Store, subject: string): void {
  store.change((state) => {
    state.approvals = state.approvals.filter((approval) => subjectOf(approval) !== subject);
  });
}

/** Applies or drops a change, as the owner decides. */
export function decide(store: Store, id: number, approved: boolean): void {
  const approval = store.state.approvals.find((candidate) => candidate.id === id);
  if (approval === undefined)
    throw new UnknownItemError(`change ${id} that waits for approval; see pendingApprovals()`);
  withdraw(store, subjectOf(approval));
  if (approved && approval.kind === "contact") {
    updateContact(store, approval.handle, { ...approval.changes, verified: true });
  }
  if (approved && approval.kind === "domainContacts") {
    const { contacts } = store.domain(approval.domain);
    store.updateDomain(approval.domain, { contacts: { ...contacts, ...approval.changes } });
  }
}

export function updateContact(store: Store, handle: string, changes: Partial<Omit<SandboxContact, "handle">>): void {
  store.change((state) => {
    state.contacts = state.contacts.map((contact) =>
      contact.handle === handle ? { ...contact, ...changes } : contact,
    );
  });
}
