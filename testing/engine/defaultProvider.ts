/** The provider resource that stands for the stack's configuration. */
import { randomUUID } from "node:crypto";
import type { EngineOperation } from "./engineOperation.ts";
import { DYNAMIC_PACKAGE } from "./goal.ts";
import type { Row } from "./state.ts";
import { makeUrn } from "./urn.ts";
import { equal, type Props, secret, type Value } from "./values.ts";

/** Puts it into the state, unchanged if the configuration is. @returns its URN, and its reference: URN and id */
export function putDefaultProvider(operation: EngineOperation): { urn: string; reference: string } {
  const { stack, name, config } = operation.project;
  const type = `pulumi:providers:${DYNAMIC_PACKAGE}`;
  const urn = makeUrn(stack, name, "", type, "default");
  const inputs = configProps(config);
  const old = operation.olds.get(urn);
  const id = old?.row.id ?? randomUUID();
  const now = new Date().toISOString();
  const made: Row = {
    urn,
    custom: true,
    type,
    id,
    inputs,
    outputs: inputs,
    created: old?.row.created ?? now,
    modified: now,
  };
  const row = old && equal(old.row.inputs, inputs) ? old.row : made;
  const key = old?.key ?? operation.store.newKey();
  operation.store.put(key, row, true);
  operation.news.set(urn, { key, row });
  return { urn, reference: `${urn}::${id}` };
}

/** A stack's configuration as a dynamic provider is given it. */
function configProps(config: ReadonlyMap<string, { value: string; secret: boolean }>): Props {
  const entries = [...config].map(([key, { value, secret: isSecret }]): [string, Value] => [
    key,
    isSecret ? secret(value) : value,
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
