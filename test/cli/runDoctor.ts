/** Runs `pulumi-registrar doctor` in this process. */
import type { Finding } from "../../cli/doctor/finding.ts";
import type { Report } from "../../cli/doctor/report.ts";
import { doctorCommand } from "../../cli/doctor.ts";
import { run } from "./heard.ts";

/** All that it prints, and its exit code. */
export async function doctor(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, out, err } = await run(doctorCommand(), ...args);
  return { code, text: `${out}${err}` };
}

/** The same, read from its JSON. */
export async function examine(...args: string[]): Promise<Report & { code: number; of(operation: string): Finding }> {
  const { code, out } = await run(doctorCommand(), ...args, "--json");
  const report: Report = JSON.parse(out);
  const of = (operation: string) => {
    const found = report.operations.find((one) => one.operation === operation);
    if (found === undefined) throw new Error(`${operation} is not in the report`);
    return found;
  };
  return { ...report, code, of };
}
