/** A resource's schema as a flat list of properties, for printing. */
import * as z from "zod";
import type { Resource } from "../../provider/lifecycle/definition.ts";

/** The part of JSON schema that the argument schemas use. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  description?: string;
  examples?: unknown[];
  /** The type in TypeScript, if the schema does not show it. */
  tsType?: string;
  /** The name of an open enum: its words are those of `enum` or `examples`. */
  enumName?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export interface Property {
  name: string;
  required: boolean;
  description: string;
  /** TypeScript type of the plain value. */
  type: string;
  /** Type of what a program may pass. */
  input: string;
  /** A literal that selects a member of a union is not an Input. */
  literal: boolean;
}

/** One interface of arguments; a resource whose arguments are a union has several. */
export interface ArgumentSet {
  id: string;
  description?: string | undefined;
  properties: Property[];
}

export const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema instanceof z.ZodLazy ? (schema.unwrap() as z.ZodType) : schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
const jsonSchema = (resource: Resource) => jsonSchemaOf(resource.schema);

/** Objects with an id of their own inside the arguments: each is an interface, printed once. */
export function nestedSets(resource: Resource): ArgumentSet[] {
  const schema = jsonSchema(resource);
  const own = argumentSets(resource).map(({ id }) => id);
  return Object.entries(schema.$defs ?? {})
    .filter(([id]) => !own.includes(id))
    .map(([id, definition]) => argumentSet(id, definition));
}

export function argumentSets(resource: Resource): ArgumentSet[] {
  const schema = jsonSchema(resource);
  const members = schema.oneOf ?? schema.anyOf ?? [schema];
  return members.map((member) => {
    const name = member.$ref?.split("/").at(-1);
    return name === undefined
      ? argumentSet(`${resource.type}Args`, member)
      : argumentSet(name, schema.$defs?.[name] ?? {});
  });
}

/** Outputs of a resource other than its arguments. */
export function outputsOf({ outputs }: Resource): Pick<Property, "name" | "type" | "description" | "required">[] {
  const schema = z.toJSONSchema(z.object(outputs), { unrepresentable: "any" }) as JsonSchema;
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: property.tsType ?? plainType(property),
    description: property.description ?? "",
    required: schema.required?.includes(name) === true,
  }));
}

function argumentSet(id: string, schema: JsonSchema): ArgumentSet {
  const required = new Set(schema.required ?? []);
  return {
    id,
    description: schema.description,
    properties: Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      required: required.has(name),
      description: property.description ?? "",
      type: plainType(property),
      input: property.tsType ?? inputType(property),
      literal: property.const !== undefined && typeof property.const === "string",
    })),
  };
}

/** @param refer how a named type is written */
export function plainType(schema: JsonSchema, refer = (name: string) => `pulumi.Unwrap<${name}>`): string {
  const named = nameOf(schema);
  const typeOf = (inner: JsonSchema) => plainType(inner, refer);
  if (named !== undefined) return refer(named);
  const members = schema.anyOf ?? schema.oneOf;
  if (members !== undefined) return [...new Set(members.map(typeOf))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enumName !== undefined) return schema.enumName;
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return arrayOf(typeOf(schema.items ?? {}));
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "string" || schema.type === "boolean") return schema.type;
  if (typeof schema.additionalProperties === "object" && schema.properties === undefined)
    return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  if (schema.properties !== undefined) {
    const isRequired = (name: string) => schema.required?.includes(name);
    const members = Object.entries(schema.properties).map(
      ([name, member]) => `${name}${isRequired(name) ? "" : "?"}: ${typeOf(member)}`,
    );
    return `{ ${members.join("; ")} }`;
  }
  if (Object.keys(schema).length === 0) return "unknown";
  throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`);
}

function inputType(schema: JsonSchema): string {
  const named = nameOf(schema);
  if (named !== undefined) return `pulumi.Input<${named}>`;
  const members = schema.anyOf ?? schema.oneOf;
  if (members?.some((member) => !isScalar(member))) return [...new Set(members.map(inputType))].join(" | ");
  if (schema.type === "array") return `pulumi.Input<${arrayOf(inputType(schema.items ?? {}))}>`;
  if (typeof schema.additionalProperties === "object") {
    return `pulumi.Input<Record<string, ${inputType(schema.additionalProperties)}>>`;
  }
  return `pulumi.Input<${plainType(schema)}>`;
}

const nameOf = ({ $ref }: JsonSchema) => $ref?.split("/").at(-1);
const isScalar = ({ type, $ref, additionalProperties }: JsonSchema) =>
  type !== "array" && $ref === undefined && typeof additionalProperties !== "object";
const arrayOf = (type: string) => (type.includes(" | ") ? `(${type})[]` : `${type}[]`);

// The part of Pulumi's package schema that is written here.

export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  description?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
  /** Names in one language only. */
  language?: { csharp: { name: string } };
}

/** A named type. */
export interface ObjectSpec {
  type: string;
  description: string;
  properties?: Record<string, PropertySpec>;
  required?: string[];
  enum?: { value: string }[];
}

export const anyValue: TypeSpec = { $ref: "pulumi.json#/Any" };
export const refTo = (name: string): TypeSpec => ({ $ref: `#/types/registrar:index:${name}` });
/** An open enum: its words, or any other. */
export const openEnum = (name: string): TypeSpec => ({ type: "string", oneOf: [{ type: "string" }, refTo(name)] });
