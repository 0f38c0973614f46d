import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb.js";
import { NotSupportedError } from "./errors.ts";
import { propsOf } from "./sdk.ts";
import type { Row } from "./state.ts";
import { isProviderType } from "./urn.ts";
import { checkSupported, type Props } from "./values.ts";

/** A resource as the program declares it. */
export interface Goal {
  type: string;
  name: string;
  parent: string;
  custom: boolean;
  inputs: Props;
  protect: boolean;
  retainOnDelete: boolean;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  /** Undefined: as the provider says. */
  deleteBeforeReplace: boolean | undefined;
  ignoreChanges: string[];
  additionalSecretOutputs: string[];
  /** Its former URNs. */
  aliases: string[];
}

/** The only package whose resources this engine creates. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** The goal as a row of the state, before the provider has checked it. */
export function rowOf(goal: Goal, urn: string): Row {
  const row: Row = { urn, custom: goal.custom, type: goal.type, inputs: goal.inputs, outputs: {} };
  if (goal.parent) row.parent = goal.parent;
  if (goal.protect) row.protect = true;
  if (goal.retainOnDelete) row.retainOnDelete = true;
  row.dependencies = goal.dependencies;
  row.propertyDependencies = goal.propertyDependencies;
  row.ignoreChanges = goal.ignoreChanges;
  row.additionalSecretOutputs = goal.additionalSecretOutputs;
  return row;
}

/** @throws NotSupportedError naming the first option that this engine does not have */
export function readGoal(request: RegisterResourceRequest): Goal {
  const given = request.toObject();
  refuseOptions(given);
  const inputs = propsOf(request.getObject()) ?? {};
  checkSupported(inputs);
  return {
    type: given.type,
    name: given.name,
    custom: given.custom,
    inputs,
    parent: given.parent,
    protect: given.protect ?? false,
    retainOnDelete: given.retainondelete ?? false,
    dependencies: given.dependenciesList,
    propertyDependencies: Object.fromEntries(
      given.propertydependenciesMap.map(([key, { urnsList }]) => [key, urnsList]),
    ),
    deleteBeforeReplace: given.deletebeforereplacedefined ? given.deletebeforereplace : undefined,
    ignoreChanges: given.ignorechangesList,
    additionalSecretOutputs: given.additionalsecretoutputsList,
    aliases: given.aliasurnsList,
  };
}

/** Fields of a request by option. Fields that the program's SDK doesn't know are left out. */
const refused: Readonly<Record<string, (of: string) => string>> = {
  remote: () => "remote components",
  provider: () => "explicit provider resources",
  providersMap: () => "explicit provider resources (option providers)",
  importid: (of) => `the option import ${of}`,
  // A dynamic provider doesn't report changed properties, so the real engine ignores this one too.
  replaceonchangesList: (of) => `the option replaceOnChanges ${of}`,
  deletedwith: (of) => `the option deletedWith ${of}`,
  replaceWithList: (of) => `the option replaceWith ${of}`,
  replacementTrigger: (of) => `the option replacementTrigger ${of}`,
  transformsList: (of) => `the option transforms ${of}`,
  stateMigrationsList: (of) => `state migrations ${of}`,
  envvarmappingsMap: (of) => `environment mappings ${of}`,
  packageref: () => "parameterized packages",
};

function refuseOptions(given: RegisterResourceRequest.AsObject): void {
  const { type, name, custom, hooks } = given;
  if (isProviderType(type)) throw new NotSupportedError("explicit provider resources");
  for (const [field, value] of Object.entries(given)) {
    const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value);
    const feature = isGiven ? refused[field] : undefined;
    if (feature !== undefined) throw new NotSupportedError(feature(`of ${type} ${name}`));
  }
  if (Object.values(hooks ?? {}).some((names) => names.length > 0)) {
    throw new NotSupportedError(`the option hooks of ${type} ${name}`);
  }
  if (custom && !type.startsWith(`${DYNAMIC_PACKAGE}:`)) {
    throw new NotSupportedError(`resources of other providers (${type} ${name})`);
  }
}
