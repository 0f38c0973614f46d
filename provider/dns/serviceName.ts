import { ownerName } from "./names.ts";
import type { OwnerForm } from "./recordType.ts";
import { UnreadableError } from "./wireFields.ts";

/** The parts of an SRV record's owner name. RFC 2782. */
export interface ServiceName {
  /** With its underscore, or `*`. */
  service: string;
  /** With its underscore. */
  protocol: string;
  /** What follows; `@` if nothing does. */
  host: string;
}

/** Splits a name that begins with `_service._protocol` (or `*._protocol`); `undefined` for any other name. */
export function splitServiceName(name: string): ServiceName | undefined {
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
 * The canonical owner of an SRV record from its name and the optional service and protocol beside it; a name that begins
 * with them is not given them twice.
 * @throws InvalidNameError
 * @throws UnreadableError if name and fields name different services, or one of the two fields is missing
 */
export function serviceOwner(
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
    throw new UnreadableError("service and protocol are not both there");
  }
  return ownerName(owner === "@" ? `${first}.${second}` : `${first}.${second}.${owner}`, domain);
}

const serviceArgument = (key: string, example: string, description: string, brief: string) => ({
  kind: "string" as const,
  message: `${key} is a text such as "${example}" or "_${example}"`,
  description,
  examples: [`_${example}`],
  optional: true,
  brief,
  canonical: serviceLabel,
});

/** An owner that names a service: `_service._protocol` before a host, or in arguments and fields of their own. */
export const serviceOwnerForm = {
  arguments: {
    service: serviceArgument(
      "service",
      "sip",
      "The service's name, with or without its underscore, beside `protocol` and a host in `name`. Leave both out to write `_service._protocol` at the beginning of `name`. Updates in place. RFC 2782, RFC 6335 section 5.1.",
      "beside `protocol`; or as a part of the name",
    ),
    protocol: serviceArgument(
      "protocol",
      "tcp",
      "The protocol's name, with or without its underscore, beside `service`. Updates in place. RFC 2782.",
      "beside `service`",
    ),
  },
  owner: (name, { service, protocol }, domain) => serviceOwner(name, service, protocol, domain),
  split: (owner) => {
    const split = splitServiceName(owner);
    return split && { name: split.host, values: { service: split.service, protocol: split.protocol } };
  },
} satisfies OwnerForm<"service" | "protocol">;
