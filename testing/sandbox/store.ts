/**
 * The sandbox's memory: every change goes through here, is saved whole before it counts as done, and is announced to
 * those who listen (a dashboard page, a DNS port). Lists are replaced, never changed in place, so that a list someone
 * took earlier stays as it was.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { freshState } from "./fixtures.ts";
import { notFound } from "./refusal.ts";
import type { SandboxDomain, SandboxForward, SandboxRecord, SandboxState } from "./state.ts";

/** What a change touched. */
export type Change =
  | { readonly kind: "records"; readonly domain: string; readonly before: readonly SandboxRecord[] }
  | { readonly kind: "forwards"; readonly domain: string; readonly before: readonly SandboxForward[] }
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "contacts" | "account" | "clock" };

export class UnreadableStateError extends Error {
  readonly code = "SANDBOX_STATE_UNREADABLE";

  constructor(file: string, reason: string) {
    super(
      `The state file ${file} is not one of this sandbox: ${reason}. Name another file, or remove it to start afresh.`,
    );
    this.name = "UnreadableStateError";
  }
}

/** Enough to tell one of our files from any other. */
const mark = z.looseObject({ version: z.literal(1), nextId: z.int(), domains: z.looseObject({}) });

function readState(file: string): SandboxState {
  try {
    const state: SandboxState = JSON.parse(readFileSync(file, "utf8"));
    mark.parse(state);
    return state;
  } catch (error) {
    throw new UnreadableStateError(file, error instanceof Error ? error.message : String(error));
  }
}

export class Store {
  readonly state: SandboxState;
  readonly #file: string | undefined;
  readonly #listeners = new Set<(change: Change) => void>();

  constructor(options: { file?: string | undefined; fixtures: "default" | "empty"; token?: string | undefined }) {
    this.#file = options.file;
    const kept = options.file !== undefined && existsSync(options.file) ? readState(options.file) : undefined;
    const state = kept ?? freshState(options.fixtures, new Date());
    this.state =
      options.token === undefined ? state : { ...state, secrets: { ...state.secrets, token: options.token } };
    this.#save();
  }

  /** Calls the listener after every change; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does the work, saves the whole state, then tells the listeners. The work must refuse before it changes anything. */
  change<T>(change: Change, work: (state: SandboxState) => T): T {
    const result = work(this.state);
    this.#save();
    for (const listener of this.#listeners) listener(change);
    return result;
  }

  /** The sandbox's own time. */
  now(): Date {
    return new Date(Date.now() + this.state.clockOffset);
  }

  /** A fresh number. It is saved with the change that uses it. */
  nextId(): number {
    return this.state.nextId++;
  }

  /** Any domain the sandbox knows, also another account's. */
  findDomain(name: string): SandboxDomain | undefined {
    return Object.hasOwn(this.state.domains, name) ? this.state.domains[name] : undefined;
  }

  domain(name: string): SandboxDomain {
    const domain = this.findDomain(name);
    if (domain === undefined) throw notFound("domain_not_found", `The domain ${name} was not found.`);
    return domain;
  }

  records(domain: string): readonly SandboxRecord[] {
    return this.state.records[domain] ?? [];
  }

  forwards(domain: string): readonly SandboxForward[] {
    return this.state.forwards[domain] ?? [];
  }

  setRecords(domain: string, records: readonly SandboxRecord[]): void {
    this.change({ kind: "records", domain, before: this.records(domain) }, (state) => {
      state.records[domain] = records;
    });
  }

  setForwards(domain: string, forwards: readonly SandboxForward[]): void {
    this.change({ kind: "forwards", domain, before: this.forwards(domain) }, (state) => {
      state.forwards[domain] = forwards;
    });
  }

  updateDomain(name: string, part: Partial<SandboxDomain>): SandboxDomain {
    const updated = { ...this.domain(name), updated: this.now().toISOString(), ...part, name };
    return this.change({ kind: "domain", domain: name }, (state) => {
      state.domains[name] = updated;
      return updated;
    });
  }

  /** Written beside the file and renamed over it, so that a killed process leaves the old state or the new one. */
  #save(): void {
    if (this.#file === undefined) return;
    const fresh = `${this.#file}.new`;
    writeFileSync(fresh, JSON.stringify(this.state, undefined, 1), { mode: 0o600 });
    renameSync(fresh, this.#file);
  }
}
