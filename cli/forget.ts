/** `pulumi-registrar forget`: removes a domain from a stack's state, and changes nothing at the registrar. */
import { Command, Option } from "commander";
import { addStateOptions } from "./project/option.ts";

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
  const [{ readState }, { planForget, carryOut, commandOf }, { counted, print }] = await Promise.all([
    import("./state.ts"),
    import("./forget/plan.ts"),
    import("./output.ts"),
  ]);
  const { stack, cwd, export: file, yes = false } = options;
  const source = { file, stack, cwd, env: process.env };
  const state = await readState(source);
  const plan = planForget(state, domains, stack);
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

${commandOf(plan)}

2. Then remove them from the program. In the other order, a \`pulumi up\` in between would delete them at the registrar.

Neither step changes anything at the registrar. ${check}`);
}
