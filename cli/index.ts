#!/usr/bin/env node
/** The `registrar` command. Exit codes: 0, 1 when something failed, 2 when the arguments are wrong, 7 for drift. */
import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { doctorCommand } from "./doctor.ts";
import { driftCommand } from "./drift.ts";
import { ExitCode } from "./exitCode.ts";
import { importCommand } from "./import.ts";
import { warn } from "./output.ts";
import { runToEnd } from "./runToEnd.ts";
import { sandboxCommand } from "./sandbox.ts";
import { zoneCommand } from "./zone.ts";

async function main(argv: string[]): Promise<number> {
  const program = new Command("registrar")
    .description("Companion of the Pulumi package pulumi-registrar.")
    .version(version)
    .exitOverride();
  for (const command of [doctorCommand(), importCommand(), zoneCommand(), driftCommand(), sandboxCommand()]) {
    program.addCommand(withExitOverride(command));
  }
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    warn(`registrar: ${error instanceof Error ? error.message : String(error)}\n`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code.startsWith("SANDBOX_PROFILE") ? 2 : 1;
  }
}

/** Wrong arguments are told by an exit code of ours, in commands of commands too. */
function withExitOverride(command: Command): Command {
  for (const inner of command.commands) withExitOverride(inner);
  return command.exitOverride();
}

runToEnd("registrar", () => main(process.argv.slice(2)));
