import { type EngineOperation, FailedInPart } from "./engineOperation.ts";
import { PartialFailure } from "./host.ts";
import { shownChanges } from "./paths.ts";
import type { Entry, Row } from "./state.ts";
import type { PropertyChange, StepOp } from "./types.ts";
import { isProviderType } from "./urn.ts";
import { equal, markSecretOutputs, type Props } from "./values.ts";

/** Steps that run one after another. The last one returns the resource. */
export type Chain = () => Promise<Entry>;

const now = () => new Date().toISOString();

/** The result of a create or update, complete or partial. */
type Done = { id?: string; outputs: Props; failure?: PartialFailure };

async function inPart(work: Promise<Done>): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    return { id: error.id, outputs: error.outputs, failure: error };
  }
}

/** Records the resource under its current URN. A partial result is recorded, and is an error. */
function record(operation: EngineOperation, entry: Entry, old: Row | undefined, failure?: PartialFailure) {
  const { key, row } = entry;
  row.outputs = markSecretOutputs(row.outputs, row.inputs, row.additionalSecretOutputs ?? []);
  row.created = old?.created ?? now();
  row.modified =
    old?.modified && equal(row.inputs, old.inputs) && equal(row.outputs, old.outputs) ? old.modified : now();
  operation.store.put(key, row, true);
  if (old && old.urn !== row.urn) operation.store.rename(old.urn, row.urn);
  operation.news.set(row.urn, entry);
  if (failure) throw new FailedInPart(failure.reasons.join("\n"), row);
  return { row, result: entry };
}

interface Creation {
  /** The resource that it replaces, and that is deleted later. */
  replaced?: Entry;
  diff?: PropertyChange[];
}

/** Creates the resource, and records it. */
export async function create(
  operation: EngineOperation,
  op: "create" | "create-replacement" | "import",
  row: Row,
  { replaced, diff }: Creation = {},
): Promise<Entry> {
  const { store, preview } = operation;
  const entry = { key: store.newKey(), row };
  return operation.step({ op, row, ...(diff ? { diff } : {}) }, async () => {
    const made: Row = { ...row };
    let failure: PartialFailure | undefined;
    if (preview) made.outputs = row.custom ? row.inputs : {};
    else if (row.custom && op !== "import") {
      const host = await operation.host(row);
      const done = await inPart(host.create(row, row.inputs));
      Object.assign(made, { id: done.id, outputs: done.outputs });
      ({ failure } = done);
    }
    if (failure) made.initErrors = failure.reasons;
    if (replaced) store.put(replaced.key, { ...replaced.row, urn: made.urn, delete: true }, false);
    if (replaced && replaced.row.urn !== made.urn) store.rename(replaced.row.urn, made.urn);
    return record(operation, { ...entry, row: made }, undefined, failure);
  });
}

/** Updates the resource in place, and records it. */
export async function update(operation: EngineOperation, old: Entry, row: Row, ignored: string[]): Promise<Entry> {
  const diff = shownChanges(old.row.inputs, row.inputs);
  return operation.step({ op: "update", row: withId(row, old), diff }, async () => {
    const changed = withId(row, old);
    let failure: PartialFailure | undefined;
    if (operation.preview) changed.outputs = row.custom ? row.inputs : {};
    else if (row.custom) {
      const host = await operation.host(row);
      const done = await inPart(host.update(row, old.row, row.inputs, ignored).then((outputs) => ({ outputs })));
      changed.outputs = done.outputs;
      ({ failure } = done);
    }
    if (failure) Object.assign(changed, { inputs: old.row.inputs, initErrors: failure.reasons });
    return record(operation, { key: old.key, row: changed }, old.row, failure);
  });
}

/** No change: records new inputs and options, and the old outputs. */
export async function same(operation: EngineOperation, old: Entry, row: Row): Promise<Entry> {
  const kept = { ...withId(row, old), outputs: old.row.outputs };
  return operation.step({ op: "same", row: kept }, async () => record(operation, { key: old.key, row: kept }, old.row));
}

/** Prints the line of a replacement. The steps around it do the work. */
export async function replace(operation: EngineOperation, row: Row, diff: PropertyChange[]): Promise<void> {
  await operation.step({ op: "replace", row, diff }, async () => ({ row, result: undefined }));
}

/** Deletes the resource. A protected one is deleted only as part of its replacement. */
export async function remove(
  operation: EngineOperation,
  op: StepOp,
  { key, row }: Entry,
  isReplaced = false,
): Promise<void> {
  await operation.step({ op, row }, async () => {
    if (row.protect && !isReplaced) {
      throw new Error(`${row.urn} cannot be deleted: it is protected; remove the option protect and run up first`);
    }
    const calls = row.custom && !row.retainOnDelete && !isProviderType(row.type);
    if (calls && !operation.preview) {
      const host = await operation.host(row);
      await host.delete(row, row);
    }
    operation.store.remove(key);
    return { row, result: undefined };
  });
}

const withId = (row: Row, old: Entry): Row => ({ ...row, ...(old.row.id === undefined ? {} : { id: old.row.id }) });
