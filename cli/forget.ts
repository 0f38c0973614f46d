/** `registrar forget`: takes a domain out of a stack's state and leaves it at the registrar as it is. */
import { Command } from "commander";

interface Options {
  stack?: string;
  cwd?: string;
  state?: string;
  yes?: boolean;
}

export function forgetCommand(): Command {
  return new Command("forget")
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
  const [{ readState }, { planForget }, { carryOut }, { print }] = await Promise.all([
    import("./state.ts"),
    import("./forget/plan.ts"),
    import("./forget/carryOut.ts"),
    import("./output.ts"),
  ]);
  const { stack, cwd, state: file, yes = false } = options;
  const state = await readState({ file, stack, cwd, env: process.env });
  const plan = planForget(state, domains);
  const say = (line = "") => print(`${line}\n`);
  const count = `${plan.rows.length} resource${plan.rows.length === 1 ? "" : "s"}`;
  if (yes) {
    await carryOut(plan, { file, stack, cwd, env: process.env });
    say(
      `Removed ${count} of ${plan.domains.join(", ")} from the state of ${state.stack ?? "the stack"}. At the registrar, nothing was changed.`,
    );
    say();
    say("Next, remove these from the program:");
  } else {
    say(
      `${count} of ${plan.domains.join(", ")} in the state of ${state.stack ?? "the stack"}. First, remove these from the program:`,
    );
  }
  say();
  for (const { type, name } of plan.rows) say(`  ${type} ${name}`);
  say();
  if (!yes) {
    say(
      file === undefined
        ? "Then remove them from the state (or run this command again with --yes):"
        : "Then run this command again with --yes, which edits the file.",
    );
    say();
    if (file === undefined) for (const line of plan.command(stack)) say(`  ${line}`);
    if (file === undefined) say();
    say("Neither changes anything at the registrar.");
  }
  say("Afterwards, `pulumi preview --expect-no-changes` shows no change.");
}
