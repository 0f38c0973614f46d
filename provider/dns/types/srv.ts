import { check } from "../checks/check.ts";
import { targetChecks } from "../checks/targets.ts";
import { InvalidNameError, ownerName, showText } from "../names.ts";
import type { RecordDataOf } from "../recordData.ts";
import { printHost, recordType, text, uint16 } from "../recordType.ts";
import { serviceOwner, splitServiceName } from "../serviceName.ts";
import { agreed, integerFromText, UnreadableError, type WireFields } from "../wireFields.ts";
import { hostFromWire } from "./hostContent.ts";

/** The parts that content may hold: `priority weight port target`, `weight port target`, or the target alone. */
function contentParts(wire: WireFields) {
  const content = wire.text("content")?.trim();
  if (content === undefined || content === "") return {};
  const parts = content.split(/\s+/);
  const [target = "", port, weight, priority, ...more] = parts.reverse();
  if (more.length > 0 || parts.length === 2)
    throw new UnreadableError("content is not priority, weight, port and target");
  const number = (part: string | undefined, what: string): number | undefined =>
    part === undefined ? undefined : integerFromText(part, 65535, `the ${what} in content`);
  return {
    priority: number(priority, "priority"),
    weight: number(weight, "weight"),
    port: number(port, "port"),
    target,
  };
}

/** One label of RFC 6335 section 5.1 after its underscore; a wildcard service is allowed. */
function isServiceLabel(label: string, wildcard: boolean): boolean {
  return (
    (wildcard && label === "*") ||
    (/^_?[a-z0-9](?:[a-z0-9]|-(?!-)){0,14}$/i.test(label) && /[a-z]/i.test(label) && !label.endsWith("-"))
  );
}

/** The canonical owner, or `undefined` while the domain is not known or the name is not valid. */
function ownerOf(name: string, domain: string): string | undefined {
  try {
    return domain === "" ? undefined : ownerName(name, domain);
  } catch {
    return undefined;
  }
}

