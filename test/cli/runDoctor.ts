/** Runs `registrar doctor` in this process. */
import { doctorCommand } from "../../cli/doctor.ts";
import { ExitCode } from "../../cli/exitCode.ts";

export interface Examined {
  code: number;
  /** As it is printed. */
  text: string;
}

export async function doctor(...args: string[]): Promise<Examined> {
  let text = "";
  const keep = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, "write").mockImplementation(keep));
  try {
    await doctorCommand().exitOverride().parseAsync(args, { from: "user" });
    return { code: 0, text };
  } catch (error) {
    if (error instanceof ExitCode) return { code: error.exitCode, text };
    throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

export interface Found {
  operation: string;
  verdict: string;
  note: string;
  status?: number;
  rows?: number;
  shape?: string;
}

export interface Report {
  checks: { what: string; result: string; text: string }[];
  domain?: string;
  operations: Found[];
  broken: string[];
  contract?: Record<string, unknown>;
}

/** The same, read from its JSON. */
export async function examine(...args: string[]): Promise<Report & { code: number; of(operation: string): Found }> {
  const { code, text } = await doctor(...args, "--json");
  const report: Report = JSON.parse(text);
  const of = (operation: string) => {
    const found = report.operations.find((one) => one.operation === operation);
    if (found === undefined) throw new Error(`${operation} is not in the report`);
    return found;
  };
  return { ...report, code, of };
}
