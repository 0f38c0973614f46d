/** Runs `pulumi-registrar drift` in this process, with what it prints and its exit code. */
import { driftCommand } from "../../cli/drift.ts";
import { run } from "./heard.ts";

export async function runDrift(args: string[]): Promise<{ code: number; stdout: string }> {
  const { code, out } = await run(driftCommand(), ...args);
  return { code, stdout: out };
}
