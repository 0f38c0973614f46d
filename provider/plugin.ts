/**
 * The same resources and lookups through the plugin, with an account per provider resource, `pulumi import`, and detailed diffs.
 * A stack can switch to the plugin, and back.
 */
import * as classes from "./components/domain.ts";
import * as plugin from "./fronts/dynamic/plugin.generated.ts";

export type { DomainArgs, DomainParts } from "./components/domain.ts";
export * from "./fronts/dynamic/both.ts";
export * from "./fronts/dynamic/plugin.generated.ts";
export * from "./fronts/dynamic/pluginLookups.generated.ts";

/** For the component that languages other than TypeScript have. */
export const domainComponent = {
  type: classes.domainType,
  declare: classes.declareDomain,
  outputsOf: classes.outputsOf,
};

/** `Domain` over the classes of the plugin. */
export class Domain extends classes.Domain {
  protected static override readonly children = plugin;

  constructor(name: string, args: classes.DomainArgs, options?: classes.ComponentOptions) {
    super(name, args, { ...options });
  }
}
