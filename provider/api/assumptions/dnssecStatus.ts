/**
 * What the registrar says about a domain's DNSSEC. The specification names the endpoint and shows no field: the names here are
 * assumed, and the contract file corrects them.
 */
import { isObject } from "../json.ts";

/** By this name the plugin's schema knows it. */
type Integer = number;

/** A DS record of a domain. RFC 4034 section 5. */
export interface DsRecord {
  /** Tag of the key, 0 to 65535. */
  keyTag: Integer;
  /** Number of the algorithm. */
  algorithm: Integer;
  /** Number of the digest type. */
  digestType: Integer;
  /** Hexadecimal, in upper case. */
  digest: string;
}

export interface DnssecStatus {
  /** `changing`: it is being turned on or off. `undefined`: the answer does not say. */
  enabled: boolean | "changing" | undefined;
  dsRecords: DsRecord[];
}

/** The field names that a contract can translate. */
export const dnssecFields = [
  ...["enabled", "dnssec_enabled", "status", "records"],
  ...["key_tag", "algorithm", "digest_type", "digest"],
];

const words = new Map<string, DnssecStatus["enabled"]>([
  ...["true", "1", "on", "enabled", "active", "signed"].map((word) => [word, true] as const),
  ...["false", "0", "off", "disabled", "inactive", "unsigned"].map((word) => [word, false] as const),
  ...["pending", "enabling", "disabling"].map((word) => [word, "changing"] as const),
]);

/** The status and the DS records of an answer in the table's names. */
export function readDnssec(answer: Readonly<Record<string, unknown>>): DnssecStatus {
  const { enabled, dnssec_enabled, status, records } = answer;
  const rows = Array.isArray(records) ? records.flatMap((row) => signer(row) ?? []) : [];
  const byText = new Map(rows.map((row) => [Object.values(row).join(" "), row]));
  const dsRecords = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const meanings = [enabled, dnssec_enabled, status].map((value) => words.get(textOf(value).toLowerCase()));
  // A zone without DNSSEC has no DS records to show.
  return { enabled: meanings.find((one) => one !== undefined) ?? (dsRecords.length > 0 || undefined), dsRecords };
}

/** A DS record as an object, or as text (RFC 4034 5.3). */
function signer(row: unknown): DsRecord | undefined {
  const [, ...parts] = typeof row === "string" ? (/^(\d+) (\d+) (\d+) ([\da-f ]+)$/i.exec(row.trim()) ?? []) : [];
  const fields = isObject(row)
    ? ["key_tag", "algorithm", "digest_type", "digest"].map((key) => textOf(row[key]))
    : parts;
  const [keyTag = Number.NaN, algorithm = Number.NaN, digestType = Number.NaN] = fields
    .slice(0, 3)
    .map((text) => (text === "" ? Number.NaN : Number(text)));
  const digest = (fields[3] ?? "").replace(/\s+/g, "").toUpperCase();
  const isWhole = [keyTag, algorithm, digestType].every((number) => Number.isInteger(number) && number >= 0);
  return isWhole && /^[\dA-F]{8,}$/.test(digest) ? { keyTag, algorithm, digestType, digest } : undefined;
}

const textOf = (value: unknown) => (typeof value === "object" ? "" : String(value));
