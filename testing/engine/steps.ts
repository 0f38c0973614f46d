/** The steps of an operation on one resource: check and diff, create, update, replace, delete. */
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { compare, ignoreChanges, shownChanges } from "./paths.ts";
import { isProviderType, nameOf, type Row } from "./state.ts";
import type { PropertyChange, StepOp } from "./types.ts";
import { markSecrets, type Props } from "./values.ts";

/** @returns the inputs that the provider made of them. @throws Stopped after the provider's refusals are reported */
export async function checkInputs(
  operation: EngineOperation,
  host: ProviderHost,
  row: Row,
  olds: Props,
  news: Props,
): Promise<Props> {
  const { inputs, failures } = await host.check(olds, news);
  if (failures.length === 0) return inputs;
  for (const { property, reason } of failures) {
    const what = property ? `property ${property} of ${nameOf(row.urn)}` : nameOf(row.urn);
    operation.error(`${what} has a problem: ${reason}`, row.urn);
  }
  operation.halt();
  throw new Stopped();
}

/** The provider's diff; if it doesn't know, a comparison of the inputs. */
export async function diffInputs(host: ProviderHost, row: Row, old: Row): Promise<DiffResult & { changes: boolean }> {
  const { ignoreChanges: ignored } = row;
  const diff = await host.diff(row, old);
  const changes = diff.changes ?? compare(old.inputs, ignoreChanges(row.inputs, old.inputs, ignored)).length > 0;
  return { ...diff, changes };
}

/** Steps that run one after another. The last one returns the resource. */
export type Chain = () => Promise<Row>;

/** Records the resource under its current URN. A partial result is recorded, and is an error. */
function record(operation: EngineOperation, row: Row, old: Row | undefined, reasons?: string[]): Row {
  row.outputs = markSecrets(row.outputs, row.inputs, row.additionalSecretOutputs);
  operation.store.put(row, old);
  if (old && old.urn !== row.urn) operation.store.rename(old.urn, row.urn);
  operation.news.set(row.urn, row);
  if (reasons) throw new Error(reasons.join("\n"));
  return row;
}

interface Creation {
  /** The resource that it replaces, and that is deleted later. */
  replaced?: Row;
  diff?: PropertyChange[];
}

/** Creates the resource, and records it. */
export async function create(
  operation: EngineOperation,
  op: "create" | "create-replacement" | "import",
  row: Row,
  { replaced, diff }: Creation = {},
): Promise<Row> {
  const { store, preview } = operation;
  const work = async () => {
    const made: Row = { ...row };
    let reasons: string[] | undefined;
    if (preview) made.outputs = row.custom ? row.inputs : {};
    else if (row.custom && op !== "import") {
      const host = await operation.host(row);
      ({ id: made.id, outputs: made.outputs, reasons } = await host.create(row.inputs));
    }
    if (reasons) made.initErrors = reasons;
    if (replaced && replaced.urn !== made.urn) store.rename(replaced.urn, made.urn);
    if (replaced) Object.assign(replaced, { urn: made.urn, delete: true });
    return record(operation, made, undefined, reasons);
  };
  return operation.step(op, row, work, diff);
}

/** Updates the resource in place, and records it. */
export async function update(operation: EngineOperation, old: Row, row: Row): Promise<Row> {
  const diff = shownChanges(old.inputs, row.inputs);
  const work = async () => {
    const changed = withId(row, old);
    let reasons: string[] | undefined;
    if (operation.preview) changed.outputs = row.custom ? row.inputs : {};
    else if (row.custom) {
      const host = await operation.host(row);
      ({ outputs: changed.outputs, reasons } = await host.update(row, old));
    }
    if (reasons) Object.assign(changed, { inputs: old.inputs, initErrors: reasons });
    return record(operation, changed, old, reasons);
  };
  return operation.step("update", withId(row, old), work, diff);
}

/** No change: records new inputs and options, and the old outputs. */
export async function same(operation: EngineOperation, old: Row, row: Row): Promise<Row> {
  const kept = { ...withId(row, old), outputs: old.outputs };
  return operation.step("same", kept, async () => record(operation, kept, old));
}

/** Deletes the resource. A protected one is deleted only as part of its replacement. */
export async function remove(operation: EngineOperation, op: StepOp, row: Row, isReplaced = false): Promise<void> {
  await operation.step(op, row, async () => {
    if (row.protect && !isReplaced) {
      throw new Error(`${row.urn} cannot be deleted: it is protected; remove the option protect and run up first`);
    }
    const calls = row.custom && !row.retainOnDelete && !isProviderType(row.type);
    if (calls && !operation.preview) {
      const host = await operation.host(row);
      await host.delete(row);
    }
    operation.store.remove(row);
    return row;
  });
}

const withId = (row: Row, old: Row): Row => ({ ...row, ...(old.id === undefined ? {} : { id: old.id }) });

interface Replacement {
  readonly row: Row;
  /** The inputs as the program gives them. */
  readonly given: Props;
  readonly deleteBeforeReplace: boolean | undefined;
  readonly old: Row;
  readonly diff: DiffResult;
}

/** Deletes the old resource before or after the creation of the new one, as the program or the provider decides. */
export async function planReplacement(
  operation: EngineOperation,
  host: ProviderHost,
  { row, given, deleteBeforeReplace, old, diff }: Replacement,
): Promise<Chain> {
  if (row.protect && old.protect) {
    const refusal = `${row.urn} cannot be replaced: it is protected; remove the option protect and run up first`;
    operation.error(refusal, row.urn);
    if (!operation.preview) {
      operation.halt();
      throw new Stopped();
    }
  }
  row.inputs = await checkInputs(operation, host, row, {}, given);
  const changes = shownChanges(old.inputs, row.inputs);
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    if (operation.stopping) throw new Stopped();
    return step();
  };
  // Prints the line of a replacement. The steps around it do the work.
  const noted = () => next(() => operation.step("replace", withId(row, old), undefined, changes));
  if (!(deleteBeforeReplace ?? diff.deleteBeforeReplace)) {
    return async () => {
      const made = await create(operation, "create-replacement", row, { replaced: old, diff: changes });
      await noted();
      return made;
    };
  }
  return async () => {
    await next(() => remove(operation, "delete-replaced", old, true));
    await noted();
    return next(() => create(operation, "create-replacement", row, { diff: changes }));
  };
}
