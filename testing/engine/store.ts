import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { LockHeldError, removeLeftovers, replaceFile, takeLock } from "../files/index.ts";
import { isSystemError, messageOf, StackLockedError, StateError } from "./errors.ts";
import { PassphraseCrypter } from "./secrets.ts";
import {
  fromDeployment,
  type PendingOperation,
  pendingFromJson,
  type Row,
  referencesOf,
  repairReferences,
  rowFromJson,
  rowToJson,
  SecretTexts,
  type State,
  toDeployment,
} from "./state.ts";
import type { Deployment } from "./types.ts";
import { isProps, type Props, type Value } from "./values.ts";

/** What the state says wrote it. */
export const ENGINE_VERSION = "0.1.0";

/** A resource's place in the state during one operation; it outlives changes of the row. */
export type Key = number;

/**
 * The state of one stack on disk: a deployment, and while an operation runs a journal beside it. Every finished step
 * is appended to the journal before the program hears of it, and folded into the deployment at the end or by the next
 * reader, so the engine may be killed at any moment. One operation at a time, by a lock file.
 */
export class Store {
  readonly #file: string;
  readonly #passphrase: string;
  #salt: string | undefined;
  #secrets: SecretTexts | undefined;
  #rows = new Map<Key, Row>();
  /** Rows of this operation, in order of completion; they stand before the others. */
  #done = new Set<Key>();
  #pending = new Map<number, PendingOperation>();
  #nextKey = 0;
  #journal: number | undefined;
  #batch: Record<string, unknown>[] | undefined;
  #unlock: () => void = () => {};

  constructor(dir: string, name: string, passphrase: string, salt?: string) {
    this.#file = path.join(dir, `${name}.json`);
    this.#passphrase = passphrase;
    this.#salt = salt;
  }

