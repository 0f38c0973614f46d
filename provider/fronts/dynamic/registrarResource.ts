/**
 * What every class of this package hands to Pulumi. The provider's code is a constant text that loads the handler from
 * the installed package, instead of a serialised closure: small in the state, and always the newest installed code.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { repository, version } from "../../../package.json";
import {
  dynamicType,
  handlers,
  identityIn,
  identityKey,
  nativeType,
  ownKey,
  providerKey,
  providerText,
  secretInputsKey,
  textsKey,
} from "../shared/ownKeys.ts";
import { keptAs, listOf, misnamed, recordLists, recordNamed, recordTexts, withObjects } from "../shared/recordTexts.ts";
import { assertSecretToken, hasMocks, isPlain, secretNames } from "./program.ts";

export interface ClassDefinition {
  type: string;
  /** Outputs that every resource of the class has. */
  outputs: readonly string[];
  /** Further outputs, by the value of the argument `type`. The others read as `undefined`. */
  outputsByType?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that are secret whatever the program says. */
  secretInputs?: readonly string[];
  secretOutputs?: readonly string[];
  /** It has `records`, which a program may write in several ways, and which are texts to the engine. */
  inTexts?: boolean;
  /** The old one goes first where both cannot exist side by side: for `pulumi up --replace` the engine does not ask the provider. */
  deleteBeforeReplace?: boolean;
}

/** A resource of this package: what all classes do beside their arguments and outputs. */
export abstract class RegistrarResource extends pulumi.CustomResource {
  /** Is it served by the plugin, a process of its own that no code goes to? The entry that a program imports decides. */
  protected static readonly isNative: boolean = false;

  /**
   * What is there already: it is read at every run, and never changed or deleted.
   * @param id as `pulumi import` takes it
   */
  static get<R extends RegistrarResource>(
    this: new (
      name: string,
      args: never,
      options?: pulumi.CustomResourceOptions,
    ) => R,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): R {
    // biome-ignore lint/complexity/noThisInStatic: of the class that it is called on, one definition for all
    const found: R = Reflect.construct(this, [name, {}, { ...options, id }]);
    return found;
  }

  constructor(definition: ClassDefinition, name: string, args: object, given?: pulumi.CustomResourceOptions) {
    // As in the classes of @pulumi packages, `null` counts as no options.
    const options = given ?? {};
    const { isNative } = new.target;
    const declared = definition.inTexts ? withRecordLists(args) : args;
    if (!isNative) assertNoProvider(definition.type, name, options);
    super(...registration(definition, name, declared, isNative ? { ...pluginOptions, ...options } : options, isNative));
  }
}

type Registration = [type: string, name: string, properties: pulumi.Inputs, options: pulumi.CustomResourceOptions];

/**
 * The properties to register are the arguments, the outputs (as `undefined`, so that they appear on the object), and on the dynamic front
 * the handler, the identity and the names of the arguments that the program marked secret. Each costs the SDK four promises. An existing
 * resource that is only read has no arguments.
 * @throws pulumi.RunError when the host could not load the handler, or the token lies open in the configuration
 */
function registration(
  definition: ClassDefinition,
  name: string,
  args: object,
  options: pulumi.CustomResourceOptions,
  isNative: boolean,
): Registration {
  const { type } = definition;
  const provider = isNative ? {} : dynamicProvider(type);
  const outputs = Object.fromEntries(outputsOf(definition, args).map((key) => [key, undefined]));
  // The other front's type is an alias: a switch of fronts changes nothing.
  const [token, formerly] = isNative ? [nativeType(type), dynamicType(type)] : [dynamicType(type), nativeType(type)];
  if (options.id !== undefined) return [token, name, { ...outputs, ...provider }, classOptions(options, definition)];
  const given = givenArguments(definition, args, options);
  // The classes of the plugin send no marks.
  if (isNative) secretNames(given)?.catch(() => undefined);
  const properties = {
    ...outputs,
    ...given,
    ...(!isNative && { [ownKey]: marks(given, identityFor(type, name, options)) }),
    ...provider,
  };
  const complete = classOptions(options, definition);
  return [token, name, properties, { ...complete, aliases: [...(complete.aliases ?? []), { type: formerly }] }];
}

/** Is it a resource of this type, from whichever copy of the package? */
export const isInstanceOf =
  <R>(type: string) =>
  (object: unknown): object is R =>
    typeof object === "object" && object !== null && Reflect.get(object, "__pulumiType") === type;

/** The code that the SDK's provider host loads for a resource. */
function dynamicProvider(type: string): pulumi.Inputs {
  assertResolvable();
  assertSecretToken();
  return { [providerKey]: providerText(type.replace(/^./, (first) => first.toLowerCase())) };
}

/** The arguments as they go to the engine: some are secret whatever the program says. */
function givenArguments(
  { secretInputs = [], inTexts }: ClassDefinition,
  args: object,
  options: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(inTexts ? withRecordTexts(args, options) : args).map(([key, value]) => [
      key,
      secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]),
  );
}

/** The outputs that this resource has; all of its class where its `type` is not known yet. */
function outputsOf({ outputs, outputsByType }: ClassDefinition, args: object): readonly string[] {
  if (outputsByType === undefined) return outputs;
  const further = outputsByType[String(Reflect.get(args, "type"))] ?? Object.values(outputsByType).flat();
  return [...outputs, ...further];
}

