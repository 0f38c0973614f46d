/**
 * The base class of all resources. The provider's code is a constant string that loads the handler from the installed package,
 * instead of a serialised closure: small in the state, and always the newest installed code.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import {
  dynamicType,
  handlers,
  identityIn,
  identityKey,
  ownKey,
  pluginType,
  providerKey,
  providerText,
  secretInputsKey,
} from "../shared/state.ts";
import { checkSettings, perProgram, pluginOptions, secretNames } from "./program.ts";

export interface ClassDefinition {
  type: string;
  /** Outputs that every resource of the class has. */
  outputs: readonly string[];
  /** Outputs that only some record types have, by record type. On records of all other types they read as `undefined`. */
  outputsByType?: Readonly<Record<string, readonly string[]>>;
  secretInputs?: readonly string[];
  secretOutputs?: readonly string[];
  /** An option that the class sets, since the engine doesn't ask the provider about it in `pulumi up --replace`. */
  deleteBeforeReplace?: boolean;
}

/** Options of the classes: only the plugin knows providers and imports. */
export type ClassOptions = Omit<pulumi.CustomResourceOptions, "provider" | "import">;

export abstract class RegistrarResource extends pulumi.CustomResource {
  /** Is it a class of the plugin? */
  protected static readonly isPlugin: boolean = false;

  /**
   * Reads an existing resource at every run. No run changes or deletes the resource.
   * @param id as for `pulumi import`
   */
  static get<R extends RegistrarResource, O extends pulumi.CustomResourceOptions>(
    this: new (
      name: string,
      args: never,
      options?: O,
    ) => R,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: O,
  ): R {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class that it is called on
    const found: R = Reflect.construct(this, [name, {}, { ...options, id }]);
    return found;
  }

  constructor(definition: ClassDefinition, name: string, args: object, given?: pulumi.CustomResourceOptions) {
    // As in the classes of @pulumi packages, `null` counts as no options.
    const options = given ?? {};
    const { isPlugin } = new.target;
    if (!isPlugin) assertSupported(definition.type, name, options);
    super(...registration(definition, name, args, isPlugin ? { ...pluginOptions, ...options } : options, isPlugin));
  }
}

type Registration = [type: string, name: string, properties: pulumi.Inputs, options: pulumi.CustomResourceOptions];

/**
 * Returns the arguments of the SDK's constructor. The properties include the outputs as `undefined`, so that the object has them.
 * The dynamic host also gets the handler, the identity and the names of secret arguments. A resource from `get` has no arguments.
 * @throws pulumi.RunError if the host couldn't load the handler, or the token is in plain text in the configuration
 */
