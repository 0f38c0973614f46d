#!/usr/bin/env node
/** The `pulumi-registrar` command. Exit codes: cli/exitCode.ts. */
import { CommanderError } from "commander";
import { withCode } from "../provider/api/errors.ts";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { warn } from "./output.ts";
import { registrarProgram } from "./program.ts";
import { runToEnd } from "./runToEnd.ts";

const meanings: Readonly<Record<string, (what: string) => string>> = {
  ENOENT: (what) => `${what} does not exist. Check the path.`,
  EACCES: (what) => `${what}: permission denied. Check who may read and write it.`,
  EPERM: (what) => `${what}: permission denied. Check who may read and write it.`,
  EISDIR: (what) => `${what} is a folder. Name a file.`,
  ENOTDIR: (what) => `part of the path ${what} is not a folder. Check the path.`,
  ENOSPC: (what) => `${what} cannot be written: the disk is full.`,
  EADDRINUSE: (what) => `${what} is in use by another program. Name another port, or 0 for any free one.`,
};

/** What an error says to the person who typed the command. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error)) return error.message;
  if (/^[A-Z]+_/.test(String(error.code))) return withCode(error.message, String(error.code));
  if (!("syscall" in error)) return error.message;
  const meaning = meanings[String(error.code)];
  return meaning === undefined ? error.message : meaning(subjectOf(error));
}

function subjectOf(error: Error): string {
  if ("path" in error && typeof error.path === "string") return error.path;
  if ("port" in error) return `port ${String(error.port)}`;
  return "what you named";
}

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
    warn(`pulumi-registrar: ${sentenceOf(error)}\n`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return wrongArguments.includes(code) ? exitCodes.usage.code : exitCodes.failed.code;
  }
}

runToEnd("pulumi-registrar", () => main(process.argv.slice(2)));
