/** What only people in the dashboard can do, and what they may do by hand. Nothing here is checked as the API checks. */
import { settle, updateContact } from "./approvals.ts";
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
import type { Store } from "./store.ts";

/**
 * The sandbox's dashboard has no such domain, record, forward or contact.
 * @remedy Check the name or id; `sandbox.domains()` and `sandbox.records(domain)` list what there is.
 */
export class UnknownElementError extends Error {
  readonly code = "SANDBOX_ELEMENT_UNKNOWN";

  constructor(what: string) {
    super(`The sandbox has no ${what}.`);
    this.name = "UnknownElementError";
  }
}

type RecordPart = Partial<Omit<SandboxRecord, "id">>;
type ForwardPart = Partial<Omit<SandboxForward, "id">>;

export class Dashboard {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The name as the store has it. A person may write it in any case. */
  #known(domain: string): string {
    return this.#store.domain(domain.toLowerCase()).name;
  }

  lock(domain: string): void {
    this.#store.updateDomain(this.#known(domain), { locked: true });
  }

  unlock(domain: string): void {
    this.#store.updateDomain(this.#known(domain), { locked: false });
  }

  /** The EPP auth code. */
  authCode(domain: string): string {
    return this.#store.domain(this.#known(domain)).authCode;
  }

  setNameservers(domain: string, nameservers: readonly string[]): void {
    this.#store.updateDomain(this.#known(domain), { nameservers: [...nameservers] });
  }

  setAutoRenew(domain: string, autoRenew: boolean): void {
    this.#store.updateDomain(this.#known(domain), { autoRenew });
  }

  setPrivacy(domain: string, privacy: boolean): void {
    this.#store.updateDomain(this.#known(domain), { privacy });
  }

  /** On also while the domain uses other nameservers, which the API refuses. */
  setDnssec(domain: string, dnssec: boolean): void {
    this.#store.updateDomain(this.#known(domain), { dnssec });
  }

  setContacts(domain: string, contacts: Partial<SandboxDomain["contacts"]>): void {
    this.#store.updateDomain(this.#known(domain), {
      contacts: { ...this.#store.domain(this.#known(domain)).contacts, ...contacts },
    });
  }

  /** Adds a record as it is, also one the API would refuse (a second one of the same content). */
  addRecord(domain: string, record: RecordPart & Pick<SandboxRecord, "type">): SandboxRecord {
    const added = { name: "", ...record, id: this.#store.nextId() };
    this.#store.setRecords(this.#known(domain), [...this.#store.records(this.#known(domain)), added]);
    return added;
  }

  editRecord(domain: string, id: number, part: RecordPart): SandboxRecord {
    const edited = { ...find(this.#store.records(this.#known(domain)), id, `record ${id} of ${domain}`), ...part, id };
    this.#store.setRecords(this.#known(domain), replace(this.#store.records(this.#known(domain)), edited));
    return edited;
  }

  deleteRecord(domain: string, id: number): void {
    const gone = find(this.#store.records(this.#known(domain)), id, `record ${id} of ${domain}`);
    this.#store.setRecords(this.#known(domain), without(this.#store.records(this.#known(domain)), gone));
  }

  addForward(domain: string, forward: ForwardPart & Pick<SandboxForward, "destination">): SandboxForward {
    const added: SandboxForward = { source: "", type: "temporary", ...forward, id: this.#store.nextId() };
    this.#store.setForwards(this.#known(domain), [...this.#store.forwards(this.#known(domain)), added]);
    return added;
  }

  editForward(domain: string, id: number, part: ForwardPart): SandboxForward {
    const edited = {
      ...find(this.#store.forwards(this.#known(domain)), id, `forward ${id} of ${domain}`),
      ...part,
      id,
    };
    this.#store.setForwards(this.#known(domain), replace(this.#store.forwards(this.#known(domain)), edited));
    return edited;
  }

  deleteForward(domain: string, id: number): void {
    const gone = find(this.#store.forwards(this.#known(domain)), id, `forward ${id} of ${domain}`);
    this.#store.setForwards(this.#known(domain), without(this.#store.forwards(this.#known(domain)), gone));
  }

  editContact(handle: string, part: Partial<Omit<SandboxContact, "handle">>): void {
    if (!this.#store.state.contacts.some((contact) => contact.handle === handle)) {
      throw new UnknownElementError(`contact ${handle}`);
    }
    updateContact(this.#store, handle, part);
  }

  /** How many appraisals a day the marketplace gives, and how many of them count as used today. */
  setAppraisalQuota({ dailyLimit, usedToday }: { dailyLimit?: number; usedToday?: number }): void {
    const day = this.#store.now().toISOString().slice(0, 10);
    this.#store.change({ kind: "account" }, (state) => {
      const { appraisals } = state;
      state.appraisals = {
        ...appraisals,
        day,
        today: usedToday ?? (appraisals.day === day ? appraisals.today : 0),
        ...(dailyLimit !== undefined && { limit: dailyLimit }),
      };
    });
  }

  /** The inbound transfer completes now. The 60-day restriction begins with the arrival. */
  completeTransfer(domain: string): void {
    const now = this.#store.now();
    this.#transferred(domain);
    this.#store.updateDomain(this.#known(domain), {
      transferUntil: now.toISOString(),
      restrictedUntil: daysAfter(now, 60),
    });
  }

  /** The inbound transfer fails: the domain stays where it was. What it cost is not given back. */
  failTransfer(domain: string): void {
    this.#transferred(domain);
    this.#store.updateDomain(this.#known(domain), { account: "other", transferUntil: null, restrictedUntil: null });
  }

  #transferred(domain: string): void {
    const { transferUntil } = this.#store.domain(this.#known(domain));
    if (transferUntil === null || Date.parse(transferUntil) <= this.#store.now().getTime()) {
      throw new UnknownElementError(`running transfer of ${domain}`);
    }
  }

  setExpiry(domain: string, expires: string): void {
    this.#store.updateDomain(this.#known(domain), { expires });
  }

  /** What is left on the account, in major units: it was topped up, or spent elsewhere. */
  setBalance(balance: number): void {
    this.#store.change({ kind: "account" }, (state) => {
      state.balance = balance;
    });
  }

  /** Changes prices of a TLD, in major units; those left out stay. */
  setPrices(tld: string, part: Partial<TldPrice>): void {
    const name = tld.toLowerCase();
    const price = priceOf(`.${name}`, this.#store.state.prices);
    if (price === undefined) throw new UnknownElementError(`TLD ${name}`);
    this.#store.change({ kind: "account" }, (state) => {
      state.prices = { ...state.prices, [name]: { ...price, ...part } };
    });
  }

  /** Changes that wait for the owner's answer to an e-mail. */
  pendingApprovals(): PendingApproval[] {
    return structuredClone([...this.#store.state.approvals]);
  }

  approve(id: number): void {
    settle(this.#store, id, true);
  }

  reject(id: number): void {
    settle(this.#store, id, false);
  }
}

function find<T extends { readonly id: number }>(items: readonly T[], id: number, what: string): T {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) throw new UnknownElementError(what);
  return item;
}

const replace = <T extends { readonly id: number }>(items: readonly T[], item: T) =>
  items.map((other) => (other.id === item.id ? item : other));

const without = <T extends { readonly id: number }>(items: readonly T[], item: T) =>
  items.filter((other) => other.id !== item.id);
