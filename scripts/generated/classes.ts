/** Prints the classes and argument interfaces that a Pulumi program imports. */
import { isDeepStrictEqual } from "node:util";
import { recordTypes } from "../../provider/dns/index.ts";
import type { ClassDefinition } from "../../provider/fronts/dynamic/registrarResource.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { type ArgumentSet, argumentSets, nestedSets, outputsOf, type Property } from "./schema.ts";

/** Argument types without a domain. */
const withoutDomainText = `/** Arguments without their domain; of a union, each member on its own, which \`Omit\` doesn't do. */
type WithoutDomain<Args> = Args extends unknown ? Omit<Args, "domain"> : never;

/** A \`UrlForward\` without its domain: \`new UrlForward(name, { domain, ...forward })\`. */
export type UrlForwardWithoutDomain = WithoutDomain<UrlForwardArgs>;`;

export function classesText(resources: Record<string, Resource>): string {
  const nested = new Map<string, ArgumentSet>();
  for (const set of Object.values(resources).flatMap(nestedSets)) nested.set(set.id, set);
  const parts = [
    ...nestedTexts([...nested.values()]),
    ...Object.values(resources).map((resource) => resourceText(resource, [...nested.values()])),
    withoutDomainText,
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
    'import { dynamicType } from "../shared/ownKeys.ts";',
    'import type { RecordPart, RecordsByKey, TtlsByKey } from "./recordParts.ts";',
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
    interfaceText(base, "Arguments of records of every type.").replace("export ", ""),
    ...sets.map((set) =>
      kinds.includes(set)
        ? interfaceText(without(set, shared), set.description ?? "", [base.id])
        : interfaceText(set, set.description ?? ""),
    ),
  ];
}

function resourceText(resource: Resource, nested: readonly ArgumentSet[]): string {
  const sets = argumentSets(resource);
  const { type } = resource;
  const argsName = `${type}Args`;
  if (sets.length === 1)
    return [
      ...sets.map((set) => interfaceText(set, `Arguments of \`${type}\`.`)),
      classText(resource, sets, argsName),
    ].join("\n\n");
  // Each has the properties of a nested object, and further ones that are the same for all.
  const partOf = (set: ArgumentSet) =>
    nested.find(({ properties }) => properties.every((property) => set.properties.some(isSame(property))));
  const rest = sets.map((set) => without(set, partOf(set)?.properties ?? []));
  const base = { id: `${type}OfAnyType`, properties: sharedBy(rest) };
  return [
    interfaceText(base, `Arguments of every \`${type}\`.`).replace("export ", ""),
    ...sets.map((set, place) => {
      const part = partOf(set);
      const own = without(rest[place] ?? set, base.properties);
      return interfaceText(own, `Arguments of a \`${type}\` of type ${kindOf(set)}.`, [part?.id ?? [], base.id].flat());
    }),
    [
      comment([`Arguments of \`${type}\`, by \`type\`, which is written as a plain literal.`]),
      `export type ${argsName} =`,
      `${sets.map(({ id }) => `  | ${id}`).join("\n")};`,
    ].join("\n"),
    classText(resource, sets, argsName),
  ].join("\n\n");
}

function interfaceText({ id, properties }: ArgumentSet, title: string, bases: readonly string[] = []): string {
  const members = properties.map((property) => {
    const type = property.literal ? property.type : property.input;
    const optional = property.required ? "" : "?";
    return `${comment([property.description], "  ")}\n  ${property.name}${optional}: ${type}${property.required ? "" : " | undefined"};\n`;
  });
  const head = bases.length === 0 ? id : `${id} extends ${bases.join(", ")}`;
  return `${comment([title])}\nexport interface ${head} {${members.length === 0 ? "" : `\n${members.join("")}`}}`;
}

function classText(resource: Resource, sets: ArgumentSet[], argsName: string): string {
  const inputs = outputsOfArguments(sets, resource).filter(({ name }) => !Object.hasOwn(resource.outputs, name));
  const own = outputsOf(resource);
  const members = [...inputs, ...own].map(
    ({ name, type, description, required }) =>
      `${comment([description], "  ")}\n  declare readonly ${name}: pulumi.Output<${type}${required ? "" : " | undefined"}>;`,
  );
  const definition = `${resource.type.replace(/^./, (first) => first.toLowerCase())}Class`;
  const lines = [
    resource.summary,
    "",
    `- Create: ${resource.meaning.create}.`,
    `- Drift: ${resource.meaning.drift}.`,
    `- Delete: ${resource.meaning.delete}.`,
  ];
  const isUnion = sets.length > 1;
  return `const ${definition} = ${definitionText(classDefinition(resource, sets, [...inputs, ...own]))};

${comment(lines)}
export class ${resource.type} extends RegistrarResource {
${members.join("\n")}
${isUnion ? staticText(`absentOutputs(this, ${definition})`) : ""}
${identityText(resource.type, "dynamic")}
  constructor(name: string, args: ${argsName}, options?: pulumi.CustomResourceOptions) {
    super(${definition}, name, args, options);
  }
}`;
}

/** Lets a class recognise its resources. Policies call `isInstance` without its class. */
export function identityText(type: string, front: "dynamic" | "plugin"): string {
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

/** Every argument is also an output, except those that only control the provider. */
function outputsOfArguments(
  sets: ArgumentSet[],
  resource: Resource,
): Pick<Property, "name" | "type" | "description" | "required">[] {
  const merged = new Map<string, { name: string; types: Set<string>; texts: Map<string, string[]>; count: number }>();
  for (const { properties } of sets) {
    const kind = properties.find(({ literal }) => literal)?.type.replaceAll('"', "") ?? "";
    for (const { name, type, description, required } of properties) {
      if (resource.controls.includes(name)) continue;
      const known = merged.get(name) ?? { name, types: new Set(), texts: new Map(), count: 0 };
      known.types.add(type);
      known.texts.set(description, [...(known.texts.get(description) ?? []), kind]);
      if (required) known.count += 1;
      merged.set(name, known);
    }
  }
  return [...merged.values()].map(({ name, types, texts, count }) => ({
    name,
    type: [...types].join(" | "),
    description: name === "type" && texts.size > 1 ? "The record type. A change replaces the record." : allOf(texts),
    required: count === sets.length,
  }));
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
