/** The functions of programs. They write nothing, and know nothing of Pulumi. */
import { InvalidArgumentsError } from "../api/index.ts";
import { InvalidInputError, ZoneFileError } from "../dns/index.ts";
import { account } from "./account.ts";
import { zones } from "./dns.ts";
import { helpers } from "./helpers.ts";
import type { FunctionName, Functions, Services } from "./lookup.ts";
import { names } from "./prices.ts";
import type { LookupTypes } from "./types.generated.ts";

export { readConfiguration } from "../api/index.ts";
export { type FunctionName, lookupClient, type Services } from "./lookup.ts";

export const functions: Functions<FunctionName> = { ...account, ...helpers, ...names, ...zones };

export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);

/** Calls a function. @throws InvalidArgumentsError that names the first wrong argument */
export async function call<N extends FunctionName>(
  name: N,
  services: Services,
  given: unknown,
): Promise<LookupTypes[N]["result"]> {
  const { args, run } = functions[name];
  try {
    const { data, error } = args.safeParse(given);
    if (error === undefined) return await run(data, services);
    // A misspelled argument leaves another one missing.
    const isUnknown = ({ code }: { code?: string | undefined }) => code === "unrecognized_keys";
    const { path = [], message = "" } = error.issues.find(isUnknown) ?? error.issues[0] ?? {};
    throw new InvalidInputError(path.length === 0 ? message : `${path.join(".")}: ${message}`);
  } catch (problem) {
    if (!(problem instanceof InvalidInputError || problem instanceof ZoneFileError)) throw problem;
    const advice = "Nothing was sent. Correct the arguments.";
    throw new InvalidArgumentsError({ what: `${name}: ${problem.message}`, advice });
  }
}
