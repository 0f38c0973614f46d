import { NotSupportedError } from "./errors.ts";
import {
  flagField,
  isMessage,
  type Message,
  mapField,
  messageField,
  messagesField,
  optionalFlagField,
  propsField,
  textField,
  textsField,
} from "./sdk.ts";
import type { Row } from "./state.ts";
import { isProviderType } from "./urn.ts";
import { checkSupported, type Props } from "./values.ts";

/** Another name a resource had. Either a whole URN, or what differs from its present one. */
export interface Alias {
  urn?: string;
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  parent?: string;
  noParent?: boolean;
}

/** What a program wants a resource to be. */
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
  customTimeouts: Record<string, number> | undefined;
  aliases: Alias[];
}

/** The only package whose resources this engine can make. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** The goal as a row of the state, before the provider has looked at it. */
export function rowOf(goal: Goal, urn: string): Row {
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

/** @throws NotSupportedError naming the first option that this engine does not have */
export function readGoal(request: Message): Goal {
  const type = textField(request, "type");
  const name = textField(request, "name");
  const custom = flagField(request, "custom");
  refuseOptions(request, type, name, custom);
  const inputs = propsField(request, "object") ?? {};
  checkSupported(inputs);
  return {
    type,
    name,
    custom,
    inputs,
    parent: textField(request, "parent"),
    protect: flagField(request, "protect"),
    retainOnDelete: flagField(request, "retainondelete"),
    dependencies: textsField(request, "dependencies"),
    propertyDependencies: Object.fromEntries(
      mapField(request, "propertydependencies").map(([key, value]) => [
        key,
        isMessage(value) ? textsField(value, "urns") : [],
      ]),
    ),
    deleteBeforeReplace: flagField(request, "deletebeforereplacedefined")
      ? flagField(request, "deletebeforereplace")
      : undefined,
    ignoreChanges: textsField(request, "ignorechanges"),
    additionalSecretOutputs: textsField(request, "additionalsecretoutputs"),
    customTimeouts: readTimeouts(messageField(request, "customtimeouts")),
    aliases: [
      ...textsField(request, "aliasurns").map((urn) => ({ urn })),
      ...messagesField(request, "aliases").map(readAlias),
    ],
  };
}

function refuseOptions(request: Message, type: string, name: string, custom: boolean): void {
  const of = `of ${type} ${name}`;
  const hooks = messageField(request, "hooks");
  const hookNames = [
    "beforeCreate",
    "afterCreate",
    "beforeUpdate",
    "afterUpdate",
    "beforeDelete",
    "afterDelete",
    "onError",
  ];
  const refused: [string, boolean][] = [
    ["remote components", flagField(request, "remote")],
    ["explicit provider resources", isProviderType(type) || textField(request, "provider") !== ""],
    ["explicit provider resources (option providers)", mapField(request, "providers").length > 0],
    [`the option import ${of}`, textField(request, "importid") !== ""],
    // A dynamic provider does not say which properties changed, so the real engine does nothing with this one either.
    [`the option replaceOnChanges ${of}`, textsField(request, "replaceonchanges").length > 0],
    [`the option deletedWith ${of}`, textField(request, "deletedwith") !== ""],
    [`the option replaceWith ${of}`, textsField(request, "replaceWith").length > 0],
    [`the option replacementTrigger ${of}`, messageField(request, "replacementTrigger") !== undefined],
    [`the option transforms ${of}`, messagesField(request, "transforms").length > 0],
    [`the option hooks ${of}`, hookNames.some((hook) => hooks !== undefined && textsField(hooks, hook).length > 0)],
    [`state migrations ${of}`, messagesField(request, "stateMigrations").length > 0],
    [`environment mappings ${of}`, mapField(request, "envvarmappings").length > 0],
    ["parameterized packages", textField(request, "packageref") !== ""],
    [`resources of other providers (${type} ${name})`, custom && !type.startsWith(`${DYNAMIC_PACKAGE}:`)],
  ];
  const found = refused.find(([, present]) => present);
  if (found) throw new NotSupportedError(found[0]);
}

function readAlias(message: Message): Alias {
  const spec = messageField(message, "spec");
  if (!spec) return { urn: textField(message, "urn") };
  const noParent = optionalFlagField(spec, "noparent");
  return {
    name: textField(spec, "name"),
    type: textField(spec, "type"),
    stack: textField(spec, "stack"),
    project: textField(spec, "project"),
    parent: textField(spec, "parenturn"),
    ...(noParent === undefined ? {} : { noParent }),
  };
}

function readTimeouts(message: Message | undefined): Record<string, number> | undefined {
  if (!message) return undefined;
  const set = ["create", "update", "delete", "read"].filter((kind) => textField(message, kind) !== "");
  if (set.length === 0) return undefined;
  return Object.fromEntries(set.map((kind) => [kind, parseDuration(textField(message, kind))]));
}

const UNITS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Seconds of a duration such as `1h30m`, `90s`, `1.5h`. */
export function parseDuration(text: string): number {
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]{1,20})(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (UNITS[unit ?? ""] ?? 0);
  }
  return seconds;
}
