/** Converts stored rows from the plain form to responses, by the behaviour. */
import type { Behaviour } from "./behaviour.ts";
import { longIpv6, quoteText, writeText } from "./encoding.ts";
import { dataKeys } from "./records.ts";
import type { SandboxContact, SandboxDomain, SandboxForeignRow, SandboxForward, SandboxRecord } from "./state.ts";

export type JsonObject = Record<string, unknown>;

const idPrefix = { record: "rec_", forward: "fwd_", order: "cart_" };

export const presentId = (id: number, kind: keyof typeof idPrefix, { ids }: Behaviour): number | string =>
  ids === "text" ? `${idPrefix[kind]}${id}` : id;

/** Parses the id in a path; `undefined` if it isn't one of the sandbox's. */
export function readId(text: string, kind: keyof typeof idPrefix, { ids }: Behaviour): number | undefined {
  const prefix = ids === "text" ? idPrefix[kind] : "";
  const number = text.slice(prefix.length);
  return text.startsWith(prefix) && /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}

/** Omits absent fields, or sets them to `null`. */
export const withAbsent = (object: JsonObject, keys: readonly string[], behaviour: Behaviour): JsonObject => {
  const shown = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
  const nulls = behaviour.nulls
    ? Object.fromEntries(keys.filter((key) => !(key in shown)).map((key) => [key, null]))
    : {};
  return {
    ...shown,
    ...nulls,
    ...(behaviour.extraFields ? { revision: 7, links: { self: "/unknown" }, tags: [] } : {}),
  };
};

const ownerLabel = (name: string, domain: string, behaviour: Behaviour) => {
  if (behaviour.names === "relative") return name === "" ? behaviour.apex : name;
  const full = name === "" ? domain : `${name}.${domain}`;
  return behaviour.names === "fqdn-dot" ? `${full}.` : full;
};

export const target = (name: string, { targetDot }: Behaviour) =>
  name !== "." && targetDot ? `${name.toUpperCase()}.` : name;

/** The fields that hold a record's data. */
function dataFields(record: SandboxRecord, behaviour: Behaviour): JsonObject {
  const { content = "", priority, service, protocol, weight, port, flags, tag, value } = record;
  const inContent = behaviour.data !== "fields";
  switch (record.type) {
    case "A":
      return { content };
    case "AAAA":
      return { content: behaviour.ipv6Long ? longIpv6(content).toUpperCase() : content };
    case "TXT":
      return { content: writeText(content, behaviour.textQuoted) };
    case "MX": {
      const host = target(content, behaviour);
      return inContent ? { content: `${priority} ${host}` } : { content: host, priority };
    }
    case "SRV": {
      const host = target(record.target ?? ".", behaviour);
      if (inContent) return { content: `${priority} ${weight} ${port} ${host}` };
      return { service, protocol, priority, weight, port, target: host };
    }
    case "CAA":
      return inContent ? { content: `${flags} ${tag} ${quoteText(value ?? "")}` } : { flags, tag, value };
    default:
      return { content: target(content, behaviour) };
  }
}

const recordKeys = ["ttl", "comment", ...dataKeys];

export function presentRecord(record: SandboxRecord, domain: string, behaviour: Behaviour): JsonObject {
  const name =
    record.type === "SRV" && behaviour.data !== "fields"
      ? [record.service, record.protocol, record.name].filter(Boolean).join(".")
      : record.name;
  const ttl = record.ttl ?? behaviour.defaultTtl;
  return withAbsent(
    {
      id: presentId(record.id, "record", behaviour),
      [behaviour.typeKey]: record.type,
      name: ownerLabel(name, domain, behaviour),
      ...dataFields(record, behaviour),
      ttl: ttl === undefined ? undefined : Math.max(ttl, behaviour.minimumTtl),
      comment: record.comment,
    },
    recordKeys,
    behaviour,
  );
}

/** A row that programs don't write, as it is. */
export const presentForeign = ({ id, type, name, ...data }: SandboxForeignRow, domain: string, behaviour: Behaviour) =>
  withAbsent(
    {
      id: presentId(id, "record", behaviour),
      [behaviour.typeKey]: type,
      name: ownerLabel(name, domain, behaviour),
      ...data,
    },
    recordKeys,
    behaviour,
  );

/** The SOA row, and the NS rows of the domain's nameservers. */
export function apexRecords(domain: SandboxDomain, behaviour: Behaviour): JsonObject[] {
  const name = ownerLabel("", domain.name, behaviour);
  const hosts = domain.nameservers.map((host) => target(host, behaviour));
  const serial = Date.parse(domain.updated) / 1000;
  const rows = [
    ["SOA", `${hosts[0]} hostmaster.${domain.name}. ${Math.floor(serial)} 10000 2400 604800 3600`],
    ...hosts.map((host) => ["NS", host]),
  ];
  return rows.map(([type, content], index) =>
    withAbsent(
      { id: presentId(index + 1, "record", behaviour), [behaviour.typeKey]: type, name, content, ttl: 86400 },
      recordKeys,
      behaviour,
    ),
  );
}

/** Types of forwards, and their words in responses. The third type has one word everywhere. */
export const forwardKinds: Readonly<Record<Behaviour["forwardTypes"], readonly (readonly [string, string])[]>> = {
  words: [
    ["permanent", "permanent"],
    ["temporary", "temporary"],
  ],
  own: [
    ["permanent", "R301"],
    ["temporary", "R302"],
  ],
};

export const presentForward = (forward: SandboxForward, domain: string, behaviour: Behaviour): JsonObject =>
  withAbsent(
    {
      id: presentId(forward.id, "forward", behaviour),
      source: behaviour.names === "relative" ? forward.source : ownerLabel(forward.source, domain, behaviour),
      destination: forward.destination,
      type: forwardKinds[behaviour.forwardTypes].find(([kind]) => kind === forward.type)?.[1] ?? forward.type,
    },
    [],
    behaviour,
  );

const contactKeys = [
  "type",
  "label",
  "name",
  "email",
  "phone",
  "fax",
  "organization",
  "address",
  "city",
  "state",
  "zip",
  "country",
  "disclosed_fields",
  "verified",
];

export function presentContact(contact: SandboxContact, behaviour: Behaviour): JsonObject {
  const { firstName, lastName, disclosedFields, ...same } = contact;
  const renamed = { first_name: firstName, last_name: lastName, disclosed_fields: disclosedFields };
  return withAbsent({ ...same, ...renamed }, contactKeys, behaviour);
}
