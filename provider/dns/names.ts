import { showText } from "./text.ts";

/** UTS 46, non-transitional. */
const rules = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
};

/** Its mapping table is large and few names need it: it is loaded at the first internationalised label. */
function tr46(): { toASCII(name: string, options: typeof rules): string | null } {
  return require("tr46");
}

/** A program says the same few labels again and again, and looking one up in the table is slow. */
const known = new Map<string, string | undefined>();
const maxKnown = 1000;

/** The A-label of one internationalised label (RFC 5890; UTS 46, non-transitional), or `undefined` if it has none. */
function labelToASCII(label: string): string | undefined {
  if (known.has(label)) return known.get(label);
  const ascii = tr46().toASCII(label, rules);
  const found = ascii === null || ascii.includes(".") ? undefined : ascii;
  if (known.size >= maxKnown) known.clear();
  known.set(label, found);
  return found;
}

/** The longest label and the longest name, in bytes of ASCII without the trailing dot. RFC 1035 section 2.3.4. */
const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

/**
 * A name, mail policy, lookup argument or import ID is invalid or ambiguous. Nothing was done.
 * @remedy Write what the message shows.
 */
export class InvalidNameError extends Error {
  readonly code = "ERR_REGISTRAR_INVALID_INPUT";

  constructor(name: string, problem: string) {
    super(`${showText(name)} is not a valid name: ${problem}`);
    this.name = "InvalidNameError";
  }
}

/** What is read, or `undefined` where it cannot be: what is wrong with it others say. */
export function ifValid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const dots = /[.\u3002\uff0e\uff61]/;

/** True if a name is written with a trailing dot (any of the dots of UTS 46), that is: as a fully qualified name. */
export function hasTrailingDot(name: string): boolean {
  return dots.test(name.slice(-1));
}

function asciiLabel(label: string, name: string): string {
  if (label === "") throw new InvalidNameError(name, "it has an empty label; write exactly one dot between labels");
  let ascii = label.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class is "every ASCII character", controls included
  if (/[^\x00-\x7f]/.test(label) || ascii.startsWith("xn--")) {
    const mapped = labelToASCII(label);
    if (mapped === undefined) {
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

/** Lower-case A-labels joined by dots, without the trailing dot. */
function asciiName(name: string): string {
  // A name of DNS has at most 253 bytes, and no Unicode form of one comes near this.
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
 * A registered domain in its canonical form: A-labels, lower case, no trailing dot. Takes any case, Unicode or A-labels.
 * @throws InvalidNameError if it is not a domain of at least two labels of letters, digits and hyphens (RFC 1123 section 2.1).
 */
export function normaliseDomain(domain: string): string {
  if (last?.domain !== domain) last = { domain, canonical: canonicalDomain(domain) };
  return last.canonical;
}

/** Every record of a zone asks for the same domain. */
let last: { domain: string; canonical: string } | undefined;

function canonicalDomain(domain: string): string {
  const ascii = asciiName(domain);
  const labels = ascii.split(".");
  if (labels.length < 2) throw new InvalidNameError(domain, "a domain has at least two labels, such as example.com");
  if (!labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label))) {
    throw new InvalidNameError(domain, "a domain's labels are letters, digits and inner hyphens");
  }
  if (/^[0-9]+$/.test(labels.at(-1) ?? "")) throw new InvalidNameError(domain, "it looks like an IP address");
  return ascii;
}

/**
 * A target's host name in its canonical form: A-labels, lower case, no trailing dot. `.` (RFC 7505, RFC 2782) stays `.`;
 * underscores are allowed.
 * @throws InvalidNameError
 */
export function normaliseHost(host: string): string {
  return host === "." ? "." : asciiName(host);
}

function isInside(name: string, origin: string): boolean {
  return name === origin || name.endsWith(`.${origin}`);
}

/**
 * The canonical owner name of a record: relative to the domain, A-labels, lower case, `@` for the apex.
 *
 * Takes every spelling: `www`, `www.example.com`, `www.example.com.`, any case, Unicode, and `@`, empty, `null` or
 * `undefined` for the apex. A name that ends in the domain is always read as fully qualified, with or without its dot.
 * The one name that would then be ambiguous, `www.example.com.example.com`, stays fully qualified, with its dot.
 * @throws InvalidNameError if the name or the domain is not valid, or a name with a trailing dot lies outside the domain.
 */
export function ownerName(name: string | null | undefined, domain: string): string {
  const origin = normaliseDomain(domain);
  if (name === null || name === undefined || name === "" || name === "@") return "@";
  const ascii = asciiName(name);
  if (ascii === origin) return "@";
  if (isInside(ascii, origin)) {
    const relative = ascii.slice(0, -origin.length - 1);
    return isInside(relative, origin) ? `${ascii}.` : relative;
  }
  if (hasTrailingDot(name)) {
    throw new InvalidNameError(
      name,
      `it lies outside ${origin}; a name without a trailing dot is relative to the domain`,
    );
  }
  if (ascii.length + 1 + origin.length > LONGEST_NAME) {
    throw new InvalidNameError(name, `with the domain it has more than ${LONGEST_NAME} bytes`);
  }
  return ascii;
}

/** The full name, without a trailing dot, of a canonical owner name (see {@link ownerName}) in a domain. */
export function fullName(owner: string, domain: string): string {
  const origin = normaliseDomain(domain);
  if (owner === "@") return origin;
  return owner.endsWith(".") ? owner.slice(0, -1) : `${owner}.${origin}`;
}

/** The canonical owner name of a canonical host that lies in the domain; `undefined` for a host elsewhere. */
export function ownerOfHost(host: string, domain: string): string | undefined {
  return isInside(host, normaliseDomain(domain)) ? ownerName(`${host}.`, domain) : undefined;
}
