import * as fs from "node:fs";
import { isSystemError, StackLockedError } from "./errors.ts";
import { isProps, type Value } from "./values.ts";

/**
 * Takes a lock file that names this process. One whose process is gone is no lock.
 *
 * @throws StackLockedError if a living process holds it
 */
export function takeLock(file: string): void {
  const mine = `${file}.${process.pid}.new`;
  fs.writeFileSync(mine, JSON.stringify({ pid: process.pid }));
  try {
    while (!link(mine, file)) {
      const holder = holderOf(readIfThere(file));
      if (holder !== undefined && isAlive(holder)) throw new StackLockedError(file, holder);
      breakLock(file, holder);
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** A hard link appears with its content in one step, or not at all. */
function link(mine: string, file: string): boolean {
  try {
    fs.linkSync(mine, file);
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    throw error;
  }
}

/** Takes the lock of a dead engine away; moved aside first, so that two engines do not both take it. */
function breakLock(file: string, holder: number | undefined): void {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return; // somebody else was faster
  }
  const moved = holderOf(readIfThere(aside));
  if (moved !== holder && moved !== undefined) link(aside, file);
  fs.rmSync(aside, { force: true });
}

function holderOf(lock: string | undefined): number | undefined {
  try {
    const content: Value = JSON.parse(lock ?? "");
    const pid = isProps(content) ? content["pid"] : undefined;
    return typeof pid === "number" ? pid : undefined;
  } catch {
    return undefined; // not one of ours
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, "EPERM");
  }
}

/** A file's text; undefined if there is no such file. */
export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined;
    throw error;
  }
}
