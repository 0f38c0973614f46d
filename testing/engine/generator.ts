import { randomUUID } from "node:crypto";
import { isProviderType } from "./display.ts";
import { type EngineOperation, type Entry, StepSkipped, Stopped } from "./engineOperation.ts";
import { messageOf } from "./errors.ts";
import { DYNAMIC_PACKAGE, type Goal } from "./goal.ts";
import { configProps, type DiffResult, type ProviderHost } from "./host.ts";
import { compare, ignoreChanges } from "./paths.ts";
import { type Row, referencesOf } from "./state.ts";
import { create, inputChanges, read, remove, replace, same, update } from "./steps.ts";
import { Urns } from "./urns.ts";
import { equal, hasUnknown, isSecret, type Props, reveal, UNKNOWN, type Value, withoutUnknown } from "./values.ts";

const STACK_TYPE = "pulumi:pulumi:Stack";

/** Steps to be run one after another; the last gives the resource. */
type Chain = () => Promise<Entry>;

/** Decides for each registration of the program what is to be done, and does it. */
export class Generator {
  readonly #operation: EngineOperation;
  readonly #urns: Urns;
  /** Registered or read in this run. */
  readonly #registered = new Set<string>();
  /** State URNs that a registration of this run answers for. */
  readonly #claimed = new Set<string>();
  /** Decided upon in this run: they cannot depend on what comes later. */
  readonly #decided = new Set<string>();
  /** Deleted in this run because something they depend on is replaced. */
  readonly #deletedEarly = new Set<string>();
  #stackOutputs: Props | undefined;
  #provider: string | undefined;

  constructor(operation: EngineOperation) {
    this.#operation = operation;
    this.#urns = new Urns(operation);
  }

  /** State URNs the program still stands for. */
  get claimed(): ReadonlySet<string> {
    return this.#claimed;
  }

