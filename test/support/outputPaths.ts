/** Outputs as the plugin's schema names them: `unverifiedOrder.kind` is a field of an output, also in each element of a list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const part = z.object({ $ref: z.string().optional() }).optional();
const property = z.object({ $ref: z.string().optional(), items: part, additionalProperties: part });
const properties = z.record(z.string(), property);
const named = z.object({ properties: properties.default({}) });
type Properties = z.output<typeof properties>;

const schema = z
  .object({
    types: z.record(z.string(), named),
    resources: z.record(z.string(), named.extend({ inputProperties: properties })),
    functions: z.record(z.string(), z.object({ outputs: named })),
  })
  .parse(JSON.parse(readFileSync(join(__dirname, "../../provider/fronts/plugin/schema.generated.json"), "utf8")));

/** Fields of an object or of the objects in a list or map; none of any other value. */
function fieldsOf({ $ref, items, additionalProperties: values }: z.output<typeof property>): Properties {
  const reference = $ref ?? items?.$ref ?? values?.$ref ?? "";
  return schema.types[reference.replace("#/types/", "")]?.properties ?? {};
}

/** @param values results; without them: all paths that a result may have */
function pathsOf(all: Properties, values?: readonly unknown[]): string[] {
  return Object.entries(all).flatMap(([name, each]) => {
    const shown = values
      ?.map((value): unknown => Reflect.get(Object(value), name))
      .filter((value) => value !== undefined);
    if (shown?.length === 0) return [];
    const fields = fieldsOf(each);
    if (Object.keys(fields).length === 0) return [name];
    const inside = each.additionalProperties ? shown?.flatMap((map) => Object.values(Object(map))) : shown?.flat();
    return pathsOf(fields, inside).map((path) => `${name}.${path}`);
  });
}

function outputsOf(name: string): Properties {
  const key = `registrar:index:${name}`;
  const resource = schema.resources[key];
  if (resource === undefined) return schema.functions[key]?.outputs.properties ?? {};
  const isOutput = ([output]: [string, unknown]) => !(output in resource.inputProperties);
  return Object.fromEntries(Object.entries(resource.properties).filter(isOutput));
}

/** Outputs of a resource that aren't arguments, or of a function. @param name such as `DomainLock` or `getDomain` */
export const outputPaths = (name: string): string[] => pathsOf(outputsOf(name));
/** Those of them that a value has. */
export const shownPaths = (name: string, ...values: unknown[]): string[] => pathsOf(outputsOf(name), values);
