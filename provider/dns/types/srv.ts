import { check, invalidity, isApex } from "../checks/record.ts";
import { ifValid, UnreadableError } from "../errors.ts";
import { ownerName } from "../names.ts";
import { number, type OwnerForm, priority, recordType } from "../recordType.ts";
import { showText } from "../text.ts";
import { target } from "./host.ts";

/** Splits a name that begins with `_service._protocol` or `*._protocol`; `undefined` for other names. RFC 2782. */
function splitServiceName(owner: string) {
  const [, service, protocol, host = ""] = /^(_[^.]+|\*)\.(_[^.]+)(?:\.(.*))?$/s.exec(owner) ?? [];
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
      brief: "together with `protocol`, or as a part of the name",
      canonical: serviceLabel,
    },
    protocol: {
      kind: "string",
      description: "Name of the protocol, with or without its underscore. Updates in place. RFC 2782.",
      examples: ["_tcp"],
      optional: true,
      brief: "together with `service`",
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

/** Protocols of services, for names that lack their underscores. */
const protocols = ["_tcp", "_udp", "_tls", "_sctp", "_dccp"];

/** `_sip._tcp.a` for `sip.tcp.a`; `undefined` for names that don't seem to have a service and a protocol. */
function withUnderscores(name: string): string | undefined {
  const [service = "", protocol = "", ...host] = name.split(".");
  if (service === "" || !protocols.includes(serviceLabel(protocol))) return undefined;
  return [serviceLabel(service), serviceLabel(protocol), ...host].join(".");
}

function nameProblem(name: string, service: string, protocol: string, domain: string): string | undefined {
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
  number: 33,
  holds: "its `name` begins with service and protocol, such as `_sip._tcp`. RFC 2782",
  owner: serviceOwner,
  fields: {
    priority: priority("RFC 2782"),
    weight: number(65535, {
      description: "Share of the load among targets of equal priority, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5],
    }),
    port: number(65535, {
      description: "Port of the service, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5060],
    }),
    target: target({
      is: "Host name of the service",
      root: "`.` means that there is no such service.",
      rfc: "RFC 2782",
      example: "sip.example.com",
      brief: "the host that gives the service",
      labels: "host",
    }),
  },
  label: ["target"],
  checks: [
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
