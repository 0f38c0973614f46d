/** Operations that run no program: deletes, refresh, import. */
import * as fs from "node:fs";
import * as z from "zod";
import { StateError } from "../shared/errors.ts";
import { EngineOperation, Stopped, stepOf } from "./engineOperation.ts";
import type { Generator } from "./generator.ts";
import { shownChanges } from "./paths.ts";
import { makeUrn, newRow, type Row, referencesOf, STACK_TYPE } from "./state.ts";
import { create, diffInputs, remove } from "./steps.ts";
import { markSecrets, messageOf } from "./values.ts";

/**
 * Deletes replaced rows and rows that aren't in `claimed`, in rounds: a row goes once no remaining row depends on it. The stack and
 * the providers come last.
 */
export async function deleteUnclaimed(operation: EngineOperation, claimed: ReadonlySet<string>): Promise<void> {
  const condemned = operation.store
    .rows()
    .filter((row) => row.delete || (!claimed.has(row.urn) && operation.news.get(row.urn) !== row));
  for (const round of inRounds(condemned)) {
    await inPool(operation, round, (row) => remove(operation, row.delete ? "delete-replaced" : "delete", row));
  }
}

/** Does the work for each row, as many at a time as the stack allows, until the operation ends. */
async function inPool(operation: EngineOperation, rows: readonly Row[], work: (row: Row) => Promise<void>) {
  const one = async (row: Row) => {
    if (operation.stopping) return;
    await work(row).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
  };
  await Promise.all(rows.map((row) => operation.pool.add(() => one(row))));
}

/** Rows in the order of deletion: the last row of the state first. */
function inRounds(condemned: readonly Row[]): Row[][] {
  const depths = new Map<string, number>();
  const rounds: Row[][] = [];
  for (const row of condemned) {
    const depth = referencesOf(row).reduce((most, needed) => Math.max(most, 1 + (depths.get(needed) ?? -1)), 0);
    depths.set(row.urn, Math.max(depth, depths.get(row.urn) ?? 0));
    rounds[depth] ??= [];
    rounds[depth]?.push(row);
  }
  return rounds.reverse();
}

/** Reads every managed resource, and writes its live values into the state. */
export const refreshAll = (operation: EngineOperation): Promise<void> =>
  inPool(operation, operation.store.rows(), (row) => refreshOne(operation, row));

async function refreshOne(operation: EngineOperation, row: Row): Promise<void> {
  const { store, display } = operation;
  const live = EngineOperation.isManaged(row) ? await readLive(operation, row) : { row, changed: false };
  if (live === undefined) {
    await operation.step("delete", row);
    store.remove(row);
    return;
  }
  const { row: now, changed } = live;
  const diff = changed ? shownChanges(row.outputs, now.outputs) : [];
  Object.assign(row, now);
  store.changed();
  display.stepDone(stepOf(changed ? "update" : "same", row, diff));
}

/** The row with its live values, and if an up would change it; `undefined` if the resource is gone. @throws Stopped */
async function readLive(operation: EngineOperation, row: Row): Promise<{ row: Row; changed: boolean } | undefined> {
  try {
    const host = await operation.host(row);
    const read = await host.read(row);
    if (read === undefined) return undefined;
    const { inputs } = read;
    const outputs = markSecrets(read.outputs, inputs, row.additionalSecretOutputs);
    const now: Row = { ...row, ...read, outputs, initErrors: [] };
    // The diff that the next up would find: live values against the declared ones.
    const { changes } = await diffInputs(host, row, now);
    return { row: now, changed: changes };
  } catch (error) {
    throw operation.fail(stepOf("refresh", row), error);
  }
}

const importFile = z.object({
  resources: z.array(
    z
      .strictObject({
        ...{ type: z.string(), name: z.string(), id: z.string(), logicalName: z.string().optional() },
        ...{ inputs: z.record(z.string(), z.json()), outputs: z.record(z.string(), z.json()) },
      })
      .transform(({ logicalName, ...entry }) => ({ ...entry, name: logicalName ?? entry.name })),
  ),
});

/** Adds the resources of an import file to the state as the file describes them, without calls to a provider. */
export async function importAll(operation: EngineOperation, generator: Generator, file: string): Promise<void> {
  const { resources } = readImportFile(file);
  const { stackUrn, olds, store } = operation;
  for (const row of store.rows()) {
    await operation.step("same", row);
  }
  const stack = olds.get(stackUrn);
  if (stack) store.put(stack, stack);
  else await create(operation, "create", newRow({ urn: stackUrn, type: STACK_TYPE }));
  const provider = generator.defaultProvider();
  for (const { name, ...entry } of resources) {
    const urn = makeUrn(operation.project.stack, operation.project.name, "", entry.type, name);
    const known = olds.get(urn);
    if (known && known.id !== entry.id)
      throw new StateError(`resource '${urn}' already exists with the id ${known.id}`);
    if (known || operation.stopping) continue;
    await create(operation, "import", newRow({ ...entry, urn, custom: true, parent: stackUrn, provider }));
  }
}

/** The entries need `inputs` and `outputs`: dynamic providers cannot read a resource by its ID alone. */
function readImportFile(file: string): z.output<typeof importFile> {
  try {
    return importFile.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new StateError(`${file} cannot be imported: ${reason}`);
  }
}
