/** What the handlers load at their first call: the calls of a resource, within the operation of the engine that is running. */
import type { Resource } from "../../resources/definition.ts";
import { EngineOperation } from "../shared/engineOperation.ts";
import { ResourceCalls } from "../shared/resourceCalls.ts";
import { currentSettings, type Settings } from "./configure.ts";

let current: { settings: Settings; operation: EngineOperation } | undefined;

/** One operation for all handlers, as long as nobody configures them for another. */
function currentOperation(): EngineOperation {
  const settings = currentSettings();
  if (current?.settings !== settings) current = { settings, operation: new EngineOperation(settings) };
  return current.operation;
}

export const callsOf = (resource: Resource) => new ResourceCalls(resource, currentOperation);
