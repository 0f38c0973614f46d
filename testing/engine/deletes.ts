import { type EngineOperation, StepFailed } from "./engineOperation.ts";
import { referencesOf } from "./references.ts";
import type { Entry, Row } from "./state.ts";
import { remove } from "./steps.ts";
import type { StepOp } from "./types.ts";

/**
 * Deletes what was replaced and what is not in `claimed`, in rounds: a resource goes when nothing condemned depends
 * on it any more, and nothing that stays does. After a failure, what the failed one depends on stays; the other rounds run only with continueOnError.
 */
export async function deleteUnclaimed(operation: EngineOperation, claimed: ReadonlySet<string>): Promise<void> {
  const condemned = [...operation.leftovers, ...operation.store.entries()].filter(({ row, key }) => {
    if (row.delete) return true;
    return !claimed.has(row.urn) && operation.news.get(row.urn)?.key !== key;
  });
  const kept = new Set<Row>();
  // What failed keeps the dependencies it had.
  const due = new Set(condemned.map(({ row }) => row));
  const gone = condemned.filter(({ row }) => !row.delete);
  for (const row of operation.store.rows()) if (!due.has(row)) keepDependenciesOf(row, gone, kept);
  for (const round of inRounds(condemned)) {
    const going = round.filter(({ row }) => !kept.has(row));
    await Promise.all(going.map((entry) => deleteOne(operation, entry, condemned, kept)));
    if (operation.stopping) return;
  }
}

async function deleteOne(
  operation: EngineOperation,
  entry: Entry,
  condemned: readonly Entry[],
  kept: Set<Row>,
): Promise<void> {
  await operation.pool.run(async () => {
    if (operation.stopping) return;
    try {
      await operation.pending.note(remove(operation, opOf(entry.row), entry, "gone"));
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      keepDependenciesOf(entry.row, condemned, kept);
    }
  });
}

function opOf(row: Row): StepOp {
  if (row.external) return row.delete ? "discard-replaced" : "discard";
  if (row.delete) return "delete-replaced";
  return row.pendingReplacement ? "remove-pending-replace" : "delete";
}

function keepDependenciesOf(row: Row, condemned: readonly Entry[], kept: Set<Row>): void {
  const needed = new Set(referencesOf(row));
  for (const { row: other } of condemned) {
    if (!needed.has(other.urn) || kept.has(other)) continue;
    kept.add(other);
    keepDependenciesOf(other, condemned, kept);
  }
}

/** Rows in the order they may go; the later a row stands in the state, the earlier it goes. */
function inRounds(condemned: readonly Entry[]): Entry[][] {
  const depth = new Map<Row, number>();
  const byUrn = new Map<string, Row[]>();
  for (const { row } of condemned) {
    const before = referencesOf(row).flatMap((urn) => byUrn.get(urn) ?? []);
    depth.set(
      row,
      before.reduce((most, other) => Math.max(most, 1 + (depth.get(other) ?? 0)), 0),
    );
    byUrn.set(row.urn, [...(byUrn.get(row.urn) ?? []), row]);
  }
  const rounds: Entry[][] = [];
  for (const entry of condemned) {
    const level = depth.get(entry.row) ?? 0;
    rounds[level] = [...(rounds[level] ?? []), entry];
  }
  return rounds.reverse();
}

/** Everything in the state; the stack and the providers come last, as nothing else needs them any more. */
export async function deleteAll(operation: EngineOperation): Promise<void> {
  await deleteUnclaimed(operation, new Set());
}
