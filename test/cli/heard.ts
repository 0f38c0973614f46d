/** Runs commands in this process, and hears what they print. */
import type { Command } from "commander";
import { ExitCode } from "../../cli/exitCode.ts";

export interface Heard {
  out: string;
  err: string;
  error: unknown;
}

/** Does something, and keeps what it wrote and its error. */
export async function heard(work: () => Promise<unknown>): Promise<Heard> {
  const said: Heard = { out: "", err: "", error: undefined };
  const spies = (["out", "err"] as const).map((key) =>
    jest.spyOn(key === "out" ? process.stdout : process.stderr, "write").mockImplementation((text) => {
      said[key] += String(text);
      return true;
    }),
  );
  try {
    await work();
  } catch (error) {
    said.error = error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return said;
}

/** A command's words and its exit code; other errors are thrown. */
export async function run(command: Command, ...args: string[]): Promise<{ out: string; err: string; code: number }> {
  const { out, err, error } = await heard(() => command.exitOverride().parseAsync(args, { from: "user" }));
  if (error !== undefined && !(error instanceof ExitCode)) throw error;
  return { out, err, code: error?.exitCode ?? 0 };
}