function registration(
  definition: ClassDefinition,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions,
  isPlugin: boolean,
): Registration {
  const { type } = definition;
  const provider = isPlugin ? {} : dynamicProvider(type);
  const outputs = Object.fromEntries(outputsOf(definition, args).map((key) => [key, undefined]));
  const [token, former] = isPlugin ? [pluginType(type), dynamicType(type)] : [dynamicType(type), pluginType(type)];
  const complete = classOptions(options, definition);
  if (options.id !== undefined) return [token, name, { ...outputs, ...provider }, complete];
  const given = givenArguments(definition, args);
  // The plugin needs no marks. This call notes the secrets, so that errors of lookups are redacted.
  if (isPlugin) secretNames(given)?.catch(() => undefined);
  const above = typesAbove(options.parent);
  const identity = identityIn(`::::${above}${pluginType(type)}::${name}`);
  const own = isPlugin ? {} : { [ownKey]: marks(given, identity) };
  // With this alias, a switch between classes and plugin changes nothing. It is a URN: for others, the SDK makes eight outputs.
  const alias = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${above}${former}::${name}`;
  const aliases = [...(complete.aliases ?? []), alias];
  return [token, name, { ...outputs, ...given, ...own, ...provider }, { ...complete, aliases }];
}

/** Is an object a resource of this type, from any copy of the package? */
export const isInstanceOf =
  <R>(type: string) =>
  (object: unknown): object is R =>
    typeof object === "object" && object !== null && "__pulumiType" in object && object.__pulumiType === type;

/** The code that the provider host loads for a resource. */
function dynamicProvider(type: string): pulumi.Inputs {
  assertResolvable();
  checkSettings();
  return { [providerKey]: providerText(type.replace(/^./, (first) => first.toLowerCase())) };
}

function givenArguments({ secretInputs = [] }: ClassDefinition, args: object): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]),
  );
}

/** Names of a resource's outputs; if its argument `type` isn't known yet, the outputs of all types. */
function outputsOf({ outputs, outputsByType }: ClassDefinition, args: object): readonly string[] {
  if (outputsByType === undefined) return outputs;
  const further = outputsByType["type" in args ? String(args.type) : ""] ?? Object.values(outputsByType).flat();
  return [...outputs, ...further];
}

/** Makes outputs that a record's type doesn't have, such as `priority` of an A, read as `undefined`. */
export function absentOutputs({ prototype }: { prototype: object }, { outputsByType = {} }: ClassDefinition): void {
  for (const name of new Set(Object.values(outputsByType).flat())) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get: () => pulumi.output(undefined),
      // The SDK assigns each output that the resource has, which replaces this property.
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}

function classOptions(
  options: pulumi.CustomResourceOptions,
  { secretInputs = [], secretOutputs = [], deleteBeforeReplace = false }: ClassDefinition,
): pulumi.CustomResourceOptions {
  const given = deleteBeforeReplace ? { deleteBeforeReplace, ...options } : options;
  const secret = [...secretInputs, ...secretOutputs];
  if (secret.length === 0) return given;
  return pulumi.mergeOptions(given, { additionalSecretOutputs: secret });
}

/** Data that only the class can send: the names of secret arguments, and the identity, since the dynamic host sends no URN. */
function marks(args: pulumi.Inputs, identity: string): object | Promise<object> {
  const known = { [identityKey]: identity };
  const names = secretNames(args);
  return names?.then((secret) => (secret.length === 0 ? known : { ...known, [secretInputsKey]: secret })) ?? known;
}

/** Types of a parent and its ancestors, as a child's URN lists them. */
function typesAbove(parent: unknown): string {
  if (!pulumi.Resource.isInstance(parent)) return "";
  const type: unknown = Reflect.get(parent, "__pulumiType");
  // In the process of a component, the parent of the component has no type: it is taken for the stack.
  return type === "pulumi:pulumi:Stack" || type === ""
    ? ""
    : `${typesAbove(Reflect.get(parent, "__parentResource"))}${type}$`;
}

/** Checks that the provider host can load the package from the program's folder. Otherwise, `up` would fail halfway. */
const assertResolvable = perProgram((): void => {
  try {
    createRequire(join(process.cwd(), "program.js")).resolve(handlers);
  } catch {
    throw new pulumi.RunError(
      `${handlers} cannot be loaded from ${process.cwd()}: the program itself must depend on pulumi-registrar; ` +
        "run `npm ci` (or `npm install pulumi-registrar`) there first.",
    );
  }
});

/**
 * Refuses options that only the plugin supports. With `provider`, the dynamic host would create the resource in the account of
 * the stack's configuration. With `import`, the engine would ask the host without its code.
 */
function assertSupported(type: string, name: string, options: pulumi.CustomResourceOptions): void {
  const { provider, parent, import: id } = options;
  if (id !== undefined) {
    throw new pulumi.RunError(
      `the ${type} ${name} has the option \`import\`, which only the plugin supports: import the class from ` +
        "`pulumi-registrar/plugin`, or use `pulumi-registrar import`. Nothing was changed.",
    );
  }
  if ((provider ?? parent?.getProvider(pluginType(type))) === undefined) return;
  throw new pulumi.RunError(
    `the ${type} ${name} has the option \`provider\` (its own or its parent's), which only the plugin supports: ` +
      "import the class from `pulumi-registrar/plugin` instead of `pulumi-registrar`. Nothing was changed.",
  );
}

/** Converts settings for the engine: values other than strings become JSON. */
export function providerInputs(args: object, secretNames: readonly string[]): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (value === undefined) return [name, value];
      const text = pulumi
        .output(value)
        .apply((known: unknown) => (typeof known === "string" ? known : JSON.stringify(known)));
      return [name, secretNames.includes(name) ? pulumi.secret(text) : text];
    }),
  );
}
