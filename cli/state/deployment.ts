/** The deployment in what `pulumi stack export` wrote, or in a checkpoint of a file backend. */
import { isObject } from "../../provider/api/json.ts";

/**
 * A stack's state cannot be read.
 * @remedy The message ends with what to do: select a stack, set the passphrase, or give an export with `--state`.
 */
export class StateError extends Error {
  readonly code = "ERR_REGISTRAR_STATE";

  constructor(what: string, advice: string) {
    super(`${what}. ${advice}`);
    this.name = "StateError";
  }
}

export type Json = Record<string, unknown>;

const advice = "Use the output of `pulumi stack export`, or a backend's checkpoint.";

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** @throws StateError when the text holds no deployment */
export function deploymentIn(text: string): Json {
  return deploymentOf(jsonIn(text));
}

/** @throws StateError when it is no JSON */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StateError("the state is not JSON", advice);
  }
}

/** The part of a parsed state that is the deployment. @throws StateError when there is none */
export function deploymentOf(state: unknown): Json {
  const outer = objectOf(state);
  const { checkpoint, latest } = outer;
  // An export has it under `deployment`, a checkpoint under `checkpoint.latest`; somebody may have cut it out of either.
  const itself = "manifest" in outer || Array.isArray(outer["resources"]) ? outer : undefined;
  const deployment = outer["deployment"] ?? objectOf(checkpoint)["latest"] ?? latest ?? itself;
  // A stack that was never used has none.
  if (isObject(checkpoint) && (deployment === undefined || deployment === null)) return {};
  if (!isObject(deployment)) throw new StateError("the state contains no deployment", advice);
  const resources = deployment["resources"];
  if (Array.isArray(resources) || resources === undefined || resources === null) return deployment;
  throw new StateError("the state's resources are not a list", "Export it again with `pulumi stack export`.");
}
