/**
 * How a resource stands in a state and in an import file: its type token, and the text that loads its handler. Loads
 * nothing, so that commands can use it without Pulumi.
 */
import type { Properties } from "./handler.ts";
import { cleanJson } from "./values.ts";

/** The subpath and the names of its handlers are in every state: they never change. */
export const handlers = "pulumi-registrar/provider";

/** The type token of a resource of the dynamic front. */
export function dynamicType(type: string): string {
  return `pulumi-nodejs:dynamic/registrar:${type}`;
}

/** The other way round; `undefined` for resources of others. */
export function typeOfToken(token: unknown): string | undefined {
  return /^pulumi-nodejs:dynamic\/registrar:(\w+)$/.exec(String(token))?.[1];
}

/** The provider's code as the state keeps it. */
export function providerText(handler: string): string {
  return `exports.handler=()=>require("${handlers}").${handler};`;
}

/** One resource of a file for `pulumi import --file`; with `inputs` and `outputs` the engine reads nothing. */
export interface ImportRow {
  type: string;
  name: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/**
 * @param resource type of the definition, such as `DnsRecord`
 * @param handler its name in `provider.ts`, such as `dnsRecord`
 * @param inputs the arguments as `check` leaves them
 * @param state what the definition's life cycle would have stored
 */
export function importRow(
  { type, handler, name, id }: { type: string; handler: string; name: string; id: string },
  inputs: Properties,
  state: Properties,
): ImportRow {
  const __provider = providerText(handler);
  return {
    type: dynamicType(type),
    name,
    id,
    inputs: cleanJson({ ...inputs, __provider }),
    outputs: cleanJson({ ...state, __provider }),
  };
}
