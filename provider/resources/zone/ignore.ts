/** Patterns that name records which a zone leaves alone. */
import { isRecordTypeName, normaliseDomain, ownerName } from "../../dns/index.ts";

/** Does a pattern speak of the record set of this owner name and type? */
export type Ignores = (name: string, type: string) => boolean;

/**
 * `NAME` or `NAME TYPE`. The name is relative to the domain, as in records; `*` stands for any characters, dots too, so
 * that `*.dyn TXT` means every TXT below `dyn`, and `* TXT` every TXT of the zone.
 * @returns what is wrong with it, or `undefined`
 */
export function problemOf(pattern: string): string | undefined {
  const [name, type, ...more] = pattern.trim().split(/\s+/);
  if (name === undefined || name === "" || more.length > 0)
    return 'must be a name, or a name and a type, such as "www" or "*.dyn TXT"';
  if (type !== undefined && type !== "*" && !isRecordTypeName(type.toUpperCase())) {
    return `${JSON.stringify(type)} is not a record type`;
  }
  return undefined;
}

/** What a zone leaves alone: patterns as {@link problemOf} accepts them; others match nothing. */
export function ignoresOf({ ignore }: { ignore?: unknown }, domain: string): Ignores {
  const tests = (Array.isArray(ignore) ? ignore : [])
    .filter((pattern): pattern is string => typeof pattern === "string" && problemOf(pattern) === undefined)
    .map((pattern) => {
      const [name = "", type] = pattern.trim().split(/\s+/);
      return { name: nameTest(name, domain), type: type === "*" ? undefined : type?.toUpperCase() };
    });
  return (name, type) => tests.some((test) => (test.type === undefined || test.type === type) && test.name(name));
}

function nameTest(pattern: string, domain: string): (name: string) => boolean {
  if (!pattern.includes("*")) {
    const owner = canonical(pattern, domain);
    return (name) => name === owner;
  }
  const suffix = `.${normaliseDomain(domain)}`;
  const bare = pattern.toLowerCase().replace(/\.$/, "");
  const relative = bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare;
  const parts = relative.split("*").map(canonicalPart);
  return (name) => fits(parts, name);
}

/** Whether a name is these parts in this order, with anything between them. */
function fits(parts: readonly string[], name: string): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop() ?? "";
  const end = name.length - last.length;
  if (!name.startsWith(first) || !name.endsWith(last) || end < first.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

function canonical(name: string, domain: string): string {
  try {
    return ownerName(name, domain);
  } catch {
    return name.toLowerCase();
  }
}

/** The fixed part of a pattern in A-labels, as far as it consists of whole labels. */
function canonicalPart(part: string): string {
  const labels = part.replace(/^\.|\.$/g, "");
  if (labels === "") return part;
  try {
    return part.replace(labels, normaliseDomain(`${labels}.example`).slice(0, -".example".length));
  } catch {
    return part;
  }
}
