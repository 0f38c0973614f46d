/** Checks of owner names and of targets. */
import { looksLikeAddress } from "../addresses.ts";
import { InvalidNameError, ifValid } from "../errors.ts";
import { hasTrailingDot, normaliseHost, ownerName } from "../names.ts";
import { showText } from "../text.ts";
import { checkOfText, type RecordCheck } from "./check.ts";

const check = checkOfText("name");

// `undefined` for invalid names, which `name-form` and `target-form` report.
const ownerOf = (name: string, domain: string) => ifValid(() => ownerName(name, domain));
const hostOf = (name: string) => ifValid(() => normaliseHost(name));

function labelsOf(owner: string): string[] {
  return owner === "@" ? [] : owner.replace(/\.$/, "").split(".");
}

export function isApex(name: string): boolean {
  return name === "" || name === "@";
}

/** Is a name, in any spelling, the domain itself? */
export function isAtApex(name: string, domain: string): boolean {
  return isApex(name) || (domain !== "" && ownerOf(name, domain) === "@");
}

const common: readonly RecordCheck[] = [
  check("name-form", "strict", {
    reference: "RFC 1035 section 2.3.4",
    description:
      "A name has at most 253 bytes, in labels of 1 to 63 letters, digits, `-`, `_`, `*` and `/`; with a trailing dot, it is " +
      "inside the domain.",
    find: (name, domain) => {
      if (isApex(name)) return undefined;
      try {
        if (domain === "" || name === ".") normaliseHost(name);
        else ownerName(name, domain);
      } catch (error) {
        if (error instanceof InvalidNameError) return error.message;
        throw error;
      }
      return name === "." ? 'the root is not a name in the domain; write "@" for the apex' : undefined;
    },
  }),
  check("name-ends-in-domain", "strict", {
    reference: "RFC 1034 section 3.1",
    description: "A name that ends in the domain has a trailing dot.",
    needsDomain: true,
    find: (name, domain) => {
      if (isApex(name) || hasTrailingDot(name)) return undefined;
      const host = hostOf(name);
      if (host === undefined || (host !== domain && !host.endsWith(`.${domain}`))) return undefined;
      const owner = ownerOf(name, domain);
      if (owner === undefined) return undefined;
      return (
        `${showText(name)} ends in the domain, and names are relative to it. Write ${showText(owner)}, or ` +
        `${showText(`${name}.`)} with a trailing dot`
      );
    },
  }),
  check("name-wildcard", "best-practice", {
    reference: "RFC 4592 section 2.1.1",
    description: "`*` is the complete leftmost label.",
    find: (name) => {
      const star = (hostOf(name) ?? "").split(".").findIndex((label) => label.includes("*"));
      if (star < 0 || (star === 0 && /^\*(?:\.|$)/.test(name))) return undefined;
      return `the "*" in ${showText(name)} is an ordinary character there; only "*" as the complete first label is a wildcard`;
    },
  }),
];

const hyphens = check("name-hyphen", "best-practice", {
  reference: "RFC 1123 section 2.1",
  description: "No label of a host name begins or ends with a hyphen.",
  find: (name) => {
    const label = labelsOf(hostOf(name) ?? "@").find((each) => each.startsWith("-") || each.endsWith("-"));
    return label === undefined
      ? undefined
      : `the label ${showText(label)} begins or ends with a hyphen, which many programs refuse; remove the hyphen`;
  },
});

const underscores = check("name-underscore", "best-practice", {
  reference: "RFC 1123 section 2.1",
  description: "`_` only begins a label (`_dmarc`, `_acme-challenge`); host names have none.",
  find: (name) => {
    const labels = labelsOf(hostOf(name) ?? "@");
    const bare = labels.find((label) => /^_+$/.test(label));
    if (bare !== undefined) return `the label ${showText(bare)} is only "_". Add its word`;
    if (labels.some((label) => label.startsWith("_"))) return undefined;
    const label = labels.find((each) => each.includes("_"));
    return label === undefined
      ? undefined
      : `the label ${showText(label)} contains "_", which host names don't; browsers and certificate ` +
          `authorities may refuse it. Use "-"`;
  },
});

const slashes = check("name-slash", "best-practice", {
  reference: "RFC 2317",
  description: "`/` is only in names of reverse zones (in-addr.arpa).",
  needsDomain: true,
  find: (name, domain) =>
    !(hostOf(name) ?? "").includes("/") || domain.endsWith(".arpa")
      ? undefined
      : `${showText(name)} contains "/", which host names don't; remove it`,
});

