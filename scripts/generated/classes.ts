/** Prints the classes and argument interfaces that a Pulumi program imports, and the classes of the plugin. */
import { checks } from "../../provider/dns/checks/zone.ts";
import type { ClassDefinition } from "../../provider/fronts/dynamic/registration.ts";
import { conflictChecks } from "../../provider/fronts/shared/declarations.ts";
import { providerSettings } from "../../provider/fronts/shared/settings.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { shownExample } from "./examples.ts";
import {
  argumentsOf,
  inputType,
  type JsonSchema,
  kindOf,
  nestedOf,
  outputsOf,
  outputType,
  plainType,
  propertiesOf,
  type SharedProperty,
  sharedProperties,
} from "./schema.ts";

type Printer = (schema: JsonSchema) => string;
const union = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(" | ");

const checkIdText = `/** The ID of a check, for \`skipChecks\`. */
export type CheckId = ${union([...new Set([...checks().map(({ id }) => id), ...Object.keys(conflictChecks)])].sort())};`;

export function classesText(resources: Record<string, Resource>): string {
  const parts = Object.values(resources).flatMap(nestedOf);
  const nested = [...new Map(parts.map((part) => [part.id, part])).values()];
  const records = nested.filter(kindOf);
  const shared = sharedNames(records);
  const base = "RecordOfAnyType";
  const texts = [
    hidden(interfaceText(within(records[0], shared, base), "Arguments of records of every type.")),
    ...nested.filter((part) => kindOf(part) === undefined).map((part) => interfaceText(part, part.description)),
    ...records.map((record) => hidden(interfaceText(within(record, shared), record.description, base))),
    `/** A record of any type, without its domain: \`new DnsRecord(name, { domain, ...record })\`. */
export type DnsRecordData = Apart<${records.map(({ id }) => id).join(" | ")}>;`,
    ...Object.entries(resources).flatMap(([handler, resource]) => [
      argumentsText(resource, shared),
      classText(handler, resource),
    ]),
    checkIdText,
  ];
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { DsRecord } from "../../lookups/types.generated.ts";
import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
import { dynamicType } from "../shared/state.ts";
import type { Apart, ArgsOfType, ArgsWithWord, OutputOfType, TypeOutput } from "./argumentTypes.ts";
import { definitions } from "./definitions.generated.ts";
import { type RecordPart, type RecordsByKey, type TtlsByKey, withJoinedRecords } from "./records.ts";
import type { ClassOptions } from "./registration.ts";
import { absentArguments, get, isInstanceOf, registration } from "./registration.ts";

${texts.join("\n\n")}
`;
}

/** Properties that mean the same in all members of a union. */
const sharedNames = (members: readonly JsonSchema[]) =>
  sharedProperties(members).flatMap(({ name, isSame, isEverywhere }) => (isSame && isEverywhere ? [name] : []));

/** A new object with some properties of another one, or, without an ID, the object without these. */
const within = (object: JsonSchema = {}, names: readonly string[], id?: string): JsonSchema => {
  const chosen = Object.entries(object.properties ?? {}).filter(
    ([name]) => names.includes(name) === (id !== undefined),
  );
  return { ...object, ...(id && { id }), properties: Object.fromEntries(chosen) };
};

/** Not among the exports of the package. */
const hidden = (text: string) => text.replace("export ", "");

/** The arguments of a resource. A union is records, with further arguments that are the same for all types. */
function argumentsText(resource: Resource, ofRecords: readonly string[]): string {
  const { type } = resource;
  const members = argumentsOf(resource);
  const [first = {}] = members;
  if (members.length === 1) return interfaceText(first, `Arguments of \`${type}\`.`);
  const own = sharedNames(members).filter((name) => !ofRecords.includes(name));
  return `${hidden(interfaceText(within(first, own, `${type}OfAnyType`), `Arguments of every \`${type}\`.`))}

