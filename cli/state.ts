/** What a stack's state says of this package's resources, for commands that compare it with the account. */
import { type StateSource, stateText } from "./state/load.ts";
import { readRows, type StackState } from "./state/rows.ts";

export { StateError } from "./state/deployment.ts";
export type { StateSource } from "./state/load.ts";
export type { StackAccount, StackState, StateRow } from "./state/rows.ts";

/**
 * Reads the state of a stack: through the Pulumi CLI, or from a file (what `pulumi stack export` printed, or the
 * checkpoint of a file backend).
 * @throws StateError with the remedy
 */
export async function readState(source: StateSource): Promise<StackState> {
  return readRows(await stateText(source), source.env);
}
