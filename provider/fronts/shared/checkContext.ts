/** Prepares the check of a resource: fills in its arguments, and finds the facts that its checks may use. */
import { isDeepStrictEqual } from "node:util";
import { hasUnknown, pick } from "../../lifecycle/arguments.ts";
import type { CheckContext, Properties, Resource } from "../../lifecycle/definition.ts";
import { unknownChecks } from "./declarations.ts";
import type { EngineOperation } from "./engineOperation.ts";
import { nameIn, plainOf } from "./state.ts";

interface Asked {
  readonly identity: string | undefined;
  readonly args: Properties;
  readonly previous: Properties | undefined;
}

/** @returns the arguments with those that were filled in, and the context of their check */
export function prepared(operation: EngineOperation, resource: Resource, { identity, args, previous }: Asked) {
  const unknown = new Set(Object.keys(args).filter((key) => hasUnknown(args[key])));
  const known = (key: string) => !unknown.has(key);
  const former = operation.formerOf(identity, previous);
  const inputs: Properties = { ...args, ...resource.fill?.(args, { previous, known }) };
  const skipChecks = [...operation.ignoredChecks, ...knownTexts(inputs["skipChecks"])];
  for (const warning of unknownChecks(skipChecks)) operation.log(warning, true);
  // A refresh adds memory of rows to the inputs, which the next check removes.
  const argumentsIn = (bag: Properties) => pick(bag, resource.argumentNames);
  const isChanged = previous === undefined || !isDeepStrictEqual(argumentsIn(previous), argumentsIn(inputs));
  const name = nameIn(identity);
  const context: CheckContext = {
    previous,
    former,
    known,
    name,
    skipChecks,
    // An engine sends no ID with a check.
    isImported: () =>
      [...operation.claims.imported.values()].some((each) => isDeepStrictEqual(plainOf(each), previous)),
    declared: (type, domain) => operation.declarations.argsOf(type, domain),
    canAsk: () => operation.canLook(),
    advise: (check, finding) => {
      if (isChanged) operation.advise(check, `${resource.type} \`${name}\`: ${finding}`);
    },
    log: (message, isWarning) => operation.log(message, isWarning),
  };
  return { inputs, context };
}

/** The strings of a list whose values are known. */
const knownTexts = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter((each) => typeof each === "string" && !hasUnknown(each));
