/** The resources of some domains in a state, and the command that removes them in the right order. */
import { normaliseDomain } from "../../provider/dns/index.ts";
import { shellWord } from "../output.ts";
import {
  domainOfRow,
  pulumi,
  type StackState,
  StateError,
  type StateRow,
  type StateSource,
  stderrOf,
} from "../state.ts";

export interface ForgetPlan {
  domains: string[];
  /** A resource comes before those that it depends on. */
  rows: readonly StateRow[];
  /** Arguments of the Pulumi CLI before the names of the resources. */
  args: readonly string[];
}

/** @throws StateError if the state has no resource of one of the domains */
export function planForget(
  { rows, stack: name }: StackState,
  given: readonly string[],
  stack: string | undefined,
): ForgetPlan {
  const domains = [...new Set(given.map((domain) => normaliseDomain(domain)))];
  for (const domain of domains) {
    if (rows.some((row) => domainOfRow(row) === domain)) continue;
    throw new StateError(
      `the state of ${name ?? "the stack"} holds no resource of ${domain}`,
      "Check the spelling, and name the stack with --stack and the project's folder with --cwd.",
    );
  }
  // A state lists what a resource depends on before it.
  const found = rows.filter((row) => domains.includes(domainOfRow(row) ?? "")).reverse();
  const flags = [
    ...(found.some(({ isProtected }) => isProtected) ? ["--force"] : []),
    ...(stack === undefined ? [] : ["--stack", stack]),
  ];
  return { domains, rows: found, args: ["state", "delete", "--yes", ...flags] };
}

/** The command of the Pulumi CLI for a shell, a line for each resource. */
export const commandOf = ({ args, rows }: ForgetPlan): string =>
  ["  pulumi", ...args.map(shellWord), ...rows.map(({ urn }) => `\\\n    ${shellWord(urn)}`)].join(" ");

/** @throws StateError if another resource depends on one of these, or the CLI refuses */
export async function carryOut({ args, rows }: ForgetPlan, source: StateSource): Promise<void> {
  const urns = rows.map(({ urn }) => urn);
  try {
    await pulumi([...args, ...urns, "--non-interactive"], source);
  } catch (error) {
    throw new StateError(
      `\`pulumi state delete\` failed: ${stderrOf(error)}`,
      "If other resources depend on these, remove that from the program, run `pulumi up`, and run this command again.",
    );
  }
}
