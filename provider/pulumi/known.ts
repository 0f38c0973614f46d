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

/** Calls back as soon as all arguments are known: at once where they are plain, never in a preview that does not know one. */
export function whenKnown(args: object, callback: (known: KnownArguments) => void): void {
  const waiting = Object.entries(args).filter(([, value]) => !isPlain(value));
  if (waiting.length === 0) {
    callback({ values: { ...args }, secretNames: [] });
    return;
  }
  const outputs = waiting.map(([name, value]) => ({ name, output: pulumi.output(value) }));
  const known = pulumi.all(Object.fromEntries(outputs.map(({ name, output }) => [name, output])));
  pulumi.all([known, secretsAmong(outputs)]).apply(([values, secretNames]) => {
    callback({ values: { ...args, ...values }, secretNames });
  });
}

/** Names of the arguments that hold a secret, in order; at once where all are plain. */
export function secretNames(args: object): string[] | Promise<string[]> {
  const waiting = Object.entries(args).filter(([, value]) => !isPlain(value));
  if (waiting.length === 0) return [];
  return secretsAmong(waiting.map(([name, value]) => ({ name, output: pulumi.output(value) })));
}

async function secretsAmong(outputs: { name: string; output: pulumi.Output<unknown> }[]): Promise<string[]> {
  const names = await Promise.all(
    outputs.map(async ({ name, output }) => ((await pulumi.isSecret(output)) ? [name] : [])),
  );
  return names.flat().sort();
}