/** SRV: the host and port of a service. RFC 2782. */
export const SRV = recordType({
  type: "SRV",
  fields: {
    service: text('service is a text such as "sip" or "_sip"')
      .optional()
      .meta({
        description:
          "The service's name, with or without its underscore, beside `protocol` and a host in `name`. Leave both out to write `_service._protocol` at the beginning of `name`. Updates in place. RFC 2782, RFC 6335 section 5.1.",
        examples: ["_sip"],
      }),
    protocol: text('protocol is a text such as "tcp" or "_tcp"')
      .optional()
      .meta({
        description:
          "The protocol's name, with or without its underscore, beside `service`. Updates in place. RFC 2782.",
        examples: ["_tcp"],
      }),
    priority: uint16("priority", "the lowest is tried first, such as 10").meta({
      description: "Priority, 0 to 65535: the lowest is tried first. Updates in place. RFC 2782.",
      examples: [10],
    }),
    weight: uint16("weight", "the share among targets of one priority, such as 5").meta({
      description: "Share of the load among targets of one priority, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5],
    }),
    port: uint16("port", "the port of the service on the target, such as 5060").meta({
      description: "Port of the service on the target, 0 to 65535. Updates in place. RFC 2782.",
      examples: [5060],
    }),
    target: text(
      'target is the host that gives the service, such as "sip.example.com"; "." means: no such service',
    ).meta({
      description:
        "The complete host name that gives the service; a trailing dot is optional and has no meaning. `.` says that there is no such service. Updates in place. RFC 2782.",
      examples: ["sip.example.com"],
    }),
  },
  fromWire: (wire, domain): RecordDataOf<"SRV"> => {
    const content = contentParts(wire);
    const host = (target: string | undefined): string | undefined =>
      target === undefined || target.trim() === "" ? undefined : hostFromWire(target.trim(), domain);
    const priority = agreed("priority", wire.integer("priority", 65535), content.priority);
    const weight = agreed("weight", wire.integer("weight", 65535), content.weight);
    const port = agreed("port", wire.integer("port", 65535), content.port);
    const target = agreed("target", host(wire.text("target")), host(content.target));
    if (weight === undefined || port === undefined || target === undefined) {
      throw new UnreadableError("weight, port and target are not all there, in fields or in content");
    }
    const data = { type: "SRV" as const, weight, port, target };
    return priority === undefined ? data : { ...data, priority };
  },
  toWire: ({ priority, weight, port, target }, { srv = "fields" }) => ({
    ...(srv !== "content" && { ...(priority !== undefined && { priority }), weight, port, target }),
    ...(srv !== "fields" && {
      content: [...(priority === undefined ? [] : [priority]), weight, port, target].join(" "),
    }),
  }),
  identity: ({ weight, port, target }) => [weight, port, target],
  print: ({ priority, weight, port, target }) =>
    `${priority === undefined ? "" : `${priority} `}${weight} ${port} ${printHost(target)}`,
  checks: [
    ...targetChecks("SRV", "target"),
    check("srv-owner", "strict", {
      reference: "RFC 2782",
      also: "octoDNS srv-name",
      description:
        "An SRV record is named by `service` and `protocol` beside a host, or by `_service._protocol` in its name: one of the two.",
      property: "name",
      needs: ["name"],
      reads: ["service", "protocol"],
      find: ({ name = "", service = "", protocol = "" }, domain) => {
        const split = splitServiceName(ownerOf(name, domain) ?? name);
        if (split !== undefined && (service !== "" || protocol !== "")) {
          return `${showText(name)} names the service already. Take service and protocol out, or write name: ${showText(split.host)}`;
        }
        if (split === undefined && (service === "" || protocol === "")) {
          return `an SRV record needs its service and protocol. Write service: "_sip" and protocol: "_tcp", or name: ${showText(name === "" || name === "@" ? "_sip._tcp" : `_sip._tcp.${name}`)}`;
        }
        return undefined;
      },
    }),
    check("srv-name", "strict", {
      reference: "RFC 2782; RFC 6335 section 5.1",
      also: "octoDNS srv-name-rfc",
      description:
        "Service and protocol are 1 to 15 letters, digits and single inner hyphens, with at least one letter.",
      property: "name",
      needs: ["name"],
      reads: ["service", "protocol"],
      find: ({ name = "", service = "", protocol = "" }, domain) => {
        const split = splitServiceName(ownerOf(name, domain) ?? name) ?? { service, protocol };
        if (split.service !== "" && !isServiceLabel(split.service, true)) {
          return `${showText(split.service)} is no service name. Write 1 to 15 letters, digits and single inner hyphens after the underscore, such as "_sip"`;
        }
        if (split.protocol !== "" && !isServiceLabel(split.protocol, false)) {
          return `${showText(split.protocol)} is no protocol name. Write one such as "_tcp" or "_udp"`;
        }
        return undefined;
      },
    }),
    check("srv-name-length", "strict", {
      reference: "RFC 1035 section 2.3.4; RFC 2782",
      also: "",
      description: "With service, protocol and domain the name of an SRV record has at most 253 bytes.",
      property: "name",
      needs: ["name"],
      reads: ["service", "protocol"],
      needsDomain: true,
      find: ({ name = "", service = "", protocol = "" }, domain) => {
        // A name or a service that is wrong by itself has a check of its own.
        if (ownerOf(name, domain) === undefined) return undefined;
        if (![service, protocol].every((label) => label === "" || isServiceLabel(label, true))) return undefined;
        try {
          serviceOwner(name, service, protocol, domain);
          return undefined;
        } catch (error) {
          if (!(error instanceof InvalidNameError)) return undefined;
          return `with its service and protocol the name is too long: ${error.message}. Shorten ${showText(name)}`;
        }
      },
    }),
    check("srv-null-target", "best-practice", {
      reference: "RFC 2782",
      also: "octoDNS srv-value-rfc",
      description:
        "With target `.` (no such service), priority, weight and port are usually 0. RFC 2782 does not ask for it.",
      property: "target",
      needs: ["target", "priority", "weight", "port"],
      find: ({ target, priority, weight, port }) =>
        target === "." && (priority !== 0 || weight !== 0 || port !== 0)
          ? 'target "." says that there is no such service, so priority, weight and port say nothing; 0 is usual. Write 0 for each, or a host'
          : undefined,
    }),
    check("srv-port", "strict", {
      reference: "RFC 6335 section 6",
      also: "octoDNS srv-value-rfc",
      description: "Port 0 is reserved: the port of a service is 1 to 65535.",
      property: "port",
      needs: ["port", "target"],
      find: ({ port, target }) =>
        port === 0 && target !== "." ? "port 0 is reserved. Write the port of the service, such as 5060" : undefined,
    }),
  ],
});
