/** Prints the schema of the plugin, from the same definitions as the classes. */
import { description, homepage, keywords, license, version } from "../../package.json";
import { listed, listInputs } from "../../provider/fronts/plugin/instance.ts";
import { providerSettings } from "../../provider/fronts/shared/settings.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { functions } from "../../provider/lookups/index.ts";
import { meaningLines } from "./classes.ts";
import { exampleLines, shownExample, shownFunction } from "./examples.ts";
import { functionSchemas } from "./lookupSchema.ts";
import { goModule, goPackage, namespaces, owner, repositoryUrl } from "./owner.ts";
import { wordTypes } from "./plainRecords.ts";
import {
  capital,
  type JsonSchema,
  jsonSchemaOf,
  kindOf,
  membersOf,
  nameOf,
  type ObjectSpec,
  outputsOf,
  type PropertySpec,
  sharedProperties,
  type TypeSpec,
} from "./schema.ts";

/** Named types by token, as they are met. */
type Types = Map<string, ObjectSpec>;

export function pluginSchema(resources: Readonly<Record<string, Resource>>): string {
  const types: Types = new Map();
  const resourceSpecs = Object.fromEntries(
    Object.entries(resources).map(([handler, resource]) => [
      `registrar:index:${resource.type}`,
      resourceSpec(handler, resource, types),
    ]),
  );
  const functions = functionSpecs(types);
  const settings = Object.fromEntries(
    Object.entries(providerSettings).map(([name, { isSecret, ...spec }]) => [
      name,
      { ...spec, ...(isSecret && { secret: true }) },
    ]),
  );
  const schema = {
    name: "registrar",
    displayName: "Registrar",
    version,
    description,
    keywords: [...keywords, "kind/native", "category/network"],
    license,
    homepage,
    repository: repositoryUrl,
    publisher: owner,
    // Drawn from the SVG of the same name: it is the icon of the package for .NET, and NuGet takes no SVG.
    logoUrl: `${repositoryUrl}/raw/main/docs/images/logo.png`,
    // The engine downloads the archives of a release from here.
    pluginDownloadURL: repositoryUrl.replace("https://", "github://api."),
    // With a module of its own, the package for Go can be published as it is written.
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      nodejs: { packageName: "pulumi-registrar", respectSchemaVersion: true },
      python: { packageName: "pulumi_registrar", pyproject: { enabled: true }, respectSchemaVersion: true },
      go: {
        importBasePath: goPackage,
        modulePath: goModule,
        generateResourceContainerTypes: true,
        respectSchemaVersion: true,
      },
      csharp: { rootNamespace: namespaces.dotnet, respectSchemaVersion: true },
      java: { basePackage: namespaces.java, buildFiles: "gradle" },
    },
    config: { variables: settings },
    provider: { description: "An account at the registrar.", inputProperties: settings },
    types: Object.fromEntries([...types].sort(([a], [b]) => (a < b ? -1 : 1))),
    resources: resourceSpecs,
    functions,
  };
  return `${JSON.stringify(schema, undefined, 1)}\n`;
}

/** The lookups and helpers. */
const functionSpecs = (types: Types): Record<string, object> =>
  Object.fromEntries(
    functionSchemas().map(({ name, summary, args, result, root }) => {
      const outputs = objectSpec(membersOf(result, root), name, root, types);
      for (const [part, spec] of Object.entries(outputs.properties))
        if (functions[name].isSecret && !functions[name].open?.includes(part)) spec.secret = true;
      const inputs = objectSpec(membersOf(args, root), name, root, types);
      const lines = [summary, ...exampleLines(shownFunction(name, inputs.properties, types))];
      return [`registrar:index:${name}`, { description: lines.join("\n"), inputs, outputs }];
    }),
  );

