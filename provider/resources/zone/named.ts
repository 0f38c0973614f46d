/** Which records the check of this run named: an update touches nothing else that it does not own. */
import type { LiveRecord } from "../../dns/index.ts";
import { exactKey, type Session } from "../session.ts";
import type { Plan } from "./plan.ts";

const named = new WeakMap<Session, Map<string, ReadonlySet<string>>>();

const signOf = (row: LiveRecord) => row.id ?? exactKey(row);

export function nameSteps(session: Session, domain: string, { steps }: Plan): void {
  const domains = named.get(session) ?? new Map<string, ReadonlySet<string>>();
  named.set(session, domains);
  const rows = steps.flatMap((step) => (step.kind === "update" || step.kind === "delete" ? [step.row] : []));
  domains.set(domain, new Set(rows.map(signOf)));
}

export function isNamed(session: Session, domain: string, row: LiveRecord): boolean {
  return named.get(session)?.get(domain)?.has(signOf(row)) === true;
}
