/** `pulumi-registrar forget`: takes a domain out of a stack's state and leaves it at the registrar as it is. */
import { Command } from "commander";

interface Options {
  stack?: string;
  cwd?: string;
  state?: string;
  yes?: boolean;
}

export function forgetCommand(): Command {
  return new Command("forget")
    .summary("Stop managing a domain, keep it")
    .description(
      "Stop managing domains, and leave them as they are: print the commands that remove their resources from a stack's state, or run them with --yes. Changes nothing at the registrar.",
    )
    .argument("<domains...>", "domains, such as example.com")
    .option("--stack <name>", "stack, as for the Pulumi CLI (default: the selected one)")
    .option("--cwd <folder>", "folder of the Pulumi project (default: the working directory)")
    .option(
      "--state <file>",
      "edit this file instead of asking the Pulumi CLI: a stack export or a backend's checkpoint",
    )
    .option("--yes", "remove the resources, without asking")
    .action(forget);
}

async function forget(domains: readonly string[], options: Options): Promise<void> {
  const [{ readState }, { planForget, carryOut, commandOf }, { counted, print }] = await Promise.all([
    import("./state.ts"),
    import("./forget/plan.ts"),
    import("./output.ts"),
  ]);
  const { stack, cwd, state: file, yes = false } = options;
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
  const first =
    file === undefined
      ? `Remove them from the state: run this command again with --yes, or this one:\n\n${commandOf(plan)}\n`
      : "Run this command again with --yes. It edits the file.\n";
  print(`${what} in ${where}:

${resources}
1. ${first}
2. Then remove them from the program. In the other order, a \`pulumi up\` in between would delete them at the registrar.

Neither step changes anything at the registrar. ${check}`);
}
