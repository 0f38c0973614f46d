import * as fs from "node:fs";
import type { EngineOperation } from "./engineOperation.ts";
import { ImportFileError, NotSupportedError } from "./errors.ts";
import type { Generator } from "./generator.ts";
import { messageOf } from "./message.ts";
import { create } from "./steps.ts";
import { makeUrn, STACK_TYPE } from "./urn.ts";
import { isProps, type Props, type Value } from "./values.ts";

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
