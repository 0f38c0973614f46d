/** What every class of the plugin hands to Pulumi. The provider is a process of its own, so no code goes with it. */
import * as pulumi from "@pulumi/pulumi";
import { orderedOptions } from "../dynamic/order.ts";
import {
  type ClassDefinition,
  classOptions,
  declaredProperties,
  givenArguments,
  isKept,
  type Registration,
  withAlias,
} from "../dynamic/register.ts";
import { ownKey, retainedKey } from "../shared/ownKeys.ts";
import { dynamicType, nativeType } from "../shared/tokens.ts";

/** What a class passes on to `CustomResource`. A resource of the same name by the class of the dynamic front is the same one. */
export function nativeRegistration(
  definition: ClassDefinition,
  name: string,
  args: object,
  options?: pulumi.CustomResourceOptions,
): Registration {
  const { type } = definition;
  const properties = {
    ...declaredProperties(definition, name, args, givenArguments(definition, args, options), options),
    // The engine tells no provider, and the program's process wants to know of the lock when it is removed.
    ...(isKept(type, options) && { [ownKey]: { [retainedKey]: true } }),
  };
  const ordered = orderedOptions(type, name, args, options ?? {});
  return [nativeType(type), name, properties, withAlias(classOptions(ordered, definition), dynamicType(type))];
}

/** Settings as an engine takes them: everything but a text is written as JSON. */
export function providerInputs(args: object, secretNames: readonly string[]): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (value === undefined) return [name, value];
      const text = pulumi.output(value).apply((known: unknown) => (typeof known === "string" ? known : json(known)));
      return [name, secretNames.includes(name) ? pulumi.secret(text) : text];
    }),
  );
}

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
