import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { Goal } from "./goal.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { checkInputs } from "./inputs.ts";
import { shownChanges } from "./paths.ts";
import type { Entry, Row } from "./state.ts";
import { type Chain, create, remove, replace } from "./steps.ts";

/** Deletes the old resource before or after the creation of the new one, as the program or the provider decides. */
export async function planReplacement(
  operation: EngineOperation,
  host: ProviderHost,
  goal: Goal,
  { row, old, diff }: { row: Row; old: Entry; diff: DiffResult },
): Promise<Chain> {
  if (row.protect && old.row.protect) {
    const refusal = `${row.urn} cannot be replaced: it is protected; remove the option protect and run up first`;
    operation.error(refusal, row.urn);
    if (!operation.preview) {
      operation.halt();
      throw new Stopped();
    }
  }
  row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
  const changes = shownChanges(old.row.inputs, row.inputs);
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    if (operation.stopping) throw new Stopped();
    return step();
  };
  const noted = () => next(() => replace(operation, { ...row, id: old.row.id ?? "" }, changes));
  if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace)) {
    return async () => {
      const entry = await create(operation, "create-replacement", row, { replaced: old, diff: changes });
      await noted();
      return entry;
    };
  }
  return async () => {
    await next(() => remove(operation, "delete-replaced", old, true));
    await noted();
    return next(() => create(operation, "create-replacement", row, { diff: changes }));
  };
}
