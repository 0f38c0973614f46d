import { type EngineOperation, FailedInPart } from "./engineOperation.ts";
import type { ProviderHost } from "./host.ts";
import { shownChanges } from "./paths.ts";
import { PartialFailure } from "./providerCalls.ts";
import type { Entry, Key, PendingOperation, Row } from "./state.ts";
import type { Store } from "./store.ts";
import type { PropertyChange, StepOp } from "./types.ts";
import { isProviderType } from "./urn.ts";
import { equal, markSecretOutputs } from "./values.ts";

/** What becomes of the row that a new one replaces. */
export type Replaced = { entry: Entry; fate: "delete-later" | "drop" };

/** Steps to be run one after another; the last gives the resource. */
export type Chain = () => Promise<Entry>;

const now = () => new Date().toISOString();

/**
 * Calls a provider to make or change a resource. Until the key is ended in the store, the outcome counts as unknown.
 * What was done in part is done, too.
 */
async function call<T>(
  operation: EngineOperation,
  resource: Row,
  type: PendingOperation["type"],
  ask: (host: ProviderHost) => Promise<T>,
): Promise<{ pending: Key; done: T | PartialFailure }> {
  const pending = operation.store.start({ resource, type });
  try {
    return { pending, done: await ask(await operation.host(resource.provider ?? "")) };
  } catch (error) {
    if (error instanceof PartialFailure) return { pending, done: error };
    operation.store.end(pending);
    throw error;
  }
}

/** Asks the provider to create, and records it. */
export async function create(
  operation: EngineOperation,
  op: "create" | "create-replacement" | "import",
  row: Row,
  more: { replaced?: Replaced; diff?: PropertyChange[] } = {},
): Promise<Entry> {
  const { store, preview } = operation;
  const key = store.newKey();
  return operation.step({ op, row, ...(more.diff ? { diff: more.diff } : {}) }, async () => {
    let made: Row = { ...row };
    let failure: PartialFailure | undefined;
    let pending: number | undefined;
    if (preview) made.outputs = row.custom ? row.inputs : {};
    else if (row.custom && op !== "import") {
      const timeout = row.customTimeouts?.["create"] ?? 0;
      const called = await call(operation, row, "creating", (host) => host.create(row, row.inputs, timeout));
      const { done } = called;
      pending = called.pending;
      failure = done instanceof PartialFailure ? done : undefined;
      made = { ...row, id: done.id, outputs: done.outputs, ...(failure && { initErrors: failure.reasons }) };
    }
    made.outputs = markSecretOutputs(made.outputs, made.inputs, row.additionalSecretOutputs ?? []);
    made.created = now();
    made.modified = made.created;
    store.batch(() => {
      if (pending !== undefined) store.end(pending);
      store.put(key, made, true);
      const { replaced } = more;
      if (replaced?.fate === "drop") store.remove(replaced.entry.key);
      else if (replaced) store.put(replaced.entry.key, { ...replaced.entry.row, delete: true }, false);
      if (replaced) rename(store, replaced.entry, made);
    });
    const entry = { key, row: made };
    operation.news.set(made.urn, entry);
    if (failure) throw unhealthy(failure, made);
    return { row: made, result: entry };
  });
}

/** Asks the provider to update in place, and records it. */
export async function update(operation: EngineOperation, old: Entry, row: Row, ignored: string[]): Promise<Entry> {
  const { store, preview } = operation;
  const diff = shownChanges(old.row.inputs, row.inputs);
  return operation.step({ op: "update", row: { ...row, id: old.row.id ?? "" }, diff }, async () => {
    let changed: Row = withIdentity(row, old.row);
    let failure: PartialFailure | undefined;
    let pending: number | undefined;
    if (preview) changed.outputs = row.custom ? row.inputs : {};
    else if (row.custom) {
      const timeout = row.customTimeouts?.["update"] ?? 0;
      const called = await call(operation, changed, "updating", (host) =>
        host.update(row, old.row, row.inputs, timeout, ignored),
      );
      const { done } = called;
      pending = called.pending;
      if (done instanceof PartialFailure) {
        failure = done;
        changed = { ...changed, inputs: old.row.inputs, outputs: done.outputs, initErrors: done.reasons };
      } else changed.outputs = done;
    }
    changed.outputs = markSecretOutputs(changed.outputs, changed.inputs, row.additionalSecretOutputs ?? []);
    if (!equal(changed.inputs, old.row.inputs) || !equal(changed.outputs, old.row.outputs)) changed.modified = now();
    store.batch(() => {
      if (pending !== undefined) store.end(pending);
      store.put(old.key, changed, true);
      rename(store, old, changed);
    });
    const entry = { key: old.key, row: changed };
    operation.news.set(changed.urn, entry);
    if (failure) throw unhealthy(failure, changed);
    return { row: changed, result: entry };
  });
}

