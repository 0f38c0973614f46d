/**
 * What every class of this package hands to Pulumi. The provider's code is a constant text that loads the handler from
 * the installed package, instead of a serialised closure: small in the state, and always the newest installed code.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { handlers, providerText } from "./importRow.ts";
import { ownKey, providerKey, siblingsKey } from "./ownKeys.ts";

export { dynamicType } from "./importRow.ts";

/**
 * The properties to register: arguments, outputs (as `undefined`, so that they appear on the object), the handler, and
 * the names of the arguments that the program marked secret.
 * @param secret arguments that are secret whatever the program says
 * @param siblings what the provider is to know of the program's other resources
 * @throws pulumi.RunError when the host could not load the handler, or the token lies open in the configuration
 */
export function dynamicProperties(
  handler: string,
  args: object,
  outputs: readonly string[],
  secret: readonly string[] = [],
  siblings?: pulumi.Output<unknown>,
): pulumi.Inputs {
  assertResolvable();
  assertSecretToken();
  const given = Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      secret.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]),
  );
  return {
    ...Object.fromEntries(outputs.map((key) => [key, undefined])),
    ...given,
    [ownKey]: secretInputs(given),
    ...(siblings !== undefined && { [siblingsKey]: siblings }),
    [providerKey]: providerText(handler),
  };
}

/**
 * Adds the outputs that are secret whatever the program says, and that the old one goes first where both cannot exist side by
 * side: for `pulumi up --replace` the engine does not ask the provider.
 */
export function dynamicOptions(
  options: pulumi.CustomResourceOptions | undefined,
  secretOutputs: readonly string[],
  deleteBeforeReplace = false,
): pulumi.CustomResourceOptions {
  const given = deleteBeforeReplace ? { deleteBeforeReplace, ...options } : (options ?? {});
  if (secretOutputs.length === 0) return given;
  return pulumi.mergeOptions(given, { additionalSecretOutputs: [...secretOutputs] });
}

/** Names of the arguments that hold a secret, so that no message of the provider shows their values. */
function secretInputs(args: object): pulumi.Output<{ secretInputs: string[] } | undefined> | undefined {
  const entries = Object.entries(args).filter(([, value]) => typeof value === "object" && value !== null);
  if (entries.length === 0) return undefined;
  const named = entries.map(async ([key, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? key : undefined));
  const names = Promise.all(named).then((all) => all.filter((key) => key !== undefined).sort());
  return pulumi.output(names.then((found) => (found.length === 0 ? undefined : { secretInputs: found })));
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

/** A token that was set without `--secret` would stand open in the stack's file and state. @throws pulumi.RunError */
export function assertSecretToken(): void {
  for (const key of ["token", "marketplaceToken", "appraisalToken"]) {
    const full = `registrar:${key}`;
    if (pulumi.runtime.allConfig()[full] === undefined || isSecret(full)) continue;
    throw new pulumi.RunError(
      `${full} is in the stack's configuration in clear. Set it again with \`pulumi config set --secret ${full}\`, ` +
        "or use an environment variable instead, and consider the old one leaked.",
    );
  }
}

/** The SDK knows which settings are secret, but does not show it in its types; older ones may not say. */
function isSecret(key: string): boolean {
  const ask: unknown = Reflect.get(pulumi.runtime, "isConfigSecret");
  return typeof ask !== "function" || ask(key) === true;
}
