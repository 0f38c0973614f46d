/** Operations that run no program: deletes, refresh, import. */
import * as fs from "node:fs";
import * as z from "zod";
import { StateError } from "../shared/errors.ts";
import { EngineOperation, Stopped, stepOf } from "./engineOperation.ts";
import type { Generator } from "./generator.ts";
import { shownChanges } from "./paths.ts";
import { type Entry, makeUrn, newRow, type Row, referencesOf, STACK_TYPE } from "./state.ts";
import { create, diffInputs, remove } from "./steps.ts";
import { markSecretOutputs, messageOf } from "./values.ts";

/**
 * Deletes replaced rows and rows that aren't in `claimed`, in rounds: a row goes once no remaining row depends on it. The stack and
 * the providers come last.
 */
export async function deleteUnclaimed(operation: EngineOperation, claimed: ReadonlySet<string>): Promise<void> {
  const condemned = operation.store
    .entries()
    .filter(({ row, key }) => row.delete || (!claimed.has(row.urn) && operation.news.get(row.urn)?.key !== key));
  for (const round of inRounds(condemned)) {
    await inPool(operation, round, (entry) =>
      remove(operation, entry.row.delete ? "delete-replaced" : "delete", entry),
    );
  }
}

/** Does the work for each entry, as many at a time as the stack allows, until the operation ends. */
async function inPool(operation: EngineOperation, entries: readonly Entry[], work: (entry: Entry) => Promise<void>) {
  const one = async (entry: Entry) => {
    if (operation.stopping) return;
    await work(entry).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
  };
  await Promise.all(entries.map((entry) => operation.pool.add(() => one(entry))));
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
export const refreshAll = (operation: EngineOperation): Promise<void> =>
  inPool(operation, operation.store.entries(), (entry) => refreshOne(operation, entry));

async function refreshOne(operation: EngineOperation, { key, row }: Entry): Promise<void> {
  const { store, display } = operation;
  const live = EngineOperation.isManaged(row) ? await readLive(operation, row) : { row, changed: false };
  if (live === undefined) {
    await operation.step("delete", row, async () => {
      store.remove(key);
      return row;
    });
    return;
  }
  const { row: now, changed } = live;
  store.put(key, now, false);
  display.stepDone(stepOf(changed ? "update" : "same", now, changed ? shownChanges(row.outputs, now.outputs) : []));
}

/** The row with its live values, and if an up would change it; `undefined` if the resource is gone. @throws Stopped */
async function readLive(operation: EngineOperation, row: Row): Promise<{ row: Row; changed: boolean } | undefined> {
  try {
    const host = await operation.host(row);
    const read = await host.read(row);
    if (read === undefined) return undefined;
    const { inputs } = read;
    const outputs = markSecretOutputs(read.outputs, inputs, row.additionalSecretOutputs);
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
  for (const { row } of store.entries()) {
    await operation.step("same", row);
  }
  const stack = olds.get(stackUrn);
  if (stack) store.put(stack.key, stack.row, true);
  else await create(operation, "create", newRow({ urn: stackUrn, type: STACK_TYPE }));
  const provider = generator.defaultProvider();
  for (const { name, ...entry } of resources) {
    const urn = makeUrn(operation.project.stack, operation.project.name, "", entry.type, name);
    const known = olds.get(urn);
    if (known && known.row.id !== entry.id)
      throw new StateError(`resource '${urn}' already exists with the id ${known.row.id}`);
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
