/** Names of domains, hosts and records, in the form that is compared and sent: A-labels, lower case. */
import { distance } from "fastest-levenshtein";
import { InvalidNameError } from "./errors.ts";
import { showText } from "./text.ts";

/** Memoizes a pure function of strings and numbers. `null` counts as `undefined`. */
export function memoizeByText<Args extends readonly (string | number | null | undefined)[], T>(
  make: (...args: Args) => T,
) {
  const cache = new Map<string, { made: T }>();
  return (...args: Args): T => {
    const name = JSON.stringify(args);
    const known = cache.get(name);
    if (known !== undefined) return known.made;
    const made = make(...args);
    // The results of the largest zones are kept.
    if (cache.size >= 50_000) cache.clear();
    cache.set(name, { made });
    return made;
  };
}

/** The A-label of one internationalised label (RFC 5890; UTS 46, non-transitional), or `null` if it has none. */
const labelToASCII = memoizeByText((label: string) => {
  // Loaded here, since its table is large.
  const tr46: { toASCII(name: string, rules: Record<string, boolean>): string | null } = require("tr46");
  return tr46.toASCII(label, {
    checkBidi: true,
    checkHyphens: true,
    checkJoiners: true,
    useSTD3ASCIIRules: true,
    verifyDNSLength: true,
    transitionalProcessing: false,
  });
});

/** The longest label and the longest name, in bytes of ASCII without the trailing dot. RFC 1035 section 2.3.4. */
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

const dots = /[.\u3002\uff0e\uff61]/;

/** Does a name end with a dot (any of the dots of UTS 46)? */
export function hasTrailingDot(name: string): boolean {
  return dots.test(name.slice(-1));
}

function asciiLabel(label: string, name: string): string {
  if (label === "") throw new InvalidNameError(name, "it has an empty label; write exactly one dot between labels");
  let ascii = label.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class is "every ASCII character", controls included
  if (/[^\x00-\x7f]/.test(label) || ascii.startsWith("xn--")) {
    const mapped = labelToASCII(label);
    if (mapped === null) {
      throw new InvalidNameError(
        name,
        `the label ${showText(label)} is not allowed in internationalised names (UTS 46)`,
      );
    }
    ascii = mapped;
  }
  if (ascii.length > LONGEST_LABEL) {
    throw new InvalidNameError(name, `a label has ${ascii.length} bytes; the limit is ${LONGEST_LABEL}`);
  }
  const strange = /[^a-z0-9_*/-]/.exec(ascii)?.[0];
  if (strange !== undefined) {
    throw new InvalidNameError(
      name,
      `the character ${showText(strange)} is not allowed; write a name only, without a scheme, a port, blanks or escapes`,
    );
  }
  return ascii;
}

/** Lower-case A-labels, without the trailing dot. @throws InvalidNameError */
function asciiName(name: string): string {
  // No Unicode form of a valid name is as long.
  if (name.length > 4 * LONGEST_NAME) throw new InvalidNameError(name, `it is longer than ${LONGEST_NAME} bytes`);
  const labels = name.split(dots);
  if (labels.length > 1 && labels.at(-1) === "") labels.pop();
  const ascii = labels.map((label) => asciiLabel(label, name)).join(".");
  if (ascii.length > LONGEST_NAME) {
    throw new InvalidNameError(name, `it has ${ascii.length} bytes; the limit is ${LONGEST_NAME}`);
  }
  return ascii;
}

/**
 * A registered domain in its canonical form: A-labels, lower case, no trailing dot.
 * @throws InvalidNameError unless it has at least two labels of letters, digits and hyphens (RFC 1123 section 2.1)
 */
export const normaliseDomain = memoizeByText((domain: string) => {
  const ascii = asciiName(domain);
  const labels = ascii.split(".");
  if (labels.length < 2) throw new InvalidNameError(domain, "a domain has at least two labels, such as example.com");
  if (!labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) {
    throw new InvalidNameError(domain, "a domain's labels are letters, digits and inner hyphens");
  }
  if (/^[0-9]+$/.test(labels.at(-1) ?? "")) throw new InvalidNameError(domain, "it looks like an IP address");
  return ascii;
});

/** A host in canonical form: A-labels, lower case, no trailing dot; `.` stays (RFC 7505, RFC 2782). @throws InvalidNameError */
export function normaliseHost(host: string): string {
  return host === "." ? "." : asciiName(host);
}

/** Is a canonical name the origin, or below it? */
export function isInside(name: string, origin: string): boolean {
  return name === origin || name.endsWith(`.${origin}`);
}

/**
 * The canonical owner name of a record: relative to the domain, A-labels, lower case, `@` for the apex (also from an empty name).
 * A name that ends in the domain is fully qualified, with or without a trailing dot. `www.example.com.example.com` stays fully
 * qualified, since its relative form would be ambiguous.
 * @throws InvalidNameError if the name or the domain isn't valid, or if a name with a trailing dot is outside the domain
 */
export const ownerName = memoizeByText((name: string, domain: string): string => {
  const origin = normaliseDomain(domain);
  if (name === "" || name === "@") return "@";
  const ascii = asciiName(name);
  if (ascii === origin) return "@";
  if (isInside(ascii, origin)) {
    const relative = ascii.slice(0, -origin.length - 1);
    return isInside(relative, origin) ? `${ascii}.` : relative;
  }
  if (hasTrailingDot(name)) {
    throw new InvalidNameError(
      name,
      `it is outside ${origin}. Write a name without the trailing dot, which is relative to the domain`,
    );
  }
  if (ascii.length + 1 + origin.length > LONGEST_NAME) {
    throw new InvalidNameError(name, `with the domain it has more than ${LONGEST_NAME} bytes`);
  }
  return ascii;
});

/** The full name, without a trailing dot, of a canonical owner name in a domain. */
export function fullName(owner: string, domain: string): string {
  const origin = normaliseDomain(domain);
  if (owner === "@") return origin;
  return owner.endsWith(".") ? owner.slice(0, -1) : `${owner}.${origin}`;
}

/** The canonical owner name of a canonical host in the domain; `undefined` for other hosts. */
export function ownerOfHost(host: string, domain: string): string | undefined {
  return isInside(host, normaliseDomain(domain)) ? ownerName(`${host}.`, domain) : undefined;
}

/** ` (did you mean "x"?)` for the nearest known name, whatever its case, if one is near. @param far edits that are too many */
export function nearest(name: string, known: readonly string[], far = Math.max(4, name.length / 2 + 1)): string {
  const edits = (other: string) => distance(name.toLowerCase(), other.toLowerCase());
  const [best] = known.filter((each) => edits(each) < far).sort((a, b) => edits(a) - edits(b));
  return best === undefined ? "" : ` (did you mean ${JSON.stringify(best)}?)`;
}
