/**
 * What every class of this package hands to Pulumi. The provider's code is a constant text that loads the handler from
 * the installed package, instead of a serialised closure: small in the state, and always the newest installed code.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { ownKey, previewKey, providerKey, retainedKey, siblingsKey } from "../shared/ownKeys.ts";
import { dynamicType, handlers, nativeType, providerText } from "../shared/tokens.ts";
import { hasMocks, heldBefore } from "./formerState.ts";
import { secretNames } from "./known.ts";
import { newHandles, noteContact } from "./newContacts.ts";
import { orderedOptions } from "./order.ts";
import { currentProgram } from "./programs.ts";
import { siblingsOf } from "./siblings.ts";
import { withRecordTexts } from "./zoneTexts.ts";

/** What a class is to Pulumi, beside its name. */
export interface ClassDefinition {
  type: string;
  /** The handler's name in `provider.ts`. */
  handler: string;
  /** Outputs that every resource of the class has. */
  outputs: readonly string[];
  /** Further outputs, by the value of the argument `type`. The others read as `undefined`. */
  outputsByType?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that are secret whatever the program says. */
  secretInputs?: readonly string[];
  secretOutputs?: readonly string[];
  /** Trades rows with its siblings in the program. */
  trades?: boolean;
  /** Its `records` are texts to the engine. */
  inTexts?: boolean;
  /** The old one goes first where both cannot exist side by side: for `pulumi up --replace` the engine does not ask the provider. */
  deleteBeforeReplace?: boolean;
}

/**
 * What a class passes on to `CustomResource`: the properties to register are the arguments, the outputs (as `undefined`, so that they
 * appear on the object), the handler, and the names of the arguments that the program marked secret. Each property that is registered costs
 * the SDK four promises.
 * @throws pulumi.RunError when the host could not load the handler, or the token lies open in the configuration
 */
export function registration(
  definition: ClassDefinition,
  name: string,
  args: object,
  options?: pulumi.CustomResourceOptions,
): Registration {
  const { type, handler } = definition;
  assertResolvable();
  assertSecretToken();
  const given = givenArguments(definition, args, options);
  const marked = marks(given, isKept(type, options));
  const properties = {
    ...declaredProperties(definition, name, args, given, options),
    ...(marked !== undefined && { [ownKey]: marked }),
    [providerKey]: providerText(handler),
  };
  const ordered = orderedOptions(type, name, args, options ?? {});
  return [dynamicType(type), name, properties, withAlias(classOptions(ordered, definition), nativeType(type))];
}

/** The options, with the type by which the other front knows the resource: a switch of fronts changes nothing. */
export function withAlias(options: pulumi.CustomResourceOptions, type: string): pulumi.CustomResourceOptions {
  return { ...options, aliases: [...(options.aliases ?? []), { type }] };
}

/** What `CustomResource` takes. */
export type Registration = [
  type: string,
  name: string,
  properties: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/** The arguments as they go to the engine: some are secret whatever the program says. */
export function givenArguments(
  { secretInputs = [], inTexts }: ClassDefinition,
  args: object,
  options?: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  return Object.fromEntries(
    Object.entries(inTexts ? withRecordTexts(args, options) : args).map(([key, value]) => [
      key,
      secretInputs.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]),
  );
}

/** What every front registers: the outputs, the arguments, and what the provider is to know of the others. */
export function declaredProperties(
  definition: ClassDefinition,
  name: string,
  args: object,
  given: pulumi.Inputs,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  const siblings = definition.trades ? siblingsOf(definition.type, name, args, options) : undefined;
  noteContact(definition.type, name, args, options ?? {});
  return {
    ...Object.fromEntries(outputsOf(definition, args).map((key) => [key, undefined])),
    ...given,
    ...(siblings !== undefined && { [siblingsKey]: siblings }),
    ...(pulumi.runtime.isDryRun() && !hasMocks() && { [previewKey]: ofPreview(definition, args) }),
  };
}

/** What a preview is told: the arguments whose values will be new. Without the state nobody knows which of the registrar's items are the program's own. */
async function ofPreview({ type, trades }: ClassDefinition, args: object): Promise<string[] | undefined> {
  if (trades && (await heldBefore()) === undefined) return undefined;
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
export function classOptions(
  options: pulumi.CustomResourceOptions,
  { secretInputs = [], secretOutputs = [], deleteBeforeReplace = false }: ClassDefinition,
): pulumi.CustomResourceOptions {
  const given = deleteBeforeReplace ? { deleteBeforeReplace, ...options } : options;
  const secret = [...secretInputs, ...secretOutputs];
  if (secret.length === 0) return given;
  return pulumi.mergeOptions(given, { additionalSecretOutputs: secret });
}

/** A lock that the engine keeps when it leaves the program. */
export const isKept = (type: string, options?: pulumi.CustomResourceOptions): boolean =>
  type === "DomainLock" && options?.retainOnDelete === true;

/** What only the class knows: the names of secret arguments, whose values no message may show, and what the engine keeps. */
function marks(args: object, isRetained: boolean): pulumi.Input<object | undefined> {
  const retained = isRetained ? { [retainedKey]: true } : undefined;
  const names = secretNames(args);
  if (names === undefined) return retained;
  return names.then((secretInputs) => (secretInputs.length === 0 ? retained : { secretInputs, ...retained }));
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

/** Programs whose configuration was looked at. */
const inspected = new WeakSet<object>();

/** A token that was set without `--secret` would stand open in the stack's file and state. @throws pulumi.RunError */
export function assertSecretToken(): void {
  if (inspected.has(currentProgram())) return;
  const config = pulumi.runtime.allConfig();
  for (const key of ["token", "marketplaceToken", "appraisalToken"]) {
    const full = `registrar:${key}`;
    if (config[full] === undefined || isSecret(full)) continue;
    throw new pulumi.RunError(
      `${full} is in the stack's configuration in clear. Set it again with \`pulumi config set --secret ${full}\`, ` +
        "or use an environment variable instead, and consider the old one leaked.",
    );
  }
  inspected.add(currentProgram());
}

/** The SDK knows which settings are secret, but does not show it in its types; older ones may not say. */
function isSecret(key: string): boolean {
  const ask: unknown = Reflect.get(pulumi.runtime, "isConfigSecret");
  return typeof ask !== "function" || ask(key) === true;
}
