import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { Goal } from "./goal.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { checkInputs } from "./inputs.ts";
import { shownChanges } from "./paths.ts";
import type { Entry, Row } from "./state.ts";
import { type Chain, create, remove, replace } from "./steps.ts";

/**
 * Replaces a resource. The old one goes before or after the new one is made, as the program or the provider says; what
 * depends on it follows when its own turn comes.
 */
export async function planReplacement(
  operation: EngineOperation,
  host: ProviderHost,
  goal: Goal,
  row: Row,
  old: Entry,
  { deleteBeforeReplace }: DiffResult,
): Promise<Chain> {
  if (row.protect && old.row.protect) {
    const remedy = "it is protected; take the option protect away and run up first";
    operation.error(`${row.urn} cannot be replaced: ${remedy}`, row.urn);
    if (!operation.preview) {
      operation.halt();
      throw new Stopped();
    }
  }
  row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
  const diff = shownChanges(old.row.inputs, row.inputs);
  const unlessStopping = <T>(step: () => Promise<T>): Promise<T> => {
    if (operation.stopping) throw new Stopped();
    return step();
  };
  const say = () => unlessStopping(() => replace(operation, { ...row, id: old.row.id ?? "" }, diff));
  if (goal.deleteBeforeReplace ?? deleteBeforeReplace) {
    return async () => {
      await unlessStopping(() => remove(operation, "delete-replaced", old, true));
      await say();
      return unlessStopping(() => create(operation, "create-replacement", row, { diff }));
    };
  }
  return async () => {
    const entry = await create(operation, "create-replacement", row, { replaced: old, diff });
    await say();
    return entry;
  };
}
