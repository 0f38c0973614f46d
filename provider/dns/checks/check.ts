/** `strict`: the record is wrong and fails. `best-practice`: the record works, and causes a warning. */
export type CheckSet = "strict" | "best-practice";

export interface Finding {
  check: string;
  set: CheckSet;
  property?: string;
  reason: string;
  /** The RFC and section. */
  reference?: string;
}

/** Arguments of one record, without those of a wrong type, which the schema reports. */
export type CheckArgs = Readonly<Record<string, string | number | undefined>>;

export interface Check {
  /** Stable, in kebab case. Users switch the check off by it. */
  id: string;
  set: CheckSet;
  reference: string;
  /** The rule, for the page of checks. */
  description: string;
}

export interface RecordCheck<Args = CheckArgs> extends Check {
  property: keyof Args & string;
  /** Arguments without which the check isn't run. */
  needs: readonly (keyof Args & string)[];
  /** Optional arguments. The check isn't run while one isn't known yet. */
  reads?: readonly (keyof Args & string)[];
  /** Isn't it run while the domain isn't known? */
  needsDomain?: boolean;
  /** The problem and its remedy. @param domain canonical; empty if not known */
  find(args: Args, domain: string): string | undefined;
}

/** By default, a rule needs the argument that it is about. */
type Rule<Args> = Omit<RecordCheck<Args>, "id" | "set" | "needs"> & Partial<Pick<RecordCheck<Args>, "needs">>;

export function check<Args>(id: string, set: CheckSet, rule: Rule<Args>): RecordCheck<Args> {
  return { id, set, needs: [rule.property], ...rule };
}

interface TextRule extends Pick<RecordCheck, "reference" | "description" | "needsDomain"> {
  find(text: string, domain: string): string | undefined;
}

/** {@link check} for rules about one argument that is a string. */
export const checkOfText =
  <K extends string>(property: K) =>
  (id: string, set: CheckSet, { find, ...rule }: TextRule): RecordCheck<{ [key in K]?: CheckArgs[string] }> =>
    check<{ [key in K]?: CheckArgs[string] }>(id, set, {
      ...rule,
      property,
      find: ({ [property]: text }, domain) => find(String(text ?? ""), domain),
    });

export type CheckOf<Args> = typeof check<Args>;

export type ArgumentKinds = Readonly<Record<string, "string" | "number">>;

export interface CheckInfo extends Check {
  types: readonly string[] | "zone";
}
