/** Runs `pulumi-registrar doctor` in this process. */
import { doctorCommand } from "../../cli/doctor.ts";
import { run } from "./heard.ts";

/** All that it prints, and its exit code. */
export async function doctor(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, out, err } = await run(doctorCommand(), ...args);
  return { code, text: `${out}${err}` };
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
  const { code, out } = await run(doctorCommand(), ...args, "--json");
  const report: Report = JSON.parse(out);
  const of = (operation: string) => {
    const found = report.operations.find((one) => one.operation === operation);
    if (found === undefined) throw new Error(`${operation} is not in the report`);
    return found;
  };
  return { ...report, code, of };
}
