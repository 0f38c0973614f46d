/**
 * What every class of this package hands to Pulumi. The provider's code is a constant text that loads the handler from
 * the installed package, instead of a serialised closure: small in the state, and always the newest installed code.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import {
  dynamicType,
  handlers,
  nativeType,
  ownKey,
  peersKey,
  previewKey,
  providerKey,
  providerText,
  secretInputsKey,
} from "../shared/ownKeys.ts";
import { noteMade, orderedOptions } from "./order.ts";
import { identitiesOf, peerFactsOf } from "./peers.ts";
import { assertSecretToken, hasMocks, heldBefore, secretNames } from "./program.ts";
import { checkWithOthers } from "./programChecks.ts";
import { withRecordLists, withRecordTexts } from "./zoneTexts.ts";

/** What a class is to Pulumi, beside its name. */
export interface ClassDefinition {
  type: string;
  /** Outputs that every resource of the class has. */
  outputs: readonly string[];
  /** Further outputs, by the value of the argument `type`. The others read as `undefined`. */
  outputsByType?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that are secret whatever the program says. */
  secretInputs?: readonly string[];
  secretOutputs?: readonly string[];
  /** Its rows may be reassigned between resources of the program. */
  reassigns?: boolean;
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
    super(...registration(definition, name, declared, options, isNative));
    // What is only read is not declared.
    if (options.id !== undefined) return;
    noteMade(declared, this);
    if (definition.type === "Contact") noteContact(this, name, options);
    checkWithOthers(this, definition.type, declared);
  }
}

/** What `CustomResource` takes. */
type Registration = [type: string, name: string, properties: pulumi.Inputs, options: pulumi.CustomResourceOptions];

/**
 * The properties to register are the arguments, the outputs (as `undefined`, so that they appear on the object), what the provider is to
 * know of the program, and on the dynamic front the handler and the names of the arguments that the program marked secret. Each costs the
 * SDK four promises. What is there already and only read has no arguments.
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
  const properties = {
    ...outputs,
    ...given,
    ...(definition.reassigns && withKey(peersKey, peerFactsOf(type, name, args, options))),
    ...(pulumi.runtime.isDryRun() && !hasMocks() && { [previewKey]: ofPreview(definition, args) }),
    ...withKey(ownKey, isNative ? undefined : marks(given)),
    ...provider,
  };
  const ordered = classOptions(orderedOptions(type, name, args, options), definition);
  return [token, name, properties, { ...ordered, aliases: [...(ordered.aliases ?? []), { type: formerly }] }];
}

/** Is it a resource of this type, from whichever copy of the package? */
export const isInstanceOf =
  <R>(type: string) =>
  (object: unknown): object is R =>
    typeof object === "object" && object !== null && Reflect.get(object, "__pulumiType") === type;

const withKey = (key: string, value: unknown) => (value === undefined ? {} : { [key]: value });

/** What the SDK's provider host loads for a resource. */
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

/** What a preview is sent: the arguments whose values will be new. Without the state nobody knows which of the registrar's items are the program's own. */
async function ofPreview({ type, reassigns }: ClassDefinition, args: object): Promise<string[] | undefined> {
  if (reassigns && (await heldBefore()) === undefined) return undefined;
  return type === "DomainContacts" ? newHandles(args) : [];
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

/** The names of secret arguments, which only the class knows: no message may show their values. */
const marks = ({ [ownKey]: own, ...args }: pulumi.Inputs): Promise<object | undefined> | undefined =>
  secretNames(args)?.then((names) => (names.length === 0 ? own : { ...own, [secretInputsKey]: names }));

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

/**
 * Contacts by what they show as their handle: what the state would know them by. Which arguments are the handle of a contact that this very
 * run makes, the program's process knows, although in a preview nobody knows the handle.
 */
const handles = new WeakMap<object, string>();

/** A contact is declared. One that was called otherwise before may have its handle already. */
function noteContact(resource: object, name: string, options: pulumi.CustomResourceOptions = {}): void {
  const handle: unknown = Reflect.get(resource, "handle");
  if (typeof handle !== "object" || handle === null || (options.aliases ?? []).length > 0) return;
  handles.set(handle, identitiesOf("Contact", name, options)[0]);
}

/** Names of the arguments that are the handle of a contact that the state does not have. */
async function newHandles(args: object): Promise<string[]> {
  const given = Object.entries(args).flatMap(([key, value]: [string, unknown]) => {
    const identity = typeof value === "object" && value !== null ? handles.get(value) : undefined;
    return identity === undefined ? [] : [{ key, identity }];
  });
  if (given.length === 0) return [];
  const held = await heldBefore();
  if (held === undefined) return [];
  return given.flatMap(({ key, identity }) => (held.some((each) => each.identity === identity) ? [] : [key]));
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
