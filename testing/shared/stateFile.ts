import { existsSync, linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { StateError, StateInUseError } from "./errors.ts";

/** A JSON file of a sandbox or of a stack: written atomically, by one process at a time, readable for its owner only. */
export class StateFile {
  /** As the caller names it. */
  readonly #name: string;
  readonly #file: string;
  #unlock: (() => void) | undefined;

  constructor(file: string) {
    this.#name = file;
    // Resolves a symbolic link: replacing the link would keep the old file.
    this.#file = resolve(existsSync(file) ? realpathSync(file) : file);
  }

  get isOpen(): boolean {
    return this.#unlock !== undefined;
  }

  /** @throws StateInUseError if a living process holds the file, this one included */
  open(): void {
    this.#unlock = takeLock(`${this.#file}.lock`, this.#name);
  }

  close(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** The content; `undefined` if there is no file. @param parse throws if the content isn't a state. @throws StateError */
  read<T>(parse: (content: unknown) => T): T | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      return parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StateError(
        `The state file ${this.#name} cannot be used: ${reason}. Name another file, or remove it to start afresh.`,
      );
    }
  }

  /** Writes a file beside this one and renames it: a killed process leaves the old content or the new one. */
  write(content: unknown): void {
    const fresh = `${this.#file}.new`;
    create(fresh, `${JSON.stringify(content, null, 1)}\n`);
    renameSync(fresh, this.#file);
  }
}

/** Creates a file for its owner only, in place of one that a killed process left. Doesn't write through a link. */
function create(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { flag: "wx", mode: 0o600 });
}

/** Locks of this process. A lock file with this process ID may also be an old one, from before the ID was reused. */
const held = new Set<string>();

/** Takes a lock: a file that names this process. A file whose process is gone doesn't count. @returns releases the lock */
function takeLock(lock: string, name: string): () => void {
  while (!created(lock)) {
    const holder = holderOf(lock);
    if (holder !== undefined && (holder === process.pid ? held.has(lock) : isAlive(holder))) {
      throw new StateInUseError(name, holder, lock);
    }
    rmSync(lock, { force: true });
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

/** Creates the lock with its content atomically. @returns `false` if there is one */
function created(lock: string): boolean {
  const fresh = `${lock}.${process.pid}.new`;
  create(fresh, JSON.stringify({ pid: process.pid }));
  try {
    linkSync(fresh, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function holderOf(lock: string): number | undefined {
  try {
    const { pid }: { pid?: unknown } = JSON.parse(readFileSync(lock, "utf8"));
    return typeof pid === "number" ? pid : undefined;
  } catch {
    return undefined; // gone, or not one of ours
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
