/** Prints the classes of the plugin: the same arguments and outputs as those of the dynamic front, under tokens of their own. */
import { providerSettings } from "../../provider/fronts/plugin/settingsTable.ts";
import type { Resource } from "../../provider/resources/definition.ts";
import { classText, comment } from "./classes.ts";
import { enumerationsOf } from "./pluginSchema.ts";
import { argumentSets, nestedSets } from "./schema.ts";

export function nativeClassesText(resources: Record<string, Resource>): string {
  const all = Object.entries(resources);
  const names = new Set(
    all.flatMap(([, resource]) => [
      `${resource.type}Args`,
      ...argumentSets(resource).map(({ id }) => id),
      ...nestedSets(resource).map(({ id }) => id),
    ]),
  );
  const types = [...names].sort().join(", ");
  const classes = all.map(([handler, resource]) =>
    classText(handler, resource, argumentSets(resource), `${resource.type}Args`, "nativeRegistration"),
  );
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { ${types} } from "../dynamic/classes.generated.ts";
import { checkWithOthers } from "../dynamic/programChecks.ts";
import { absentOutputs } from "../dynamic/register.ts";
import { StackTraces } from "../dynamic/stackTraces.ts";
import { recordsFromTexts } from "../dynamic/zoneTexts.ts";
import { nativeRegistration, providerInputs } from "./register.ts";

export type { ${types} };

${providerText()}

${enumerationsText(resources)}

${classes.join("\n\n")}
`;
}

/** What the code that `pulumi import` prints names: the enumerations of the arguments, as plain values. */
function enumerationsText(resources: Record<string, Resource>): string {
  const found = enumerationsOf(resources).map(([name, { description, enum: members = [] }]) => {
    const values = members.map((member) => `  ${member.name}: ${JSON.stringify(member.value)},`);
    return `${comment([description])}\nexport const ${name} = {\n${values.join("\n")}\n} as const;`;
  });
  return found.join("\n\n");
}

/** The class of an explicit provider. */
function providerText(): string {
  const entries = Object.entries(providerSettings);
  const typeOf = { string: "string", boolean: "boolean", integer: "number", array: "string[]" } as const;
  const members = entries.map(
    ([name, { type, description }]) =>
      `${comment([description], "  ")}\n  ${name}?: pulumi.Input<${typeOf[type]}> | undefined;`,
  );
  const secret = entries.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
  return `/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
${members.join("\n")}
}

/** An account at the registrar, for resources that name it as their \`provider\`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ${JSON.stringify(secret)}), options);
  }
}`;
}
