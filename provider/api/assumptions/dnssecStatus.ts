/** Reads the DNSSEC status of a domain. The specification shows no field of it: the names are assumed, and a contract corrects them. */
import { isObject } from "../json.ts";

/** The plugin's schema recognises integers by this name. */
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
  /** `changing`: it is being turned on or off. `undefined`: the response doesn't say. */
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

/** @param answer in the table's names */
export function readDnssec(answer: Readonly<Record<string, unknown>>): DnssecStatus {
  const { enabled, dnssec_enabled, status, records } = answer;
  const rows = Array.isArray(records) ? records.flatMap((row) => signer(row) ?? []) : [];
  const byText = new Map(rows.map((row) => [Object.values(row).join(" "), row]));
  const dsRecords = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const meanings = [enabled, dnssec_enabled, status].map((value) => words.get(textOf(value).toLowerCase()));
  // A zone without DNSSEC has no DS records.
  return { enabled: meanings.find((one) => one !== undefined) ?? (dsRecords.length > 0 || undefined), dsRecords };
}

/** A DS record as an object, or as a string (RFC 4034 5.3). */
function signer(row: unknown): DsRecord | undefined {
  const [, ...parts] = typeof row === "string" ? (/^(\d+) (\d+) (\d+) ([\da-f ]+)$/i.exec(row.trim()) ?? []) : [];
  const fields = isObject(row)
    ? ["key_tag", "algorithm", "digest_type", "digest"].map((key) => textOf(row[key]))
    : parts;
  const [keyTag = "", algorithm = "", digestType = "", written = ""] = fields;
  const digest = written.replace(/\s+/g, "").toUpperCase();
  const areNumbers = [keyTag, algorithm, digestType].every((number) => /^\d+$/.test(number));
  if (!areNumbers || !/^[\dA-F]{8,}$/.test(digest)) return undefined;
  return { keyTag: Number(keyTag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
}

const textOf = (value: unknown) => (typeof value === "object" ? "" : String(value));
