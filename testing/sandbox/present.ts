/** How stored things are shown to API clients: the plain form, bent to the behaviour in force. */
import type { Behaviour } from "./behaviour.ts";
import { longIpv6, writeText } from "./encoding.ts";
import { dataKeys } from "./records.ts";
import type { SandboxContact, SandboxDomain, SandboxForward, SandboxRecord } from "./state.ts";

export type JsonObject = Record<string, unknown>;

const idPrefix = { record: "rec_", forward: "fwd_", order: "cart_" };
const hugeStart = 9007199254740993n;

/** Marks a number that JSON.stringify cannot write; `encode` takes the quotes off. */
const hugeMark = "\u0000huge:";

export function presentId(id: number, kind: keyof typeof idPrefix, behaviour: Behaviour): number | string {
  if (behaviour.ids === "text") return `${idPrefix[kind]}${id}`;
  if (behaviour.ids === "huge") return `${hugeMark}${hugeStart + 2n * BigInt(id)}`;
  return id;
}

/** The id inside a path back to the sandbox's number; `undefined` when it cannot be one. */
export function readId(text: string, kind: keyof typeof idPrefix, behaviour: Behaviour): number | undefined {
  if (behaviour.ids === "text")
    return text.startsWith(idPrefix[kind]) ? plainNumber(text.slice(idPrefix[kind].length)) : undefined;
  if (behaviour.ids !== "huge") return plainNumber(text);
  if (!/^\d+$/.test(text)) return undefined;
  const offset = BigInt(text) - hugeStart;
  return offset >= 0n && offset % 2n === 0n ? Number(offset / 2n) : undefined;
}

const plainNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** JSON text of an answer. */
export const encode = (body: unknown) => JSON.stringify(body).replaceAll(/"\\u0000huge:(\d+)"/g, "$1");

/** Absent fields: left out, or `null`. */
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
  const whole = name === "" ? domain : `${name}.${domain}`;
  return behaviour.names === "fqdn-dot" ? `${whole}.` : whole;
};

export const target = (name: string, behaviour: Behaviour) => {
  if (name === ".") return name;
  const encoded = behaviour.targetCase === "upper" ? name.toUpperCase() : name;
  return behaviour.targetDot ? `${encoded}.` : encoded;
};

const address6 = (short: string, behaviour: Behaviour) => {
  const encoded = behaviour.ipv6Long ? longIpv6(short) : short;
  return behaviour.ipv6Upper ? encoded.toUpperCase() : encoded;
};

/** The fields that hold a record's data. */
function dataFields(record: SandboxRecord, behaviour: Behaviour): JsonObject {
  const { content = "", priority, service, protocol, weight, port, flags, tag, value } = record;
  switch (record.type) {
    case "A":
      return { content };
    case "AAAA":
      return { content: address6(content, behaviour) };
    case "TXT":
      return {
        content: writeText(content, {
          quoted: behaviour.textQuoted,
          chunked: behaviour.textChunked,
          escaped: behaviour.textEscaped,
        }),
      };
    case "MX": {
      const host = target(content, behaviour);
      return behaviour.mx === "content" ? { content: `${priority} ${host}` } : { content: host, priority };
    }
    case "SRV": {
      const host = target(record.target ?? ".", behaviour);
      if (behaviour.srv === "content") return { content: `${priority} ${weight} ${port} ${host}` };
      return { service, protocol, priority, weight, port, target: host };
    }
    case "CAA":
      return behaviour.caa === "content"
        ? { content: `${flags} ${tag} ${writeText(value ?? "", { quoted: true, chunked: false, escaped: false })}` }
        : { flags, tag, value };
    default:
      return { content: target(content, behaviour) };
  }
}

const recordKeys = ["ttl", "comment", ...dataKeys];

export function presentRecord(record: SandboxRecord, domain: string, behaviour: Behaviour): JsonObject {
  const name =
    record.type === "SRV" && behaviour.srv === "content"
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

/** The apex records a registrar keeps itself, where the behaviour lists them. */
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

/** The kinds of forwards and how they are shown. A third kind has one word everywhere. */
export const forwardKinds: Readonly<
  Record<Behaviour["forwardTypes"], readonly (readonly [string, string | number])[]>
> = {
  words: [
    ["permanent", "permanent"],
    ["temporary", "temporary"],
  ],
  codes: [
    ["permanent", 301],
    ["temporary", 302],
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

export const presentContact = (contact: SandboxContact, behaviour: Behaviour): JsonObject =>
  withAbsent({ ...contact }, contactKeys, behaviour);
