/** Patterns of records that a zone leaves alone. */
import { ifValid, isRecordTypeName, normaliseDomain, ownerName } from "../../dns/index.ts";

/** Does a pattern of `ignoreRecords` match the record set of this owner name and type? */
export type Ignores = (name: string, type: string) => boolean;

/**
 * The error in a pattern, `NAME` or `NAME TYPE`, or `undefined`. The name is relative to the domain. `*` matches any
 * characters, dots too: `*.dyn TXT` means every TXT below `dyn`.
 */
export function patternProblem(pattern: string): string | undefined {
  const [name, type = "*", ...more] = pattern.trim().split(/\s+/);
  if (name === undefined || name === "" || more.length > 0)
    return 'must be a name, or a name and a type, such as "www" or "*.dyn TXT"';
  return type === "*" || isRecordTypeName(type.toUpperCase())
    ? undefined
    : `${JSON.stringify(type)} is not a record type`;
}

/** Does `ignoreRecords` exclude a record set? Patterns that {@link patternProblem} refuses match nothing. */
export function ignoresOf({ ignoreRecords }: { ignoreRecords?: unknown }, domain: string): Ignores {
  const patterns = (Array.isArray(ignoreRecords) ? ignoreRecords : []).filter(
    (pattern): pattern is string => typeof pattern === "string" && patternProblem(pattern) === undefined,
  );
  const forms = patterns.map((pattern) => {
    const [name = "", type = "*"] = pattern.trim().split(/\s+/);
    return { form: nameForm(name, domain), type: type.toUpperCase() };
  });
  return (name, type) => forms.some((each) => (each.type === "*" || each.type === type) && fits(each.form, name));
}

/** The fixed parts of a pattern's name, in A-labels where they consist of complete labels. */
function nameForm(pattern: string, domain: string): string[] {
  const bare = pattern.toLowerCase().replace(/\.$/, "");
  const suffix = `.${normaliseDomain(domain)}`;
  return pattern.includes("*")
    ? (bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare).split("*").map(fixedPart)
    : [ifValid(() => ownerName(pattern, domain)) ?? bare];
}

/** Does a name consist of these parts in this order, with any characters between them? Linear, unlike a regular expression. */
function fits([first = "", ...others]: readonly string[], name: string): boolean {
  const last = others.pop();
  if (last === undefined) return name === first;
  const end = name.length - last.length;
  let at = first.length;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

function fixedPart(part: string): string {
  const labels = part.replace(/^\.|\.$/g, "");
  const inALabels = () => normaliseDomain(`${labels}.example`).slice(0, -".example".length);
  return labels === "" ? part : part.replace(labels, ifValid(inALabels) ?? labels);
}
