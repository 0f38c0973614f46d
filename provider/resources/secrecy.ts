/**
 * Which arguments of the resource at work are secret. Whoever describes an item says so in place of its data. It goes
 * with the call that is running, since many resources are at work at once.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const names = new AsyncLocalStorage<ReadonlySet<string>>();

/** Runs something for a resource of which these arguments are secret. */
export function withSecrets<T>(secret: readonly string[], work: () => T): T {
  return names.run(new Set(secret), work);
}

export function isSecretArgument(name: string): boolean {
  return names.getStore()?.has(name) === true;
}

/** Those of some arguments that are secret. */
export function secretAmong(keys: readonly string[]): string[] {
  const secret = names.getStore();
  return secret === undefined ? [] : keys.filter((key) => secret.has(key));
}

/** `its content is secret` */
export function secretText(keys: readonly string[]): string {
  return `its ${keys.join(" and ")} ${keys.length === 1 ? "is" : "are"} secret`;
}
