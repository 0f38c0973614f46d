/** Types whose data names another host. */

import { check, checkOfText, hostOf, invalidity, isAtApex, type RecordCheck } from "../checks/record.ts";
import { ifValid } from "../errors.ts";
import { fullName, hasTrailingDot, normaliseDomain, normaliseHost, ownerName } from "../names.ts";
import { type Field, priority, recordType, textField } from "../recordType.ts";
import { showText } from "../text.ts";
import { looksLikeAddress } from "./address.ts";

interface Target {
  /** "Host name of a mail server" */
  is: string;
  /** The meaning of `.`, as a sentence. Default: `.` isn't allowed. */
  root?: string;
  rfc: string;
  example: string;
  brief?: string;
  /** `host`: letters, digits and hyphens. `name`: hosts, keys below `_domainkey`, service instances, names of reverse zones. */
  labels: "host" | "name";
}

/** The full name of another host. */
export function target({ is, root = "", rfc, example, brief, labels }: Target): Field<string> {
  const means = root && ` ${root}`;
  return textField({
    what: "a host name",
    description: `${is}; a trailing dot is optional and has no meaning.${means} Updates in place. ${rfc}.`,
    examples: [example],
    ...(brief !== undefined && { brief }),
    rdata: "name",
    checks: (type, key) => targetChecks(type, key, labels, root !== ""),
    canonical: (written) => normaliseHost(written),
    // Registrars show `@` for the domain itself.
    meanings: (text, _, domain) => [text.trim() === "@" ? normaliseDomain(domain) : normaliseHost(text.trim())],
    print: (value) => (value === "." ? "." : `${value}.`),
  });
}

function targetProblem(type: string, text: string, isRootAllowed: boolean, domain: string): string | undefined {
  // A priority and a host, as in zone files.
  const [, priority, server = ""] = /^([0-9]+)\s+(\S+)$/.exec(text.trim()) ?? [];
  if (type === "MX" && priority !== undefined)
    return `${showText(text)} contains the priority. Write content: ${showText(server)} and priority: ${priority}`;
  const origin = domain === "" ? "example.com" : domain;
  if (text === "@") return `"@" is not a host name; write the domain itself: ${showText(origin)}`;
  if (text === ".")
    return isRootAllowed ? undefined : `"." is not a target for ${type}; write a host name such as host.example.net`;
  if (looksLikeAddress(text)) {
    return (
      `${showText(text)} is an IP address, and the target of ${type} is a host name. Declare an A or AAAA ` +
      "record for a host and name that host here"
    );
  }
  const host = hostOf(text);
  if (host === undefined) return invalidity(() => normaliseHost(text));
  if (host.includes("*"))
    return `${showText(text)} contains "*", which is a wildcard only in an owner name. Name one host`;
  if (host.includes(".") || hasTrailingDot(text)) return undefined;
  return (
    `${showText(text)} is a single label, and targets are complete host names. Write ` +
    `${showText(`${host}.${origin}`)} for the host in this domain, or ${showText(`${host}.`)} if the top-level name is meant`
  );
}

