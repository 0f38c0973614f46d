import { EngineOperation, StepFailed } from "./engineOperation.ts";
import { diffInputs } from "./inputs.ts";
import { shownChanges } from "./paths.ts";
import type { Entry, Row } from "./state.ts";
import { nameOf } from "./urn.ts";
import { equal, markSecretOutputs } from "./values.ts";

/** Reads every managed resource, and writes its live values into the state. */
export async function refreshAll(operation: EngineOperation): Promise<void> {
  const entries = operation.store.entries();
  await Promise.all(
    entries.map((entry) =>
      operation.pool.run(async () => {
        if (operation.stopping) return;
        try {
          await operation.pending.note(refreshOne(operation, entry));
        } catch (error) {
          if (!(error instanceof StepFailed)) throw error;
        }
      }),
    ),
  );
}

async function refreshOne(operation: EngineOperation, { key, row }: Entry): Promise<void> {
  const { store, display } = operation;
  if (!EngineOperation.isManaged(row)) {
    await operation.step({ op: "same", row }, async () => ({ row, result: undefined }));
    return;
  }
  const live = await readLive(operation, row);
  if (live === "gone") {
    await operation.step({ op: "delete", row }, async () => ({ row, result: store.remove(key) }));
    return;
  }
  if (live === "failed") return;
  const { row: now, changed } = live;
  store.put(key, now, false);
  const diff = changed ? shownChanges(row.outputs, now.outputs) : [];
  display.stepDone({
    op: changed ? "update" : "same",
    urn: row.urn,
    type: row.type,
    name: nameOf(row.urn),
    ...(now.id ? { id: now.id } : {}),
    ...(diff.length > 0 ? { diff } : {}),
  });
}

type Live = "gone" | "failed" | { row: Row; changed: boolean };

async function readLive(operation: EngineOperation, row: Row): Promise<Live> {
  try {
    const host = await operation.host(row);
    const read = await host.read(row, row.id ?? "", row.inputs, row.outputs);
    if (!read.id || read.outputs === undefined) return "gone";
    const inputs = read.inputs ?? row.inputs;
    const outputs = markSecretOutputs(read.outputs, inputs, row.additionalSecretOutputs ?? []);
    const now: Row = { ...row, id: read.id, inputs, outputs };
    delete now.initErrors;
    const differs = !equal(inputs, row.inputs) || !equal(outputs, row.outputs);
    if (differs) now.modified = new Date().toISOString();
    // The diff that the next up would find: live values against the declared ones.
    const { changes } = await diffInputs(host, row, now, row.ignoreChanges ?? []);
    return { row: now, changed: changes };
  } catch (error) {
    const failing = operation.step({ op: "refresh", row }, () => Promise.reject(error));
    await failing.catch((failure: unknown) => {
      if (!(failure instanceof StepFailed)) throw failure;
    });
    return "failed";
  }
}
