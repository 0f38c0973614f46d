/** Registrations of the program as goals, and the step that each one needs. */

import { randomUUID } from "node:crypto";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb.js";
import { NotSupportedError } from "../shared/errors.ts";
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import { ignoreChanges } from "./paths.ts";
import { propsOf } from "./sdk.ts";
import { isProviderType, makeUrn, newRow, type Row, STACK_TYPE } from "./state.ts";
import { type Chain, checkInputs, create, diffInputs, planReplacement, same, update } from "./steps.ts";
import { checkSupported, equal, hasUnknown, messageOf, type Props } from "./values.ts";

/** A resource as the program declares it, before the provider has checked it. */
interface Goal {
  name: string;
  /** Its URN is empty at first, and so is the parent of the stack's children. */
  row: Row;
  /** Undefined: as the provider says. */
  deleteBeforeReplace: boolean | undefined;
  /** Its former URNs. */
  aliases: string[];
}

/** The only package whose resources this engine creates. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** @throws NotSupportedError naming the first option that this engine does not have */
export function readGoal(request: RegisterResourceRequest): Goal {
  const given = request.toObject();
  refuseOptions(given);
  const inputs = propsOf(request.getObject()) ?? {};
  checkSupported(inputs);
  const row = newRow({
    urn: "",
    type: given.type,
    custom: given.custom,
    inputs,
    ...(given.parent && { parent: given.parent }),
    ...(given.protect && { protect: true }),
    ...(given.retainondelete && { retainOnDelete: true }),
    dependencies: given.dependenciesList,
    propertyDependencies: Object.fromEntries(
      given.propertydependenciesMap.map(([key, { urnsList }]) => [key, urnsList]),
    ),
    ignoreChanges: given.ignorechangesList,
    additionalSecretOutputs: given.additionalsecretoutputsList,
  });
  const deleteBeforeReplace = given.deletebeforereplacedefined ? given.deletebeforereplace : undefined;
  return { name: given.name, row, deleteBeforeReplace, aliases: given.aliasurnsList };
}

/** Fields of a request by option. Fields that the program's SDK doesn't know are left out. */
const refused: Readonly<Record<string, string>> = {
  remote: "remote components",
  provider: "explicit provider resources",
  providersMap: "explicit provider resources (option providers)",
  importid: "the option import",
  // A dynamic provider doesn't report changed properties, so the real engine ignores this one too.
  replaceonchangesList: "the option replaceOnChanges",
  deletedwith: "the option deletedWith",
  replaceWithList: "the option replaceWith",
  replacementTrigger: "the option replacementTrigger",
  transformsList: "the option transforms",
  stateMigrationsList: "state migrations",
  envvarmappingsMap: "environment mappings",
  packageref: "parameterized packages",
};

function refuseOptions(given: RegisterResourceRequest.AsObject): void {
  const { type, name, custom } = given;
  for (const [field, value] of Object.entries(given)) {
    const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value);
    const feature = isProviderType(type) ? "explicit provider resources" : isGiven ? refused[field] : undefined;
    if (feature !== undefined) throw new NotSupportedError(`${feature} (of ${type} ${name})`);
  }
  if (custom && !type.startsWith(`${DYNAMIC_PACKAGE}:`)) {
    throw new NotSupportedError(`resources of other providers (${type} ${name})`);
  }
}

/** Decides on a step for each registration of the program, and runs it. */
export class Generator {
  readonly #operation: EngineOperation;
  /** Registered or read in this run. */
  readonly #registered = new Set<string>();
  /** State URNs that a registration of this run claims: the program still declares them. */
  readonly claimed = new Set<string>();
  #stackOutputs: Props | undefined;
  #provider: string | undefined;

  constructor(operation: EngineOperation) {
    this.#operation = operation;
  }

