import { looksLikeAddress } from "../addresses.ts";
import { hasTrailingDot, InvalidNameError, ifValid, normaliseHost } from "../names.ts";
import { showText } from "../text.ts";
import { checkOfText, type RecordCheck } from "./check.ts";

/** What the targets of a record type may be. */
export interface TargetRules {
  /** `host`: letters, digits and hyphens. `name`: hosts, keys below `_domainkey`, service instances, names of reverse zones. */
  labels: "host" | "name";
  /** True if `.` has a meaning: no mail (RFC 7505), no such service (RFC 2782). Default: no. */
  rootAllowed?: boolean;
  /** Texts that a check of the type itself speaks of, with a better remedy. Default: none. */
  isLeftToType?: (text: string) => boolean;
}

/** Letters, digits, `_` and inner hyphens, and not only `_`. */
function isUsualLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label) && /[a-z0-9]/.test(label);
}

/** The labels of a target; none of one that is no host, or holds a star: other checks speak of these. */
function labelsOf(target: string): string[] {
  const host = hostOf(target);
  return host === undefined || host === "." || host.includes("*") ? [] : host.split(".");
}

const hostOf = (target: string) => ifValid(() => normaliseHost(target));

/** The checks of the argument that names another host. */
export function targetChecks(
  type: string,
  property: string,
  { labels, rootAllowed = false, isLeftToType = () => false }: TargetRules,
): RecordCheck[] {
  const check = checkOfText(property);
  return [
    check("target-not-ip", "strict", {
      reference: "RFC 1035 section 3.3",
      description: "A target isn't an IP address.",
      find: (text) =>
        looksLikeAddress(text)
          ? `${showText(text)} is an IP address, and the target of ${type} is a host name. Declare an A or AAAA record for a host and name that host here`
          : undefined,
    }),
    check("target-form", "strict", {
      reference: "RFC 1035 section 2.3.4",
      description: "A target is a valid host name, or `.` for no mail or no service.",
      find: (text) => {
        // Each of these has a check of its own, with a better remedy.
        if (text === "@" || looksLikeAddress(text) || isLeftToType(text)) return undefined;
        if (text === "." && !rootAllowed) {
          return `"." is no target for ${type}; write a host name such as host.example.net`;
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
      description: "A target is a complete host name, not a single label or `@`.",
      find: (text, domain) => {
        const origin = domain === "" ? "example.com" : domain;
        if (text === "@") return `"@" is no host name; write the domain itself: ${showText(origin)}`;
        const host = hostOf(text);
        if (host === undefined || host === "." || host.includes(".") || hasTrailingDot(text)) return undefined;
        // A star has a check of its own, and no domain behind it mends that.
        if (host.includes("*")) return undefined;
        return `${showText(text)} is a single label, and targets are complete host names. Write ${showText(`${host}.${origin}`)} for the host in this domain, or ${showText(`${host}.`)} if the top-level name is meant`;
      },
    }),
    check("target-wildcard", "strict", {
      reference: "RFC 4592 section 2.1.1",
      description: "A target has no `*`, which isn't a wildcard there.",
      find: (text) =>
        hostOf(text)?.includes("*") === true
          ? `${showText(text)} holds "*", which is a wildcard in the name of a record and an ordinary character in a target. Name one host`
          : undefined,
    }),
    check("target-top-level", "strict", {
      reference: "RFC 1123 section 2.1; RFC 3696 section 2",
      description: "A target ends in a top-level domain with at least one letter.",
      find: (text) => {
        const host = looksLikeAddress(text) ? undefined : hostOf(text);
        if (host === undefined || host === ".") return undefined;
        const top = host.slice(host.lastIndexOf(".") + 1);
        // One label without a dot is for `target-complete`, and a star for `target-wildcard`.
        const isComplete = host.includes(".") || hasTrailingDot(text);
        if (!isComplete || host.includes("*") || /[a-z]/.test(top)) return undefined;
        return `${showText(text)} ends in ${showText(top)}, and no top-level domain is named so. Write the complete host name, such as host.example.net`;
      },
    }),
    labels === "host" ? hostLabels(check) : nameLabels(check),
  ];
}

type TextCheck = ReturnType<typeof checkOfText>;

const nameLabels = (check: TextCheck) =>
  check("target-label", "best-practice", {
    reference: "RFC 2181 section 11; RFC 1123 section 2.1; RFC 2317 section 4",
    description: "Labels of a target have letters, digits, `_` and inner hyphens, and `/` only in reverse zones.",
    find: (text) => {
      const labels = labelsOf(text);
      const plain = labels.at(-1) === "arpa" ? labels.map((each) => each.replaceAll("/", "-")) : labels;
      const label = plain.find((each) => !isUsualLabel(each));
      return label === undefined
        ? undefined
        : `the label ${showText(label)} is not that of a host or a service (letters, digits, "_", inner hyphens); correct the target if it is not meant`;
    },
  });

const hostLabels = (check: TextCheck) =>
  check("target-hostname", "best-practice", {
    reference: "RFC 2181 section 11; RFC 1123 section 2.1",
    description: "Labels of a target have letters, digits and inner hyphens.",
    find: (text) => {
      const label = labelsOf(text).find((each) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(each));
      return label === undefined
        ? undefined
        : `the label ${showText(label)} is not that of a host (letters, digits, inner hyphens); name a host that follows the rule`;
    },
  });
