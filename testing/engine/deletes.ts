import { type EngineOperation, StepFailed } from "./engineOperation.ts";
import type { Entry, Row } from "./state.ts";
import { referencesOf } from "./state.ts";
import { remove } from "./steps.ts";

/**
 * Deletes replaced rows and rows that aren't in `claimed`, in rounds: a row goes once no remaining row depends on it. After a
 * failure, the dependencies of the failed row stay, and further rounds run only with continueOnError. The stack and the
 * providers come last.
 */
export async function deleteUnclaimed(operation: EngineOperation, claimed: ReadonlySet<string>): Promise<void> {
  const condemned = operation.store
    .entries()
    .filter(({ row, key }) => row.delete || (!claimed.has(row.urn) && operation.news.get(row.urn)?.key !== key));
  const kept = new Set<Row>();
  // A failed row keeps its dependencies.
  const due = new Set(condemned.map(({ row }) => row));
  const gone = condemned.filter(({ row }) => !row.delete);
  for (const row of operation.store.rows()) if (!due.has(row)) keepDependenciesOf(row, gone, kept);
  const deleteOne = async (entry: Entry) => {
    if (operation.stopping) return;
    try {
      await operation.pending.note(remove(operation, entry.row.delete ? "delete-replaced" : "delete", entry));
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      keepDependenciesOf(entry.row, condemned, kept);
    }
  };
  for (const round of inRounds(condemned)) {
    const going = round.filter(({ row }) => !kept.has(row));
    await Promise.all(going.map((entry) => operation.pool.run(() => deleteOne(entry))));
    if (operation.stopping) return;
  }
}

function keepDependenciesOf(row: Row, condemned: readonly Entry[], kept: Set<Row>): void {
  const needed = new Set(referencesOf(row));
  for (const { row: other } of condemned) {
    if (!needed.has(other.urn) || kept.has(other)) continue;
    kept.add(other);
    keepDependenciesOf(other, condemned, kept);
  }
}

/** Rows in the order of deletion: the last row of the state first. */
function inRounds(condemned: readonly Entry[]): Entry[][] {
  const depths = new Map<string, number>();
  const rounds: Entry[][] = [];
  for (const entry of condemned) {
    const { urn } = entry.row;
    let depth = 0;
    for (const needed of referencesOf(entry.row)) depth = Math.max(depth, 1 + (depths.get(needed) ?? -1));
    depths.set(urn, Math.max(depth, depths.get(urn) ?? 0));
    rounds[depth] ??= [];
    rounds[depth]?.push(entry);
  }
  return rounds.reverse();
}