  get #journalFile(): string {
    return `${this.#file}.journal`;
  }

  get #lockFile(): string {
    return `${this.#file}.lock`;
  }

  /** Reads the state, with the journal of an operation that was cut off. Changes nothing on disk. */
  load(): void {
    this.#rows.clear();
    this.#done.clear();
    this.#pending.clear();
    this.#nextKey = 0;
    const text = readIfThere(this.#file);
    if (text !== undefined) this.#take(this.#parse(text));
    const journal = readIfThere(this.#journalFile);
    if (journal !== undefined) this.#replay(journal, hashOf(text));
  }

  /** Locks the stack, loads it, and starts a journal. */
  begin(): void {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true });
    this.#unlock = this.#lock();
    try {
      removeLeftovers(this.#file);
      this.load();
      this.#fold();
      // The fold has removed the old one: this is a new file, whatever stood there.
      this.#journal = fs.openSync(this.#journalFile, "ax", 0o600);
      this.#append({ base: hashOf(readIfThere(this.#file)) });
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Folds the journal into the deployment and unlocks. */
  finish(): void {
    if (this.#journal === undefined) return;
    this.#fold();
    this.#unlock();
  }

  /** @throws StackLockedError if a living process holds it */
  #lock(): () => void {
    try {
      return takeLock(this.#lockFile);
    } catch (error) {
      throw error instanceof LockHeldError ? new StackLockedError(error.lock, error.pid) : error;
    }
  }

  /** The resources with their keys: first those of this operation, in order of completion, then the others. */
  entries(): { key: Key; row: Row }[] {
    const others = [...this.#rows.keys()].filter((key) => !this.#done.has(key));
    const entries = [...this.#done, ...others].flatMap((key) => {
      const row = this.#rows.get(key);
      return row ? [{ key, row }] : [];
    });
    return inOrder(entries);
  }

  rows(): Row[] {
    return this.entries().map(({ row }) => row);
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key);
  }

  newKey(): Key {
    return this.#nextKey++;
  }

  /** Records a resource. `done` moves it to the rows of this operation. */
  put(key: Key, row: Row, done: boolean): void {
    this.#append({ key, row: this.#write(row), done });
    this.#rows.set(key, row);
    if (done) this.#done.add(key);
  }

  remove(key: Key): void {
    this.#append({ key, gone: true });
    this.#rows.delete(key);
    this.#done.delete(key);
  }

  /** A resource took another URN by an alias: whatever refers to the old one now refers to the new one. */
  rename(from: string, to: string): void {
    this.#append({ rename: [from, to] });
    this.#rename(from, to);
  }

  /** Notes that a call to the provider starts, whose outcome would be unknown if the engine stopped now. */
  start(operation: PendingOperation): number {
    const number = this.newKey();
    this.#append({ start: number, resource: this.#write(operation.resource), type: operation.type });
    this.#pending.set(number, operation);
    return number;
  }

  end(number: number): void {
    this.#append({ end: number });
    this.#pending.delete(number);
  }

  pending(): PendingOperation[] {
    return [...this.#pending.values()];
  }

  clearPending(): void {
    for (const number of this.#pending.keys()) this.end(number);
  }

  /** Replaces all rows, as after a refresh that found some gone. */
  repair(): void {
    const entries = this.entries();
    const repaired = repairReferences(entries.map(({ row }) => row));
    entries.forEach(({ key, row }, i) => {
      const now = repaired[i];
      if (now && JSON.stringify(now) !== JSON.stringify(row)) this.put(key, now, false);
    });
  }

  export(showSecrets: boolean): Deployment {
    const salt = this.salt();
    return toDeployment(this.#state(), ENGINE_VERSION, salt, showSecrets ? "show" : this.secrets());
  }

  /** Replaces the state by an exported deployment. */
  import(deployment: Value): void {
    const state = fromDeployment(deployment, (salt) => this.#opener(salt));
    this.#salt = undefined;
    this.#secrets = undefined;
    this.#take(state);
    for (const key of this.#rows.keys()) this.#done.add(key);
  }

  secrets(): SecretTexts {
    this.#secrets ??= new SecretTexts(this.#crypter());
    return this.#secrets;
  }

  salt(): string {
    this.#salt ??= new PassphraseCrypter(this.#passphrase).salt;
    return this.#salt;
  }

  #crypter(): PassphraseCrypter {
    return new PassphraseCrypter(this.#passphrase, this.salt());
  }

  #opener(salt: string | undefined): SecretTexts {
    return new SecretTexts(new PassphraseCrypter(this.#passphrase, salt ?? this.salt()));
  }

  #parse(text: string): State {
    let json: Value;
    try {
      json = JSON.parse(text);
    } catch (error) {
      throw new StateError(`${this.#file} is not JSON (${messageOf(error)}); restore it from a copy`);
    }
    return fromDeployment(json, (salt) => {
      if (salt) this.#salt = salt;
      return this.secrets();
    });
  }

  #take(state: State): void {
    this.#rows.clear();
    this.#pending.clear();
    if (state.salt) this.#salt = state.salt;
    for (const row of state.rows) this.#rows.set(this.newKey(), row);
    for (const operation of state.pending) this.#pending.set(this.newKey(), operation);
  }

  #state(): State {
    return { rows: this.rows(), pending: this.pending(), salt: this.#salt };
  }

  #write(row: Row): Props {
    return rowToJson(row, (value) => this.secrets().seal(value, row.urn));
  }

  /** What `changes` records goes to disk in one piece: after a crash, all of it is there or nothing. */
  batch(changes: () => void): void {
    this.#batch = [];
    changes();
    const lines = this.#batch;
    this.#batch = undefined;
    if (lines.length > 0) this.#append({ batch: lines });
  }

  #append(entry: Record<string, unknown>): void {
    if (this.#journal === undefined) return;
    if (this.#batch) this.#batch.push(entry);
    else fs.writeSync(this.#journal, `${JSON.stringify(entry)}\n`);
  }

  /** Rows keep the keys they had when the journal was written: the same file is read in the same order. */
  #replay(journal: string, base: string): void {
    const lines = journal.split("\n");
    // The last line is empty, or one that was being written when the engine was stopped.
    const entries = lines.slice(0, -1).map((line): Value => JSON.parse(line));
    const [first, ...rest] = entries;
    if (!isProps(first) || first["base"] !== base) return;
    for (const entry of rest) if (isProps(entry)) this.#replayEntry(entry);
    const rows = this.entries();
    const repaired = repairReferences(rows.map(({ row }) => row));
    rows.forEach(({ key }, i) => {
      const row = repaired[i];
      if (row) this.#rows.set(key, row);
    });
  }

  #replayEntry(entry: Props): void {
    const { key, row, done, gone, rename, start, end, batch } = entry;
    if (Array.isArray(batch)) for (const part of batch) if (isProps(part)) this.#replayEntry(part);
    for (const number of [key, start]) {
      if (typeof number === "number") this.#nextKey = Math.max(this.#nextKey, number + 1);
    }
    if (typeof key === "number" && gone) {
      this.#rows.delete(key);
      this.#done.delete(key);
    } else if (typeof key === "number") {
      this.#rows.set(key, rowFromJson(row, this.secrets()));
      if (done) this.#done.add(key);
    } else if (Array.isArray(rename)) this.#rename(String(rename[0]), String(rename[1]));
    else if (typeof start === "number") this.#pending.set(start, pendingFromJson(entry, this.secrets()));
    else if (typeof end === "number") this.#pending.delete(end);
  }

  #rename(from: string, to: string): void {
    const renamed = (urn: string) => (urn === from ? to : urn);
    for (const [key, row] of this.#rows) {
      const now = { ...row };
      if (row.parent) now.parent = renamed(row.parent);
      if (row.dependencies) now.dependencies = row.dependencies.map(renamed);
      if (row.propertyDependencies) {
        const entries = Object.entries(row.propertyDependencies).map(
          ([name, urns]) => [name, urns.map(renamed)] as const,
        );
        now.propertyDependencies = Object.fromEntries(entries);
      }
      this.#rows.set(key, now);
    }
  }

  /** Writes the deployment in one step, so that a reader sees the old or the new one, and drops the journal. */
  #fold(): void {
    replaceFile(this.#file, `${JSON.stringify(this.export(false), null, 2)}\n`, "sync");
    if (this.#journal !== undefined) fs.closeSync(this.#journal);
    this.#journal = undefined;
    fs.rmSync(this.#journalFile, { force: true });
    this.load();
  }
}

/** Moves a row up where one before it refers to it: the state must not name a resource before it comes. */
function inOrder(entries: readonly { key: Key; row: Row }[]): { key: Key; row: Row }[] {
  const byUrn = new Map<string, { key: Key; row: Row }>();
  for (const entry of entries) if (!entry.row.delete && !byUrn.has(entry.row.urn)) byUrn.set(entry.row.urn, entry);
  const placed = new Set<Key>();
  const urns = new Set<string>();
  const ordered: { key: Key; row: Row }[] = [];
  const add = (entry: { key: Key; row: Row }) => {
    if (placed.has(entry.key)) return;
    placed.add(entry.key);
    for (const urn of referencesOf(entry.row)) {
      const needed = urns.has(urn) ? undefined : byUrn.get(urn);
      if (needed) add(needed);
    }
    ordered.push(entry);
    urns.add(entry.row.urn);
  };
  for (const entry of entries) add(entry);
  return ordered;
}

function hashOf(text: string | undefined): string {
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}

/** A file's text; undefined if there is no such file. */
function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined;
    throw error;
  }
}
