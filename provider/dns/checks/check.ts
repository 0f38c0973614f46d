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
export type CheckArgs = Readonly<Record<string, string | number | undefined>>;

/** What every check says of itself. */
export interface Check {
  /** Stable, in kebab case: the name by which a user switches the check off. */
  id: string;
  set: CheckSet;
  reference: string;
  /** What the check says, for the page of checks. */
  description: string;
}

/** One rule for one record. */
export interface RecordCheck<Args = CheckArgs> extends Check {
  /** The argument a finding points at. */
  property: keyof Args & string;
  /** Arguments without which the check says nothing. */
  needs: readonly (keyof Args & string)[];
  /** Arguments it looks at if they are there; it says nothing while one of them is not yet known. */
  reads?: readonly (keyof Args & string)[];
  /** True if it says nothing while the domain is not yet known. */
  needsDomain?: boolean;
  /** The reason, or `undefined` if there is nothing to say. `domain` is canonical, and empty if not known. */
  find(args: Args, domain: string): string | undefined;
}

/** A rule as its author writes it. By default it needs the argument that it points at. */
type Rule<Args> = Omit<RecordCheck<Args>, "id" | "set" | "needs"> & Partial<Pick<RecordCheck<Args>, "needs">>;

/** States one check. Only says the set in the second place, so that a list of checks reads as a list of rules. */
export function check<Args>(id: string, set: CheckSet, rule: Rule<Args>): RecordCheck<Args> {
  return { id, set, needs: [rule.property], ...rule };
}

/** What a rule about one text says of itself. */
interface TextRule extends Pick<RecordCheck, "reference" | "description" | "needsDomain"> {
  /** The reason, or `undefined` if there is nothing to say. `domain` is canonical, and empty if not known. */
  find(text: string, domain: string): string | undefined;
}

/** {@link check} for rules that look at one text argument only. */
export const checkOfText =
  <K extends string>(property: K) =>
  (id: string, set: CheckSet, { find, ...rule }: TextRule): RecordCheck<{ [key in K]?: CheckArgs[string] }> =>
    check<{ [key in K]?: CheckArgs[string] }>(id, set, {
      ...rule,
      property,
      find: ({ [property]: text }, domain) => find(String(text ?? ""), domain),
    });

/** {@link check} for the arguments of one record type. */
export type CheckOf<Args> = typeof check<Args>;

/** What type the value of an argument has. */
export type ArgumentKinds = Readonly<Record<string, "string" | "number">>;

/** Runs checks over the arguments of one record. See `checkRecord`. */
export function runChecks(
  checks: readonly RecordCheck[],
  kinds: ArgumentKinds,
  args: Record<string, unknown>,
  domain: string | undefined,
  unknownKeys: readonly string[],
): Finding[] {
  const known: Record<string, string | number> = {};
  const unknown = new Set(unknownKeys);
  for (const [key, kind] of Object.entries(kinds)) {
    const value = Object.hasOwn(args, key) && !unknown.has(key) ? args[key] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof value === kind && (typeof value === "string" || typeof value === "number")) known[key] = value;
    else unknown.add(key);
  }
  const canTell = ({ needs, reads = [], needsDomain = false }: RecordCheck) =>
    (!needsDomain || domain !== undefined) &&
    needs.every((key) => known[key] !== undefined) &&
    !reads.some((key) => unknown.has(key));
  return checks.flatMap((rule): Finding[] => {
    const reason = canTell(rule) ? rule.find(known, domain ?? "") : undefined;
    const { id, set, property, reference } = rule;
    return reason === undefined ? [] : [{ check: id, set, property, reason, reference }];
  });
}

/** A row of the registry of checks. */
export interface CheckInfo extends Check {
  /** Names of record types. */
  types: readonly string[] | "zone";
}
