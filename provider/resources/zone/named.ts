/** Which records the check of this run named: an update touches nothing else that it does not own. */
import type { LiveRecord } from "../../dns/index.ts";
import { exactKey, type Run } from "../run.ts";
import type { Plan } from "./plan.ts";

const fingerprintOf = (row: LiveRecord) => row.id ?? exactKey(row);

export function nameSteps(run: Run, domain: string, { steps }: Plan): void {
  const rows = steps.flatMap((step) => (step.kind === "update" || step.kind === "delete" ? [step.row] : []));
  run.namedRows.set(domain, new Set(rows.map(fingerprintOf)));
}

export function isNamed(run: Run, domain: string, row: LiveRecord): boolean {
  return run.namedRows.get(domain)?.has(fingerprintOf(row)) === true;
}