  /** @throws Stopped if the operation ended before it was done, StepFailed if it failed and others may go on */
  async register(goal: Goal): Promise<Entry> {
    const chain = await this.#generate(() => this.#plan(goal));
    return this.#operation.pool.run(async () => {
      if (this.#operation.stopping) throw new Stopped();
      return this.#operation.pending.note(chain());
    });
  }

  async readResource(goal: Goal, id: string): Promise<Entry> {
    const chain = await this.#generate(() => this.#planRead(goal, id));
    return this.#operation.pool.run(() => {
      if (this.#operation.stopping) throw new Stopped();
      return this.#operation.pending.note(chain());
    });
  }

  /** Outputs of a component; the stack's wait for the end. */
  registerOutputs(urn: string, outputs: Props): void {
    if (urn === this.#operation.stackUrn) {
      this.#stackOutputs = outputs;
      return;
    }
    const entry = this.#operation.news.get(urn);
    if (!entry) throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
    this.#setOutputs(entry, outputs);
  }

  /** At the very end. After a failure old outputs stay where there are no new ones. */
  finishStackOutputs(): void {
    const { news, olds, stackUrn } = this.#operation;
    const entry = news.get(stackUrn);
    if (!entry || !this.#stackOutputs) return;
    const old = this.#operation.unsuccessful ? (olds.get(stackUrn)?.row.outputs ?? {}) : {};
    this.#setOutputs(entry, { ...old, ...this.#stackOutputs });
  }

  /** The stack's outputs as the program gave them, or as the state has them. */
  stackOutputs(): Props {
    const { news, olds, stackUrn } = this.#operation;
    return (news.get(stackUrn) ?? olds.get(stackUrn))?.row.outputs ?? {};
  }

  #setOutputs(entry: Entry, outputs: Props): void {
    const row = { ...entry.row, outputs };
    this.#operation.store.put(entry.key, row, true);
    this.#operation.news.set(row.urn, { key: entry.key, row });
  }

  /** One decision at a time. An error while deciding ends the operation. */
  #generate(plan: () => Promise<{ urn: string; chain: Chain }>): Promise<Chain> {
    return this.#operation.generation.run(async () => {
      if (this.#operation.stopping) throw new Stopped();
      const { urn, chain } = await plan();
      this.#decided.add(urn);
      return chain;
    });
  }

  async #plan(goal: Goal): Promise<{ urn: string; chain: Chain }> {
    if (goal.type !== STACK_TYPE && goal.parent === "") goal.parent = this.#operation.stackUrn;
    const urn = this.#urns.of(goal);
    try {
      const old = this.#claim(urn, goal);
      const row = this.#rowOf(goal, urn);
      const waits = referencesOf(row).some((needed) => this.#operation.unmet.has(needed));
      if (goal.custom) row.provider = await this.defaultProvider();
      if (waits) return { urn, chain: await this.#planSkipped(goal, row, old) };
      if (!goal.custom) return { urn, chain: this.#planComponent(row, old) };
      return { urn, chain: await this.#planCustom(goal, row, old) };
    } catch (error) {
      if (!(error instanceof Stopped)) this.#operation.halt(messageOf(error), urn);
      throw error instanceof Stopped ? error : new Stopped();
    }
  }

  /** The resource's row in the state, under its URN or an alias. */
  #claim(urn: string, goal: Goal): Entry | undefined {
    if (this.#registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.#registered.add(urn);
    const known = this.#urns.inState(urn, goal);
    if (known === undefined) return undefined;
    this.#claimed.add(known);
    return this.#operation.olds.get(known);
  }

  #rowOf(goal: Goal, urn: string): Row {
    const row: Row = { urn, custom: goal.custom, type: goal.type, inputs: goal.inputs, outputs: {} };
    if (goal.parent) row.parent = goal.parent;
    if (goal.protect) row.protect = true;
    if (goal.retainOnDelete) row.retainOnDelete = true;
    row.dependencies = goal.dependencies;
    row.propertyDependencies = goal.propertyDependencies;
    row.ignoreChanges = goal.ignoreChanges;
    row.additionalSecretOutputs = goal.additionalSecretOutputs;
    if (goal.customTimeouts) row.customTimeouts = goal.customTimeouts;
    return row;
  }

  /**
   * With continueOnError, what depends on something that failed is left as it is. Its provider is asked all the same, as
   * the real engine asks; values that there are not are left out.
   */
  async #planSkipped(goal: Goal, row: Row, old: Entry | undefined): Promise<Chain> {
    const operation = this.#operation;
    if (goal.custom) {
      const host = await operation.host(row.provider ?? "");
      const before = old?.row.external ? undefined : old?.row;
      const wanted = ignoreChanges(withoutUnknown(goal.inputs), before?.inputs ?? {}, goal.ignoreChanges);
      row.inputs = await this.#check(host, row, before?.inputs ?? {}, wanted);
      if (before) await this.#diff(host, row, before, goal.ignoreChanges);
    }
    return async () => {
      operation.unmet.add(row.urn);
      throw new StepSkipped("something it depends on failed", row.urn);
    };
  }

  #planComponent(row: Row, old: Entry | undefined): Chain {
    const operation = this.#operation;
    if (!old) return () => create(operation, "create", row);
    const alias = aliasOf(old, row);
    if (equal(old.row.inputs, row.inputs)) return () => same(operation, old, row, alias);
    return () => update(operation, old, row, [], alias);
  }

  async #planCustom(goal: Goal, row: Row, old: Entry | undefined): Promise<Chain> {
    const operation = this.#operation;
    if (!operation.preview && hasUnknown(goal.inputs)) throw new Error(`unknown values in the inputs of ${row.urn}`);
    const host = await operation.host(row.provider ?? "");
    if (!old) {
      row.inputs = await this.#check(host, row, {}, goal.inputs);
      return () => create(operation, "create", row);
    }
    if (this.#deletedEarly.has(old.row.urn)) {
      row.inputs = await this.#check(host, row, {}, goal.inputs);
      return this.#recreate(row, old);
    }
    if (old.row.external) {
      row.inputs = await this.#check(host, row, {}, goal.inputs);
      return this.#createFirst(row, old);
    }
    const wanted = ignoreChanges(goal.inputs, old.row.inputs, goal.ignoreChanges);
    row.inputs = await this.#check(host, row, old.row.inputs, wanted);
    const diff = await this.#diff(host, row, old.row, goal.ignoreChanges);
    if ((diff.changes && diff.replaces.length > 0) || old.row.pendingReplacement) {
      return this.#planReplace(host, goal, row, old, diff);
    }
    const alias = aliasOf(old, row);
    if (diff.changes || (old.row.initErrors ?? []).length > 0) {
      return () => update(operation, old, row, goal.ignoreChanges, alias);
    }
    return () => same(operation, old, row, alias);
  }

  async #check(host: ProviderHost, row: Row, olds: Props, news: Props): Promise<Props> {
    const { inputs, failures } = await host.check(row, olds, news);
    if (failures.length === 0) return inputs;
    const about = `${row.type} resource '${row.urn.slice(row.urn.lastIndexOf("::") + 2)}'`;
    for (const { property, reason } of failures) {
      const what = property ? `property ${property} value ${goText(news[property])}` : "";
      this.#operation.error(
        what ? `${about}: ${what} has a problem: ${reason}` : `${about} has a problem: ${reason}`,
        row.urn,
      );
    }
    this.#operation.halt();
    throw new Stopped();
  }

  async #diff(
    host: ProviderHost,
    row: Pick<Row, "urn" | "type" | "inputs">,
    old: Row,
    ignored: string[],
  ): Promise<DiffResult> {
    const diff = await host.diff(row, old, row.inputs, ignored);
    if (diff.changes !== undefined) return diff;
    return { ...diff, changes: compare(old.inputs, ignoreChanges(row.inputs, old.inputs, ignored)).length > 0 };
  }

  async #planReplace(host: ProviderHost, goal: Goal, row: Row, old: Entry, diff: DiffResult): Promise<Chain> {
    const operation = this.#operation;
    if (row.protect && old.row.protect) {
      operation.error(protectedReplaceText(row.urn), row.urn);
      if (!operation.preview) {
        operation.halt();
        throw new Stopped();
      }
    }
    row.inputs = await this.#check(host, row, {}, goal.inputs);
    if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace)) return this.#createFirst(row, old);
    const dependents = await this.#dependentsToReplace(host, old.row, row.urn);
    for (const { row: dependent } of dependents) this.#deletedEarly.add(dependent.urn);
    const recreate = this.#recreate(row, old);
    return async () => {
      for (const dependent of dependents.reverse()) {
        await this.#unlessStopping(() => remove(operation, "delete-replaced", dependent, "before-replacement"));
      }
      if (!old.row.pendingReplacement) {
        await this.#unlessStopping(() => remove(operation, "delete-replaced", old, "before-replacement"));
      }
      return recreate();
    };
  }

  #createFirst(row: Row, old: Entry): Chain {
    const operation = this.#operation;
    const diff = inputChanges(old.row.inputs, row.inputs);
    // One that is pending replacement was deleted by an earlier run. It leaves the state now, and is deleted once more
    // at the end, as the real engine does.
    const { pendingReplacement } = old.row;
    const fate = pendingReplacement ? "drop" : "delete-later";
    return async () => {
      const more = { replaced: { entry: old, fate } as const, diff, alias: aliasOf(old, row) };
      const entry = await create(operation, "create-replacement", row, more);
      if (pendingReplacement) operation.leftovers.push({ key: old.key, row: { ...old.row, delete: true } });
      await this.#unlessStopping(() => replace(operation, { ...row, id: old.row.id ?? "" }, diff));
      return entry;
    };
  }

  /** After its deletion: the row that is pending replacement goes when the new one is there. */
  #recreate(row: Row, old: Entry): Chain {
    const operation = this.#operation;
    const diff = inputChanges(old.row.inputs, row.inputs);
    return async () => {
      await this.#unlessStopping(() => replace(operation, { ...row, id: old.row.id ?? "" }, diff));
      const more = { replaced: { entry: old, fate: "drop" } as const, diff, alias: aliasOf(old, row) };
      return this.#unlessStopping(() => create(operation, "create-replacement", row, more));
    };
  }

  #unlessStopping<T>(step: () => Promise<T>): Promise<T> {
    if (this.#operation.stopping) throw new Stopped();
    return step();
  }

  /**
   * What must go before `root` can: resources not seen in this run, with a property that depends on something replaced,
   * and whose provider would replace them if that property were unknown.
   */
  async #dependentsToReplace(host: ProviderHost, root: Row, urn: string): Promise<Entry[]> {
    const replaced = new Set([root.urn]);
    const found: Entry[] = [];
    const rows = this.#operation.store.entries();
    const start = rows.findIndex(({ row }) => row === root || row.urn === root.urn);
    for (const entry of rows.slice(start + 1)) {
      const { row } = entry;
      if (!row.custom || row.external || row.delete || isProviderType(row.type) || this.#decided.has(row.urn)) continue;
      const hit = Object.entries(row.propertyDependencies ?? {}).filter(([, urns]) =>
        urns.some((on) => replaced.has(on)),
      );
      const keys = hit.map(([key]) => key).filter((key) => Object.hasOwn(row.inputs, key));
      if (keys.length === 0) continue;
      const inputs = { ...row.inputs, ...Object.fromEntries(keys.map((key) => [key, UNKNOWN])) };
      const diff = await this.#diff(host, { urn: row.urn, type: row.type, inputs }, row, row.ignoreChanges ?? []);
      if (!diff.changes || diff.replaces.length === 0) continue;
      if (row.protect) throw new Error(protectedDependentText(row.urn, urn));
      replaced.add(row.urn);
      if (!this.#deletedEarly.has(row.urn)) found.push(entry);
    }
    return found;
  }

  async #planRead(goal: Goal, id: string): Promise<{ urn: string; chain: Chain }> {
    const operation = this.#operation;
    goal.parent ||= operation.stackUrn;
    const urn = this.#urns.of(goal);
    try {
      const old = this.#claim(urn, goal);
      const row = this.#rowOf(goal, urn);
      Object.assign(row, { id, external: true, provider: await this.defaultProvider() });
      if (id !== UNKNOWN)
        return { urn, chain: () => read(operation, old?.row.external ? old.key : operation.store.newKey(), row, old) };
      const key = operation.store.newKey();
      const entry = { key, row };
      operation.news.set(urn, entry);
      return { urn, chain: () => operation.step({ op: "read", row }, async () => ({ row, result: entry })) };
    } catch (error) {
      if (!(error instanceof Stopped)) operation.halt(messageOf(error), urn);
      throw error instanceof Stopped ? error : new Stopped();
    }
  }

  /** The reference of the provider resource that stands for the stack's configuration; made at first need. */
  async defaultProvider(): Promise<string> {
    this.#provider ??= await this.#makeProvider();
    return this.#provider;
  }

  async #makeProvider(): Promise<string> {
    const operation = this.#operation;
    const { stack, name, config } = operation.project;
    const type = `pulumi:providers:${DYNAMIC_PACKAGE}`;
    const urn = `urn:pulumi:${stack}::${name}::${type}::default`;
    const inputs = configProps(config);
    const old = operation.olds.get(urn);
    const id = old?.row.id ?? randomUUID();
    this.#registered.add(urn);
    this.#claimed.add(urn);
    this.#decided.add(urn);
    const changed = !old || !equal(old.row.inputs, inputs);
    const now = new Date().toISOString();
    const row: Row = {
      urn,
      custom: true,
      type,
      id,
      inputs,
      outputs: inputs,
      created: old?.row.created ?? now,
      modified: now,
    };
    const kept = changed || !old ? row : old.row;
    const key = old?.key ?? operation.store.newKey();
    operation.store.put(key, kept, true);
    operation.news.set(urn, { key, row: kept });
    return `${urn}::${id}`;
  }
}

function aliasOf(old: Entry, row: Row): string | undefined {
  return old.row.urn === row.urn ? undefined : old.row.urn;
}

/** A value as the engine's error messages print it. */
function goText(value: Value | undefined): string {
  if (isSecret(value)) return "{[secret]}";
  const plain = value === undefined ? null : reveal(value);
  return `{${typeof plain === "string" ? plain : JSON.stringify(plain)}}`;
}

function protectedReplaceText(urn: string): string {
  return (
    `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
    "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`"
  );
}

function protectedDependentText(urn: string, root: string): string {
  return (
    `unable to replace resource "${urn}" as part of replacing "${root}" as it is currently marked for protection. ` +
    "To unprotect the resource, remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`"
  );
}
