/** What a provider says of the inputs of a resource: whether it takes them, and what they change. */
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { compare, ignoreChanges } from "./paths.ts";
import type { Row } from "./state.ts";
import { nameOf } from "./urn.ts";
import { isSecret, type Props, reveal, type Value } from "./values.ts";

/** @returns the inputs as the provider wants them. @throws Stopped after it refused them: its reasons are reported */
export async function checkInputs(
  operation: EngineOperation,
  host: ProviderHost,
  row: Row,
  olds: Props,
  news: Props,
): Promise<Props> {
  const { inputs, failures } = await host.check(row, olds, news);
  if (failures.length === 0) return inputs;
  const about = `${row.type} resource '${nameOf(row.urn)}'`;
  for (const { property, reason } of failures) {
    const what = property ? `property ${property} value ${goText(news[property])}` : "";
    operation.error(what ? `${about}: ${what} has a problem: ${reason}` : `${about} has a problem: ${reason}`, row.urn);
  }
  operation.halt();
  throw new Stopped();
}

/** What changes; where the provider does not know, whether any input does. */
export async function diffInputs(
  host: ProviderHost,
  row: Pick<Row, "urn" | "type" | "inputs">,
  old: Row,
  ignored: string[],
): Promise<DiffResult & { changes: boolean }> {
  const diff = await host.diff(row, old, row.inputs, ignored);
  const changes = diff.changes ?? compare(old.inputs, ignoreChanges(row.inputs, old.inputs, ignored)).length > 0;
  return { ...diff, changes };
}

/** A value as the engine's error messages print it. */
function goText(value: Value | undefined): string {
  if (isSecret(value)) return "{[secret]}";
  const plain = value === undefined ? null : reveal(value);
  return `{${typeof plain === "string" ? plain : JSON.stringify(plain)}}`;
}
