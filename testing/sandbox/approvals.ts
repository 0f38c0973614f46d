/** Changes that wait for the owner's approval by e-mail; until then the old values stay live. */
import type { PendingApproval, SandboxContact } from "./state.ts";
import type { Store } from "./store.ts";

type Draft<T> = T extends PendingApproval ? Omit<T, "id" | "at"> : never;

const sameSubject = (a: Draft<PendingApproval>, b: PendingApproval) =>
  a.kind === "contact" ? b.kind === "contact" && a.handle === b.handle : b.kind !== "contact" && a.domain === b.domain;

const stamped = (draft: Draft<PendingApproval>, id: number, at: string): PendingApproval => ({ ...draft, id, at });

/** Asks the owner. A later request about the same contact or domain takes the place of an earlier one. */
export function askOwner(store: Store, draft: Draft<PendingApproval>): PendingApproval {
  const approval = stamped(draft, store.nextId(), store.now().toISOString());
  return store.change({ kind: "contacts" }, (state) => {
    state.approvals = [...state.approvals.filter((other) => !sameSubject(draft, other)), approval];
    return approval;
  });
}

/** Drops what waits for a contact. */
export function withdraw(store: Store, handle: string): void {
  drop(store, (approval) => approval.kind === "contact" && approval.handle === handle);
}

/** Drops what waits for the contacts of a domain. */
export function withdrawOfDomain(store: Store, domain: string): void {
  drop(store, (approval) => approval.kind === "domainContacts" && approval.domain === domain);
}

function drop(store: Store, isMeant: (approval: PendingApproval) => boolean): void {
  if (!store.state.approvals.some(isMeant)) return;
  store.change({ kind: "contacts" }, (state) => {
    state.approvals = state.approvals.filter((approval) => !isMeant(approval));
  });
}

/**
 * No approval with this id is waiting.
 * @remedy Take the id from the dashboard page, or from the response that announced it.
 */
export class UnknownApprovalError extends Error {
  readonly code = "SANDBOX_APPROVAL_UNKNOWN";

  constructor(id: number) {
    super(`No change with the number ${id} waits for approval. List them with pendingApprovals().`);
    this.name = "UnknownApprovalError";
  }
}

/** The owner answers: the change applies, or is dropped. */
export function settle(store: Store, id: number, approved: boolean): void {
  const approval = store.state.approvals.find((candidate) => candidate.id === id);
  if (approval === undefined) throw new UnknownApprovalError(id);
  store.change({ kind: "contacts" }, (state) => {
    state.approvals = state.approvals.filter((other) => other !== approval);
    if (approved && approval.kind === "contact") {
      state.contacts = state.contacts.map((contact) =>
        contact.handle === approval.handle ? { ...contact, ...approval.changes, verified: true } : contact,
      );
    }
  });
  if (approved && approval.kind === "domainContacts") {
    const domain = store.domain(approval.domain);
    store.updateDomain(domain.name, { contacts: { ...domain.contacts, ...approval.changes } });
  }
}

export function updateContact(store: Store, handle: string, changes: Partial<Omit<SandboxContact, "handle">>): void {
  store.change({ kind: "contacts" }, (state) => {
    state.contacts = state.contacts.map((contact) =>
      contact.handle === handle ? { ...contact, ...changes } : contact,
    );
  });
}
