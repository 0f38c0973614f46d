/** Which operation of the engine is running in the provider host. */
import { EngineOperation } from "../shared/engineOperation.ts";
import { interruption } from "../shared/interruption.ts";

let current: EngineOperation | undefined;
/** Types of resources that are configured for it. */
let configured = new Set<string>();

/** The operation that is running; one without configuration where a script calls a handler that was never configured. */
export function currentOperation(): EngineOperation {
  current ??= new EngineOperation({ get: () => undefined });
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
    current = new EngineOperation({ get });
    configured = new Set();
  }
  configured.add(type);
}
