/** Which program is running: an inline program shares its process with others. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Where a program has a process of its own. */
const alone = {};

/** What stands for the running program: the SDK runs each inline program in a store of its own, kept on the global object. */
export function currentProgram(): object {
  const storage: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const store: unknown = storage instanceof AsyncLocalStorage ? storage.getStore() : undefined;
  return typeof store === "object" && store !== null ? store : alone;
}

/** Does the program share its process, so that it does not end with it? */
export const isInline = (): boolean => currentProgram() !== alone;

/** What every program has one of, made when it is first asked for. */
export function perProgram<T>(make: () => T): () => T {
  const made = new WeakMap<object, { value: T }>();
  return () => {
    const key = currentProgram();
    const known = made.get(key) ?? { value: make() };
    made.set(key, known);
    return known.value;
  };
}
