/** Checks of owner names and of targets. */
import { looksLikeAddress } from "../addresses.ts";
import { InvalidNameError, ifValid } from "../errors.ts";
import { hasTrailingDot, normaliseHost, ownerName } from "../names.ts";
import { showText } from "../text.ts";
import { checkOfText, type RecordCheck } from "./check.ts";

const hostOf = (name: string) => ifValid(() => normaliseHost(name));

export function isApex(name: string): boolean {
  return name === "" || name === "@";
}

/** Is a name, in any spelling, the domain itself? */
export function isAtApex(name: string, domain: string): boolean {
  return isApex(name) || (domain !== "" && ifValid(() => ownerName(name, domain)) === "@");
}

/** The message of an invalid name; `undefined` for a valid one. */
function invalidity(read: () => unknown): string | undefined {
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
  if (invalid !== undefined || domain === "" || hasTrailingDot(name)) return invalid;
  const host = hostOf(name) ?? "";
  if (host !== domain && !host.endsWith(`.${domain}`)) return undefined;
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
  const star = labels.findIndex((label) => label.includes("*"));
  if (star > 0 || (star === 0 && labels[0] !== "*"))
    return `the "*" in ${showText(name)} is an ordinary character there; only "*" as the complete first label is a wildcard`;
  if (host.includes("/") && domain !== "" && !domain.endsWith(".arpa"))
    return `${showText(name)} contains "/", which host names don't; remove it`;
  if (!isHost) return undefined;
  const hyphen = labels.find((label) => label.startsWith("-") || label.endsWith("-"));
  if (hyphen !== undefined)
    return `the label ${showText(hyphen)} begins or ends with a hyphen, which many programs refuse; remove the hyphen`;
  const bare = labels.find((label) => /^_+$/.test(label));
  if (bare !== undefined) return `the label ${showText(bare)} is only "_". Add its word`;
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
  const check = checkOfText("name");
  return [
    check("name-form", "strict", {
      reference: "RFC 1035 section 2.3.4; RFC 1034 sections 3.1 and 4.2",
      description:
        "A name is relative to the domain, or ends in a dot and is inside the domain. It has at most 253 bytes, in labels of 1 " +
        "to 63 letters, digits, `-`, `_`, `*` and `/`.",
      find: nameProblem,
    }),
    check("name-label", "best-practice", {
      reference: "RFC 4592 section 2.1.1; RFC 1123 section 2.1; RFC 2317",
      description:
        "`*` is the complete leftmost label, and `/` is only in names of reverse zones (in-addr.arpa). In the name of a " +
        "host, no label begins or ends with a hyphen, and `_` only begins a label (`_dmarc`).",
      find: (name, domain) => labelProblem(name, domain, isHost),
    }),
  ];
}

export interface TargetRules {
  /** `host`: letters, digits and hyphens. `name`: hosts, keys below `_domainkey`, service instances, names of reverse zones. */
  labels: "host" | "name";
  /** Has `.` a meaning: no mail (RFC 7505), no such service (RFC 2782)? Default: no. */
  rootAllowed?: boolean;
  /** A mistake of this type alone, with its remedy. */
  problem?: (text: string) => string | undefined;
}

function targetProblem(type: string, text: string, { rootAllowed = false, problem }: TargetRules, domain: string) {
  const own = problem?.(text);
  if (own !== undefined) return own;
  const origin = domain === "" ? "example.com" : domain;
  if (text === "@") return `"@" is not a host name; write the domain itself: ${showText(origin)}`;
  if (text === ".")
    return rootAllowed ? undefined : `"." is not a target for ${type}; write a host name such as host.example.net`;
  if (looksLikeAddress(text)) {
    return (
      `${showText(text)} is an IP address, and the target of ${type} is a host name. Declare an A or AAAA ` +
      "record for a host and name that host here"
    );
  }
  const host = hostOf(text);
  if (host === undefined) return invalidity(() => normaliseHost(text));
  if (host.includes("*")) {
    return (
      `${showText(text)} contains "*", which is a wildcard in an owner name and an ordinary character in a target. ` +
      "Name one host"
    );
  }
  if (host.includes(".") || hasTrailingDot(text)) return undefined;
  return (
    `${showText(text)} is a single label, and targets are complete host names. Write ` +
    `${showText(`${host}.${origin}`)} for the host in this domain, or ${showText(`${host}.`)} if the ` +
    "top-level name is meant"
  );
}

/** Letters, digits and inner hyphens. */
const hostLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** With `_`, but not only `_`. */
const nameLabel = /^(?=.*[a-z0-9])[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/** The labels of a target; none if it is invalid or contains a star, which `target-host` reports. */
function targetLabels(target: string): string[] {
  const host = hostOf(target);
  return host === undefined || host === "." || host.includes("*") ? [] : host.split(".");
}

export function targetChecks(type: string, property: string, rules: TargetRules): RecordCheck[] {
  const check = checkOfText(property);
  return [
    check("target-host", "strict", {
      reference: "RFC 1034 section 3.1; RFC 1035 sections 2.3.4 and 3.3",
      description:
        "A target is a complete host name: not an address, not `@` or a single label (a host of this domain or a top-level " +
        "domain?), without `*`; `.` only where it means that there is no mail, or no such service.",
      find: (text, domain) => targetProblem(type, text, rules, domain),
    }),
    check("target-label", "best-practice", {
      reference: "RFC 2181 section 11; RFC 1123 section 2.1; RFC 2317 section 4",
      description:
        "The labels of a target are letters, digits and inner hyphens; of a CNAME or PTR also `_`, and `/` in " +
        "names of reverse zones (in-addr.arpa).",
      find: (text) => {
        const found = targetLabels(text);
        const plain = found.at(-1) === "arpa" ? found.map((each) => each.replaceAll("/", "-")) : found;
        const label = plain.find((each) => !(rules.labels === "host" ? hostLabel : nameLabel).test(each));
        return label === undefined
          ? undefined
          : `the label ${showText(label)} is not usual for a host (letters, digits, inner hyphens); correct the ` +
              "target if it isn't intended";
      },
    }),
  ];
}
