import { isApex } from "../checks/names.ts";
import { InvalidNameError, ifValid, UnreadableError } from "../errors.ts";
import { priority, target, uint16 } from "../fields.ts";
import { ownerName } from "../names.ts";
import { type OwnerForm, recordType } from "../recordType.ts";
import { showText } from "../text.ts";

/** The parts of an SRV record's owner name. RFC 2782. */
interface ServiceName {
  /** With its underscore, or `*`. */
  service: string;
  /** With its underscore. */
  protocol: string;
  /** The name that follows; `@` if none does. */
  host: string;
}

/** Splits a name that begins with `_service._protocol` or `*._protocol`; `undefined` for other names. */
function splitServiceName(name: string): ServiceName | undefined {
  const [, service, protocol, host] = /^(_[^.]+|\*)\.(_[^.]+)(?:\.(.*))?$/s.exec(name) ?? [];
  if (service === undefined || protocol === undefined) return undefined;
  return { service, protocol, host: host === undefined || host === "" ? "@" : host };
}

/** A service or protocol label in canonical form: lower case, one leading underscore; `*` stays. */
function serviceLabel(label: string): string {
  const bare = label.toLowerCase();
  return bare === "*" || bare.startsWith("_") ? bare : `_${bare}`;
}

/**
 * The canonical owner of an SRV record from its name and, unless it begins with them, service and protocol.
 * @throws InvalidNameError
 * @throws UnreadableError if name and fields name different services, or one of the two fields is missing
 */
function serviceOwner(
  name: string | null | undefined,
  service: string | undefined,
  protocol: string | undefined,
  domain: string,
): string {
  const owner = ownerName(name, domain);
  const labels = [service, protocol]
    .filter((part) => part !== undefined && part !== "")
    .flatMap((part) => (part ?? "").split("."))
    .map(serviceLabel);
  if (labels.length === 0) return owner;
  const split = splitServiceName(owner);
  if (split !== undefined) {
    if (labels.every((label) => label === split.service || label === split.protocol)) return owner;
    throw new UnreadableError("the name and the fields name different services");
  }
  const [first, second, ...more] = labels;
  if (first === undefined || second === undefined || more.length > 0) {
    throw new UnreadableError("service or protocol is missing");
  }
  return ownerName(owner === "@" ? `${first}.${second}` : `${first}.${second}.${owner}`, domain);
}

const serviceArgument = (key: string, example: string, description: string, brief: string) => ({
  kind: "string" as const,
  message: `${key} is a string such as "${example}" or "_${example}"`,
  description,
  examples: [`_${example}`],
  optional: true,
  brief,
  canonical: serviceLabel,
});

/** An owner with `_service._protocol` in its name, or in arguments and fields of their own. */
const serviceOwnerForm = {
  arguments: {
    service: serviceArgument(
      "service",
      "sip",
      "Name of the service, with or without its underscore. Or leave out `service` and `protocol`, and begin " +
        "`name` with `_service._protocol`. Updates in place. RFC 2782, RFC 6335 section 5.1.",
      "together with `protocol`, or as a part of the name",
    ),
    protocol: serviceArgument(
      "protocol",
      "tcp",
      "Name of the protocol, with or without its underscore. Updates in place. RFC 2782.",
      "together with `service`",
    ),
  },
  owner: (name, { service, protocol }, domain) => serviceOwner(name, service, protocol, domain),
  split: (owner) => {
    const split = splitServiceName(owner);
    return split && { name: split.host, values: { service: split.service, protocol: split.protocol } };
  },
} satisfies OwnerForm<"service" | "protocol">;

/** Protocols of services, for names that lack their underscores. */
const protocols = ["_tcp", "_udp", "_tls", "_sctp", "_dccp"];

/** `_sip._tcp.a` for `sip.tcp.a`; `undefined` for names that don't seem to have a service and a protocol. */
function withUnderscores(name: string): string | undefined {
  const [service = "", protocol = "", ...host] = name.split(".");
  if (service === "" || !protocols.includes(serviceLabel(protocol))) return undefined;
  return [serviceLabel(service), serviceLabel(protocol), ...host].join(".");
}

/** The canonical owner; `undefined` if the domain isn't known, or the name isn't valid. */
const ownerOf = (name: string, domain: string) => (domain === "" ? undefined : ifValid(() => ownerName(name, domain)));

function nameProblem(name: string, service: string, protocol: string, domain: string): string | undefined {
  const split = splitServiceName(ownerOf(name, domain) ?? name);
  if (split !== undefined && (service !== "" || protocol !== ""))
    return `${showText(name)} names the service already. Remove service and protocol, or write name: ${showText(split.host)}`;
  if (split === undefined && (service === "" || protocol === "")) {
    const meant = withUnderscores(name);
    const example = isApex(name) ? "_sip._tcp" : `_sip._tcp.${name}`;
    const either = meant === undefined ? 'service: "_sip" and protocol: "_tcp", or ' : "";
    return `an SRV record needs its service and protocol. Write ${either}name: ${showText(meant ?? example)}`;
  }
  const labels = split === undefined ? [service, protocol] : [split.service, split.protocol];
  const wrong = labels.find(
    (label, place) => !(place === 0 && label === "*") && !/^_?[a-z0-9][a-z0-9_-]*$/i.test(label),
  );
  if (wrong !== undefined)
    return `${showText(wrong)} is not a service or protocol. Write a label such as "_sip" or "_tcp"`;
  // `name-form` reports an invalid name.
  if (ownerOf(name, domain) === undefined) return undefined;
  try {
    serviceOwner(name, service, protocol, domain);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidNameError)) return undefined;
    return `with its service and protocol the name is too long: ${error.message}. Shorten ${showText(name)}`;
  }
}

/** SRV: the host and port of a service. RFC 2782. */
export const SRV = recordType({
  type: "SRV",
  number: 33,
  holds: "its `name` begins with service and protocol, such as `_sip._tcp`. RFC 2782",
  owner: serviceOwnerForm,
  fields: {
    priority: priority({
      description: "Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782.",
      examples: [10],
      brief: "the lowest is tried first",
    }),
    weight: uint16("weight", "the share among targets of one priority, such as 5", {
      description: "Share of the load among targets of equal priority, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5],
    }),
    port: uint16("port", "the port of the service on the target, such as 5060", {
      description: "Port of the service, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5060],
    }),
    target: target(
      'target is the host that gives the service, such as "sip.example.com"; "." means: no such service',
      {
        description:
          "Host name of the service; a trailing dot is optional and has no meaning. `.` means that there is no " +
          "such service. Updates in place. RFC 2782.",
        examples: ["sip.example.com"],
        brief: "the host that gives the service",
      },
      { labels: "host", rootAllowed: true },
    ),
  },
  label: (data) => data.target,
  checks: (check) => [
    check("srv-name", "strict", {
      reference: "RFC 2782; RFC 1035 section 2.3.4",
      description:
        "An SRV has either `service` and `protocol`, or `_service._protocol` in its name. Each is a label of at most 63 bytes, " +
        "and the full name has at most 253.",
      property: "name",
      reads: ["service", "protocol"],
      find: ({ name = "", service = "", protocol = "" }, domain) => nameProblem(name, service, protocol, domain),
    }),
  ],
});
