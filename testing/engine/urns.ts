import type { EngineOperation } from "./engineOperation.ts";
import type { Alias, Goal } from "./goal.ts";
import { makeUrn, nameOf, qualifiedType } from "./urn.ts";

/** Names of resources, and the names they had. */
export class Urns {
  readonly #operation: EngineOperation;
  /** Present URN by the URN the state still has. */
  readonly #matched = new Map<string, string>();

  constructor(operation: EngineOperation) {
    this.#operation = operation;
  }

  of(goal: Pick<Goal, "parent" | "type" | "name">): string {
    const { stack, name } = this.#operation.project;
    return makeUrn(stack, name, goal.parent, goal.type, goal.name);
  }

  /** The URN by which the state knows a resource: its own, else the first alias that is there. */
  inState(urn: string, goal: Goal): string | undefined {
    const { olds } = this.#operation;
    const found = [urn, ...this.#aliasUrns(goal)].find((candidate) => olds.has(candidate));
    if (found === undefined || found === urn) return found;
    const other = [...this.#matched].find(([, old]) => old === found);
    if (other || this.#operation.news.has(found)) {
      throw new Error(`Duplicate resource alias '${found}' applied to resource with URN '${urn}'`);
    }
    this.#matched.set(urn, found);
    return found;
  }

  #aliasUrns(goal: Goal): string[] {
    const own = goal.aliases.map((alias) => this.#urnOf(alias, goal));
    const parentAlias = this.#matched.get(goal.parent);
    if (parentAlias === undefined) return own;
    const inherited = [
      { type: goal.type, name: goal.name },
      ...own.map((urn) => ({ type: lastType(urn), name: nameOf(urn) })),
    ];
    return [...own, ...inherited.map(({ type, name }) => this.#inherited(type, name, goal.parent, parentAlias))];
  }

  #urnOf(alias: Alias, goal: Goal): string {
    if (alias.urn) return alias.urn;
    const { stack, name } = this.#operation.project;
    const parent = alias.parent ? (this.#matched.get(alias.parent) ?? alias.parent) : goal.parent;
    return makeUrn(
      alias.stack || stack,
      alias.project || name,
      alias.noParent ? "" : parent,
      alias.type || goal.type,
      alias.name || goal.name,
    );
  }

  /** A child whose name starts with its parent's was named after it, and is looked for under the parent's old name. */
  #inherited(type: string, name: string, parent: string, parentAlias: string): string {
    const { stack, name: project } = this.#operation.project;
    const parentName = nameOf(parent);
    const oldName = name.startsWith(parentName) ? nameOf(parentAlias) + name.slice(parentName.length) : name;
    return makeUrn(stack, project, parentAlias, type, oldName);
  }
}

function lastType(urn: string): string {
  const type = qualifiedType(urn);
  return type.slice(type.lastIndexOf("$") + 1);
}
