/**
 * The sandbox's state. `change` applies a change, saves the complete state and notifies listeners (such as the DNS port). Lists
 * are replaced, never changed in place, so that callers can keep an earlier one.
 */
import { StateFile } from "../shared/stateFile.ts";
import { freshState } from "./fixtures.ts";
import { notFound } from "./refusal.ts";
import type { SandboxForward, SandboxRecord } from "./state.ts";
import type { HeldDomain, SandboxState } from "./stateFile.ts";
import { stateSchema } from "./stateSchema.ts";

/** The subject of a change. */
export type Change =
  | { readonly kind: "records"; readonly domain: string; readonly before: readonly SandboxRecord[] }
  | { readonly kind: "forwards"; readonly domain: string; readonly before: readonly SandboxForward[] }
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "contacts" | "account" | "clock" | "everything" };

function stateIn(content: unknown): SandboxState {
  const [issue] = stateSchema.safeParse(content).error?.issues ?? [];
  if (issue === undefined) return content as SandboxState;
  throw new Error(`"${issue.path.join(".")}" is missing or not as it should be`);
}

/** The records or forwards of a domain, as they are now. A change makes it out of date. */
export class RowList<Row extends { readonly id: number }> {
  readonly all: readonly Row[];
  readonly set: (rows: readonly Row[]) => void;

  constructor(all: readonly Row[], set: (rows: readonly Row[]) => void) {
    this.all = all;
    this.set = set;
  }

  find(id: number | undefined): Row | undefined {
    return this.all.find((row) => row.id === id);
  }

  add(row: Row): Row {
    this.set([...this.all, row]);
    return row;
  }

  replace(id: number, by: Row): Row {
    this.set(this.all.map((row) => (row.id === id ? by : row)));
    return by;
  }

  remove(id: number): void {
    this.set(this.all.filter((row) => row.id !== id));
  }
}

export class Store {
  #state: SandboxState;
  readonly #fixtures: "default" | "empty";
  readonly #file: StateFile | undefined;
  readonly #listeners = new Set<(change: Change) => void>();

  constructor(options: { file?: string | undefined; fixtures: "default" | "empty"; token?: string | undefined }) {
    this.#fixtures = options.fixtures;
    this.#file = options.file === undefined ? undefined : new StateFile(options.file);
    this.#file?.open();
    try {
      const state = this.#file?.read(stateIn) ?? freshState(options.fixtures, new Date());
      const { secrets } = state;
      this.#state = { ...state, secrets: { ...secrets, ...(options.token !== undefined && { token: options.token }) } };
      this.#file?.write(this.#state);
    } catch (error) {
      this.#file?.close();
      throw error;
    }
  }

  get state(): SandboxState {
    return this.#state;
  }

  /** Restores the initial state, except the secrets. */
  reset(): void {
    const { secrets } = this.#state;
    this.#state = { ...freshState(this.#fixtures, new Date()), secrets };
    this.change({ kind: "everything" }, () => {});
  }

  /** Releases the state file. */
  close(): void {
    this.#file?.close();
  }

  /** Calls the listener after every change. @returns removes the listener */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does the work, saves the state, then calls the listeners. The work must throw before it changes anything. */
  change<T>(change: Change, work: (state: SandboxState) => T): T {
    const result = work(this.state);
    this.#file?.write(this.#state);
    for (const listener of this.#listeners) listener(change);
    return result;
  }

  /** The sandbox's own time. */
  now(): Date {
    return new Date(Date.now() + this.state.clockOffset);
  }

  /** A new number. It is saved with the change that uses it. */
  nextId(): number {
    return this.state.nextId++;
  }

  /** Any domain the sandbox knows, also another account's. */
  findDomain(name: string): HeldDomain | undefined {
    return Object.hasOwn(this.state.domains, name) ? this.state.domains[name] : undefined;
  }

  domain(name: string): HeldDomain {
    const domain = this.findDomain(name);
    if (domain === undefined) throw notFound("domain_not_found", `The domain ${name} was not found.`);
    return domain;
  }

  records(domain: string): RowList<SandboxRecord> {
    const before = this.state.records[domain] ?? [];
    const change = (work: (state: SandboxState) => void) => this.change({ kind: "records", domain, before }, work);
    return new RowList(before, (rows) => change(({ records }) => Object.assign(records, { [domain]: rows })));
  }

  forwards(domain: string): RowList<SandboxForward> {
    const before = this.state.forwards[domain] ?? [];
    const change = (work: (state: SandboxState) => void) => this.change({ kind: "forwards", domain, before }, work);
    return new RowList(before, (rows) => change(({ forwards }) => Object.assign(forwards, { [domain]: rows })));
  }

  updateDomain(name: string, part: Partial<HeldDomain>): HeldDomain {
    const updated = { ...this.domain(name), updated: this.now().toISOString(), ...part, name };
    return this.change({ kind: "domain", domain: name }, (state) => {
      state.domains[name] = updated;
      return updated;
    });
  }
}
