/** A provider's Check and Diff of a resource's inputs. */
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { compare, ignoreChanges } from "./paths.ts";
import type { Row } from "./state.ts";
import { nameOf } from "./urn.ts";
import type { Props } from "./values.ts";

/** @returns the inputs that the provider made of them. @throws Stopped after the provider's refusals are reported */
export async function checkInputs(
  operation: EngineOperation,
  host: ProviderHost,
  row: Row,
  olds: Props,
  news: Props,
): Promise<Props> {
  const { inputs, failures } = await host.check(row, olds, news);
  if (failures.length === 0) return inputs;
  for (const { property, reason } of failures) {
    const what = property ? `property ${property} of ${nameOf(row.urn)}` : nameOf(row.urn);
    operation.error(`${what} has a problem: ${reason}`, row.urn);
  }
  operation.halt();
  throw new Stopped();
}

/** The provider's diff; if it doesn't know, a comparison of the inputs. */
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
