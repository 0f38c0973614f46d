import { looksLikeAddress } from "../addresses.ts";
import { hasTrailingDot, InvalidNameError, normaliseHost, showText } from "../names.ts";
import type { RecordTypeName } from "../recordData.ts";
import { type CheckArgs, check, type RecordCheck } from "./check.ts";

/** Types in which `.` is a target with a meaning: no mail (RFC 7505), no such service (RFC 2782). */
const rootAllowed: readonly RecordTypeName[] = ["MX", "SRV"];

/** Types whose target is a host in the strict sense: letters, digits and hyphens. */
const hostTargets: readonly RecordTypeName[] = ["MX", "NS", "SRV"];

/** Types whose target is any name: hosts, keys below `_domainkey`, service instances, names of reverse zones. */
const aliasTargets: readonly RecordTypeName[] = ["CNAME", "PTR"];

/** Letters, digits, `_` and inner hyphens, and not only `_`. */
function isUsualLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label) && /[a-z0-9]/.test(label);
}

function hostOf(target: string): string | undefined {
  try {
    return normaliseHost(target);
  } catch {
    return undefined;
  }
}

/** The checks of the argument that names another host, for records of this type. */
export function targetChecks(type: RecordTypeName, property: "content" | "target"): RecordCheck[] {
  const target = (args: CheckArgs): string => args[property] ?? "";
  const rules: RecordCheck[] = [
    check("target-not-ip", "strict", {
      reference: "RFC 1035 section 3.3",
      also: "octoDNS target-value-not-ip, targets-value-not-ip, mx-value-not-ip, srv-value-not-ip",
      description: "A target is a host name, never an IP address.",
      property,
      needs: [property],
      find: (args) =>
        looksLikeAddress(target(args))
          ? `${showText(target(args))} is an IP address, and the target of ${type} is a host name. Declare an A or AAAA record for a host and name that host here`
          : undefined,
    }),
    check("target-form", "strict", {
      reference: "RFC 1035 section 2.3.4",
      also: "octoDNS target-value-rfc, targets-value-rfc; DNSControl checkTarget",
      description: "A target is a valid host name; `.` only for MX and SRV.",
      property,
      needs: [property],
      find: (args) => {
        const text = target(args);
        // Each of these has a check of its own, with a better remedy.
        if (text === "@" || looksLikeAddress(text) || (type === "MX" && /^[0-9]+\s+\S+$/.test(text))) return undefined;
        if (text === "." && !rootAllowed.includes(type)) {
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
      also: "DNSControl checkTarget; octoDNS target-value-best-practice",
      description:
        "A target is a complete host name: a single label, or `@`, could mean a host of this domain or a top-level domain.",
      property,
      needs: [property],
      find: (args, domain) => {
        const text = target(args);
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
      also: "octoDNS target-value-rfc; DNSControl checkTarget",
      description: "A target holds no `*`: it is an ordinary character there, and never stands for other names.",
      property,
      needs: [property],
      find: (args) =>
        hostOf(target(args))?.includes("*") === true
          ? `${showText(target(args))} holds "*", which is a wildcard in the name of a record and an ordinary character in a target. Name one host`
          : undefined,
    }),
    check("target-top-level", "strict", {
      reference: "RFC 1123 section 2.1; RFC 3696 section 2",
      also: "octoDNS target-value-rfc",
      description: "A target ends in a top-level domain, which has at least one letter.",
      property,
      needs: [property],
      find: (args) => {
        const text = target(args);
        const host = looksLikeAddress(text) ? undefined : hostOf(text);
        if (host === undefined || host === ".") return undefined;
        const top = host.slice(host.lastIndexOf(".") + 1);
        // One label without a dot is for `target-complete`, and a star for `target-wildcard`.
        const isComplete = host.includes(".") || hasTrailingDot(text);
        if (!isComplete || host.includes("*") || /[a-z]/.test(top)) return undefined;
        return `${showText(text)} ends in ${showText(top)}, and no top-level domain is named so. Write the complete host name, such as host.example.net`;
      },
    }),
  ];
  if (aliasTargets.includes(type)) {
    rules.push(
      check("target-label", "best-practice", {
        reference: "RFC 2181 section 11; RFC 1123 section 2.1; RFC 2317 section 4",
        also: "octoDNS target-value-rfc; DNSControl checkTarget",
        description:
          "The labels of a CNAME or PTR target are letters, digits, `_` and inner hyphens, each with a letter or digit; `/` belongs into reverse zones (in-addr.arpa).",
        property,
        needs: [property],
        find: (args) => {
          const host = hostOf(target(args));
          if (host === undefined || host === "." || host.includes("*")) return undefined;
          const plain = host.endsWith(".arpa") ? host.replaceAll("/", "-") : host;
          const label = plain.split(".").find((each) => !isUsualLabel(each));
          return label === undefined
            ? undefined
            : `the label ${showText(label)} is not that of a host or a service (letters, digits, "_", inner hyphens); correct the target if it is not meant`;
        },
      }),
    );
  }
  if (hostTargets.includes(type)) {
    rules.push(
      check("target-hostname", "best-practice", {
        reference: "RFC 2181 section 11; RFC 1123 section 2.1",
        also: "DNSControl checkTarget",
        description: "The target of MX, NS and SRV is a host: labels of letters, digits and inner hyphens.",
        property,
        needs: [property],
        find: (args) => {
          const host = hostOf(target(args));
          if (host === undefined || host === "." || host.includes("*")) return undefined;
          const label = host.split(".").find((each) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(each));
          return label === undefined
            ? undefined
            : `the label ${showText(label)} is not that of a host (letters, digits, inner hyphens); name a host that follows the rule`;
        },
      }),
    );
  }
  return rules;
}