/** Arguments of \`${type}\`, by \`type\`. */
export type ${type}Args = ${type}OfAnyType & DnsRecordData;`;
}

/** @param print of a property's type */
export function interfaceText(object: JsonSchema, title = "", base?: string, print: Printer = inputType): string {
  const members = propertiesOf(object).map(({ name, isRequired, schema }) => {
    const [mark, absent] = isRequired ? ["", ""] : ["?", " | undefined"];
    return `${comment([schema.description ?? ""], "  ")}\n  ${name}${mark}: ${print(schema)}${absent};\n`;
  });
  const head = base === undefined ? object.id : `${object.id} extends ${base}`;
  return `${comment([title])}\nexport interface ${head} {${members.length === 0 ? "" : `\n${members.join("")}`}}`;
}

/**
 * The type of a class's arguments. Its type parameter is the type of a word that a program may write or read: the record type of a
 * union, on which the outputs depend, or an argument of known words.
 * @param plain their interface
 */
function argumentsType(resource: Resource, plain: string): string {
  const [first = {}, ...others] = argumentsOf(resource);
  if (others.length > 0) return `ArgsOfType<${plain}, T>`;
  const words = propertiesOf(first).find(({ schema }) => schema.enumName);
  return words === undefined ? plain : `ArgsWithWord<${plain}, "${words.name}", ${words.schema.enumName}, T>`;
}

/** The type parameter of a class, where it is declared and where it is given. */
const parameterOf = (resource: Resource): [declared: string, given: string] =>
  argumentsType(resource, "") === "" ? ["", ""] : ["<T extends string = string>", "<T>"];

const headOf = (resource: Resource) =>
  `class ${resource.type}${parameterOf(resource)[0]} extends pulumi.CustomResource`;

/** The summary of a resource, and what a program has to know of each operation. */
export const meaningLines = ({ summary, meaning }: Resource) => [
  summary,
  "",
  `- Create: ${meaning.create}.`,
  `- Drift: ${meaning.drift}.`,
  `- Delete: ${meaning.delete}.`,
];

/** The comment of a class. */
function classComment(handler: string, resource: Resource): string {
  const { ts } = shownExample(handler, resource.type, {});
  const example = ts.replace(/^(?:import .*\n)+\n/, "").trimEnd();
  return comment([...meaningLines(resource), "", "```ts", ...example.split("\n"), "```"]);
}

/** Every argument is also an output, except those that only control the provider. */
function outputsIn(resource: Resource) {
  const args = sharedProperties(argumentsOf(resource)).filter(
    ({ name }) => !resource.controls.includes(name) && !Object.hasOwn(resource.outputs, name),
  );
  return { args, own: sharedProperties([outputsOf(resource)]) };
}

function classText(handler: string, resource: Resource): string {
  const { args, own } = outputsIn(resource);
  const outputs = [...args.map((each) => outputText(each)), ...own.map((each) => outputText(each, outputType))];
  return `${classComment(handler, resource)}
export ${headOf(resource)} {
${outputs.join("\n")}

${bodyText(resource, "dynamic")}
}`;
}

/** The part of a class that isn't its outputs. */
function bodyText(resource: Resource, front: "dynamic" | "plugin"): string {
  const { type } = resource;
  const definition = `definitions.${type}`;
  const args = argumentsType(resource, front === "plugin" ? `classes.${type}Args` : `${type}Args`);
  const passed = resource.argumentNames.includes("records") ? "withJoinedRecords(args)" : "args";
  const options = front === "plugin" ? "pulumi.CustomResourceOptions" : "ClassOptions";
  return `  static { absentArguments(this, ${definition}); }

${identityText(type, front)}
  constructor(name: string, args: ${args}, options?: ${options}) {
    super(...registration(${definition}, name, ${passed}, options${front === "plugin" ? ", true" : ""}));
  }`;
}

/** Prints the definitions of the classes, which both ways to use the package share. */
export function definitionsText(resources: Record<string, Resource>): string {
  const texts = Object.values(resources).map(
    (resource) => `  ${resource.type}: ${JSON.stringify(classDefinition(resource))},`,
  );
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import type { ClassDefinition } from "./registration.ts";

export const definitions = {
${texts.join("\n")}
} satisfies Record<string, ClassDefinition>;
`;
}

