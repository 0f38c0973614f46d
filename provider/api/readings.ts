/**
 * Readings of values whose meaning the table of endpoints leaves open.
 * - Dates and moments, as programs and registrars write them.
 * - DNSSEC: the specification shows no field, so the names are assumed, and a contract corrects them.
 * - The registrar lock: several fields mean the same. Specification, "Lock status record".
 * - The service's own nameservers.
 * - The marketplace: it answers errors with 200 and a message, and an appraisal's value goes by two names.
 */
import * as z from "zod";
import type { Contract } from "./contract.ts";
import type { WireLockStatus } from "./endpoints/shapes.ts";
import { lacking, RefusedError } from "./errors.ts";
import type { Call } from "./http/call.ts";
import { quote } from "./redaction.ts";
import { atPath, decodeObject, isObject, UnreadableResponseError, valuesAt } from "./response.ts";

const isoMoment = z.iso.datetime({ offset: true });

/** Milliseconds since 1970 of `2027-03-01` (midnight UTC) or an RFC 3339 moment. Without a zone, it is in UTC. */
export function momentOf(text: unknown): number | undefined {
  // Some services write blanks around the time, no seconds, or no colon in the zone.
  const forms = /^(\S{10})(?:[T ](\d\d:\d\d)(:[\d.]+)? ?(Z|[+-]\d\d:?\d\d)?)?$/;
  const [, day, time = "00:00", seconds = ":00", zone = "Z"] = forms.exec(String(text).trim().toUpperCase()) ?? [];
  const written = `${day}T${time}${seconds}${zone.replace(/(\d\d)(\d\d)$/, "$1:$2")}`;
  return isoMoment.safeParse(written).success ? Date.parse(written) : undefined;
}

/** Are they one moment, however each is written? */
export const isSameMoment = (a: unknown, b: unknown): boolean =>
  momentOf(a) !== undefined && momentOf(a) === momentOf(b);

/** RFC 3339 in UTC. */
export const isoText = (moment: number): string => new Date(moment).toISOString();

/** The same day some years later. 29 February becomes the 28th, so that the date is never too late. */
export function addYears(moment: number, years: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

export const dsRecord = z
  .object({
    keyTag: z.int().describe("Tag of the key, 0 to 65535."),
    algorithm: z.int().describe("Number of the algorithm."),
    digestType: z.int().describe("Number of the digest type."),
    digest: z.string().describe("Hexadecimal, in upper case."),
  })
  .meta({ id: "DsRecord", description: "A DS record of a domain. RFC 4034 section 5." });
type DsRecord = z.output<typeof dsRecord>;

export interface DnssecStatus {
  /** `changing`: it is being turned on or off. `undefined`: the response doesn't say. */
  enabled: boolean | "changing" | undefined;
  dsRecords: DsRecord[];
}

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
  const meanings = [enabled, dnssec_enabled, status].map((value) => words.get(String(value).toLowerCase()));
  // A zone without DNSSEC has no DS records.
  return { enabled: meanings.find((one) => one !== undefined) ?? (dsRecords.length > 0 || undefined), dsRecords };
}

/** A DS record as an object, or as a string (RFC 4034 5.3). */
function signer(row: unknown): DsRecord | undefined {
  const keys = ["key_tag", "algorithm", "digest_type", "digest"];
  const text = isObject(row) ? keys.map((key) => row[key]).join(" ") : String(row);
  const [keyTag, algorithm, digestType, ...words] = text.trim().split(/\s+/);
  const digest = words.join("").toUpperCase();
  const areNumbers = [keyTag, algorithm, digestType].every((number) => /^\d+$/.test(String(number)));
  if (!areNumbers || !/^[\dA-F]{8,}$/.test(digest)) return undefined;
  return { keyTag: Number(keyTag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
}

/** Fields of a lock beside `locked`. Specification, lock status record. */
export const lockDetails = {
  icannTransferLock: z
    .boolean()
    .optional()
    .describe("True during the 60-day transfer restriction after a registration or inbound transfer."),
  icannTransferLockExpiresAt: z.string().optional().describe("End of that restriction, in the registrar's format."),
  canTransferOut: z.boolean().optional().describe("True if the lock and the restriction are off."),
};

export const lockDetailsOf = (lock: WireLockStatus) => ({
  icannTransferLock: lock.icann_transfer_lock,
  icannTransferLockExpiresAt: lock.icann_transfer_lock_expires_at,
  canTransferOut: lock.can_transfer_out,
});

const lockWords = new Map([
  ["locked", true],
  ["unlocked", false],
]);

/**
 * `locked` and `status` mean the same, and either may be missing. `can_transfer_out` is true only if the lock is off.
 * @returns true only if every field agrees; and fields that contradict each other: `locked: true, status: "unlocked"`
 * @throws UnexpectedShapeError if the response doesn't say
 */
export function readLockStatus(lock: WireLockStatus, domain: string): { locked: boolean; contradiction?: string } {
  const { locked, status, can_transfer_out } = lock;
  const fields = [
    { locked, words: `locked: ${locked}` },
    { locked: lockWords.get(String(status).toLowerCase()), words: `status: "${status}"` },
    { locked: can_transfer_out === true ? false : undefined, words: "can_transfer_out: true" },
  ].filter((field) => field.locked !== undefined);
  if (fields.length > 0) {
    const isLocked = fields.every((field) => field.locked);
    if (isLocked || fields.every((field) => !field.locked)) return { locked: isLocked };
    return { locked: false, contradiction: fields.map(({ words }) => words).join(", ") };
  }
  const what = "the response has neither `locked` nor `status`, so nothing shows if the domain is locked";
  throw lacking("lock.get", domain, what);
}

/** Decodes a response of the marketplace. @throws RefusedError for a message without a result; UnreadableResponseError */
export function readResult(call: Call, body: unknown, schema: z.ZodType): unknown {
  try {
    const result = decodeObject(body, schema, call.override);
    const values = ["service_appraisal", "atom_appraisal"].map((key) => atPath(result, key));
    if (call.name !== "marketplace.appraise" || values.some((value) => value !== undefined)) return result;
    throw new UnreadableResponseError("the appraisal contains no value");
  } catch (error) {
    const messages = ["message", "externalmessage"].flatMap((key) => valuesAt(body, key));
    const message = messages.find((value) => typeof value === "string");
    if (!(error instanceof UnreadableResponseError) || !message) throw error;
    const words = quote(message, call.redact);
    throw new RefusedError({
      operation: call.name,
      domain: call.domain,
      status: 200,
      what: `the response contains no result, "${words}"`,
      words,
      advice: `Check ${call.credentials}, and correct what the message names.`,
    });
  }
}

/** Nameservers of the live service by its public reference: a guess, so no others are refused unless the contract names them. */
export const serviceNameservers: readonly string[] = ["ns1.atom.com", "ns2.atom.com"];

export function foreignAmong(nameservers: readonly string[], contract: Contract): string[] {
  const own = contract.serviceNameservers ?? serviceNameservers;
  return nameservers.filter((host) => !own.includes(host.toLowerCase().replace(/\.$/, "")));
}
