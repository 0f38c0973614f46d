#!/usr/bin/env node
/** The `registrar` command. Exit codes: 0, 1 when something failed, 2 when the arguments are wrong. */
import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { sandboxCommand } from "./sandbox.ts";

async function main(argv: string[]): Promise<number> {
  const program = new Command("registrar")
    .description("Companion of the Pulumi package pulumi-registrar.")
    .version(version)
    .exitOverride()
    .addCommand(sandboxCommand().exitOverride());
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`registrar: ${error instanceof Error ? error.message : String(error)}\n`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code.startsWith("SANDBOX_PROFILE") ? 2 : 1;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`registrar: ${String(error)}\n`);
    process.exitCode = 1;
  },
);
