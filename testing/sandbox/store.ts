/**
 * The sandbox's state. `change` applies a change, saves the complete state and notifies listeners (such as the DNS port). Lists
 * are replaced, never changed in place, so that callers can keep an earlier one.
 */
import { UnknownItemError } from "../shared/errors.ts";
import { StateFile } from "../shared/stateFile.ts";
import { freshState } from "./fixtures.ts";
import { notFound } from "./refusal.ts";
import { stateSchema } from "./schemas.ts";
import type { SandboxForward, SandboxRecord } from "./state.ts";
import type { HeldDomain, SandboxState } from "./stateFile.ts";

function stateIn(content: unknown): SandboxState {
  const [issue] = stateSchema.safeParse(content).error?.issues ?? [];
  if (issue === undefined) return content as SandboxState;
  throw new Error(`"${issue.path.join(".")}" is missing or not as it should be`);
}

/** Times of writes, by the list that each write made. */
export const writtenAt = new WeakMap<object, number>();

/** The records or forwards of a domain, as they are now. A change makes it out of date. */
export class RowList<Row extends { readonly id: number }> {
  readonly all: readonly Row[];
  readonly set: (rows: readonly Row[]) => void;
  readonly #nameOf: (id: number) => string;

  constructor(kind: string, domain: string, lists: Record<string, readonly Row[]>, change: Store["change"]) {
    this.#nameOf = (id) => `${kind} ${id} of ${domain}`;
    this.all = lists[domain] ?? [];
    this.set = (rows) => {
      writtenAt.set(rows, Date.now());
      change(() => Object.assign(lists, { [domain]: rows }));
    };
  }

  /** @throws UnknownItemError if there is none */
  get(id: number): Row {
    const row = this.all.find((each) => each.id === id);
    if (row === undefined) throw new UnknownItemError(this.#nameOf(id));
    return row;
  }

  add(row: Row): Row {
    this.set([...this.all, row]);
    return row;
  }

  replace(old: Row, by: Row): Row {
    this.set(this.all.map((row) => (row === old ? by : row)));
    return by;
  }

  remove(old: Row): void {
    this.set(this.all.filter((row) => row !== old));
  }
}

export class Store {
  #state: SandboxState;
  readonly #fixtures: "default" | "empty";
  readonly #file: StateFile | undefined;
  readonly #listeners = new Set<() => void>();

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
    this.change(() => {});
  }

  /** Releases the state file. */
  close(): void {
    this.#file?.close();
  }

  /** Calls the listener after every change. @returns removes the listener */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does the work, saves the state, then calls the listeners. The work must throw before it changes anything. */
  change<T>(work: (state: SandboxState) => T): T {
    const result = work(this.state);
    this.#file?.write(this.#state);
    for (const listener of this.#listeners) listener();
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
    return new RowList("record", domain, this.state.records, (work) => this.change(work));
  }

  forwards(domain: string): RowList<SandboxForward> {
    return new RowList("forward", domain, this.state.forwards, (work) => this.change(work));
  }

  updateDomain(name: string, part: Partial<HeldDomain>): HeldDomain {
    const updated = { ...this.domain(name), updated: this.now().toISOString(), ...part, name };
    this.change(({ domains }) => Object.assign(domains, { [name]: updated }));
    return updated;
  }
}
