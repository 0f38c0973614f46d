import type { RecordTypeName } from "../recordData.ts";

/** `strict`: the record is wrong and fails. `best-practice`: the record works, and a warning says what is usual. */
export type CheckSet = "strict" | "best-practice";

/** What a check found, in words that say the remedy. */
export interface Finding {
  /** The check's id. */
  check: string;
  set: CheckSet;
  /** The argument it speaks of. */
  property?: string;
  reason: string;
  /** The RFC and section. */
  reference?: string;
}

/** The arguments of one record that checks look at; what has another type than its own is left to the schema. */
export interface CheckArgs {
  name?: string;
  content?: string;
  priority?: number;
  service?: string;
  protocol?: string;
  weight?: number;
  port?: number;
  target?: string;
  flags?: number;
  tag?: string;
  value?: string;
}

/** One rule for one record. */
export interface RecordCheck {
  /** Stable, in kebab case: the name by which a user switches the check off. */
  id: string;
  set: CheckSet;
  reference: string;
  /** The well-known tool that makes the same check, with its own name for it; empty if none does. */
  also: string;
  /** What the check says, for the page of checks. */
  description: string;
  /** The argument a finding points at. */
  property: keyof CheckArgs;
  /** Arguments without which the check says nothing. */
  needs: readonly (keyof CheckArgs)[];
  /** Arguments it looks at if they are there; it says nothing while one of them is not yet known. */
  reads?: readonly (keyof CheckArgs)[];
  /** Whether it says nothing while the domain is not yet known. */
  needsDomain?: boolean;
  /** The reason, or `undefined` if there is nothing to say. `domain` is canonical, and empty if not known. */
  find(args: CheckArgs, domain: string): string | undefined;
}

/** States one check. Only says the set in the second place, so that a list of checks reads as a list of rules. */
export function check(id: string, set: CheckSet, rule: Omit<RecordCheck, "id" | "set">): RecordCheck {
  return { id, set, ...rule };
}

const textKeys = ["name", "content", "service", "protocol", "target", "tag", "value"] as const;
const numberKeys = ["priority", "weight", "port", "flags"] as const;

/** The arguments with their right types, and the keys whose values cannot be looked at. */
function readArgs(
  args: Record<string, unknown>,
  unknown: readonly string[],
): { known: CheckArgs; unknown: Set<string> } {
  const known: CheckArgs = {};
  const hidden = new Set(unknown);
  const visible = (key: string): boolean =>
    !hidden.has(key) && Object.hasOwn(args, key) && args[key] !== undefined && args[key] !== null;
  for (const key of textKeys) {
    if (!visible(key)) continue;
    const value = args[key];
    if (typeof value === "string") known[key] = value;
    else hidden.add(key);
  }
  for (const key of numberKeys) {
    if (!visible(key)) continue;
    const value = args[key];
    if (typeof value === "number") known[key] = value;
    else hidden.add(key);
  }
  return { known, unknown: hidden };
}

/** Runs checks over the arguments of one record. See `checkRecord`. */
export function runChecks(
  checks: readonly RecordCheck[],
  args: Record<string, unknown>,
  domain: string | undefined,
  unknownKeys: readonly string[],
): Finding[] {
  const { known, unknown } = readArgs(args, unknownKeys);
  const findings: Finding[] = [];
  for (const rule of checks) {
    if (rule.needsDomain === true && domain === undefined) continue;
    if (rule.needs.some((key) => known[key] === undefined)) continue;
    if (rule.reads?.some((key) => unknown.has(key))) continue;
    const reason = rule.find(known, domain ?? "");
    if (reason === undefined) continue;
    findings.push({ check: rule.id, set: rule.set, property: rule.property, reason, reference: rule.reference });
  }
  return findings;
}

/** A row of the registry of checks. */
export interface CheckInfo {
  id: string;
  set: CheckSet;
  types: readonly RecordTypeName[] | "zone";
  reference: string;
  also: string;
  description: string;
}
