/**
 * The SDK's arguments of a class, and the settings and secrets of the running program. The provider's code is a constant
 * string that loads the handler from the installed package, always its newest code, instead of a serialised closure.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { homepage, version } from "../../../package.json";
import { secretSettings, warnOfTypos } from "../shared/settings.ts";
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

/** Identifies a program that is alone in its process. */
const alone = {};

/** Returns an object that identifies the running program: an inline program's is its store in the SDK's `asyncLocalStorage`. */
function currentProgram(): object {
  const storage: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const store: unknown = storage instanceof AsyncLocalStorage ? storage.getStore() : undefined;
  return typeof store === "object" && store !== null ? store : alone;
}

/** Makes a value at its first use by each program. */
export function perProgram<T>(make: () => T): () => T {
  const made = new WeakMap<object, { value: T }>();
  return () => {
    const key = currentProgram();
    const known = made.get(key) ?? { value: make() };
    made.set(key, known);
    return known.value;
  };
}

/** Warns of unknown settings. Refuses a token that was set without `--secret`, in plain text. @throws pulumi.RunError */
export const checkSettings = perProgram((): void => {
  const config = pulumi.runtime.allConfig();
  const names = Object.keys(config).flatMap((key) => /^registrar:(.*)/.exec(key)?.[1] ?? []);
  // A warning that can't be shown must not end the program.
  void warnOfTypos(names, (message) => void pulumi.log.warn(message).catch(() => undefined));
  for (const name of secretSettings) {
    const full = `registrar:${name}`;
    if (config[full] === undefined || isSecret(full)) continue;
    throw new pulumi.RunError(
      `${full} is in plain text in the stack's configuration. Set it again with \`pulumi config set --secret ${full}\`, ` +
        "or use an environment variable instead, and consider the old one leaked.",
    );
  }
});

/** Asks the SDK's `isConfigSecret`. Older SDKs lack that function: then every setting counts as secret. */
function isSecret(key: string): boolean {
  const ask: unknown = Reflect.get(pulumi.runtime, "isConfigSecret");
  return typeof ask !== "function" || ask(key) === true;
}

/** Is a value free of outputs and promises, and so of secrets? Others become promises, and each costs the SDK a stack trace. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** Secret strings of the running program, for the redaction of its lookups' errors. */
export const secretStrings = perProgram(() => {
  const settings = Object.entries(pulumi.runtime.allConfig());
  return new Set(settings.flatMap(([key, value]) => (isSecret(key) ? [value] : [])));
});

export function noteSecret(value: unknown, known: Set<string>): void {
  if (typeof value === "string") known.add(value);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) noteSecret(part, known);
}

/** Notes the values of secret arguments, and returns their sorted names; `undefined` if all arguments are plain. */
export function secretNames(args: object): Promise<string[]> | undefined {
  const outputs = Object.entries(args).filter(([, value]) => !isPlain(value));
  if (outputs.length === 0) return undefined;
  const known = secretStrings();
  const names = outputs.map(async ([name, given]) => {
    const output = pulumi.output(given);
    if (!(await pulumi.isSecret(output))) return [];
    output.apply((value) => noteSecret(value, known));
    return [name];
  });
  return Promise.all(names).then((all) => all.flat().sort());
}

