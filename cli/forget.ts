/** `pulumi-registrar forget`: removes a domain from a stack's state, and changes nothing at the registrar. */
import { Command, Option } from "commander";
import { nearest, normaliseDomain } from "../provider/dns/index.ts";
import { counted, print, shellWord } from "./output.ts";
import { addStateOptions, placeOf } from "./project/option.ts";
import {
  domainOfRow,
  pulumi,
  readState,
  type StackState,
  type StateComponent,
  StateError,
  type StateRow,
  type StateSource,
  stderrOf,
} from "./state.ts";

interface Options {
  stack?: string;
  cwd?: string;
  export?: string;
  yes?: boolean;
}

export function forgetCommand(): Command {
  return addStateOptions(new Command("forget"))
    .summary("Stop managing a domain, keep it")
    .description(
      "Stop managing domains, and keep them: print the command that removes them from the state, or run it with --yes.",
    )
    .argument("<domains...>", "domains, such as example.com")
    .addOption(new Option("--yes", "run the printed command").conflicts("export"))
    .action(forget);
}

async function forget(domains: readonly string[], options: Options): Promise<void> {
  const { stack, cwd, export: file, yes = false } = options;
  const source = { file, stack, cwd, env: process.env };
  const state = await readState(source);
  const plan = planForget(state, domains);
  const resources = plan.rows.map(({ type, name }) => `  ${type} ${name}\n`).join("");
  const what = `${counted(plan.rows.length, "resource")} of ${plan.domains.join(", ")}`;
  const where = `the state of ${state.stack ?? "the stack"}`;
  const check = "Afterwards, `pulumi preview --expect-no-changes` shows no change.\n";
  if (yes) {
    await carryOut(plan, source);
    print(`Removed ${what} from ${where}. At the registrar, nothing was changed.

Now remove them from the program:

${resources}
${check}`);
    return;
  }
  const again = file === undefined ? "run this command again with --yes, or " : "";
  print(`${what} in ${where}:

${resources}
1. Remove them from the state: ${again}run this one:

${commandOf(plan, placeOf({ stack, cwd }))}

2. Then remove them from the program. In the other order, a \`pulumi up\` in between would delete them at the registrar.

Neither step changes anything at the registrar. ${check}`);
}

/** The resources of some domains in a state, in the order in which they can be removed. */
interface ForgetPlan {
  domains: string[];
  /** A resource comes before those that it depends on. */
  rows: readonly Pick<StateRow, "urn" | "type" | "name">[];
  /** Arguments of the Pulumi CLI before the names of the resources. */
  args: readonly string[];
}

/** @throws StateError if the state has no resource of one of the domains */
function planForget({ rows, components, stack: name }: StackState, given: readonly string[]): ForgetPlan {
  const domains = [...new Set(given.map((domain) => normaliseDomain(domain)))];
  const known = [...new Set(rows.flatMap((row) => domainOfRow(row) ?? []))];
  for (const domain of domains) {
    if (rows.some((row) => domainOfRow(row) === domain)) continue;
    throw new StateError(
      `the state of ${name ?? "the stack"} holds no resource of ${domain}${nearest(domain, known, 4)}`,
      "Check the spelling, and name the stack with --stack and the project's folder with --cwd.",
    );
  }
  // A state lists what a resource depends on before it.
  const found = rows.filter((row) => domains.includes(domainOfRow(row) ?? "")).reverse();
  const force = found.some(({ isProtected }) => isProtected) ? ["--force"] : [];
  // A `Domain` whose children all go is no more in the program, either.
  const isEmptied = ({ children }: StateComponent) => children.every((urn) => found.some((row) => row.urn === urn));
  const emptied = components.filter(isEmptied);
  return { domains, rows: [...found, ...emptied], args: ["state", "delete", "--yes", ...force] };
}

/** The command of the Pulumi CLI for a shell, a line for each resource. */
const commandOf = ({ args, rows }: ForgetPlan, where: readonly string[]): string =>
  ["  pulumi", ...args, ...where.map(shellWord), ...rows.map(({ urn }) => `\\\n    ${shellWord(urn)}`)].join(" ");

/** @throws StateError if another resource depends on one of these, or the CLI refuses */
async function carryOut({ args, rows }: ForgetPlan, source: StateSource): Promise<void> {
  const urns = rows.map(({ urn }) => urn);
  try {
    await pulumi([...args, ...placeOf({ stack: source.stack }), ...urns, "--non-interactive"], source);
  } catch (error) {
    throw new StateError(
      `\`pulumi state delete\` failed: ${stderrOf(error)}`,
      "If other resources depend on these, remove that from the program, run `pulumi up`, and run this command again.",
    );
  }
}
