/** Checks arguments against a resource's schema, property by property, since in a preview some are not known yet. */
import * as z from "zod";
import type { CheckFailure, Properties, Resource } from "./definition.ts";

export function checkShape(resource: Resource, args: Properties, known: (key: string) => boolean): CheckFailure[] {
  const schema = resource.schemaFor(args);
  if ("reason" in schema) return [schema];
  const { shape } = schema;
  const failures: CheckFailure[] = [];
  for (const key of Object.keys(args)) {
    if (!(key in shape)) {
      failures.push({
        property: key,
        reason: `is not an argument of ${describe(resource, args)}; it takes ${Object.keys(shape).join(", ")}`,
      });
    }
  }
  for (const [key, property] of Object.entries(shape)) {
    if (!known(key)) continue;
    if (args[key] === undefined && !property.safeParse(undefined).success) {
      failures.push({ property: key, reason: `is missing; ${describe(resource, args)} needs it` });
      continue;
    }
    const result = property.safeParse(args[key]);
    if (result.success) continue;
    // One reason a property is enough: the first says what to do.
    const [issue] = result.error.issues;
    if (issue !== undefined) failures.push({ property: key, reason: issue.message });
  }
  return failures;
}

function describe(resource: Resource, args: Properties): string {
  const type = resource.type === "DnsRecord" ? args["type"] : undefined;
  return typeof type === "string" ? `a ${resource.type} of type ${type}` : `a ${resource.type}`;
}

/** Properties that people see in a preview or a state: arguments, outputs, and what a check adds for them to see. */
export function openKeys(resource: Resource): ReadonlySet<string> {
  return new Set([...argumentNames(resource), ...Object.keys(resource.outputs), ...(resource.shownInputs ?? [])]);
}

/** Of a union all that any of its types has. */
export function argumentNames(resource: { argumentNames?: readonly string[]; schema: unknown }): readonly string[] {
  return resource.argumentNames ?? namesIn(resource.schema);
}

function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesIn) : [];
}
