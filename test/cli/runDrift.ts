/**
 * Runs `pulumi-registrar drift` in this process, with its exit code and what it prints, without the note on foreign rows that every
 * domain has.
 */
import { driftCommand } from "../../cli/drift.ts";
import { run } from "./heard.ts";

export async function runDrift(args: string[]): Promise<{ code: number; stdout: string }> {
  const { code, out } = await run(driftCommand(), ...args);
  return { code, stdout: out.replace(/\n(?:note: \S+ left out \d .*\n){2}/g, "") };
}
