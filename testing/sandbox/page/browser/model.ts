/** Pure functions of the page: no DOM, no network. */
import type { PendingApproval, SandboxDomain, SandboxForward, SandboxRecord, SandboxRecordType } from "../../state.ts";

/** A record's data as one line. */
export function recordValue(record: Omit<SandboxRecord, "id">): string {
  switch (record.type) {
    case "MX":
      return [record.priority, record.content].join(" ");
    case "SRV":
      return [record.priority, record.weight, record.port, record.target].join(" ");
    case "CAA":
      return [record.flags, record.tag, JSON.stringify(record.value ?? "")].join(" ");
    default:
      return record.content ?? "";
  }
}

/** The name in DNS relative to the domain; "@" for the apex. */
export function ownerOf(record: Pick<SandboxRecord, "service" | "protocol" | "name">): string {
  return [record.service, record.protocol, record.name].filter(Boolean).join(".") || "@";
}

export const forwardOwner = (forward: SandboxForward) => forward.source || "@";

export interface Field {
  readonly key: string;
  readonly label: string;
  /** `lines` is one string of several lines, `list` has one value per line. Default: one line of text. */
  readonly kind?: "number" | "select" | "lines" | "list";
  readonly hint?: string;
  /** Takes the full width of the dialog. */
  readonly wide?: true;
  readonly required?: true;
  /** Read-only. */
  readonly fixed?: true;
  readonly min?: number;
  readonly max?: number;
  /** Of a `select`. */
  readonly options?: readonly string[];
}

/** Initial values of a form, and bodies of requests. */
export type Values = Readonly<Record<string, unknown>>;

/** The CSS class of a record type's colour. Default: `blue`. */
export const typeColours: Readonly<Partial<Record<SandboxRecordType, string>>> = {
  A: "good",
  AAAA: "good",
  MX: "warn",
  TXT: "",
  SRV: "warn",
  CAA: "",
};

const number = (key: string, label: string, max: number) => ({ key, label, kind: "number", min: 0, max }) as const;
const contentLabels: Readonly<Record<string, string>> = {
  A: "IPv4 address",
  AAAA: "IPv6 address",
  TXT: "Text",
  MX: "Mail server",
  NS: "Name server",
};

/** The fields of a record's form, by type. */
export function recordFields(type: string, noTtl = "unchanged"): Field[] {
  const name: Field = { key: "name", label: "Name", hint: "Relative to the domain; empty for the apex" };
  const ttl: Field = { ...number("ttl", "TTL in seconds", 2147483647), hint: `Empty: ${noTtl}` };
  const comment: Field = { key: "comment", label: "Comment", wide: true };
  const content: Field = {
    key: "content",
    label: contentLabels[type] ?? "Host name",
    ...(type === "TXT" && { kind: "lines" }),
    wide: true,
    required: true,
  };
  const priority: Field = { ...number("priority", "Priority", 65535), required: true };
  const several: Readonly<Record<string, Field[]>> = {
    MX: [priority, content],
    SRV: [
      { key: "service", label: "Service", hint: "With the underscore: _sip", required: true },
      { key: "protocol", label: "Protocol", hint: "_tcp or _udp", required: true },
      priority,
      { ...number("weight", "Weight", 65535), required: true },
      { ...number("port", "Port", 65535), required: true },
      { key: "target", label: "Target host", required: true },
    ],
    CAA: [
      { ...number("flags", "Flags", 255), required: true },
      { key: "tag", label: "Tag", hint: "issue, issuewild, iodef", required: true },
      { key: "value", label: "Value", wide: true, required: true },
    ],
  };
  return [name, ttl, ...(several[type] ?? [content]), comment];
}

/** The body of a request from a form's texts. Omits empty optional fields. */
export function bodyOf(fields: readonly Field[], texts: Readonly<Record<string, string>>, before: Values = {}): Values {
  const body: Record<string, unknown> = {};
  for (const { key, kind, fixed } of fields) {
    const given = texts[key];
    if (given === undefined || fixed) continue;
    const text = given === "@" && ["name", "source"].includes(key) ? "" : given;
    if (text === "" && (before[key] === undefined || kind === "number")) continue;
    if (kind === "list") body[key] = linesOf(text);
    else body[key] = kind === "number" ? Number(text) : text;
  }
  return body;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? "none";
export const timeOf = (moment: string) => moment.slice(11, 19);
export const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
/** Is the domain under its 60-day restriction? */
export const isRestricted = ({ restrictedUntil }: SandboxDomain, now: string) =>
  restrictedUntil !== null && restrictedUntil > now;

/** Is an inbound transfer of the domain running? */
export const isMoving = ({ transferUntil }: SandboxDomain, now: string) =>
  transferUntil !== null && transferUntil > now;

/** The pending changes of contacts that concern the domain. */
export const waitingFor = (domain: SandboxDomain, approvals: readonly PendingApproval[]) =>
  approvals.filter((each) =>
    each.kind === "contact" ? Object.values(domain.contacts).includes(each.handle) : each.domain === domain.name,
  );

/** The CSS class of a status in the log. */
export function statusTone(status: number): "good" | "warn" | "bad" {
  if (status === 0) return "bad";
  if (status === 429) return "warn";
  return status >= 400 ? "bad" : "good";
}