  /** @throws Stopped if the operation has ended, or ends with this step */
  async register(goal: Goal): Promise<Row> {
    const chain = await this.#decide(goal);
    return this.#operation.pool.add(async () => {
      if (this.#operation.stopping) throw new Stopped();
      return chain();
    });
  }

  /** Outputs of a component. The stack's are recorded at the end. */
  registerOutputs(urn: string, outputs: Props): void {
    if (urn === this.#operation.stackUrn) {
      this.#stackOutputs = outputs;
      return;
    }
    const row = this.#operation.news.get(urn);
    if (!row) throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
    this.#setOutputs(row, outputs);
  }

  /** Runs last. After a failure, missing outputs keep their old values. */
  finishStackOutputs(): void {
    const { news, olds, stackUrn } = this.#operation;
    const row = news.get(stackUrn);
    if (!row || !this.#stackOutputs) return;
    const old = this.#operation.unsuccessful ? olds.get(stackUrn)?.outputs : {};
    this.#setOutputs(row, { ...old, ...this.#stackOutputs });
  }

  /** The stack's outputs from the program, or from the state. */
  stackOutputs(): Props {
    const { news, olds, stackUrn } = this.#operation;
    return (news.get(stackUrn) ?? olds.get(stackUrn))?.outputs ?? {};
  }

  #setOutputs(row: Row, outputs: Props): void {
    row.outputs = outputs;
    this.#operation.store.changed();
  }

  /** One decision at a time. An error while deciding ends the operation. */
  #decide(goal: Goal): Promise<Chain> {
    const operation = this.#operation;
    return operation.generation.add(async () => {
      if (operation.stopping) throw new Stopped();
      const { row, name } = goal;
      if (row.type !== STACK_TYPE) row.parent ??= operation.stackUrn;
      row.urn = this.#urnOf(row.parent ?? "", row.type, name);
      try {
        return await this.#plan(goal);
      } catch (error) {
        if (!(error instanceof Stopped)) operation.halt(messageOf(error), row.urn);
        throw error instanceof Stopped ? error : new Stopped();
      }
    });
  }

  async #plan(goal: Goal): Promise<Chain> {
    const { row } = goal;
    const old = this.#claim(goal);
    if (!row.custom) return this.#planComponent(row, old);
    row.provider = this.defaultProvider();
    return this.#planCustom(goal, old);
  }

  /** The resource's row in the state: under its URN, otherwise under the first alias that exists. */
  #claim({ row: { urn }, aliases }: Goal): Row | undefined {
    const { olds, news } = this.#operation;
    if (this.#registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.#registered.add(urn);
    const found = [urn, ...aliases].find((candidate) => olds.has(candidate));
    if (found === undefined) return undefined;
    if (found !== urn && (this.claimed.has(found) || news.has(found))) {
      throw new Error(`Duplicate resource alias '${found}' applied to resource with URN '${urn}'`);
    }
    this.claimed.add(found);
    return olds.get(found);
  }

  #planComponent(row: Row, old: Row | undefined): Chain {
    const operation = this.#operation;
    if (!old) return () => create(operation, "create", row);
    if (equal(old.inputs, row.inputs)) return () => same(operation, old, row);
    return () => update(operation, old, row);
  }

  async #planCustom({ row, deleteBeforeReplace }: Goal, old: Row | undefined): Promise<Chain> {
    const operation = this.#operation;
    const given = row.inputs;
    if (!operation.preview && hasUnknown(given)) throw new Error(`unknown values in the inputs of ${row.urn}`);
    const host = await operation.host(row);
    if (!old) {
      row.inputs = await checkInputs(operation, host, row, {}, given);
      return () => create(operation, "create", row);
    }
    const wanted = ignoreChanges(given, old.inputs, row.ignoreChanges);
    row.inputs = await checkInputs(operation, host, row, old.inputs, wanted);
    const diff = await diffInputs(host, row, old);
    if (diff.changes && diff.replaces.length > 0) {
      return planReplacement(operation, host, { row, given, deleteBeforeReplace, old, diff });
    }
    if (diff.changes || old.initErrors.length > 0) {
      return () => update(operation, old, row);
    }
    return () => same(operation, old, row);
  }

  #urnOf(parent: string, type: string, name: string): string {
    const { project } = this.#operation;
    return makeUrn(project.stack, project.name, parent, type, name);
  }

  /** The reference (URN and id) of the default provider, created at its first use. */
  defaultProvider(): string {
    this.#provider ??= this.#putProvider();
    return this.#provider;
  }

  #putProvider(): string {
    const { project, olds, news, store } = this.#operation;
    const type = `pulumi:providers:${DYNAMIC_PACKAGE}`;
    const urn = this.#urnOf("", type, "default");
    const config = [...project.config].sort(([a], [b]) => (a < b ? -1 : 1));
    // Secrets such as tokens are passed to the provider by each operation, and aren't written to the state.
    const inputs: Props = Object.fromEntries(
      config.flatMap(([key, { value, secret: isSecret }]) => (isSecret ? [] : [[key, value]])),
    );
    const old = olds.get(urn);
    const made = newRow({ urn, custom: true, type, id: old?.id ?? randomUUID(), inputs, outputs: inputs });
    const row = old && equal(old.inputs, inputs) ? old : made;
    store.put(row, old);
    news.set(urn, row);
    for (const urns of [this.#registered, this.claimed]) urns.add(urn);
    return `${urn}::${row.id ?? ""}`;
  }
}
