/** Runs `registrar drift` in this process, with what it prints and its exit code. */
import { driftCommand } from "../../cli/drift.ts";
import { ExitCode } from "../../cli/exitCode.ts";

export async function runDrift(args: string[]): Promise<{ code: number; stdout: string }> {
  const written: string[] = [];
  const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    await driftCommand().exitOverride().parseAsync(args, { from: "user" });
    return { code: 0, stdout: written.join("") };
  } catch (error) {
    if (!(error instanceof ExitCode)) throw error;
    return { code: error.exitCode, stdout: written.join("") };
  } finally {
    spy.mockRestore();
  }
}
