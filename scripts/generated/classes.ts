/** Prints the classes and argument interfaces that a Pulumi program imports, and the classes of the plugin. */
import { isDeepStrictEqual } from "node:util";
import { checks } from "../../provider/dns/checks/zone.ts";
import { recordTypes } from "../../provider/dns/index.ts";
import type { ClassDefinition } from "../../provider/fronts/dynamic/registrarResource.ts";
import { conflictChecks } from "../../provider/fronts/shared/declarations.ts";
import { providerSettings } from "../../provider/fronts/shared/settings.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { exampleOf, shownExample } from "./examples.ts";
import { type ArgumentSet, argumentSets, nestedSets, outputsOf, type Property } from "./schema.ts";

const union = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(" | ");

const checkIdText = `/** The ID of a check, for \`skipChecks\`. */
export type CheckId = ${union([...new Set([...checks.map(({ id }) => id), ...Object.keys(conflictChecks)])].sort())};`;

export function classesText(resources: Record<string, Resource>): string {
  const nested = new Map<string, ArgumentSet>();
  for (const set of Object.values(resources).flatMap(nestedSets)) nested.set(set.id, set);
  const parts = [
    ...nestedTexts([...nested.values()]),
    ...Object.entries(resources).map(([handler, resource]) => resourceText(handler, resource, [...nested.values()])),
    checkIdText,
    `/** A record of any type, without its domain: \`new DnsRecord(name, { domain, ...record })\`. */\nexport type DnsRecordData = ${Object.keys(
      recordTypes,
    )
      .map((type) => `${type}Record`)
      .join(" | ")};`,
  ];
  return [
    "// Generated from the resource definitions by `npm run generate`. Do not edit.",
    'import * as pulumi from "@pulumi/pulumi";',
    'import type { DsRecord } from "../../lookups/types.generated.ts";',
    'import type { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";',
    'import { dynamicType } from "../shared/state.ts";',
    'import { type RecordPart, type RecordsByKey, type TtlsByKey, withJoinedRecords } from "./records.ts";',
    'import type { ClassOptions } from "./registrarResource.ts";',
    'import { absentOutputs, isInstanceOf, RegistrarResource } from "./registrarResource.ts";',
    ...parts,
  ]
    .join("\n\n")
    .replaceAll(/(import .*)\n\n(?=import)/g, "$1\n")
    .concat("\n");
}

const isSame = (one: Property) => (other: Property) => isDeepStrictEqual(one, other);

/** Properties that all sets have; none for a single set. */
const sharedBy = ([first, ...others]: readonly ArgumentSet[]): Property[] =>
  others.length === 0
    ? []
    : (first?.properties ?? []).filter((each) => others.every(({ properties }) => properties.some(isSame(each))));

const without = (set: ArgumentSet, shared: readonly Property[]): ArgumentSet => ({
  ...set,
  properties: set.properties.filter((property) => !shared.some(isSame(property))),
});

const kindOf = ({ properties }: ArgumentSet) => properties.find(({ literal }) => literal)?.type.replaceAll('"', "");

/** Objects inside arguments; common properties of a kind are in one interface. */
function nestedTexts(sets: readonly ArgumentSet[]): string[] {
  const kinds = sets.filter((set) => kindOf(set) !== undefined);
  const shared = sharedBy(kinds);
  const base = { id: "RecordOfAnyType", properties: shared };
  return [
    hidden(interfaceText(base, "Arguments of records of every type.")),
    ...sets.map((set) =>
      kinds.includes(set)
        ? hidden(interfaceText(without(set, shared), set.description ?? "", [base.id]))
        : interfaceText(set, set.description ?? ""),
    ),
  ];
}

/** Not among the exports of the package, as a union has the interface. */
const hidden = (text: string) => text.replace("export ", "");