/** A label of letters, digits and inner hyphens; of a name also with `_`, but not only `_`. */
const labelForms = {
  host: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  name: /^(?=.*[a-z0-9])[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/,
};

/** The first label that works, and is hardly ever meant; `undefined` for a target that `target-host` reports. */
function oddLabel(target: string, labels: Target["labels"]): string | undefined {
  const host = hostOf(target);
  if (host === undefined || host === "." || host.includes("*")) return undefined;
  const found = (host.endsWith(".arpa") ? host.replaceAll("/", "-") : host).split(".");
  return found.find((each) => !labelForms[labels].test(each));
}

const targetChecks = (
  type: string,
  property: string,
  labels: Target["labels"],
  isRootAllowed: boolean,
): RecordCheck[] => [
  checkOfText(property, "target-host", "strict", {
    reference: "RFC 1034 section 3.1; RFC 1035 sections 2.3.4 and 3.3",
    description:
      "A target is a complete host name: not an address, not `@` or a single label (a host of this domain or a top-level " +
      "domain?), without `*`; `.` only where it means that there is no mail, or no such service.",
    find: (text, domain) => targetProblem(type, text, isRootAllowed, domain),
  }),
  checkOfText(property, "target-label", "best-practice", {
    reference: "RFC 2181 section 11; RFC 1123 section 2.1; RFC 2317 section 4",
    description:
      "The labels of a target are letters, digits and inner hyphens; of a CNAME or PTR also `_`, and `/` in " +
      "names of reverse zones (in-addr.arpa).",
    find: (text) => {
      const label = oddLabel(text, labels);
      return label === undefined
        ? undefined
        : `the label ${showText(label)} is not usual for a host (letters, digits, inner hyphens); correct it unless it is meant`;
    },
  }),
];

/** CNAME: an alias of another name. RFC 1034 section 3.6.2. */
export const CNAME = recordType<"CNAME">({
  type: "CNAME",
  number: 5,
  holds: "`content` is a host name in A-labels, without a trailing dot",
  fields: {
    content: target({
      is: "Host name that this name is an alias of",
      rfc: "RFC 1034 section 3.6.2",
      example: "web.example.net",
      labels: "name",
    }),
  },
  alone: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
  ownerIsHost: true,
  checks: [
    check("cname-apex", "strict", {
      reference: "RFC 1034 section 3.6.2; RFC 1912 section 2.4",
      description: "The apex of the domain has no CNAME.",
      property: "name",
      find: ({ name = "" }, domain) =>
        isAtApex(name, domain)
          ? "a CNAME at the apex would hide the zone's own SOA and NS records. Write A and AAAA records there, or a URL forward"
          : undefined,
    }),
    check("cname-self", "strict", {
      reference: "RFC 1034 section 3.6.2",
      description: "A CNAME doesn't point to itself.",
      property: "content",
      needs: ["name", "content"],
      needsDomain: true,
      find: ({ name = "", content = "" }, domain) =>
        ifValid(() => fullName(ownerName(name, domain), domain) === normaliseHost(content))
          ? "this CNAME points at itself and can never be resolved. Name another host"
          : undefined,
    }),
  ],
});

/** MX: a mail server of a domain. RFC 5321 section 5, RFC 7505. */
export const MX = recordType<"MX">({
  type: "MX",
  number: 15,
  holds: '`content` is a host name in A-labels, or `.` for "takes no mail" (RFC 7505)',
  fields: {
    content: target({
      is: "Host name of a mail server",
      root: "`.` with priority 0 means no mail (RFC 7505).",
      rfc: "RFC 5321 section 5.1",
      example: "mail.example.com",
      labels: "host",
    }),
    priority: priority("RFC 5321 section 5.1"),
  },
  order: ["priority", "content"],
  ownerIsHost: true,
  checks: [
    check("mx-null-priority", "strict", {
      reference: "RFC 7505 section 3",
      description: "A null MX (content `.`) has priority 0.",
      property: "priority",
      needs: ["content", "priority"],
      find: ({ content, priority }) =>
        content === "." && priority !== 0
          ? 'content "." states that the name receives no mail, and then priority is 0. Write priority: 0, or a mail server'
          : undefined,
    }),
  ],
});

/** NS: a name server of a delegated subdomain. RFC 1035 section 3.3.11. */
export const NS = recordType<"NS">({
  type: "NS",
  number: 2,
  holds: "`content` is a host name in A-labels",
  fields: {
    content: target({
      is: "Host name of a name server",
      rfc: "RFC 1035 section 3.3.11",
      example: "ns1.example.net",
      labels: "host",
    }),
  },
  ownerIsHost: true,
  checks: [
    check("ns-apex", "strict", {
      reference: "RFC 1034 section 4.2.1",
      description: "The apex has no NS records: declare `Nameservers`.",
      property: "name",
      find: ({ name = "" }, domain) =>
        isAtApex(name, domain)
          ? "the NS records of the domain itself are its nameservers, and are refused as records. Declare them with " +
            'the Nameservers resource; if this registrar accepts them as records, write skipChecks: ["ns-apex"]'
          : undefined,
    }),
  ],
});

/** PTR: the name of an address, or a pointer of service discovery. RFC 1035 section 3.3.12, RFC 6763. */
export const PTR = recordType<"PTR">({
  type: "PTR",
  number: 12,
  holds: "`content` is a host name in A-labels",
  fields: {
    content: target({
      is: "Host name that this name points to",
      rfc: "RFC 1035 section 3.3.12",
      example: "host.example.com",
      labels: "name",
    }),
  },
  ownerIsHost: true,
  checks: [
    check("ptr-reverse-zone", "best-practice", {
      reference: "RFC 1035 section 3.5; RFC 6763 section 4.1",
      description: "A PTR is in a reverse zone (in-addr.arpa, ip6.arpa) or at a service.",
      property: "name",
      needsDomain: true,
      find: ({ name = "" }, domain) =>
        domain.endsWith(".arpa") || /(?:^|\.)_/.test(name)
          ? undefined
          : "reverse look-ups of an address ask in-addr.arpa or ip6.arpa, never this zone. Ask the network that " +
            "holds the address for its PTR record",
    }),
  ],
});
