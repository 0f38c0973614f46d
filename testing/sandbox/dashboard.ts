/** Edits made by hand, including those that only the dashboard can make. The API's checks don't apply. */

import { UnknownItemError } from "../shared/errors.ts";
import { decide, updateContact } from "./approvals.ts";
import { daysAfter } from "./fixtures.ts";
import { priceOf } from "./prices.ts";
import type {
  PendingApproval,
  SandboxContact,
  SandboxDomain,
  SandboxForward,
  SandboxRecord,
  TldPrice,
} from "./state.ts";
import type { RowList, Store } from "./store.ts";

/** A domain of any account; upper and lower case are equal. @throws UnknownItemError if there is none */
export function domainOf(store: Store, name: string): SandboxDomain {
  const domain = store.findDomain(name.toLowerCase());
  if (domain === undefined) throw new UnknownItemError(`domain ${name}`);
  return domain;
}

type DomainPart = Partial<Omit<SandboxDomain, "name" | "contacts"> & { contacts: Partial<SandboxDomain["contacts"]> }>;
type RecordPart = Partial<Omit<SandboxRecord, "id">>;
type ForwardPart = Partial<Omit<SandboxForward, "id">>;

export class Dashboard {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Changes a domain, also as the API refuses: unlocks it, or turns DNSSEC on with other nameservers. Omitted contacts stay. */
  editDomain(domain: string, { contacts, ...part }: DomainPart): void {
    const old = domainOf(this.#store, domain);
    this.#store.updateDomain(old.name, { ...part, contacts: { ...old.contacts, ...contacts } });
  }

  #records(domain: string): RowList<SandboxRecord> {
    return this.#store.records(domainOf(this.#store, domain).name);
  }

  /** Adds a record unchanged, even one that the API refuses, such as a duplicate. */
  addRecord(domain: string, record: RecordPart & Pick<SandboxRecord, "type">): SandboxRecord {
    return this.#records(domain).add({ name: "", ...record, id: this.#store.nextId() });
  }

  editRecord(domain: string, id: number, part: RecordPart): SandboxRecord {
    const records = this.#records(domain);
    const old = records.get(id);
    return records.replace(old, { ...old, ...part, id });
  }

  deleteRecord(domain: string, id: number): void {
    const records = this.#records(domain);
    records.remove(records.get(id));
  }

  #forwards(domain: string): RowList<SandboxForward> {
    return this.#store.forwards(domainOf(this.#store, domain).name);
  }

  addForward(domain: string, forward: ForwardPart & Pick<SandboxForward, "destination">): SandboxForward {
    return this.#forwards(domain).add({ source: "", type: "temporary", ...forward, id: this.#store.nextId() });
  }

  editForward(domain: string, id: number, part: ForwardPart): SandboxForward {
    const forwards = this.#forwards(domain);
    const old = forwards.get(id);
    return forwards.replace(old, { ...old, ...part, id });
  }

  deleteForward(domain: string, id: number): void {
    const forwards = this.#forwards(domain);
    forwards.remove(forwards.get(id));
  }

  editContact(handle: string, part: Partial<Omit<SandboxContact, "handle">>): void {
    if (!this.#store.state.contacts.some((contact) => contact.handle === handle)) {
      throw new UnknownItemError(`contact ${handle}`);
    }
    updateContact(this.#store, handle, part);
  }

  /** Sets the marketplace's appraisals per day, and the number used today. */
  setAppraisalQuota({ dailyLimit, usedToday }: { dailyLimit?: number; usedToday?: number }): void {
    const day = this.#store.now().toISOString().slice(0, 10);
    this.#store.change((state) => {
      const { appraisals } = state;
      state.appraisals = {
        ...appraisals,
        day,
        today: usedToday ?? (appraisals.day === day ? appraisals.today : 0),
        ...(dailyLimit !== undefined && { limit: dailyLimit }),
      };
    });
  }

  /** Completes the inbound transfer now, and starts the 60-day restriction. */
  completeTransfer(domain: string): void {
    const now = this.#store.now();
    this.#transferred(domain);
    this.editDomain(domain, { transferUntil: now.toISOString(), restrictedUntil: daysAfter(now, 60) });
  }

  /** Fails the inbound transfer: the domain stays in the other account, without a refund. */
  failTransfer(domain: string): void {
    this.#transferred(domain);
    this.editDomain(domain, { account: "other", transferUntil: null, restrictedUntil: null });
  }

  #transferred(domain: string): void {
    const { transferUntil } = domainOf(this.#store, domain);
    if (transferUntil === null || Date.parse(transferUntil) <= this.#store.now().getTime()) {
      throw new UnknownItemError(`running transfer of ${domain}`);
    }
  }

  /** Sets the account's balance, in major units. */
  setBalance(balance: number): void {
    this.#store.change((state) => {
      state.balance = balance;
    });
  }

  /** Changes prices of a TLD, in major units. Omitted ones stay. */
  setPrices(tld: string, part: Partial<TldPrice>): void {
    const name = tld.toLowerCase();
    const price = priceOf(`.${name}`, this.#store.state.prices);
    if (price === undefined) throw new UnknownItemError(`TLD ${name}`);
    this.#store.change((state) => {
      state.prices = { ...state.prices, [name]: { ...price, ...part } };
    });
  }

  /** Changes that need the owner's approval by e-mail. */
  pendingApprovals(): PendingApproval[] {
    return structuredClone([...this.#store.state.approvals]);
  }

  approve(id: number): void {
    decide(this.#store, id, true);
  }

  reject(id: number): void {
    decide(this.#store, id, false);
  }
}
