#!/usr/bin/env node
/** The `registrar` command. Exit codes: cli/exitCode.ts. */
import { CommanderError } from "commander";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { warn } from "./output.ts";
import { registrarProgram } from "./program.ts";
import { runToEnd } from "./runToEnd.ts";
import { sentenceOf } from "./systemError.ts";

/** Errors of what was given on the command line. */
const wrongArguments = ["SANDBOX_PROFILE_UNKNOWN", "SANDBOX_PROFILES_CONFLICT"];

// Exported, because the bundler takes an entry without exports for CommonJS, and then wraps every module in a function that each
// import has to call.
export async function main(argv: string[]): Promise<number> {
  try {
    await registrarProgram().parseAsync(argv, { from: "user" });
    return exitCodes.done.code;
  } catch (error) {
    if (error instanceof ExitCode) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code;
    warn(`registrar: ${sentenceOf(error)}\n`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return wrongArguments.includes(code) ? exitCodes.usage.code : exitCodes.failed.code;
  }
}

runToEnd("registrar", () => main(process.argv.slice(2)));
