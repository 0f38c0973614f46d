/** The commands of `pulumi-registrar`: what runs them, `--help` and the page about the command line are made of this. */
import { Command } from "commander";
import { version } from "../package.json";
import { acmeCommand } from "./acme.ts";
import { doctorCommand } from "./doctor.ts";
import { domainsCommand, recordsCommand } from "./domains.ts";
import { driftCommand } from "./drift.ts";
import { forgetCommand } from "./forget.ts";
import { importCommand } from "./import.ts";
import { initCommand } from "./init.ts";
import { sandboxCommand } from "./sandbox.ts";
import { tryCommand } from "./try.ts";
import { zoneCommand } from "./zone.ts";

export function registrarProgram(): Command {
  const program = new Command("pulumi-registrar")
    .description("Companion of the Pulumi package pulumi-registrar.")
    .version(version)
    .enablePositionalOptions()
    .exitOverride();
  for (const command of [
    initCommand(),
    tryCommand(),
    doctorCommand(),
    domainsCommand(),
    recordsCommand(),
    importCommand(),
    zoneCommand(),
    driftCommand(),
    forgetCommand(),
    acmeCommand(),
    sandboxCommand(),
  ]) {
    program.addCommand(withExitOverride(command));
  }
  return program;
}

/** Wrong arguments end with an exit code of ours, in commands of commands too. */
function withExitOverride(command: Command): Command {
  for (const inner of command.commands) withExitOverride(inner);
  return command.exitOverride();
}
