/** Types whose data names another host: CNAME, MX, NS, PTR, SRV. */
import { check, checkOfText, hostOf, invalidity, isApex, isAtApex, type RecordCheck } from "../checks/record.ts";
import { ifValid, UnreadableError } from "../errors.ts";
import { fullName, hasTrailingDot, normaliseDomain, normaliseHost, ownerName } from "../names.ts";
import { type Field, number, type OwnerForm, priority, recordType, textField } from "../recordType.ts";
import { showText } from "../text.ts";
import { looksLikeAddress } from "./address.ts";

interface Target {
  /** "Host name of a mail server" */
  is: string;
  /** The meaning of `.`, as a sentence. Default: `.` isn't allowed. */
  root?: string;
  rfc: string;
  example: string;
  /** `host` (default): letters, digits and hyphens. `name`: also keys below `_domainkey`, services, names of reverse zones. */
  labels?: "host" | "name";
}

/** The full name of another host. */
function target(kind: Target): Field<string> {
  const { is, root = "", rfc, example } = kind;
  const means = root && ` ${root}`;
  return textField({
    what: "a host name",
    description: `${is}; a trailing dot is optional and has no meaning.${means} Updates in place. ${rfc}.`,
    examples: [example],
    rdata: "name",
    checks: (type, key) => targetChecks(type, key, kind),
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
  // `/` is allowed in names of reverse zones only (RFC 2317).
  if (host.includes("/") && !host.endsWith(".arpa"))
    return (
      `${showText(text)} contains "/", and a target is a host name without a path. Write ` +
      `${showText(host.split("/")[0] ?? "")}; for a redirect to a URL, declare a UrlForward`
    );
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
function oddLabel(target: string, labels: keyof typeof labelForms): string | undefined {
  const host = hostOf(target);
  if (host === undefined || host === "." || host.includes("*")) return undefined;
  const found = (host.endsWith(".arpa") ? host.replaceAll("/", "-") : host).split(".");
  return found.find((each) => !labelForms[labels].test(each));
}

const targetChecks = (type: string, property: string, { labels = "host", root = "" }: Target): RecordCheck[] => [
  checkOfText(property, "target-host", "strict", {
    reference: "RFC 1034 section 3.1; RFC 1035 sections 2.3.4 and 3.3",
    description:
      "A target is a complete host name: not an address, not `@` or a single label (a host of this domain or a top-level " +
      "domain?), without `*`, and `/` only in names of reverse zones; `.` only where it means that there is no mail, or no " +
      "such service.",
    find: (text, domain) => targetProblem(type, text, root !== "", domain),
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
  fields: {
    content: target({
      is: "Host name that this name is an alias of",
      rfc: "RFC 1034 section 3.6.2",
      example: "web.example.net",
      labels: "name",
    }),
  },
  alone: "RFC 1034 section 3.6.2; RFC 2181 section 10.1",
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
  fields: {
    content: target({
      is: "Host name of a mail server",
      root: "`.` with priority 0 means no mail (RFC 7505).",
      rfc: "RFC 5321 section 5.1",
      example: "mail.example.com",
    }),
    priority: priority("RFC 5321 section 5.1"),
  },
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
  fields: {
    content: target({ is: "Host name of a name server", rfc: "RFC 1035 section 3.3.11", example: "ns1.example.net" }),
  },
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
  fields: {
    content: target({
      is: "Host name that this name points to",
      rfc: "RFC 1035 section 3.3.12",
      example: "host.example.com",
      labels: "name",
    }),
  },
  checks: [
    check("ptr-reverse-zone", "best-practice", {
      reference: "RFC 1035 section 3.5; RFC 6763 section 4.1",
      description: "A PTR is in a reverse zone (in-addr.arpa, ip6.arpa) or at a service.",
      property: "name",
      find: ({ name = "" }, domain) =>
        domain === "" || domain.endsWith(".arpa") || /(?:^|\.)_/.test(name)
          ? undefined
          : "reverse look-ups of an address ask in-addr.arpa or ip6.arpa, never this zone. Ask the network that " +
            "holds the address for its PTR record",
    }),
  ],
});

/** Splits a name that begins with `_service._protocol` or `*._protocol`; `undefined` for other names. RFC 2782. */
function splitServiceName(owner: string) {
  const [, service, protocol, host = ""] = /^(_[^.]+|\*)\.(_[^.]+)(?:\.(.*))?/s.exec(owner) ?? [];
  if (service === undefined || protocol === undefined) return undefined;
  return { name: host === "" ? "@" : host, values: { service, protocol } };
}

/** A service or protocol label in canonical form: lower case, one leading underscore; `*` stays. */
function serviceLabel(label: string): string {
  const bare = label.toLowerCase();
  return bare === "*" || bare.startsWith("_") ? bare : `_${bare}`;
}

/** An owner with `_service._protocol` in its name, or in arguments and fields of their own. */
const serviceOwner: OwnerForm = {
  arguments: {
    service: {
      kind: "string",
      description:
        "Name of the service, with or without its underscore. Or leave out `service` and `protocol`, and begin " +
        "`name` with `_service._protocol`. Updates in place. RFC 2782, RFC 6335 section 5.1.",
      examples: ["_sip"],
      optional: true,
      canonical: serviceLabel,
    },
    protocol: {
      kind: "string",
      description: "Name of the protocol, with or without its underscore. Updates in place. RFC 2782.",
      examples: ["_tcp"],
      optional: true,
      canonical: serviceLabel,
    },
  },
  owner(name, { service = "", protocol = "" }, domain) {
    const owner = ownerName(name, domain);
    // Some registrars show both in one of the two fields: `_sip._tcp`.
    const labels = [service, protocol].flatMap((part) => (part === "" ? [] : part.split("."))).map(serviceLabel);
    if (labels.length === 0) return owner;
    const split = splitServiceName(owner);
    if (split !== undefined) {
      if (labels.every((label) => Object.values(split.values).includes(label))) return owner;
      throw new UnreadableError("the name and the fields name different services");
    }
    if (labels.length !== 2) throw new UnreadableError("service or protocol is missing");
    return ownerName([...labels, ...(owner === "@" ? [] : [owner])].join("."), domain);
  },
  split: splitServiceName,
};

/** `_sip._tcp.a` for `sip.tcp.a`; `undefined` for names whose second label isn't a protocol. */
function withUnderscores(name: string): string | undefined {
  const [service = "", protocol = "", ...host] = name.split(".");
  if (service === "" || !/^_?(?:tcp|udp|tls|sctp|dccp)$/i.test(protocol)) return undefined;
  return [serviceLabel(service), serviceLabel(protocol), ...host].join(".");
}

function serviceProblem(name: string, service: string, protocol: string, domain: string): string | undefined {
  // `name-form` reports an invalid name.
  const owner = domain === "" ? undefined : ifValid(() => ownerName(name, domain));
  const split = splitServiceName(owner ?? name);
  if (split !== undefined && (service !== "" || protocol !== ""))
    return `${showText(name)} names the service already. Remove service and protocol, or write name: ${showText(split.name)}`;
  if (split === undefined && (service === "" || protocol === "")) {
    const meant = withUnderscores(name);
    const example = isApex(name) ? "_sip._tcp" : `_sip._tcp.${name}`;
    const either = meant === undefined ? 'service: "_sip" and protocol: "_tcp", or ' : "";
    return `an SRV record needs its service and protocol. Write ${either}name: ${showText(meant ?? example)}`;
  }
  const labels = split === undefined ? [service, protocol] : Object.values(split.values);
  const wrong = labels.find(
    (label, place) => !(place === 0 && label === "*") && !/^_?[a-z0-9][a-z0-9_-]*$/i.test(label),
  );
  if (wrong !== undefined)
    return `${showText(wrong)} is not a service or protocol. Write a label such as "_sip" or "_tcp"`;
  const long =
    owner === undefined ? undefined : invalidity(() => serviceOwner.owner(name, { service, protocol }, domain));
  return long && `with its service and protocol the name is too long: ${long}. Shorten ${showText(name)}`;
}

/** SRV: the host and port of a service. RFC 2782. */
export const SRV = recordType<"SRV">({
  type: "SRV",
  ownerIsHost: false,
  owner: serviceOwner,
  fields: {
    priority: priority("RFC 2782"),
    weight: number(
      65535,
      "Share of the load among targets of equal priority, 0 to 65535. Updates in place. RFC 2782.",
      5,
    ),
    port: number(65535, "Port of the service, 0 to 65535. Updates in place. RFC 2782.", 5060),
    target: target({
      is: "Host name of the service",
      root: "`.` means that there is no such service.",
      rfc: "RFC 2782",
      example: "sip.example.com",
    }),
  },
  checks: [
    check("srv-name", "strict", {
      reference: "RFC 2782; RFC 1035 section 2.3.4",
      description:
        "An SRV has either `service` and `protocol`, or `_service._protocol` in its name. Each is a label of at most 63 bytes, " +
        "and the full name has at most 253.",
      property: "name",
      reads: ["service", "protocol"],
      find: ({ name = "", service = "", protocol = "" }, domain) => serviceProblem(name, service, protocol, domain),
    }),
  ],
});
