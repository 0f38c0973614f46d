/** Which resources of a state are of some domains, in the order in which they can go. */
import { normaliseDomain } from "../../provider/dns/index.ts";
import { shellWord } from "../output.ts";
import { StateError } from "../state/load.ts";
import type { StackState, StateRow } from "../state.ts";

export interface ForgetPlan {
  domains: string[];
  /** What depends on another one comes before it. */
  rows: readonly StateRow[];
  /** Arguments of the Pulumi CLI. */
  args(stack: string | undefined): string[];
  /** The same for a shell, a line for each resource. */
  command(stack: string | undefined): string[];
}

/** @throws StateError when the state holds nothing of one of the domains */
export function planForget({ rows, stack: name }: StackState, given: readonly string[]): ForgetPlan {
  const domains = [...new Set(given.map((domain) => normaliseDomain(domain)))];
  for (const domain of domains) {
    if (rows.some((row) => domainOf(row) === domain)) continue;
    throw new StateError(
      `the state of ${name ?? "the stack"} holds no resource of ${domain}`,
      "Check the spelling, and name the stack with --stack and the project's folder with --cwd.",
    );
  }
  // A state lists what a resource depends on before it.
  const found = rows.filter((row) => domains.includes(domainOf(row) ?? "")).reverse();
  const flags = (stack: string | undefined) => [
    "--yes",
    ...(found.some(({ isProtected }) => isProtected) ? ["--force"] : []),
    ...(stack === undefined ? [] : ["--stack", stack]),
  ];
  const urns = found.map(({ urn }) => urn);
  return {
    domains,
    rows: found,
    args: (stack) => ["state", "delete", ...flags(stack), ...urns],
    command: (stack) => [
      `pulumi state delete ${flags(stack).map(shellWord).join(" ")} \\`,
      ...urns.map((urn, index) => `  ${shellWord(urn)}${index < urns.length - 1 ? " \\" : ""}`),
    ],
  };
}

function domainOf({ inputs, outputs }: StateRow): string | undefined {
  const domain = outputs["domain"] ?? inputs["domain"];
  try {
    return domain === undefined ? undefined : normaliseDomain(String(domain));
  } catch {
    return undefined;
  }
}