function resourceText(handler: string, resource: Resource, nested: readonly ArgumentSet[]): string {
  const sets = argumentSets(resource);
  const { type } = resource;
  const argsName = `${type}Args`;
  if (sets.length === 1)
    return [
      ...sets.map((set) => interfaceText(set, `Arguments of \`${type}\`.`)),
      classText(handler, resource, sets),
    ].join("\n\n");
  // Each has the properties of a nested object, and further ones that are the same for all.
  const partOf = (set: ArgumentSet) =>
    nested.find(({ properties }) => properties.every((property) => set.properties.some(isSame(property))));
  const rest = sets.map((set) => without(set, partOf(set)?.properties ?? []));
  const base = { id: `${type}OfAnyType`, properties: sharedBy(rest) };
  return [
    hidden(interfaceText(base, `Arguments of every \`${type}\`.`)),
    ...sets.map((set, place) => {
      const part = partOf(set);
      const own = without(rest[place] ?? set, base.properties);
      const bases = [part?.id ?? [], base.id].flat();
      return hidden(interfaceText(own, `Arguments of a \`${type}\` of type ${kindOf(set)}.`, bases));
    }),
    [
      comment([`Arguments of \`${type}\`, by \`type\`.`]),
      `export type ${argsName} =`,
      `${sets.map(({ id }) => `  | ${id}`).join("\n")};`,
    ].join("\n"),
    classText(handler, resource, sets),
  ].join("\n\n");
}

export function interfaceText({ id, properties }: ArgumentSet, title: string, bases: readonly string[] = []): string {
  const members = properties.map((property) => {
    const type = property.literal ? property.type : property.input;
    const optional = property.required ? "" : "?";
    return `${comment([property.description], "  ")}\n  ${property.name}${optional}: ${type}${property.required ? "" : " | undefined"};\n`;
  });
  const head = bases.length === 0 ? id : `${id} extends ${bases.join(", ")}`;
  return `${comment([title])}\nexport interface ${head} {${members.length === 0 ? "" : `\n${members.join("")}`}}`;
}

/** The head and constructor of a class. Of a union, its type parameter is the record type, on which the outputs depend. */
function headOf({ type }: Resource, isUnion: boolean, base: string, from = "") {
  const args = `${from}${type}Args`;
  if (!isUnion) return { head: `class ${type} extends ${base}`, args };
  const parameter = `T extends ${args}["type"] = ${args}["type"]`;
  return { head: `class ${type}<${parameter}> extends ${base}`, args: `${args} & { type: T }` };
}

/** Lines of the comment of a class. */
function classLines(handler: string, { type, summary, meaning }: Resource): string[] {
  const [{ code } = { code: "" }] = shownExample(exampleOf(handler), type, {});
  const example = code.replace(/^(?:import .*\n)+\n/, "").trimEnd();
  return [
    summary,
    "",
    `- Create: ${meaning.create}.`,
    `- Drift: ${meaning.drift}.`,
    `- Delete: ${meaning.delete}.`,
    "",
    ...`\`\`\`ts\n${example}\n\`\`\``.split("\n"),
  ];
}

function classText(handler: string, resource: Resource, sets: ArgumentSet[]): string {
  const inputs = outputsOfArguments(sets, resource).filter(({ name }) => !Object.hasOwn(resource.outputs, name));
  const own = outputsOf(resource);
  const members = [...inputs, ...own].map(
    ({ name, type, description, required }) =>
      `${comment([description], "  ")}\n  declare readonly ${name}: pulumi.Output<${type}${required ? "" : " | undefined"}>;`,
  );
  const definition = `${resource.type.replace(/^./, (first) => first.toLowerCase())}Class`;
  const isUnion = sets.length > 1;
  const { head, args } = headOf(resource, isUnion, "RegistrarResource");
  const given = inputs.some(({ name }) => name === "records") ? "withJoinedRecords(args)" : "args";
  return `const ${definition} = ${definitionText(classDefinition(resource, sets, [...inputs, ...own]))};

${comment(classLines(handler, resource))}
export ${head} {
${members.join("\n")}
${isUnion ? staticText(`absentOutputs(this, ${definition})`) : ""}
${identityText(resource.type, "dynamic")}
  constructor(name: string, args: ${args}, options?: ClassOptions) {
    super(${definition}, name, ${given}, options);
  }
}`;
}