/** Options that name the plugin's version and download, as the classes of generated packages set them. */
export const pluginOptions = {
  version,
  pluginDownloadURL: homepage.replace(/^https:\/\/(.*)#readme$/, "github://api.$1"),
};

export interface ClassDefinition {
  type: string;
  /** Arguments that are also outputs. One that a program doesn't give reads as `undefined`. */
  arguments: readonly string[];
  /** Outputs that aren't arguments. */
  outputs: readonly string[];
  secretInputs?: readonly string[];
  secretOutputs?: readonly string[];
  /** An option that the class sets, since the engine doesn't ask the provider about it in `pulumi up --replace`. */
  deleteBeforeReplace?: boolean;
}

/** Options of the classes: only the plugin knows providers and imports. */
export type ClassOptions = Omit<pulumi.CustomResourceOptions, "provider" | "import">;

/** The method `get` of each class: reads an existing resource at every run, and never changes or deletes it. */
export function get<R extends pulumi.CustomResource, O extends pulumi.CustomResourceOptions>(
  this: new (
    name: string,
    args: never,
    options?: O,
  ) => R,
  name: string,
  id: pulumi.Input<pulumi.ID>,
  options?: O,
): R {
  const found: R = Reflect.construct(this, [name, {}, { ...options, id }]);
  return found;
}

/**
 * Returns the arguments of the SDK's constructor. Each class calls that itself: of classes between, the SDK takes a frame of the
 * stack for the program's line. The properties include the outputs as `undefined`, so that the object has them. They have no
 * argument that isn't given, since the SDK makes four promises for each property.
 * The dynamic host also gets the handler, the identity and the names of secret arguments. A resource from `get` has no arguments.
 */
export function registration(
  definition: ClassDefinition,
  name: string,
  args: object,
  // As in the classes of @pulumi packages, `null` counts as no options.
  given: pulumi.CustomResourceOptions | null | undefined,
  isPlugin = false,
): [string, string, pulumi.Inputs, pulumi.CustomResourceOptions] {
  const { type } = definition;
  const options = isPlugin ? { ...pluginOptions, ...given } : { ...given };
  if (!isPlugin) assertSupported(type, name, options);
  const handler = type.replace(/^./, (first) => first.toLowerCase());
  const provider = isPlugin ? {} : { [providerKey]: providerText(handler) };
  const made = options.id === undefined ? definition.outputs : [...definition.arguments, ...definition.outputs];
  const outputs = Object.fromEntries(made.map((key) => [key, undefined]));
  const [token, former] = isPlugin ? [pluginType(type), dynamicType(type)] : [dynamicType(type), pluginType(type)];
  const complete = classOptions(options, definition);
  if (options.id !== undefined) return [token, name, { ...outputs, ...provider }, complete];
  const inputs = givenArguments(definition, args);
  // The plugin needs no marks. This call notes the secrets, so that errors of lookups are redacted.
  if (isPlugin) secretNames(inputs)?.catch(() => undefined);
  const above = typesAbove(options.parent);
  const identity = identityIn(`::::${above}${pluginType(type)}::${name}`);
  const own = isPlugin ? {} : { [ownKey]: marks(inputs, identity) };
  // With this alias, a switch between classes and plugin changes nothing. It is a URN: for others, the SDK makes eight outputs.
  const alias = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${above}${former}::${name}`;
  const aliases = [...(complete.aliases ?? []), alias];
  return [token, name, { ...outputs, ...inputs, ...own, ...provider }, { ...complete, aliases }];
}

/** Is an object a resource of this type, from any copy of the package? */
export const isInstanceOf =
  <R>(type: string) =>
  (object: unknown): object is R =>
    typeof object === "object" && object !== null && "__pulumiType" in object && object.__pulumiType === type;

function givenArguments({ secretInputs = [] }: ClassDefinition, args: object): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]),
  );
}

/** Makes arguments that a program doesn't give, such as `priority` of an A, read as `undefined`. */
export function absentArguments({ prototype }: { prototype: object }, definition: ClassDefinition): void {
  for (const name of definition.arguments) {
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

/**
 * Data that only the class can send: the names of secret arguments, and the identity, since the dynamic host sends no URN. The
 * identity alone is a string, since the SDK makes promises for each member of an object.
 */
function marks(args: pulumi.Inputs, identity: string): string | Promise<string | object> {
  const marked = (secret: string[]) => ({ [identityKey]: identity, [secretInputsKey]: secret });
  return secretNames(args)?.then((secret) => (secret.length === 0 ? identity : marked(secret))) ?? identity;
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
 * @throws pulumi.RunError also if the host couldn't load the handler, or the token is in plain text in the configuration
 */
function assertSupported(type: string, name: string, { provider, parent, import: id }: pulumi.CustomResourceOptions) {
  assertResolvable();
  checkSettings();
  const inherited = provider ?? parent?.getProvider(pluginType(type));
  if (id === undefined && inherited === undefined) return;
  const option = id === undefined ? "`provider` (its own or its parent's)" : "`import`";
  const otherwise = id === undefined ? "" : ", or use `pulumi-registrar import`";
  throw new pulumi.RunError(
    `the ${type} ${name} has the option ${option}, which only the plugin supports: import the class from ` +
      `\`pulumi-registrar/plugin\` instead of \`pulumi-registrar\`${otherwise}. Nothing was changed.`,
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
