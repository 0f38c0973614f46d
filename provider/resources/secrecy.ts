/**
 * Which arguments of the resource at work are secret. Whoever describes an item says so in place of its data. It goes
 * with the call that is running, since many resources are at work at once.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** What holds for the resource at work. */
export interface Discretion {
  /** Names of its secret arguments. */
  readonly names: ReadonlySet<string>;
  /** Takes every secret of this run out of a text. */
  readonly redact: (text: string) => string;
}

const current = new AsyncLocalStorage<Discretion>();

/**
 * Runs something for a resource of which these arguments are secret. One without secrets needs no store: as long as none
 * has any, Node follows no promise, which would cost every call of the process.
 */
export function withDiscretion<T>(discretion: Discretion, work: () => T): T {
  return discretion.names.size === 0 ? work() : current.run(discretion, work);
}

/** Takes every secret out of a text that somebody will read; `undefined` where no resource with secrets is at work. */
export function redacted(text: string): string | undefined {
  return current.getStore()?.redact(text);
}

export function isSecretArgument(name: string): boolean {
  return current.getStore()?.names.has(name) === true;
}

/** Are the records of a zone or a set secret? */
export const areRecordsSecret = () => isSecretArgument("records") || isSecretArgument("values");

/** Those of some arguments that are secret. */
export function secretAmong(keys: readonly string[]): string[] {
  const secret = current.getStore()?.names;
  return secret === undefined ? [] : keys.filter((key) => secret.has(key));
}

/** `its content is secret` */
export function secretText(keys: readonly string[]): string {
  return `its ${keys.join(" and ")} ${keys.length === 1 ? "is" : "are"} secret`;
}