/** @param isHost is the owner a host, or a name that programs look up as a host? */
export function nameChecks(isHost: boolean): readonly RecordCheck[] {
  return isHost ? [...common, hyphens, underscores, slashes] : [...common, slashes];
}

export interface TargetRules {
  /** `host`: letters, digits and hyphens. `name`: hosts, keys below `_domainkey`, service instances, names of reverse zones. */
  labels: "host" | "name";
  /** Has `.` a meaning: no mail (RFC 7505), no such service (RFC 2782)? Default: no. */
  rootAllowed?: boolean;
  /** Strings for which a check of the type has a better remedy. Default: none. */
  isLeftToType?: (text: string) => boolean;
}

/** Letters, digits and inner hyphens. */
const hostLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** With `_`, but not only `_`. */
const nameLabel = /^(?=.*[a-z0-9])[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/** The labels of a target; none if it is invalid or contains a star, which other checks report. */
function targetLabels(target: string): string[] {
  const host = hostOf(target);
  return host === undefined || host === "." || host.includes("*") ? [] : host.split(".");
}

export function targetChecks(
  type: string,
  property: string,
  { labels, rootAllowed = false, isLeftToType = () => false }: TargetRules,
): RecordCheck[] {
  const check = checkOfText(property);
  return [
    check("target-not-ip", "strict", {
      reference: "RFC 1035 section 3.3",
      description: "A target is a host name, never an IP address.",
      find: (text) =>
        looksLikeAddress(text)
          ? `${showText(text)} is an IP address, and the target of ${type} is a host name. Declare an A or AAAA ` +
            "record for a host and name that host here"
          : undefined,
    }),
    check("target-form", "strict", {
      reference: "RFC 1035 section 2.3.4",
      description: "A target is a valid host name; `.` only where it means that there is no mail, or no such service.",
      find: (text) => {
        // Other checks have a better remedy for these.
        if (text === "@" || looksLikeAddress(text) || isLeftToType(text)) return undefined;
        if (text === "." && !rootAllowed) {
          return `"." is not a target for ${type}; write a host name such as host.example.net`;
        }
        try {
          normaliseHost(text);
        } catch (error) {
          if (error instanceof InvalidNameError) return error.message;
          throw error;
        }
        return undefined;
      },
    }),
    check("target-complete", "strict", {
      reference: "RFC 1034 section 3.1",
      description:
        "A target is a complete host name: a single label, or `@`, could mean a host of this domain or a top-level domain.",
      find: (text, domain) => {
        const origin = domain === "" ? "example.com" : domain;
        if (text === "@") return `"@" is not a host name; write the domain itself: ${showText(origin)}`;
        const host = hostOf(text);
        if (host === undefined || host === "." || host.includes(".") || hasTrailingDot(text)) return undefined;
        if (host.includes("*")) return undefined;
        return (
          `${showText(text)} is a single label, and targets are complete host names. Write ` +
          `${showText(`${host}.${origin}`)} for the host in this domain, or ${showText(`${host}.`)} if the ` +
          "top-level name is meant"
        );
      },
    }),
    check("target-wildcard", "strict", {
      reference: "RFC 4592 section 2.1.1",
      description: "A target doesn't contain `*`, which is an ordinary character there.",
      find: (text) =>
        hostOf(text)?.includes("*") === true
          ? `${showText(text)} contains "*", which is a wildcard in an owner name and an ordinary character in ` +
            `a target. Name one host`
          : undefined,
    }),
    check("target-label", "best-practice", {
      reference: "RFC 2181 section 11; RFC 1123 section 2.1; RFC 2317 section 4",
      description:
        "The labels of a target are letters, digits and inner hyphens; of a CNAME or PTR also `_`, and `/` in " +
        "names of reverse zones (in-addr.arpa).",
      find: (text) => {
        const found = targetLabels(text);
        const plain = found.at(-1) === "arpa" ? found.map((each) => each.replaceAll("/", "-")) : found;
        const label = plain.find((each) => !(labels === "host" ? hostLabel : nameLabel).test(each));
        return label === undefined
          ? undefined
          : `the label ${showText(label)} is not usual for a host (letters, digits, inner hyphens); correct the ` +
              "target if it isn't intended";
      },
    }),
  ];
}