/** Lets a class recognise its resources. Policies call `isInstance` without its class. */
function identityText(type: string, front: "dynamic" | "plugin"): string {
  const [override, token] = front === "plugin" ? ["override ", "pluginType"] : ["", "dynamicType"];
  return `  static ${override}readonly __pulumiType: string = ${token}("${type}");
  static override readonly isInstance = isInstanceOf<${type}>(${type}.__pulumiType);
`;
}

/** An object as code, one line a member. */
function definitionText(definition: object): string {
  const members = Object.entries(definition).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return `{\n${members.join("\n")}\n}`;
}

const staticText = (call: string) => `\n  static {\n    ${call};\n  }\n`;

/** The definition of a class; outputs that only some types of a union have are listed by type. */
function classDefinition(resource: Resource, sets: ArgumentSet[], outputs: { name: string }[]): ClassDefinition {
  const names = outputs.map(({ name }) => name);
  const own = Object.keys(resource.outputs);
  const isCommon = (name: string) =>
    own.includes(name) || sets.every(({ properties }) => properties.some((property) => property.name === name));
  const byType = sets.map(({ properties }): [string, string[]] => [
    kindOf({ id: "", properties }) ?? "",
    names.filter((name) => !isCommon(name) && properties.some((property) => property.name === name)),
  ]);
  return {
    type: resource.type,
    outputs: names.filter(isCommon),
    ...(sets.length > 1 && { outputsByType: Object.fromEntries(byType) }),
    ...(resource.secretInputs && { secretInputs: resource.secretInputs }),
    ...(resource.secretOutputs && { secretOutputs: resource.secretOutputs }),
    ...(resource.deleteBeforeReplace && { deleteBeforeReplace: true }),
  };
}

/** An argument of some record types. */
interface Merged {
  readonly types: Set<string>;
  readonly texts: Map<string, string[]>;
  readonly kinds: string[];
  /** Types that need it. */
  count: number;
}

/** Every argument is also an output, except those that only control the provider. Of a union, some depend on the record type. */
function outputsOfArguments(
  sets: ArgumentSet[],
  resource: Resource,
): Pick<Property, "name" | "type" | "description" | "required">[] {
  const merged = new Map<string, Merged>();
  for (const set of sets) {
    const kind = kindOf(set) ?? "";
    for (const { name, type, description, required } of set.properties) {
      if (resource.controls.includes(name)) continue;
      const known: Merged = merged.get(name) ?? { types: new Set(), texts: new Map(), kinds: [], count: 0 };
      known.types.add(type);
      known.kinds.push(kind);
      known.texts.set(description, [...(known.texts.get(description) ?? []), kind]);
      if (required) known.count += 1;
      merged.set(name, known);
    }
  }
  return [...merged].map(([name, { types, texts, kinds, count }]) => {
    const isKind = name === "type" && texts.size > 1;
    const isEverywhere = kinds.length === sets.length;
    const type = `${[...types].join(" | ")}${isEverywhere || count === kinds.length ? "" : " | undefined"}`;
    return {
      name,
      type: isKind ? "T" : isEverywhere ? type : `T extends ${union(kinds)} ? ${type} : undefined`,
      description: isKind ? "The record type. A change replaces the record." : allOf(texts),
      required: !isEverywhere || count === sets.length,
    };
  });
}

/** Texts of some members of a union say of which. */
export function allOf(texts: ReadonlyMap<string, readonly string[]>): string {
  if (texts.size === 1) return [...texts.keys()].join("");
  return [...texts].map(([text, of]) => `${of.join(", ")}: ${text}`).join(" ");
}

export function comment(lines: string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */`;
  return [`${indent}/**`, ...safe.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}`), `${indent} */`].join(
    "\n",
  );
}

/** The classes of the plugin: those of the package, under the types of the plugin. */
export function pluginClassesText(resources: Record<string, Resource>): string {
  const classes = Object.entries(resources).map(([handler, resource]) => {
    const { type } = resource;
    const isUnion = argumentSets(resource).length > 1;
    const { head, args } = headOf(resource, isUnion, `classes.${type}${isUnion ? "<T>" : ""}`, "classes.");
    return `${comment(classLines(handler, resource))}
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
import { pluginOptions } from "./program.ts";
import { providerInputs } from "./registrarResource.ts";

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
