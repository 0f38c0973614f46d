/** Checks of one record: their form, and the checks of its owner name. */
import { InvalidNameError, ifValid } from "../errors.ts";
import { hasTrailingDot, isInside, normaliseHost, ownerName } from "../names.ts";
import { showText } from "../text.ts";

/** `strict`: the record is wrong and fails. `best-practice`: the record works, and causes a warning. */
export type CheckSet = "strict" | "best-practice";

export interface Check {
  /** Stable, in kebab case. Users switch the check off by it. */
  id: string;
  set: CheckSet;
  /** The RFC and section. */
  reference: string;
  /** The rule, for the page of checks. */
  description: string;
}

export interface Finding extends Pick<Check, "set" | "reference"> {
  check: string;
  property?: string;
  reason: string;
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
  /** The problem and its remedy. @param domain canonical; empty if not known */
  find(args: Args, domain: string): string | undefined;
}

export const check = <Args>(
  id: string,
  set: CheckSet,
  rest: Omit<RecordCheck<Args>, "id" | "set">,
): RecordCheck<Args> => ({ id, set, ...rest });

/** A check of one argument that is a string. */
export const checkOfText = (
  property: string,
  id: string,
  set: CheckSet,
  { find, ...rest }: Omit<Check, "id" | "set"> & { find(text: string, domain: string): string | undefined },
): RecordCheck => ({
  ...{ id, set, ...rest, property },
  find: ({ [property]: text }, domain) => find(String(text ?? ""), domain),
});

export const hostOf = (name: string) => ifValid(() => normaliseHost(name));

export function isApex(name: string): boolean {
  return name === "" || name === "@";
}

/** Is a name, in any spelling, the domain itself? */
export function isAtApex(name: string, domain: string): boolean {
  return isApex(name) || (domain !== "" && ifValid(() => ownerName(name, domain)) === "@");
}

/** The message of an invalid name; `undefined` for a valid one. */
export function invalidity(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidNameError) return error.message;
    throw error;
  }
}

/** @param domain empty if not known */
function nameProblem(name: string, domain: string): string | undefined {
  if (isApex(name)) return undefined;
  if (name === ".") return 'the root is not a name in the domain; write "@" for the apex';
  const invalid = invalidity(() => (domain === "" ? normaliseHost(name) : ownerName(name, domain)));
  if (invalid !== undefined || domain === "") return invalid;
  const owner = ownerName(name, domain);
  // Registrars take a name for one that is relative to the domain, or for a complete one.
  if (owner.endsWith("."))
    return `${showText(name)} ends in the domain twice. Write ${showText(ownerName(owner.slice(0, -2 - domain.length), domain))}`;
  if (hasTrailingDot(name) || !isInside(hostOf(name) ?? "", domain)) return undefined;
  return (
    `${showText(name)} ends in the domain, and names are relative to it. Write ` +
    `${showText(ownerName(name, domain))}, or ${showText(`${name}.`)} with a trailing dot`
  );
}

/** The first label that works, and is hardly ever meant. */
function labelProblem(name: string, domain: string, isHost: boolean): string | undefined {
  const host = isApex(name) ? undefined : hostOf(name);
  if (host === undefined || host === ".") return undefined;
  const labels = host.split(".");
  if (labels.some((label, place) => label.includes("*") && (place > 0 || label !== "*")))
    return `the "*" in ${showText(name)} is an ordinary character there; only "*" as the complete first label is a wildcard`;
  if (host.includes("/") && domain !== "" && !domain.endsWith(".arpa"))
    return `${showText(name)} contains "/", which host names don't; remove it`;
  if (!isHost) return undefined;
  const hyphen = labels.find((label) => label.startsWith("-") || label.endsWith("-"));
  if (hyphen !== undefined)
    return `the label ${showText(hyphen)} begins or ends with a hyphen, which many programs refuse; remove the hyphen`;
  const underscore = labels.some((label) => label.startsWith("_"))
    ? undefined
    : labels.find((label) => label.includes("_"));
  return underscore === undefined
    ? undefined
    : `the label ${showText(underscore)} contains "_", which host names don't; browsers and certificate authorities may ` +
        'refuse it. Use "-"';
}

/** @param isHost is the owner a host, or a name that programs look up as a host? */
export function nameChecks(isHost: boolean): readonly RecordCheck[] {
  return [
    checkOfText("name", "name-form", "strict", {
      reference: "RFC 1035 section 2.3.4; RFC 1034 sections 3.1 and 4.2",
      description:
        "A name is relative to the domain, or ends in a dot and is inside the domain. It doesn't end in the domain twice. It " +
        "has at most 253 bytes, in labels of 1 to 63 letters, digits, `-`, `_`, `*` and `/`.",
      find: nameProblem,
    }),
    checkOfText("name", "name-label", "best-practice", {
      reference: "RFC 4592 section 2.1.1; RFC 1123 section 2.1; RFC 2317",
      description:
        "`*` is the complete leftmost label, and `/` is only in names of reverse zones (in-addr.arpa). In the name of a " +
        "host, no label begins or ends with a hyphen, and `_` only begins a label (`_dmarc`).",
      find: (name, domain) => labelProblem(name, domain, isHost),
    }),
  ];
}
