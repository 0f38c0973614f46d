/** Prints the classes of the plugin: those of the package on the plugin's front, and what only the plugin has. */
import { providerSettings } from "../../provider/fronts/shared/settings.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { classLines, comment, headOf, identityText } from "./classes.ts";
import { argumentSets } from "./schema.ts";

export function pluginClassesText(resources: Record<string, Resource>): string {
  const classes = Object.entries(resources).map(([handler, resource]) => {
    const { type } = resource;
    const isUnion = argumentSets(resource).length > 1;
    const { head, args } = headOf(resource, isUnion, `classes.${type}${isUnion ? "<T>" : ""}`, "classes.");
    return `${comment(classLines(handler, resource))}
export ${head} {
  protected static override readonly isPlugin = true;

${identityText(type, "plugin")}
  constructor(name: string, args: ${args}, options?: pulumi.CustomResourceOptions) {
    super(name, args, options);
  }
}`;
  });
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import * as classes from "./classes.generated.ts";
import { pluginType } from "../shared/state.ts";
import { isInstanceOf } from "./registrarResource.ts";

export type * from "./classes.generated.ts";
export * from "./explicitProvider.generated.ts";

${classes.join("\n\n")}
`;
}

/** Prints the class of an explicit provider. */
export function providerText(): string {
  const entries = Object.entries(providerSettings);
  const typeOf = { string: "string", boolean: "boolean", integer: "number", array: "pulumi.Input<CheckId>[]" } as const;
  const members = entries.map(([name, { type, description }]) => {
    return `${comment([description], "  ")}\n  ${name}?: pulumi.Input<${typeOf[type]}> | undefined;`;
  });
  const secret = entries.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
  return `// Generated from the plugin's settings by \`npm run generate\`. Do not edit.
import * as pulumi from "@pulumi/pulumi";
import type { CheckId } from "./classes.generated.ts";
import { pluginOptions } from "./program.ts";
import { providerInputs } from "./registrarResource.ts";

/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
${members.join("\n")}
}

/** An account at the registrar, for resources that name it as their \`provider\`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ${JSON.stringify(secret)}), { ...pluginOptions, ...options });
  }
}
`;
}
