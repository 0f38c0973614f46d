/**
 * The status of a domain's DNSSEC and of its registrar lock, as responses show it. The specification shows no field of DNSSEC:
 * the names are assumed, and a contract corrects them. The lock: specification, "Lock status record".
 */
import * as z from "zod";
import type { WireLockStatus } from "../endpoints/shapes.ts";
import { lacking } from "../errors.ts";
import { isObject } from "../json.ts";

export const dsRecord = z
  .object({
    keyTag: z.int().meta({ description: "Tag of the key, 0 to 65535." }),
    algorithm: z.int().meta({ description: "Number of the algorithm." }),
    digestType: z.int().meta({ description: "Number of the digest type." }),
    digest: z.string().meta({ description: "Hexadecimal, in upper case." }),
  })
  .meta({ id: "DsRecord", description: "A DS record of a domain. RFC 4034 section 5." });
type DsRecord = z.output<typeof dsRecord>;

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

export interface LockStatus {
  /** True only if every field agrees. */
  locked: boolean;
  /** Fields that contradict each other, such as `locked: true, status: "unlocked"`. */
  contradiction?: string;
}

/**
 * `locked` and `status` mean the same, and either may be missing. `can_transfer_out` is true only if the lock is off. The
 * transfer flag counts only if all of them are missing.
 * @throws UnexpectedShapeError if the response doesn't say
 */
export function readLockStatus(lock: WireLockStatus, domain: string): LockStatus {
  const { locked, status, transfer_locked, can_transfer_out } = lock;
  const fields = [
    { locked, words: `locked: ${locked}` },
    { locked: statusSays(status), words: `status: "${status}"` },
    { locked: can_transfer_out === true ? false : undefined, words: "can_transfer_out: true" },
  ].filter((field) => field.locked !== undefined);
  if (fields.length > 0) {
    const isLocked = fields.every((field) => field.locked);
    if (isLocked || fields.every((field) => !field.locked)) return { locked: isLocked };
    return { locked: false, contradiction: fields.map(({ words }) => words).join(", ") };
  }
  if (transfer_locked !== undefined) return { locked: transfer_locked };
  const what = "the response has neither `locked` nor `status`, so nothing shows if the domain is locked";
  throw lacking("lock.get", domain, what);
}

function statusSays(status: string | undefined): boolean | undefined {
  if (status?.toLowerCase() === "locked") return true;
  return status?.toLowerCase() === "unlocked" ? false : undefined;
}
