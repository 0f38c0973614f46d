/** Prints the classes and argument interfaces that a Pulumi program imports, and the classes of the plugin. */
import { checks } from "../../provider/dns/checks/zone.ts";
import type { ClassDefinition } from "../../provider/fronts/dynamic/registrarResource.ts";
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
import { type RecordPart, type RecordsByKey, type TtlsByKey, withJoinedRecords } from "./records.ts";
import type { ClassOptions } from "./registrarResource.ts";
import { absentOutputs, isInstanceOf, RegistrarResource } from "./registrarResource.ts";

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
 * The head and constructor of a class. Its type parameter is the type of a word that a program may write or read: the record type of a
 * union, on which the outputs depend, or an argument of known words.
 */
function headOf(resource: Resource, isPlugin: boolean) {
  const [first = {}, ...others] = argumentsOf(resource);
  const words = propertiesOf(first).find(({ schema }) => schema.enumName);
  const name = isPlugin ? `classes.${resource.type}` : resource.type;
  const base = isPlugin ? name : "RegistrarResource";
  if (others.length === 0 && words === undefined)
    return { head: `class ${resource.type} extends ${base}`, args: `${name}Args` };
  const known = words && `ArgsWithWord<${name}Args, "${words.name}", ${words.schema.enumName}, T>`;
  return {
    head: `class ${resource.type}<T extends string = string> extends ${base}${isPlugin ? "<T>" : ""}`,
    args: others.length === 0 ? known : `ArgsOfType<${name}Args, T>`,
  };
}

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

function classText(handler: string, resource: Resource): string {
  const members = argumentsOf(resource);
  // Every argument is also an output, except those that only control the provider.
  const args = sharedProperties(members).filter(
    ({ name }) => !resource.controls.includes(name) && !Object.hasOwn(resource.outputs, name),
  );
  const own = sharedProperties([outputsOf(resource)]);
  const outputs = [...args.map((each) => outputText(each)), ...own.map((each) => outputText(each, outputType))];
  const definition = `${resource.type.replace(/^./, (first) => first.toLowerCase())}Class`;
  const isUnion = members.length > 1;
  const { head, args: given } = headOf(resource, false);
  const passed = args.some(({ name }) => name === "records") ? "withJoinedRecords(args)" : "args";
  const entries = Object.entries(classDefinition(resource, [...args, ...own], members));
  return `const ${definition} = {
${entries.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`).join("")}};

${classComment(handler, resource)}
export ${head} {
${outputs.join("\n")}
${isUnion ? `\n  static {\n    absentOutputs(this, ${definition});\n  }\n` : ""}
${identityText(resource.type, "dynamic")}
  constructor(name: string, args: ${given}, options?: ClassOptions) {
    super(${definition}, name, ${passed}, options);
  }
}`;
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
  const [override, token] = front === "plugin" ? ["override ", "pluginType"] : ["", "dynamicType"];
  return `  static ${override}readonly __pulumiType: string = ${token}("${type}");
  static override readonly isInstance = isInstanceOf<${type}>(${type}.__pulumiType);
`;
}

/** The definition of a class; outputs that only some types of a union have are listed by type. */
function classDefinition(resource: Resource, outputs: SharedProperty[], members: JsonSchema[]): ClassDefinition {
  const some = outputs.filter(({ isEverywhere }) => !isEverywhere);
  const byType = members.map((member): [string, string[]] => {
    const kind = kindOf(member) ?? "";
    return [kind, some.flatMap(({ name, kinds }) => (kinds.includes(kind) ? [name] : []))];
  });
  return {
    type: resource.type,
    outputs: outputs.flatMap(({ name, isEverywhere }) => (isEverywhere ? [name] : [])),
    ...(members.length > 1 && { outputsByType: Object.fromEntries(byType) }),
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
    const { type } = resource;
    const { head, args } = headOf(resource, true);
    return `${classComment(handler, resource)}
export ${head} {
  protected static override readonly isPlugin = true;

${identityText(type, "plugin")}
  constructor(name: string, args: ${args}, options?: pulumi.CustomResourceOptions) {
    super(name, args, options);
  }
}`;
  });
  return `// Generated from the resource definitions by \`npm run generate\`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
import type { ArgsOfType, ArgsWithWord } from "./argumentTypes.ts";
import * as classes from "./classes.generated.ts";
import { pluginType } from "../shared/state.ts";
import { isInstanceOf } from "./registrarResource.ts";

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
import { pluginOptions, providerInputs } from "./registrarResource.ts";

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
