import { type EngineOperation, Stopped } from "./engineOperation.ts";
import type { Goal } from "./goal.ts";
import type { DiffResult, ProviderHost } from "./host.ts";
import { checkInputs, diffInputs } from "./inputs.ts";
import { shownChanges } from "./paths.ts";
import type { Entry, Row } from "./state.ts";
import { type Chain, create, remove, replace } from "./steps.ts";
import { isProviderType } from "./urn.ts";
import { UNKNOWN } from "./values.ts";

/** Decides on the order of a replacement, and on the dependents that are deleted with it. */
export class Replacements {
  readonly #operation: EngineOperation;
  /** Decided in this run: they cannot depend on later ones. */
  readonly #decided: ReadonlySet<string>;
  /** Deleted in this run because a dependency is replaced. */
  readonly #deletedEarly = new Set<string>();

  constructor(operation: EngineOperation, decided: ReadonlySet<string>) {
    this.#operation = operation;
    this.#decided = decided;
  }

  /** Was it deleted in this run because a dependency is replaced? */
  wentEarly(urn: string): boolean {
    return this.#deletedEarly.has(urn);
  }

  /** Deletes the old resource before or after the creation of the new one, as the program or the provider decides. */
  async plan(host: ProviderHost, goal: Goal, row: Row, old: Entry, diff: DiffResult): Promise<Chain> {
    const operation = this.#operation;
    if (row.protect && old.row.protect) {
      operation.error(protectedText(row.urn), row.urn);
      if (!operation.preview) {
        operation.halt();
        throw new Stopped();
      }
    }
    row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
    if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace)) return this.#createFirst(row, old);
    const dependents = await this.#dependentsToReplace(host, old.row);
    for (const { row: dependent } of dependents) this.#deletedEarly.add(dependent.urn);
    const recreate = this.recreate(row, old);
    return async () => {
      for (const gone of [...dependents.reverse(), old]) {
        await this.#unlessStopping(() => remove(operation, "delete-replaced", gone, true));
      }
      return recreate();
    };
  }

  #createFirst(row: Row, old: Entry): Chain {
    const operation = this.#operation;
    const diff = shownChanges(old.row.inputs, row.inputs);
    return async () => {
      const entry = await create(operation, "create-replacement", row, { replaced: old, diff });
      await this.#unlessStopping(() => replace(operation, { ...row, id: old.row.id ?? "" }, diff));
      return entry;
    };
  }

  /** Runs after the deletion of the old resource. */
  recreate(row: Row, old: Entry): Chain {
    const operation = this.#operation;
    const diff = shownChanges(old.row.inputs, row.inputs);
    return async () => {
      await this.#unlessStopping(() => replace(operation, { ...row, id: old.row.id ?? "" }, diff));
      return this.#unlessStopping(() => create(operation, "create-replacement", row, { diff }));
    };
  }

  /**
   * Finds the resources to delete before `root`: not seen in this run yet, with a property that depends on a replaced resource,
   * and with a provider that would replace them if that property were unknown.
   */
  async #dependentsToReplace(host: ProviderHost, root: Row): Promise<Entry[]> {
    const replaced = new Set([root.urn]);
    const found: Entry[] = [];
    const rows = this.#operation.store.entries();
    const start = rows.findIndex(({ row }) => row.urn === root.urn);
    for (const entry of rows.slice(start + 1)) {
      const { row } = entry;
      if (!row.custom || row.delete || isProviderType(row.type) || this.#decided.has(row.urn)) continue;
      const hit = Object.entries(row.propertyDependencies ?? {}).filter(([, urns]) =>
        urns.some((on) => replaced.has(on)),
      );
      const keys = hit.map(([key]) => key).filter((key) => Object.hasOwn(row.inputs, key));
      if (keys.length === 0) continue;
      const inputs = { ...row.inputs, ...Object.fromEntries(keys.map((key) => [key, UNKNOWN])) };
      const diff = await diffInputs(host, { urn: row.urn, type: row.type, inputs }, row, row.ignoreChanges ?? []);
      if (!diff.changes || diff.replaces.length === 0) continue;
      if (row.protect) throw new Error(protectedText(row.urn));
      replaced.add(row.urn);
      if (!this.#deletedEarly.has(row.urn)) found.push(entry);
    }
    return found;
  }

  #unlessStopping<T>(step: () => Promise<T>): Promise<T> {
    if (this.#operation.stopping) throw new Stopped();
    return step();
  }
}

const protectedText = (urn: string) =>
  `${urn} cannot be replaced: it is protected; remove the option protect and run up first`;
