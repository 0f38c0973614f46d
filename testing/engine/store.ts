import * as fs from "node:fs";
import * as path from "node:path";
import { LockHeldError, readFileIfThere, removeLeftovers, replaceFile, takeLock } from "../files/index.ts";
import { fromDeployment, pendingFromJson, rowFromJson, rowToJson, toDeployment } from "./deployment.ts";
import { messageOf, StackLockedError, StateError } from "./errors.ts";
import { Journal } from "./journal.ts";
import { repairReferences } from "./references.ts";
import { Rows } from "./rows.ts";
import { PassphraseCrypter } from "./secrets.ts";
import { SecretTexts } from "./secretTexts.ts";
import type { Entry, Key, PendingOperation, Row, State } from "./state.ts";
import type { Deployment } from "./types.ts";
import type { Props, Value } from "./values.ts";

/** What the state says wrote it. */
export const ENGINE_VERSION = "0.1.0";

/**
 * The state of one stack on disk: a deployment, and while an operation runs a journal beside it. Every finished step
 * is appended to the journal before the program hears of it, and folded into the deployment at the end or by the next
 * reader, so the engine may be killed at any moment. One operation at a time, by a lock file.
 */
export class Store {
  readonly #file: string;
  readonly #journal: Journal;
  readonly #rows = new Rows();
  readonly #passphrase: string;
  #salt: string | undefined;
  #secrets: SecretTexts | undefined;
  #unlock: () => void = () => {};

  constructor(dir: string, name: string, passphrase: string, salt?: string) {
    this.#file = path.join(dir, `${name}.json`);
    this.#journal = new Journal(`${this.#file}.journal`);
    this.#passphrase = passphrase;
    this.#salt = salt;
  }

  /** Reads the state, with the journal of an operation that was cut off. Changes nothing on disk. */
  load(): void {
    const text = readFileIfThere(this.#file);
    this.#rows.take(text === undefined ? { rows: [], pending: [] } : this.#parse(text));
    const changes = this.#journal.read(text);
    if (changes === undefined) return;
    for (const change of changes) this.#replay(change);
    this.repair();
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
      this.#journal.open(readFileIfThere(this.#file));
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** Folds the journal into the deployment and unlocks. */
  finish(): void {
    if (!this.#journal.isOpen) return;
    this.#fold();
    this.#unlock();
  }

  /** @throws StackLockedError if a living process holds it */
  #lock(): () => void {
    try {
      return takeLock(`${this.#file}.lock`);
    } catch (error) {
      throw error instanceof LockHeldError ? new StackLockedError(error.lock, error.pid) : error;
    }
  }

  /** The resources with their keys: first those of this operation, in order of completion, then the others. */
  entries(): Entry[] {
    return this.#rows.entries();
  }

  rows(): Row[] {
    return this.entries().map(({ row }) => row);
  }

  newKey(): Key {
    return this.#rows.newKey();
  }

  /** Records a resource. `done` moves it to the rows of this operation. */
  put(key: Key, row: Row, done: boolean): void {
    this.#journal.append({ key, row: this.#write(row), done });
    this.#rows.put(key, row, done);
  }

  remove(key: Key): void {
    this.#journal.append({ key, gone: true });
    this.#rows.remove(key);
  }

  /** A resource took another URN by an alias: whatever refers to the old one now refers to the new one. */
  rename(from: string, to: string): void {
    this.#journal.append({ rename: [from, to] });
    this.#rows.rename(from, to);
  }

  /** Notes that a call to the provider starts, whose outcome would be unknown if the engine stopped now. */
  start(operation: PendingOperation): Key {
    const key = this.newKey();
    this.#journal.append({ start: key, resource: this.#write(operation.resource), type: operation.type });
    this.#rows.start(key, operation);
    return key;
  }

  end(key: Key): void {
    this.#journal.append({ end: key });
    this.#rows.end(key);
  }

  pending(): PendingOperation[] {
    return [...this.#rows.pending.values()];
  }

  clearPending(): void {
    for (const key of this.#rows.pending.keys()) this.end(key);
  }

  /** What `changes` records goes to disk in one piece: after a crash, all of it is there or nothing. */
  batch(changes: () => void): void {
    this.#journal.batch(changes);
  }

  /** Takes references to what is gone out of all rows, as after a refresh. */
  repair(): void {
    const entries = this.entries();
    const repaired = repairReferences(entries.map(({ row }) => row));
    entries.forEach(({ key, row }, i) => {
      const now = repaired[i];
      if (now && JSON.stringify(now) !== JSON.stringify(row)) this.put(key, now, false);
    });
  }

  export(showSecrets: boolean): Deployment {
    const state: State = { rows: this.rows(), pending: this.pending(), salt: this.#salt };
    return toDeployment(state, ENGINE_VERSION, this.#makeSalt(), showSecrets ? "show" : this.#texts());
  }

  /** Replaces the state by an exported deployment. */
  import(deployment: Value): void {
    const state = fromDeployment(
      deployment,
      (salt) => new SecretTexts(new PassphraseCrypter(this.#passphrase, salt ?? this.#makeSalt())),
    );
    this.#salt = state.salt;
    this.#secrets = undefined;
    this.#rows.take(state);
  }

  #texts(): SecretTexts {
    this.#secrets ??= new SecretTexts(new PassphraseCrypter(this.#passphrase, this.#makeSalt()));
    return this.#secrets;
  }

  #makeSalt(): string {
    this.#salt ??= new PassphraseCrypter(this.#passphrase).salt;
    return this.#salt;
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
      return this.#texts();
    });
  }

  #write(row: Row): Props {
    return rowToJson(row, (value) => this.#texts().seal(value, row.urn));
  }

  /** Does once more what an entry of the journal says. The rows have the keys that they had when it was written. */
  #replay(entry: Props): void {
    const { key, row, done, gone, rename, start, end } = entry;
    if (typeof key === "number" && gone) this.#rows.remove(key);
    else if (typeof key === "number") this.#rows.put(key, rowFromJson(row, this.#texts()), Boolean(done));
    else if (Array.isArray(rename)) this.#rows.rename(String(rename[0]), String(rename[1]));
    else if (typeof start === "number") this.#rows.start(start, pendingFromJson(entry, this.#texts()));
    else if (typeof end === "number") this.#rows.end(end);
  }

  /** Writes the deployment in one step, so that a reader sees the old or the new one, and drops the journal. */
  #fold(): void {
    replaceFile(this.#file, `${JSON.stringify(this.export(false), null, 2)}\n`, "sync");
    this.#journal.drop();
    this.load();
  }
}