/** The objects of a union as one. Their `type` is an open enum. */
function objectSpec(members: readonly JsonSchema[], name: string, root: JsonSchema, types: Types) {
  const properties: Record<string, PropertySpec> = {};
  const required: string[] = [];
  for (const { name: key, schemas, kinds, isKind, description, isEverywhere, isRequired } of sharedProperties(
    members,
  )) {
    const schema = isKind ? { enumName: "DnsRecordType" } : (schemas[0] ?? {});
    const text = isKind ? `The record type: ${kinds.map((kind) => `\`${kind}\``).join(", ")}.` : description;
    properties[key] = { ...typeOf(schema, `${name}${capital(key)}`, root, types), description: text };
    if (isEverywhere && isRequired) required.push(key);
  }
  return { type: "object", properties, required: required.sort() };
}

/** The arguments of a resource as the schema has them. */
export const inputsOf = (resource: Resource): Record<string, PropertySpec> =>
  argumentSpec(resource, new Map()).properties;

function argumentSpec({ schema, type }: Resource, types: Types) {
  const root = jsonSchemaOf(schema);
  const members = membersOf(root);
  const { properties, required } = objectSpec(members, type, root, types);
  const kind = properties["type"];
  if (kind !== undefined && members.length > 1) kind.description += " A change replaces the record.";
  return { properties, required };
}

function resourceSpec(handler: string, resource: Resource, types: Types): object {
  const { type, controls, secretInputs = [], secretOutputs = [] } = resource;
  const { properties: inputs, required } = argumentSpec(resource, types);
  const schema = outputsOf(resource);
  const outputs = objectSpec([schema], type, schema, types);
  const shown = Object.entries(inputs).filter(([name]) => !controls.includes(name));
  const args = Object.fromEntries(shown.map(([name, spec]) => [name, asOutput(spec)]));
  const isSecret = (name: string) => secretInputs.includes(name) || secretOutputs.includes(name);
  return {
    description: [...meaningLines(resource), ...exampleLines(shownExample(handler, type, inputs))].join("\n"),
    properties: marked(type, { ...args, ...outputs.properties }, isSecret),
    required: [...new Set([...required.filter((name) => name in args), ...outputs.required])].sort(),
    inputProperties: marked(type, inputs, isSecret),
    requiredInputs: required,
    // The same resource of a program in TypeScript, by the classes of the dynamic front.
    aliases: [{ type: `pulumi-nodejs:dynamic/registrar:${type}` }],
    ...(listed.includes(handler) && { listInputs: { properties: listInputs } }),
  };
}

/** By resource, what C# calls the property that would have its class's name there. */
const csharpNames: Readonly<Record<string, string>> = { Nameservers: "Servers" };

const marked = (type: string, specs: Record<string, PropertySpec>, isSecret: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(specs).map(([name, spec]): [string, PropertySpec] => [
      name,
      {
        ...spec,
        ...(/change replaces/.test(spec.description ?? "") && { willReplaceOnChanges: true }),
        ...(isSecret(name) && { secret: true }),
        ...(capital(name) === type && { language: { csharp: { name: csharpNames[type] ?? capital(name) } } }),
      },
    ]),
  );

/**
 * The type of a value.
 * @param name for a type that has no name of its own
 * @param root where its references lead
 */
function typeOf(schema: JsonSchema, name: string, root: JsonSchema, types: Types): TypeSpec {
  const id = nameOf(schema);
  if (id !== undefined) return namedType(id, root.$defs?.[id] ?? {}, root, types);
  const members = schema.oneOf ?? schema.anyOf;
  if (members !== undefined) return unionType(members, name, root, types);
  if (typeof schema.const === "boolean") return { type: "boolean" };
  const { enumName = "" } = schema;
  const open = wordTypes[enumName];
  if (open !== undefined) {
    const words = open.words.map((value) => ({ value }));
    types.set(`registrar:index:${enumName}`, { type: "string", description: open.description, enum: words });
    // Its words, or any other.
    return { type: "string", oneOf: [{ type: "string" }, refTo(enumName)] };
  }
  if (schema.const !== undefined || schema.enum !== undefined) return { type: "string" };
  if (schema.type === "array") return { type: "array", items: typeOf(schema.items ?? {}, `${name}Item`, root, types) };
  if (schema.type === "object" && schema.properties !== undefined) return namedType(name, schema, root, types);
  if (schema.type === "object") {
    const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    return { type: "object", additionalProperties: typeOf(values, name, root, types) };
  }
  return typeof schema.type === "string" ? { type: schema.type } : { $ref: "pulumi.json#/Any" };
}

const refTo = (name: string): TypeSpec => ({ $ref: `#/types/registrar:index:${name}` });

/** A word in a state may be any. */
const asOutput = ({ oneOf, ...spec }: PropertySpec): PropertySpec => spec;

function namedType(name: string, schema: JsonSchema, root: JsonSchema, types: Types): TypeSpec {
  const token = `registrar:index:${name}`;
  if (!types.has(token)) {
    const text = schema.description ?? `Part of the arguments.`;
    // Known before its properties are: a type may hold itself.
    types.set(token, { type: "object", description: text });
    types.set(token, { description: text, ...objectSpec(membersOf(schema, root), name, root, types) });
  }
  return refTo(name);
}

/** Of a union of objects by their `type`, one object. Others are untyped in most languages. */
function unionType(members: JsonSchema[], name: string, root: JsonSchema, types: Types): TypeSpec {
  if (!members.flatMap((member) => membersOf(member, root)).every(kindOf)) throw new Error(`${name} is a union`);
  const description = "A record of any type, without its domain. Which properties it has depends on its type.";
  return namedType("DnsRecordData", { description, oneOf: members }, root, types);
}
