/**
 * What the registrar says about a domain's DNSSEC. The specification names the endpoint and shows no field, so that
 * whatever looks like a status or a DS record is taken as one.
 */
import { isObject } from "../json.ts";

/** A DS record. RFC 4034 5.1. */
export interface DelegationSigner {
  keyTag: number;
  /** IANA, DNS Security Algorithm Numbers. */
  algorithm: number;
  /** IANA, DS RR Type Digest Algorithms. */
  digestType: number;
  /** Hexadecimal, upper case. */
  digest: string;
}

export interface DnssecStatus {
  /** `changing`: it is being turned on or off. `undefined`: the answer does not say. */
  enabled: boolean | "changing" | undefined;
  dsRecords: DelegationSigner[];
}

const words = (list: string): readonly string[] => list.split(" ");

/** The field names that a contract can translate. */
export const dnssecFields = words("enabled dnssec_enabled status records key_tag algorithm digest_type digest");

type Fields = Record<string, unknown>;

/** A key without its spelling: `key_tag`, `keyTag` and `Key-Tag` are one. */
const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, "");
const field = (object: Fields, names: readonly string[]): unknown =>
  Object.entries(object).find(
    ([key, value]) => names.includes(plainKey(key)) && value !== null && value !== undefined,
  )?.[1];

const flagKeys = words(
  "enabled isenabled dnssecenabled isdnssecenabled dnssec active isactive delegationsigned signed issigned",
);
const statusKeys = words("status dnssecstatus state");
const rowsKeys = words("records ds dsrecords dsdata dnssecrecords dnskeys keys keydata data rows items");
const yes = words("true 1 yes on enabled active signed secure enabling signeddelegation");
const no = words("false 0 no off disabled inactive unsigned insecure none notenabled disabling");

function said(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = plainKey(String(value));
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : undefined;
}

/** The status and the DS records of an answer, wherever they are in it. */
export function readDnssec(answer: Fields): DnssecStatus {
  const objects = nested(answer);
  const dsRecords = uniqueRows(objects.flatMap(rowsOf));
  const explicit = [flagKeys, statusKeys].flatMap((keys) => objects.map((object) => said(field(object, keys))));
  const enabled = explicit.find((value) => value !== undefined);
  if (enabled !== undefined) return { enabled, dsRecords };
  const lists = objects.flatMap((object) =>
    Object.entries(object).flatMap(([key, value]) =>
      rowsKeys.includes(plainKey(key)) && Array.isArray(value) ? [value] : [],
    ),
  );
  const statuses = objects.map((object) => String(field(object, statusKeys) ?? ""));
  if (statuses.some((status) => /pending|progress|process/i.test(status))) return { enabled: "changing", dsRecords };
  if (lists.length === 0 && dsRecords.length === 0) return { enabled: undefined, dsRecords };
  return { enabled: dsRecords.length > 0 || lists.some((list) => list.length > 0), dsRecords };
}

/** The object and those inside it, to a depth of three, but not the rows of its lists. */
function nested(object: Fields, depth = 3): Fields[] {
  if (depth === 0) return [];
  const inside = Object.values(object).filter(isObject);
  return [object, ...inside.flatMap((inner) => nested(inner, depth - 1))];
}

function rowsOf(object: Fields): DelegationSigner[] {
  const rows = Object.values(object).flatMap((value) => (Array.isArray(value) ? value : []));
  const lone = Object.entries(object).filter(
    ([key, value]) => rowsKeys.includes(plainKey(key)) && typeof value === "string",
  );
  return [object, ...rows, ...lone.map(([, value]) => value)].flatMap((row) => signer(row) ?? []);
}

/** A DS record as an object or as text (RFC 4034 5.3). */
function signer(row: unknown): DelegationSigner | undefined {
  const parts = typeof row === "string" ? fromText(row) : isObject(row) ? fromFields(row) : undefined;
  if (parts === undefined) return undefined;
  const keyTag = integer(parts.keyTag, {});
  const algorithm = integer(parts.algorithm, algorithms);
  const digestType = integer(parts.digestType, digestTypes);
  const digest = typeof parts.digest === "string" ? parts.digest.replace(/\s+/g, "").toUpperCase() : "";
  if (keyTag === undefined || algorithm === undefined || digestType === undefined || !/^[0-9A-F]{8,}$/.test(digest)) {
    return undefined;
  }
  return { keyTag, algorithm, digestType, digest };
}

type Parts = Record<keyof DelegationSigner, unknown>;

const fromFields = (row: Fields): Parts => ({
  keyTag: field(row, ["keytag", "keyid", "tag"]),
  algorithm: field(row, ["algorithm", "alg", "algorithmid", "algorithmnumber"]),
  digestType: field(row, ["digesttype", "digestalgorithm", "digestalg", "digesttypeid", "hashtype"]),
  digest: field(row, ["digest", "digestvalue", "hash"]),
});

const isDs = (word: string) => word.toUpperCase() === "DS";

/** `2371 13 2 1F98...`, alone or behind an owner name and the type DS; the digest may be in several parts. */
function fromText(text: string): Parts | undefined {
  const words = text.trim().split(/\s+/);
  const [keyTag = "", algorithm, digestType = "", ...digest] = words.slice(words.findLastIndex(isDs) + 1);
  const isData = /^\d{1,5}$/.test(keyTag) && /^\d{1,3}$/.test(digestType) && digest.length > 0;
  return isData && digest.every((part) => /^[0-9a-f]+$/i.test(part))
    ? { keyTag, algorithm, digestType, digest: digest.join(" ") }
    : undefined;
}

/** Mnemonics of the numbers in use. RFC 8624 3.1 and 3.3. */
const algorithms: Readonly<Record<string, number>> = {
  rsasha1: 5,
  rsasha1nsec3sha1: 7,
  rsasha256: 8,
  rsasha512: 10,
  ecdsap256sha256: 13,
  ecdsap384sha384: 14,
  ed25519: 15,
  ed448: 16,
};
const digestTypes: Readonly<Record<string, number>> = { sha1: 1, sha256: 2, sha384: 4 };

/** A number, as such, as text (`13`, `13 (ECDSAP256SHA256)`), or by its mnemonic. */
function integer(value: unknown, mnemonics: Readonly<Record<string, number>>): number | undefined {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const [, leading] = /^\s*(\d{1,5})(?:[^\w-]|$)/.exec(value) ?? [];
  if (leading !== undefined) return Number(leading);
  const name = plainKey(value);
  return Object.hasOwn(mnemonics, name) ? mnemonics[name] : undefined;
}

function uniqueRows(rows: readonly DelegationSigner[]): DelegationSigner[] {
  const byText = new Map(rows.map((row) => [Object.values(row).join(" "), row]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
