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

export interface Check {
  /** Stable, in kebab case. Users switch the check off by it. */
  id: string;
  set: CheckSet;
  reference: string;
  /** The rule, for the page of checks. */
  description: string;
}

/** A check, as the page of checks shows it. */
export interface CheckInfo extends Check {
  types: readonly string[] | "zone";
}

/** @typeParam Args arguments of one record, without those of a wrong type, which the schema reports */
export interface RecordCheck<Args = Readonly<Record<string, string | number | undefined>>> extends Check {
  property: keyof Args & string;
  /** Arguments without which the check isn't run. Default: `property`. */
  needs?: readonly (keyof Args & string)[];
  /** Optional arguments. The check isn't run while one isn't known yet. */
  reads?: readonly (keyof Args & string)[];
  /** Isn't it run while the domain isn't known? */
  needsDomain?: boolean;
  /** The problem and its remedy. @param domain canonical; empty if not known */
  find(args: Args, domain: string): string | undefined;
}

export const check = <Args>(
  id: string,
  set: CheckSet,
  rest: Omit<RecordCheck<Args>, "id" | "set">,
): RecordCheck<Args> => ({ id, set, ...rest });

interface TextRule extends Pick<RecordCheck, "reference" | "description" | "needsDomain"> {
  find(text: string, domain: string): string | undefined;
}

/** A check of one argument that is a string. */
export const checkOfText = (property: string, id: string, set: CheckSet, { find, ...rest }: TextRule): RecordCheck => ({
  ...{ id, set, ...rest, property },
  find: ({ [property]: text }, domain) => find(String(text ?? ""), domain),
});
