import { hasTrailingDot, InvalidNameError, ifValid, normaliseHost, ownerName } from "../names.ts";
import { showText } from "../text.ts";
import { checkOfText, type RecordCheck } from "./check.ts";

const check = checkOfText("name");

/** The canonical owner, or `undefined` if the name is not valid (which `name-form` or `name-outside-domain` says). */
const ownerOf = (name: string, domain: string) => ifValid(() => ownerName(name, domain));
const hostOf = (name: string) => ifValid(() => normaliseHost(name));

function labelsOf(owner: string): string[] {
  return owner === "@" ? [] : owner.replace(/\.$/, "").split(".");
}

function isApex(name: string): boolean {
  return name === "" || name === "@";
}

/** True if a name, in whatever spelling, is the domain itself; a spelling with the domain only where that is known. */
export function isAtApex(name: string, domain: string): boolean {
  return isApex(name) || (domain !== "" && ownerOf(name, domain) === "@");
}

const common: readonly RecordCheck[] = [
  check("name-form", "strict", {
    reference: "RFC 1035 section 2.3.4",
    description: "A name has at most 253 bytes, in labels of 1 to 63 letters, digits, `-`, `_`, `*` and `/`.",
    find: (name, domain) => {
      if (isApex(name)) return undefined;
      try {
        if (domain === "" || hasTrailingDot(name)) normaliseHost(name);
        else ownerName(name, domain);
      } catch (error) {
        if (error instanceof InvalidNameError) return error.message;
        throw error;
      }
      return name === "." ? 'the root is not a name in the domain; write "@" for the apex' : undefined;
    },
  }),
  check("name-outside-domain", "strict", {
    reference: "RFC 1034 section 4.2",
    description: "A name with a trailing dot is inside the domain.",
    needsDomain: true,
    find: (name, domain) => {
      if (!hasTrailingDot(name) || name === ".") return undefined;
      const host = hostOf(name);
      if (host === undefined || ownerOf(name, domain) !== undefined) return undefined;
      return `${showText(name)} lies outside ${domain}: a trailing dot makes a name fully qualified. Write a name relative to ${domain} without the dot, or declare the record in its own domain`;
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
      return `${showText(name)} ends in the domain, and names are relative to it. Write ${showText(owner)}, or ${showText(`${name}.`)} with a trailing dot`;
    },
  }),
  check("name-repeats-domain", "best-practice", {
    reference: "RFC 1034 section 3.1",
    description: "A name doesn't contain the domain twice (`www.example.com.example.com.`).",
    needsDomain: true,
    find: (name, domain) => {
      const owner = hasTrailingDot(name) ? ownerOf(name, domain) : undefined;
      if (owner === undefined || !owner.endsWith(".")) return undefined;
      return `${showText(name)} holds ${domain} twice. Write ${showText(owner.slice(0, -domain.length - 1))} if once was meant`;
    },
  }),
  check("name-wildcard", "best-practice", {
    reference: "RFC 4592 section 2.1.1",
    description: "`*` is the complete leftmost label.",
    find: (name) => {
      const star = (hostOf(name) ?? "").split(".").findIndex((label) => label.includes("*"));
      if (star < 0 || (star === 0 && /^\*(?:\.|$)/.test(name))) return undefined;
      return `the "*" in ${showText(name)} is an ordinary character there; only "*" as the whole first label is a wildcard`;
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
      : `the label ${showText(label)} begins or ends with a hyphen, which many programs refuse; take the hyphen out`;
  },
});

const underscores = check("name-underscore", "best-practice", {
  reference: "RFC 1123 section 2.1",
  description: "`_` only begins a label (`_dmarc`, `_acme-challenge`); host names have none.",
  find: (name) => {
    const labels = labelsOf(hostOf(name) ?? "@");
    const bare = labels.find((label) => /^_+$/.test(label));
    if (bare !== undefined)
      return `the label ${showText(bare)} holds nothing but "_". Write the word that belongs there`;
    if (labels.some((label) => label.startsWith("_"))) return undefined;
    const label = labels.find((each) => each.includes("_"));
    return label === undefined
      ? undefined
      : `the label ${showText(label)} holds "_", which host names do not; browsers and certificate authorities may refuse it. Use "-"`;
  },
});

const slashes = check("name-slash", "best-practice", {
  reference: "RFC 2317",
  description: "`/` is only in names of reverse zones (in-addr.arpa).",
  needsDomain: true,
  find: (name, domain) =>
    !(hostOf(name) ?? "").includes("/") || domain.endsWith(".arpa")
      ? undefined
      : `${showText(name)} holds "/", which host names do not; take it out`,
});

/**
 * The checks of an owner name.
 * @param isHost whether the owner is a host, or a name that programs look up as one
 */
export function nameChecks(isHost: boolean): readonly RecordCheck[] {
  return isHost ? [...common, hyphens, underscores, slashes] : [...common, slashes];
}
