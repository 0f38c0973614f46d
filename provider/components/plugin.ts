import type * as pulumi from "@pulumi/pulumi";
import * as plugin from "../fronts/dynamic/plugin.generated.ts";
import * as classes from "./domain.ts";

export type { DomainArgs, DomainParts } from "./domain.ts";

/** For the component that languages other than TypeScript have. */
export const domainComponent = {
  type: classes.domainType,
  declare: classes.declareDomain,
  outputsOf: classes.outputsOf,
};

/** `Domain` over the classes of the plugin. */
export class Domain extends classes.Domain {
  protected static override readonly children = plugin;

  constructor(name: string, args: classes.DomainArgs, options?: pulumi.ComponentResourceOptions) {
    super(name, args, { ...options });
  }
}
