/** Keeps values and secrets for each running program: inline programs of the Automation API share one process. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as pulumi from "@pulumi/pulumi";
import { secretSettings, warnOfTypos } from "../shared/settings.ts";

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

/**
 * Warns of settings that don't exist. Refuses a token that was set without `--secret`: the stack's file has it in plain text.
 * @throws pulumi.RunError
 */
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
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** The arguments that contain outputs or promises, each as one output. */
const awaited = (args: object) =>
  Object.entries(args)
    .filter(([, value]) => !isPlain(value))
    .map(([name, value]) => ({ name, output: pulumi.output(value) }));

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
  const outputs = awaited(args);
  return outputs.length === 0 ? undefined : secretsAmong(outputs);
}

async function secretsAmong(outputs: ReturnType<typeof awaited>): Promise<string[]> {
  const known = secretStrings();
  const names = await Promise.all(
    outputs.map(async ({ name, output }) => {
      if (!(await pulumi.isSecret(output))) return [];
      output.apply((value) => noteSecret(value, known));
      return [name];
    }),
  );
  return names.flat().sort();
}
