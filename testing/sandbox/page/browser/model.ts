/** Pure functions of the page: no DOM, no network. */
import { fieldsOfTypes } from "../../recordTypes.generated.ts";
import type { PendingApproval, SandboxDomain, SandboxForward, SandboxRecord } from "../../state.ts";
import type { DomainWithContent, View } from "../shape.ts";

const ownerKeys: readonly string[] = ["service", "protocol"];

/** A record's data as one line, as in a zone file. */
export const recordValue = (record: Omit<SandboxRecord, "id">): string =>
  Object.keys(fieldsOfTypes[record.type] ?? {})
    .filter((key) => !ownerKeys.includes(key))
    .map((key) => (key === "value" ? JSON.stringify(record.value ?? "") : Reflect.get(record, key)))
    .join(" ");

/** A row of a zone, as the page lists it. */
export interface ZoneLine {
  readonly type: string;
  readonly owner: string;
  readonly value: string;
  readonly ttl: string;
  readonly comment?: string | undefined;
  /** Absent for a row that programs don't write: it can't be edited here. */
  readonly record?: SandboxRecord;
}

/** The rows of a domain; the records alone if other nameservers serve it. */
export function zoneLines({ records, apex, foreignRows }: DomainWithContent, isServed: boolean): ZoneLine[] {
  const own = records.map((record) => {
    const { type, ttl, comment } = record;
    return { type, owner: ownerOf(record), value: recordValue(record), ttl: String(ttl ?? ""), comment, record };
  });
  const others = [...apex, ...foreignRows].map(({ id: _, type, name, ttl, content, ...more }) => {
    const parts = Object.entries(more).map(
      ([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : value}`,
    );
    const value = [...(typeof content === "string" ? [content] : []), ...parts].join(", ");
    return { type, owner: name || "@", value, ttl: String(ttl ?? "") };
  });
  return isServed ? [...own, ...others] : own;
}

/** The name in DNS relative to the domain; "@" for the apex. */
export function ownerOf(record: Pick<SandboxRecord, "service" | "protocol" | "name">): string {
  return [record.service, record.protocol, record.name].filter(Boolean).join(".") || "@";
}

export const forwardOwner = (forward: SandboxForward) => forward.source || "@";

export interface Field {
  readonly key: string;
  readonly label: string;
  /** `number`, `select`, `lines` is one string of several lines, `list` has one value per line, `code` can only be read. Default: one line of text. */
  readonly kind?: string;
  readonly hint?: string;
  /** Takes the full width of the dialog. */
  readonly wide?: boolean;
  readonly required?: boolean;
  /** Read-only. */
  readonly fixed?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Of a `select`. */
  readonly options?: readonly string[];
}

/** Initial values of a form, and bodies of requests. */
export type Values = Readonly<Record<string, unknown>>;

const number = (key: string, label: string, max: number) => ({ key, label, kind: "number", min: 0, max }) as const;
/** Labels of fields, and of the content of a type, that aren't the field's name. */
const labels: Readonly<Record<string, string>> = {
  A: "IPv4 address",
  AAAA: "IPv6 address",
  TXT: "Text",
  MX: "Mail server",
  NS: "Name server",
  target: "Target host",
};
const hints: Readonly<Record<string, string>> = {
  service: "With the underscore: _sip",
  protocol: "_tcp or _udp",
  tag: "issue, issuewild, iodef",
};

/** The fields of a record's form, by type. */
export function recordFields(type: string, noTtl = "unchanged"): Field[] {
  const name: Field = { key: "name", label: "Name", hint: "Relative to the domain; empty for the apex" };
  const ttl: Field = { ...number("ttl", "TTL in seconds", 2147483647), hint: `Empty: ${noTtl}` };
  const comment: Field = { key: "comment", label: "Comment", wide: true };
  const fields = Object.entries(fieldsOfTypes[type] ?? {}).map(([key, most]): Field => {
    const named = labels[key] ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
    const label = key === "content" ? (labels[type] ?? "Host name") : named;
    return {
      ...(most === "string" ? { key, label } : number(key, label, most)),
      ...(key in hints && { hint: hints[key] }),
      ...(type === "TXT" && { kind: "lines" }),
      ...(["content", "value"].includes(key) && { wide: true }),
      required: true,
    };
  });
  return [name, ttl, ...fields, comment];
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

/** Does the domain use the registrar's nameservers? */
export const isServed = ({ nameservers }: SandboxDomain, { serviceNameservers }: Pick<View, "serviceNameservers">) =>
  nameservers.length > 0 && nameservers.every((host) => serviceNameservers.includes(host));

const soon = 60;

/** The expiry in words, and the CSS class of its urgency. */
export function expiryOf(expires: string, now: string): { readonly text: string; readonly tone: "" | "warn" | "bad" } {
  const left = (Date.parse(expires) - Date.parse(now)) / 86_400_000;
  const days = Math.floor(Math.abs(left));
  if (left < 0) return { text: `expired ${plural(days, "day")} ago`, tone: "bad" };
  return days < soon ? { text: `in ${plural(days, "day")}`, tone: "warn" } : { text: dayOf(expires), tone: "" };
}

const jsonToken = /("(?:[^"\\]|\\[\s\S]?)*"?)(:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** Parts of a JSON text, with the CSS class of each. */
export function highlighted(json: string): (readonly [look: string, text: string])[] {
  const parts: (readonly [string, string])[] = [];
  let end = 0;
  for (const { 0: token, 1: text, 2: colon, index } of json.matchAll(jsonToken)) {
    parts.push(["", json.slice(end, index)]);
    parts.push([text === undefined ? "literal" : colon === undefined ? "string" : "key", token]);
    end = index + token.length;
  }
  return [...parts, ["", json.slice(end)]];
}

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
