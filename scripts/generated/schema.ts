/** The arguments and outputs of resources and functions as JSON schema, and what all printers read from it. */
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
  /** The type in TypeScript, if the schema does not show it. */
  tsType?: string;
  /** The name of an open enum. */
  enumName?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  /** The name of a definition. */
  id?: string;
}

export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema instanceof z.ZodLazy ? (schema.unwrap() as z.ZodType) : schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;

/** The arguments of a resource. Of a union, each member is an object. */
export const argumentsOf = ({ schema }: Resource) => membersOf(jsonSchemaOf(schema));

/** Outputs of a resource other than its arguments. */
export const outputsOf = ({ outputs }: Resource) => jsonSchemaOf(z.object(outputs));

/** Named objects inside the arguments of a resource. */
export function nestedOf({ schema }: Resource): JsonSchema[] {
  const root = jsonSchemaOf(schema);
  const own = membersOf(root).map(({ id }) => id);
  return Object.keys(root.$defs ?? {})
    .filter((id) => !own.includes(id))
    .flatMap((id) => membersOf({ $ref: id }, root));
}

/** The objects of a schema: one, or those of a union. References lead to `root`. */
export function membersOf(schema: JsonSchema, root = schema): JsonSchema[] {
  const id = nameOf(schema);
  const found = id === undefined ? schema : { ...root.$defs?.[id], id };
  const members = found.oneOf ?? found.anyOf;
  return members === undefined ? [found] : members.flatMap((member) => membersOf(member, root));
}

/** The record type of a member of a union. */
export const kindOf = ({ properties = {} }: JsonSchema) => {
  const word = properties["type"]?.const;
  return typeof word === "string" ? word : undefined;
};

export interface Property {
  name: string;
  isRequired: boolean;
  schema: JsonSchema;
}

export const propertiesOf = ({ properties = {}, required = [] }: JsonSchema): Property[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, isRequired: required.includes(name), schema }));

/** A property of some members of a union. */
export interface SharedProperty {
  name: string;
  schemas: JsonSchema[];
  /** Record types of the members that have it. */
  kinds: string[];
  /** Do all members have it? */
  isEverywhere: boolean;
  /** Is it required wherever it is? */
  isRequired: boolean;
  /** Does it have one description? */
  isSame: boolean;
  /** Is it the record type, by which members differ? */
  isKind: boolean;
  /** Texts of some members say of which. */
  description: string;
}

export function sharedProperties(members: readonly JsonSchema[]): SharedProperty[] {
  const names = new Set(members.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const holders = members.filter(({ properties = {} }) => properties[name] !== undefined);
    const schemas = holders.flatMap(({ properties = {} }) => properties[name] ?? []);
    const kinds = holders.map((member) => kindOf(member) ?? "");
    const texts = [...new Set(schemas.map(({ description = "" }) => description))];
    const kindsOf = (text: string) => kinds.filter((_, at) => schemas[at]?.description === text).join(", ");
    return {
      name,
      schemas,
      kinds,
      isEverywhere: holders.length === members.length,
      isRequired: holders.every(({ required = [] }) => required.includes(name)),
      isSame: texts.length === 1,
      isKind: schemas.length > 1 && schemas.every(({ const: word }) => typeof word === "string"),
      description: texts.map((text) => (texts.length === 1 ? text : `${kindsOf(text)}: ${text}`)).join(" "),
    };
  });
}

/**
 * The type of a plain value.
 * @param refer how a named type is written
 * @param inner prints the type of an item of a list or map
 */
export function plainType(schema: JsonSchema, refer = unwrapped, inner?: (schema: JsonSchema) => string): string {
  const named = nameOf(schema);
  const typeOf = (part: JsonSchema) => plainType(part, refer);
  const itemOf = inner ?? typeOf;
  const members = schema.anyOf ?? schema.oneOf ?? schema.enum?.map((word) => ({ const: word }));
  if (named !== undefined) return refer(named);
  if (schema.enumName !== undefined) return schema.enumName;
  if (members !== undefined) return [...new Set(members.map(typeOf))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `${itemOf(schema.items ?? {}).replace(/^.* \| .*$/, "($&)")}[]`;
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "string" || schema.type === "boolean") return schema.type;
  if (schema.properties !== undefined) {
    const mark = (isRequired: boolean) => (isRequired ? "" : "?");
    const parts = propertiesOf(schema).map((part) => `${part.name}${mark(part.isRequired)}: ${typeOf(part.schema)}`);
    return `{ ${parts.join("; ")} }`;
  }
  if (typeof schema.additionalProperties === "object") return `Record<string, ${itemOf(schema.additionalProperties)}>`;
  if (Object.keys(schema).length === 0) return "unknown";
  throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`);
}

const unwrapped = (name: string) => `pulumi.Unwrap<${name}>`;

/** The type of an output or a result. */
export const outputType = (schema: JsonSchema, refer?: (name: string) => string): string =>
  schema.tsType ?? plainType(schema, refer);

/** The type of an argument that a program passes. A literal that selects a member of a union is not an Input. */
export function inputType(schema: JsonSchema): string {
  if (schema.tsType !== undefined) return schema.tsType;
  if (typeof schema.const === "string") return plainType(schema);
  const members = schema.anyOf ?? schema.oneOf ?? [];
  if (!members.every(isScalar)) return [...new Set(members.map(inputType))].join(" | ");
  return `pulumi.Input<${plainType(schema, (name) => name, inputType)}>`;
}

export const nameOf = ({ $ref }: JsonSchema) => $ref?.split("/").at(-1);
const isScalar = ({ type, $ref, additionalProperties }: JsonSchema) =>
  type !== "array" && $ref === undefined && typeof additionalProperties !== "object";

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
