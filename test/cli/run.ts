/** Runs commands of `pulumi-registrar` in this process, and hears what they print. */
import type { Finding, Report } from "../../cli/doctor/report.ts";
import { main } from "../../cli/main.ts";

/** Does something, and keeps what it wrote and its exit code, if it has one. */
export async function heard(work: () => Promise<unknown>): Promise<{ out: string; err: string; code: number }> {
  const said = { out: "", err: "", code: 0 };
  const spies = (["out", "err"] as const).map((key) =>
    jest.spyOn(key === "out" ? process.stdout : process.stderr, "write").mockImplementation((text) => {
      said[key] += String(text);
      return true;
    }),
  );
  try {
    const code = await work();
    if (typeof code === "number") said.code = code;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return said;
}

export const run = (...words: string[]) => heard(() => main(words));

/** The report of `pulumi-registrar doctor`. */
export async function examine(...args: string[]): Promise<Report & { code: number; of(operation: string): Finding }> {
  const { code, out } = await run("doctor", ...args, "--json");
  const report: Report = JSON.parse(out);
  const of = (operation: string) => {
    const found = report.operations.find((one) => one.operation === operation);
    if (found === undefined) throw new Error(`${operation} is not in the report`);
    return found;
  };
  return { ...report, code, of };
}
