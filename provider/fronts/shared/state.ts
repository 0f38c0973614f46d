/** Resources in a state and in an import file, for commands. Doesn't load Pulumi's SDK. */
import { openKeys } from "../../lifecycle/define.ts";
import type { Properties, Resource } from "../../lifecycle/definition.ts";
import {
  cleanJson,
  dynamicType,
  markedSecret,
  packed,
  plainOf,
  pluginType,
  providerKey,
  providerText,
  typeOfToken,
} from "./ownKeys.ts";

export { typeOfToken } from "./ownKeys.ts";

/** A resource of a file for `pulumi import --file`. Since it has `inputs` and `outputs`, the engine imports it without a read. */
export interface ImportRow {
  type: string;
  name: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/**
 * @param handler the resource's name in `provider.ts`, such as `dnsRecord`
 * @param inputs the arguments after `check`
 * @param state the state after `create`
 */
export function importRow(
  resource: Resource,
  { handler, name, id }: { handler: string; name: string; id: string },
  inputs: Properties,
  state: Properties,
): ImportRow {
  const open = openKeys(resource);
  const __provider = providerText(handler);
  return {
    type: dynamicType(resource.type),
    name,
    id,
    inputs: cleanJson({ ...packed(inputs, open), __provider }),
    outputs: cleanJson({ ...packed(state, open), __provider }),
  };
}

/** Converts a row of the classes to one of the plugin, which has another type and no provider's code. */
export function pluginRow({ type, inputs, ...row }: ImportRow): ImportRow {
  const { [providerKey]: _, ...given } = inputs;
  return { ...row, type: pluginType(typeOfToken(type) ?? type), inputs: given };
}

/** Inputs and outputs of a state as life cycles take them, and the names of secret arguments. */
export function contentOf(row: { inputs: Properties; outputs: Properties }): {
  inputs: Properties;
  outputs: Properties;
  secretInputs: string[];
} {
  return { inputs: plainOf(row.inputs), outputs: plainOf(row.outputs), secretInputs: markedSecret(row.inputs) };
}