/** Of a union, some outputs depend on the record type. */
function outputText(property: SharedProperty, print: Printer = plainType): string {
  const { name, schemas, kinds, isEverywhere, isRequired, isKind, description } = property;
  const given = `${[...new Set(schemas.map((schema) => print(schema)))].join(" | ")}${isRequired ? "" : " | undefined"}`;
  const known = 'DnsRecordArgs["type"]';
  const type = isKind
    ? `TypeOutput<T, ${known}>`
    : isEverywhere
      ? given
      : `OutputOfType<T, ${union(kinds)}, ${known}, ${given}>`;
  const text = isKind ? "The record type. A change replaces the record." : description;
  return `${comment([text], "  ")}\n  declare readonly ${name}: pulumi.Output<${type}>;`;
}

/** Lets a class recognise its resources. Policies call `isInstance` without its class. */
function identityText(type: string, front: "dynamic" | "plugin"): string {
  return `  static readonly __pulumiType: string = ${front}Type("${type}");
  static override readonly isInstance = isInstanceOf<${type}>(${type}.__pulumiType);
  /** Reads an existing resource at every run. No run changes or deletes the resource. @param id as for \`pulumi import\` */
  static readonly get: typeof get = get;
`;
}

function classDefinition(resource: Resource): ClassDefinition {
  const { args, own } = outputsIn(resource);
  return {
    type: resource.type,
    arguments: args.map(({ name }) => name),
    outputs: own.map(({ name }) => name),
    ...(resource.secretInputs && { secretInputs: resource.secretInputs }),
    ...(resource.secretOutputs && { secretOutputs: resource.secretOutputs }),
    ...(resource.deleteBeforeReplace && { deleteBeforeReplace: true }),
  };
}

export function comment(lines: string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */`;
}

/** The classes of the plugin: those of the package, under the types of the plugin. */
export function pluginClassesText(resources: Record<string, Resource>): string {
  const classes = Object.entries(resources).map(([handler, resource]) => {
    const [declared, given] = parameterOf(resource);
    return `export interface ${resource.type}${declared} extends classes.${resource.type}${given} {}

${classComment(handler, resource)}
export ${headOf(resource)} {
${bodyText(resource, "plugin")}
}`;
  });
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
import type { ArgsOfType, ArgsWithWord } from "./argumentTypes.ts";
import type * as classes from "./classes.generated.ts";
import { pluginType } from "../shared/state.ts";
import { definitions } from "./definitions.generated.ts";
import { withJoinedRecords } from "./records.ts";
import { absentArguments, get, isInstanceOf, registration } from "./registration.ts";

export type * from "./classes.generated.ts";
export * from "./explicitProvider.generated.ts";

${classes.join("\n\n")}
`;
}

/** Prints the class of an explicit provider. */
export function providerText(): string {
  const entries = Object.entries(providerSettings);
  const typeOf = { string: "string", boolean: "boolean", integer: "number", array: "pulumi.Input<CheckId>[]" } as const;
  const members = entries.map(([name, { type, description }]) => {
    return `${comment([description], "  ")}\n  ${name}?: pulumi.Input<${typeOf[type]}> | undefined;`;
  });
  const secret = entries.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
  return `// Generated from the plugin's settings by \`npm run generate\`. Do not edit.
import * as pulumi from "@pulumi/pulumi";
import type { CheckId } from "./classes.generated.ts";
import { pluginOptions, providerInputs } from "./registration.ts";

/** Settings of a provider; what is left out is read from the environment. Those of the stack are for the default provider. */
export interface ProviderArgs {
${members.join("\n")}
}

/** An account at the registrar, for resources that name it as their \`provider\`: one process each. */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    super("registrar", name, providerInputs(args, ${JSON.stringify(secret)}), { ...pluginOptions, ...options });
  }
}
`;
}