/** Outputs of other types read as `undefined`. */
export function absentOutputs({ prototype }: { prototype: object }, { outputsByType = {} }: ClassDefinition): void {
  for (const name of new Set(Object.values(outputsByType).flat())) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get: () => pulumi.output(undefined),
      // The SDK gives a resource that has this output one of its own.
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}

/** The program's options, the outputs that are secret whatever it says, and the order of a replacement. */
function classOptions(
  options: pulumi.CustomResourceOptions,
  { secretInputs = [], secretOutputs = [], deleteBeforeReplace = false }: ClassDefinition,
): pulumi.CustomResourceOptions {
  const given = deleteBeforeReplace ? { deleteBeforeReplace, ...options } : options;
  const secret = [...secretInputs, ...secretOutputs];
  if (secret.length === 0) return given;
  return pulumi.mergeOptions(given, { additionalSecretOutputs: secret });
}

/** The identity, which no dynamic host says, and the names of secret arguments, which only the class knows. */
function marks({ [ownKey]: own, ...args }: pulumi.Inputs, identity: string): object | Promise<object> {
  const known = { ...own, [identityKey]: identity };
  const names = secretNames(args);
  return names?.then((secret) => (secret.length === 0 ? known : { ...known, [secretInputsKey]: secret })) ?? known;
}

/** The types of a resource's parents, its own, and its name: as its URN will say. */
const identityFor = (type: string, name: string, { parent }: pulumi.CustomResourceOptions) =>
  identityIn(`::::${typesAbove(parent)}${nativeType(type)}::${name}`);

/** The types of a resource and its parents as a child's URN has them. The stack counts for nothing. */
function typesAbove(parent: unknown): string {
  if (!pulumi.Resource.isInstance(parent)) return "";
  const type: unknown = Reflect.get(parent, "__pulumiType");
  return type === "pulumi:pulumi:Stack" ? "" : `${typesAbove(Reflect.get(parent, "__parentResource"))}${type}$`;
}

let resolvable = false;

/** The host runs in the program's folder and loads the package from there: say so at once, not in the middle of an `up`. */
function assertResolvable(): void {
  if (resolvable) return;
  try {
    createRequire(join(process.cwd(), "program.js")).resolve(handlers);
    resolvable = true;
  } catch {
    throw new pulumi.RunError(
      `${handlers} cannot be loaded from ${process.cwd()}: the program itself must depend on pulumi-registrar; ` +
        "run `npm ci` (or `npm install pulumi-registrar`) there first.",
    );
  }
}

/** The plugin that an engine starts for a resource, and downloads where it has none: as in packages that Pulumi generates. */
export const pluginOptions = {
  version,
  pluginDownloadURL: `github://api.github.com/${repository.url.split("/").at(-2)}/pulumi-registrar`,
};

/** Without this error, the resource would be made in the account of the configuration instead of the provider's. */
function assertNoProvider(type: string, name: string, { provider, parent }: pulumi.CustomResourceOptions): void {
  if ((provider ?? parent?.getProvider(nativeType(type))) === undefined) return;
  throw new pulumi.RunError(
    `the ${type} ${name} has the option \`provider\`, by itself or by its parent, and only the plugin serves several accounts: ` +
      "import the class from `pulumi-registrar/native` in place of `pulumi-registrar`. Nothing was changed.",
  );
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

const later = (value: unknown, then: (known: unknown) => unknown): unknown =>
  pulumi.Output.isInstance(value) || value instanceof Promise ? pulumi.output(value).apply(then) : then(value);

/** Arguments whose records are lists by key, as they may be written and as they are read. */
function withRecordLists<Args extends object>(args: Args): Args {
  const records: unknown = Reflect.get(args, "records");
  const listed = (value: unknown) => later(value, listOf);
  return records === undefined ? args : { ...args, records: later(records, (known) => recordLists(known, listed)) };
}

/** Such arguments as they go to the engine; a test with mocks sees them as they are. @throws pulumi.RunError */
function withRecordTexts(args: object, { ignoreChanges = [] }: pulumi.CustomResourceOptions = {}): object {
  const { records, domain }: { records?: unknown; domain?: unknown } = args;
  if (hasMocks()) return args;
  const isAwaited = pulumi.Output.isInstance(records);
  for (const path of ignoreChanges) refuseMisnamed(path, isAwaited ? [] : Object.keys(Object(records)), domain);
  return isAwaited ? args : { ...args, records: recordTexts(records, isPlain), [ownKey]: { [textsKey]: true } };
}

/**
 * What the engine would not find under a path. It would take a record that is kept under another key out of what the program lists, so that
 * it is deleted.
 */
function refuseMisnamed(path: string, keys: readonly string[], domain: unknown): void {
  const named = recordNamed(path, domain);
  if (named === undefined || path === 'records["*"]') return;
  const { key, kept, isWhole } = named;
  const isDouble = keys.some((each) => each !== key && keptAs(each, domain) === key);
  if (kept !== key || !isWhole || isDouble) throw new pulumi.RunError(misnamed(path, kept));
}

/** Makes a program read objects where the engine holds strings. */
export function recordsFromTexts({ prototype }: { prototype: object }): void {
  const held = { records: Symbol("records"), recordIds: Symbol("recordIds") };
  for (const name of ["records", "recordIds"] as const) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: object) {
        const read = (of: keyof typeof held) => Reflect.get(this, held[of]);
        const both = pulumi.all({ records: read("records"), [name]: read(name) });
        return both.apply((known) => withObjects(known, true)[name]);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, held[name], { value, configurable: true, writable: true });
      },
    });
  }
}