/** Nothing to do: new inputs and options, old outputs. */
export async function same(operation: EngineOperation, old: Entry, row: Row): Promise<Entry> {
  return operation.step({ op: "same", row: { ...row, id: old.row.id ?? "" } }, async () => {
    const kept = withIdentity({ ...row, outputs: old.row.outputs }, old.row);
    kept.outputs = markSecretOutputs(kept.outputs, kept.inputs, row.additionalSecretOutputs ?? []);
    operation.store.batch(() => {
      operation.store.put(old.key, kept, true);
      rename(operation.store, old, kept);
    });
    const entry = { key: old.key, row: kept };
    operation.news.set(kept.urn, entry);
    return { row: kept, result: entry };
  });
}

/** The line that says a resource is replaced; the work is in the steps around it. */
export async function replace(operation: EngineOperation, row: Row, diff: PropertyChange[]): Promise<void> {
  await operation.step({ op: "replace", row, diff }, async () => ({ row, result: undefined }));
}

/** Deletes. `before-replacement` keeps the row, as still to be created anew. */
export async function remove(
  operation: EngineOperation,
  op: StepOp,
  entry: Entry,
  mode: "gone" | "before-replacement",
): Promise<void> {
  const { store, preview } = operation;
  const { key, row } = entry;
  await operation.step({ op, row }, async () => {
    if (mode === "gone" && row.protect) throw new Error(protectedText(row.urn));
    const calls = row.custom && !row.external && !row.retainOnDelete && !isProviderType(row.type);
    let pending: number | undefined;
    if (calls && !preview && op !== "remove-pending-replace") {
      pending = store.start({ resource: row, type: "deleting" });
      try {
        const host = await operation.host(row.provider ?? "");
        await host.delete(row, row, row.customTimeouts?.["delete"] ?? 0);
      } catch (error) {
        store.end(pending);
        throw error;
      }
    }
    store.batch(() => {
      if (pending !== undefined) store.end(pending);
      if (mode === "gone") store.remove(key);
      else store.put(key, { ...row, pendingReplacement: true }, false);
    });
    return { row, result: undefined };
  });
}

/** Reads a resource that is not managed (`.get`). */
export async function read(operation: EngineOperation, key: Key, row: Row, old: Entry | undefined): Promise<Entry> {
  const replacing = old && !old.row.external && old.row.id !== row.id ? old : undefined;
  const op = replacing ? "read-replacement" : "read";
  return operation.step({ op, row }, async () => {
    const host = await operation.host(row.provider ?? "");
    const live = await host.read(row, row.id ?? "", row.inputs, row.inputs);
    if (!live.id || live.outputs === undefined) throw new Error(`resource '${row.id}' does not exist`);
    const outputs = markSecretOutputs(live.outputs, row.inputs, row.additionalSecretOutputs ?? []);
    const found = withTimes({ ...row, id: live.id, outputs }, old?.row);
    operation.store.batch(() => {
      operation.store.put(key, found, true);
      if (replacing) operation.store.put(replacing.key, { ...replacing.row, delete: true }, false);
    });
    const entry = { key, row: found };
    operation.news.set(found.urn, entry);
    return { row: found, result: entry };
  });
}

/** A row that the state has under another URN, by an alias, is called by its present one from now on. */
function rename(store: Store, old: Entry, row: Row): void {
  if (old.row.urn !== row.urn) store.rename(old.row.urn, row.urn);
}

function withIdentity(row: Row, old: Row): Row {
  const kept = withTimes(row, old);
  if (old.id !== undefined) kept.id = old.id;
  return kept;
}

function withTimes(row: Row, old: Row | undefined): Row {
  const kept = { ...row };
  if (old?.created) kept.created = old.created;
  if (old?.modified) kept.modified = old.modified;
  if (old && (!equal(row.inputs, old.inputs) || !equal(row.outputs, old.outputs))) kept.modified = now();
  return kept;
}

function unhealthy(failure: PartialFailure, made: Row): FailedInPart {
  const { length } = failure.reasons;
  const list = failure.reasons.map((reason) => `\n\t* ${reason}`).join("");
  return new FailedInPart(`${length} error${length === 1 ? "" : "s"} occurred:${list}`, made);
}

function protectedText(urn: string): string {
  return (
    `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, ` +
    "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`"
  );
}
