/** Runs `pulumi-registrar` with its arguments. Exit codes: cli/exitCode.ts. */
import { CommanderError } from "commander";
import { reasonOf, withCode } from "../provider/api/errors.ts";
import { explainUnheld } from "./account.ts";
import { ExitCode, exitCodes } from "./exitCode.ts";
import { warn } from "./output.ts";
import { registrarProgram } from "./program.ts";

const advice: Readonly<Record<string, string>> = {
  ENOENT: "Check the path.",
  ENOTDIR: "Check the path.",
  EACCES: "Check who may read and write it.",
  EPERM: "Check who may read and write it.",
  EISDIR: "Name a file.",
};

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error)) return error.message;
  if (/^[A-Z]+_/.test(String(error.code))) return withCode(error.message, String(error.code));
  if (error.code === "EADDRINUSE" && "port" in error)
    return `port ${String(error.port)} is in use by another program. Name another port, or 0 for any free one.`;
  if (!("syscall" in error && ("path" in error || String(error.code) in advice))) return error.message;
  const path = "path" in error ? String(error.path) : "the path that you named";
  return `${path}: ${reasonOf(error)}. ${advice[String(error.code)] ?? ""}`.trimEnd();
}

/** Runs a command, and prints why it failed. @returns its exit code */
export async function main(argv: string[]): Promise<number> {
  try {
    await registrarProgram().parseAsync(argv, { from: "user" });
    return exitCodes.done.code;
  } catch (error) {
    if (error instanceof ExitCode) return error.exitCode;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code;
    warn(`pulumi-registrar: ${sentenceOf(await explainUnheld(error))}\n`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ERR_SANDBOX_PROFILE" ? exitCodes.usage.code : exitCodes.failed.code;
  }
}
