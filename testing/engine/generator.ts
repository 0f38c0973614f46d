import { putDefaultProvider } from "./defaultProvider.ts";
import { type EngineOperation, StepSkipped, Stopped } from "./engineOperation.ts";
import { messageOf } from "./errors.ts";
import { type Goal, rowOf } from "./goal.ts";
import { checkInputs, diffInputs } from "./inputs.ts";
import { ignoreChanges } from "./paths.ts";
import { referencesOf } from "./references.ts";
import { Replacements } from "./replacements.ts";
import type { Entry, Row } from "./state.ts";
import { type Chain, create, read, same, update } from "./steps.ts";
import { STACK_TYPE } from "./urn.ts";
import { Urns } from "./urns.ts";
import { equal, hasUnknown, type Props, UNKNOWN, withoutUnknown } from "./values.ts";

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
  readonly #replacements: Replacements;
  #stackOutputs: Props | undefined;
  #provider: string | undefined;

  constructor(operation: EngineOperation) {
    this.#operation = operation;
    this.#urns = new Urns(operation);
    this.#replacements = new Replacements(operation, this.#decided);
  }

  /** State URNs the program still stands for. */
  get claimed(): ReadonlySet<string> {
    return this.#claimed;
  }

  /** @throws Stopped if the operation ended before it was done, StepFailed if it failed and others may go on */
  register(goal: Goal): Promise<Entry> {
    return this.#decideAndDo(goal, (urn) => this.#plan(goal, urn));
  }

  /** A resource that is not managed (`.get`). */
  readResource(goal: Goal, id: string): Promise<Entry> {
    return this.#decideAndDo(goal, async (urn) => this.#planRead(goal, urn, id));
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

  async #decideAndDo(goal: Goal, plan: (urn: string) => Promise<Chain>): Promise<Entry> {
    const chain = await this.#decide(goal, plan);
    return this.#operation.pool.run(async () => {
      if (this.#operation.stopping) throw new Stopped();
      return this.#operation.pending.note(chain());
    });
  }

  /** One decision at a time. An error while deciding ends the operation. */
  #decide(goal: Goal, plan: (urn: string) => Promise<Chain>): Promise<Chain> {
    const operation = this.#operation;
    return operation.generation.run(async () => {
      if (operation.stopping) throw new Stopped();
      if (goal.type !== STACK_TYPE) goal.parent ||= operation.stackUrn;
      const urn = this.#urns.of(goal);
      try {
        const chain = await plan(urn);
        this.#decided.add(urn);
        return chain;
      } catch (error) {
        if (!(error instanceof Stopped)) operation.halt(messageOf(error), urn);
        throw error instanceof Stopped ? error : new Stopped();
      }
    });
  }

  async #plan(goal: Goal, urn: string): Promise<Chain> {
    const old = this.#claim(urn, goal);
    const row = rowOf(goal, urn);
    const waits = referencesOf(row).some((needed) => this.#operation.unmet.has(needed));
    if (goal.custom) row.provider = this.defaultProvider();
    if (waits) return this.#planSkipped(goal, row, old);
    return goal.custom ? this.#planCustom(goal, row, old) : this.#planComponent(row, old);
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
      row.inputs = await checkInputs(operation, host, row, before?.inputs ?? {}, wanted);
      if (before) await diffInputs(host, row, before, goal.ignoreChanges);
    }
    return async () => {
      operation.unmet.add(row.urn);
      throw new StepSkipped("something it depends on failed", row.urn);
    };
  }

  #planComponent(row: Row, old: Entry | undefined): Chain {
    const operation = this.#operation;
    if (!old) return () => create(operation, "create", row);
    if (equal(old.row.inputs, row.inputs)) return () => same(operation, old, row);
    return () => update(operation, old, row, []);
  }

  async #planCustom(goal: Goal, row: Row, old: Entry | undefined): Promise<Chain> {
    const operation = this.#operation;
    if (!operation.preview && hasUnknown(goal.inputs)) throw new Error(`unknown values in the inputs of ${row.urn}`);
    const host = await operation.host(row.provider ?? "");
    if (!old) {
      row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
      return () => create(operation, "create", row);
    }
    if (this.#replacements.wentEarly(old.row.urn)) {
      row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
      return this.#replacements.recreate(row, old);
    }
    if (old.row.external) {
      row.inputs = await checkInputs(operation, host, row, {}, goal.inputs);
      return this.#replacements.createFirst(row, old);
    }
    const wanted = ignoreChanges(goal.inputs, old.row.inputs, goal.ignoreChanges);
    row.inputs = await checkInputs(operation, host, row, old.row.inputs, wanted);
    const diff = await diffInputs(host, row, old.row, goal.ignoreChanges);
    if ((diff.changes && diff.replaces.length > 0) || old.row.pendingReplacement) {
      return this.#replacements.plan(host, goal, row, old, diff);
    }
    if (diff.changes || (old.row.initErrors ?? []).length > 0) {
      return () => update(operation, old, row, goal.ignoreChanges);
    }
    return () => same(operation, old, row);
  }

  #planRead(goal: Goal, urn: string, id: string): Chain {
    const operation = this.#operation;
    const old = this.#claim(urn, goal);
    const row = rowOf(goal, urn);
    Object.assign(row, { id, external: true, provider: this.defaultProvider() });
    if (id !== UNKNOWN) {
      return () => read(operation, old?.row.external ? old.key : operation.store.newKey(), row, old);
    }
    const entry = { key: operation.store.newKey(), row };
    operation.news.set(urn, entry);
    return () => operation.step({ op: "read", row }, async () => ({ row, result: entry }));
  }

  /** The reference of the provider resource that stands for the stack's configuration; made at first need. */
  defaultProvider(): string {
    if (this.#provider === undefined) {
      const { urn, reference } = putDefaultProvider(this.#operation);
      for (const urns of [this.#registered, this.#claimed, this.#decided]) urns.add(urn);
      this.#provider = reference;
    }
    return this.#provider;
  }
}
