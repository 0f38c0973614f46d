import { randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
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
    this.#unlock = takeLock(this.#file, this.#name);
    removeLeftovers(this.#file);
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

  /** Writes a temporary file in the same folder and renames it: a killed process leaves the old file or the new one. */
  write(content: unknown): void {
    const fresh = temporaryName(this.#file);
    try {
      writeFileSync(fresh, `${JSON.stringify(content, null, 1)}\n`, { flag: "wx", mode: 0o600 });
      renameSync(fresh, this.#file);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
  }
}

const temporaryName = (file: string) => `${file}.${randomBytes(8).toString("hex")}.new`;

/** Removes temporary files of killed processes. The caller must hold the lock. */
function removeLeftovers(file: string): void {
  const name = basename(file);
  for (const other of readdirSync(dirname(file))) {
    const isOurs = other.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.new$/.test(other.slice(name.length));
    if (isOurs) rmSync(join(dirname(file), other), { force: true });
  }
}

/** Locks of this process. A lock file with this process ID may also be an old one, from before the ID was reused. */
const held = new Set<string>();

/** Takes a lock: a file that names this process. A file whose process is gone doesn't count. @returns releases the lock */
function takeLock(file: string, name: string): () => void {
  const lock = `${file}.lock`;
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

/** Creates the file with its content atomically. */
function created(file: string): boolean {
  const temporary = temporaryName(file);
  writeFileSync(temporary, JSON.stringify({ pid: process.pid }), { flag: "wx", mode: 0o600 });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
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
