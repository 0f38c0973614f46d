/** Operations that run no program: deletes, refresh, import. */
import * as fs from "node:fs";
import { EngineOperation, StepFailed } from "./engineOperation.ts";
import { ImportFileError, NotSupportedError } from "./errors.ts";
import type { Generator } from "./generator.ts";
import { shownChanges } from "./paths.ts";
import { type Entry, makeUrn, nameOf, type Row, referencesOf, STACK_TYPE } from "./state.ts";
import { create, diffInputs, remove } from "./steps.ts";
import { equal, isProps, markSecretOutputs, messageOf, type Props, type Value } from "./values.ts";

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
      await remove(operation, entry.row.delete ? "delete-replaced" : "delete", entry);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      keepDependenciesOf(entry.row, condemned, kept);
    }
  };
  for (const round of inRounds(condemned)) {
    const going = round.filter(({ row }) => !kept.has(row));
    await Promise.all(going.map((entry) => operation.pool.add(() => deleteOne(entry))));
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

/** Reads every managed resource, and writes its live values into the state. */
export async function refreshAll(operation: EngineOperation): Promise<void> {
  const entries = operation.store.entries();
  await Promise.all(
    entries.map((entry) =>
      operation.pool.add(async () => {
        if (operation.stopping) return;
        try {
          await refreshOne(operation, entry);
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

const ENTRY_KEYS = ["type", "name", "id", "inputs", "outputs", "logicalName"];

/** Adds the resources of an import file to the state as the file describes them, without calls to a provider. */
export async function importAll(operation: EngineOperation, generator: Generator, file: string): Promise<void> {
  const entries = readImportFile(file);
  const { stackUrn, olds } = operation;
  for (const { row } of operation.store.entries()) {
    await operation.step({ op: "same", row }, async () => ({ row, result: undefined }));
  }
  const stack = olds.get(stackUrn);
  if (stack) operation.store.put(stack.key, stack.row, true);
  else await create(operation, "create", { urn: stackUrn, custom: false, type: STACK_TYPE, inputs: {}, outputs: {} });
  const provider = generator.defaultProvider();
  for (const { type, name, id, inputs, outputs } of entries) {
    const { stack: stackName, name: project } = operation.project;
    const urn = makeUrn(stackName, project, "", type, name);
    const known = olds.get(urn);
    if (known && known.row.id !== id)
      throw new ImportFileError(`resource '${urn}' already exists with the id ${known.row.id}`);
    if (known || operation.stopping) continue;
    await create(operation, "import", { urn, custom: true, type, id, inputs, outputs, parent: stackUrn, provider });
  }
}

interface ImportEntry {
  type: string;
  name: string;
  id: string;
  inputs: Props;
  outputs: Props;
}

function readImportFile(file: string): ImportEntry[] {
  let content: Value;
  try {
    content = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new ImportFileError(`could not read ${file}: ${messageOf(error)}`);
  }
  const resources = isProps(content) ? content["resources"] : undefined;
  if (!Array.isArray(resources)) throw new ImportFileError(`${file} has no list "resources"`);
  return resources.map((entry, i) => readEntry(entry, `resource ${i} of ${file}`));
}

function readEntry(entry: Value, where: string): ImportEntry {
  if (!isProps(entry)) throw new ImportFileError(`${where} isn't an object`);
  const other = Object.keys(entry).find((key) => !ENTRY_KEYS.includes(key));
  if (other) throw new NotSupportedError(`"${other}" in import files (${where})`);
  const { type, name, id, inputs, outputs, logicalName } = entry;
  if (typeof type !== "string" || typeof name !== "string" || typeof id !== "string") {
    throw new ImportFileError(`${where} needs the strings type, name and id`);
  }
  if (!isProps(inputs) || !isProps(outputs)) {
    throw new NotSupportedError(
      `import without inputs and outputs (${where}); dynamic providers cannot be read by id alone`,
    );
  }
  return { type, name: typeof logicalName === "string" ? logicalName : name, id, inputs, outputs };
}
