/**
 * The arguments of a declared resource as values. Plain ones are there at once: every promise that the SDK sees costs a
 * stack trace, which in a program of a thousand records is most of its time.
 */
import * as pulumi from "@pulumi/pulumi";

type Values = Record<string, unknown>;

/** Arguments whose values are known, and the names of those that are secret. */
export interface KnownArguments {
  values: Values;
  secretNames: string[];
}

/** Does nothing in the value have to be waited for? So it holds no secret either. */
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

/** Calls back as soon as all arguments are known: at once where they are plain, never in a preview that does not know one. */
export function whenKnown(args: object, callback: (known: KnownArguments) => void): void {
  const outputs = awaited(args);
  if (outputs.length === 0) {
    callback({ values: { ...args }, secretNames: [] });
    return;
  }
  const known = pulumi.all(Object.fromEntries(outputs.map(({ name, output }) => [name, output])));
  pulumi.all([known, secretsAmong(outputs)]).apply(([values, secretNames]) => {
    callback({ values: { ...args, ...values }, secretNames });
  });
}

/** Names of the arguments that hold a secret, in order; `undefined` where all are plain, so that none can. */
export function secretNames(args: object): Promise<string[]> | undefined {
  const outputs = awaited(args);
  return outputs.length === 0 ? undefined : secretsAmong(outputs);
}

async function secretsAmong(outputs: ReturnType<typeof awaited>): Promise<string[]> {
  const names = await Promise.all(
    outputs.map(async ({ name, output }) => ((await pulumi.isSecret(output)) ? [name] : [])),
  );
  return names.flat().sort();
}
