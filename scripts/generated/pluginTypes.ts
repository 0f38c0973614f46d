/** The part of Pulumi's package schema that is written here. */

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
}

/** A named type: an object, or an enumeration. */
export interface ObjectSpec {
  type: string;
  description: string;
  properties?: Record<string, PropertySpec>;
  required?: string[];
  enum?: { name: string; value: string }[];
}

export const anyValue: TypeSpec = { $ref: "pulumi.json#/Any" };
export const refTo = (name: string): TypeSpec => ({ $ref: `#/types/registrar:index:${name}` });
