/** The settings of the operation that is running in the provider host. Light: neither the client nor a definition is loaded by it. */
import { interruption } from "../shared/interruption.ts";

/** Settings by their full key. Each operation has its own. */
export interface Settings {
  get(key: string): string | undefined;
}

let current: Settings | undefined;
/** Types of resources that are configured for it. */
let configured = new Set<string>();

/** The settings of the operation that is running; none where a script calls a handler that was never configured. */
export function currentSettings(): Settings {
  current ??= { get: () => undefined };
  return current;
}

/**
 * A handler of this type is configured: for the first time in this operation, or a new operation begins. The host runs one
 * process an operation and configures each handler once; a handler that is configured again begins a new operation.
 */
export function configure(type: string, get: (key: string) => string | undefined): void {
  // From the first moment on, also in a run that never calls the registrar: the engine may be killed.
  interruption();
  if (current === undefined || configured.size === 0 || configured.has(type)) {
    current = { get };
    configured = new Set();
  }
  configured.add(type);
}
