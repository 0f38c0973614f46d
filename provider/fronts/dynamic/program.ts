/** The running program: an inline program shares its process with others. What the engine tells of it, and what it declares, as values. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as pulumi from "@pulumi/pulumi";

/** The key of a program that has a process of its own. */
const alone = {};

/** The key of the running program: the SDK runs each inline program in a store of its own, kept on the global object. */
function currentProgram(): object {
  const storage: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const store: unknown = storage instanceof AsyncLocalStorage ? storage.getStore() : undefined;
  return typeof store === "object" && store !== null ? store : alone;
}

export function perProgram<T>(make: () => T): () => T {
  const made = new WeakMap<object, { value: T }>();
  return () => {
    const key = currentProgram();
    const known = made.get(key) ?? { value: make() };
    made.set(key, known);
    return known.value;
  };
}

/** Does the program run in a test with mocks, without an engine? */
export function hasMocks(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor !== "object" || monitor === null || "mocks" in monitor;
}

/** A token that was set without `--secret` would stand open in the stack's file and state. @throws pulumi.RunError */
export const assertSecretToken = perProgram((): void => {
  const config = pulumi.runtime.allConfig();
  for (const key of ["token", "marketplaceToken", "appraisalToken"]) {
    const full = `registrar:${key}`;
    if (config[full] === undefined || isSecret(full)) continue;
    throw new pulumi.RunError(
      `${full} is in the stack's configuration in clear. Set it again with \`pulumi config set --secret ${full}\`, ` +
        "or use an environment variable instead, and consider the old one leaked.",
    );
  }
});

/** The SDK knows which settings are secret, but does not show it in its types; older ones may not say. */
function isSecret(key: string): boolean {
  const ask: unknown = Reflect.get(pulumi.runtime, "isConfigSecret");
  return typeof ask !== "function" || ask(key) === true;
}

/**
 * Does nothing in the value have to be waited for? So it holds no secret either, and is there at once: each promise that the SDK sees
 * costs a stack trace.
 */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/** The arguments that have to be waited for, as outputs. */
const awaited = (args: object) =>
  Object.entries(args)
    .filter(([, value]) => !isPlain(value))
    .map(([name, value]) => ({ name, output: pulumi.output(value) }));

/** The secret strings of the running program that are known so far: no error of its lookups shows one. */
export const secretStrings = perProgram(() => {
  const settings = Object.entries(pulumi.runtime.allConfig());
  return new Set(settings.flatMap(([key, value]) => (isSecret(key) ? [value] : [])));
});

/** Adds the strings in a secret value. */
export function noteSecret(value: unknown, known: Set<string>): void {
  if (typeof value === "string") known.add(value);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) noteSecret(part, known);
}

/** Names of the arguments that hold a secret, in order, whose values are noted; `undefined` where all are plain, so that none can. */
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
