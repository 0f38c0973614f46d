/** Files of the sandbox and of the small engine: written atomically, by one process at a time, readable for their owner only. */
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Replaces a file, readable for its owner only. Writes a temporary file in the same folder and renames it: a killed process
 * leaves the old file or the new one. The temporary file has a random name, and an existing file is never opened.
 */
export function replaceFile(file: string, text: string): void {
  const fresh = temporaryName(file);
  try {
    writeFileSync(fresh, text, { flag: "wx", mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** A file's text; `undefined` if there is no such file. */
export function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const temporaryName = (file: string) => `${file}.${randomBytes(8).toString("hex")}.new`;

/** Removes temporary files of killed processes. The caller must hold the lock. */
export function removeLeftovers(file: string): void {
  const name = basename(file);
  for (const other of readdirSync(dirname(file))) {
    const isOurs = other.startsWith(`${name}.`) && /^\.[0-9a-f]{16}\.new$/.test(other.slice(name.length));
    if (isOurs) rmSync(join(dirname(file), other), { force: true });
  }
}

/** A living process holds the lock. */
export class LockHeldError extends Error {
  readonly lock: string;
  readonly pid: number;

  constructor(lock: string, pid: number) {
    super(`${lock} is held by process ${pid}`);
    this.name = "LockHeldError";
    this.lock = lock;
    this.pid = pid;
  }
}

/** Locks of this process. A lock file with this process ID may also be an old one, from before the ID was reused. */
const held = new Set<string>();

/**
 * Takes a lock: a file that names this process. A file whose process is gone doesn't count.
 * @returns releases the lock
 * @throws LockHeldError if a living process holds it, this one included
 */
export function takeLock(lock: string): () => void {
  const file = resolve(lock);
  while (!created(file)) {
    const holder = holderOf(file);
    if (holder !== undefined && (holder === process.pid ? held.has(file) : isAlive(holder))) {
      throw new LockHeldError(file, holder);
    }
    rmSync(file, { force: true });
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
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

function holderOf(file: string): number | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    const pid = typeof content === "object" && content !== null && "pid" in content ? content.pid : undefined;
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
