import * as plugin from "../fronts/dynamic/plugin.generated.ts";
import * as classes from "./domain.ts";

export type { DomainArgs, DomainChildren, DomainInputs, DomainParts } from "./domain.ts";
export { declareDomain, domainType, outputsOf } from "./domain.ts";

/** `Domain` over the classes of the plugin. */
export class Domain extends classes.Domain {
  protected static override readonly children = plugin;
}
