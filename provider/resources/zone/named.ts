/** Which records the check of this run named: an update touches nothing else that it does not own. */
import type { LiveRecord } from "../../dns/index.ts";
import { exactKey, type Run } from "../run.ts";
import type { Plan } from "./plan.ts";

const named = new WeakMap<Run, Map<string, ReadonlySet<string>>>();

const signOf = (row: LiveRecord) => row.id ?? exactKey(row);

export function nameSteps(run: Run, domain: string, { steps }: Plan): void {
  const domains = named.get(run) ?? new Map<string, ReadonlySet<string>>();
  named.set(run, domains);
  const rows = steps.flatMap((step) => (step.kind === "update" || step.kind === "delete" ? [step.row] : []));
  domains.set(domain, new Set(rows.map(signOf)));
}

export function isNamed(run: Run, domain: string, row: LiveRecord): boolean {
  return named.get(run)?.get(domain)?.has(signOf(row)) === true;
}
