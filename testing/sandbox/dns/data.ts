/** Converts the plain form of a record to its data on the wire, by the forms of its fields. */
import { isIP } from "node:net";
import type { Answer, SoaAnswer } from "dns-packet";
import { longIpv6 } from "../encoding.ts";
import { dataFields } from "../records.ts";
import type { SandboxRecord, SandboxRecordType } from "../state.ts";

/** Type and data of a resource record, without owner name and TTL: the fields of a SOA, or bytes, and the target of an alias. */
export type RecordData =
  | Pick<SoaAnswer, "type" | "data">
  | { readonly type: SandboxRecordType; readonly bytes: Buffer; readonly alias?: string };

const { toType }: { toType(name: string): number } = require("dns-packet/types");

const label = /^[\x21-\x2d\x2f-\x7e]{1,63}$/;

/** A host name without its last dot (RFC 1035 section 3.1). @throws Error if it isn't one */
function host(name: string): string {
  const plain = name.replace(/(?<=.)\.$/, "").toLowerCase();
  if (plain !== "." && !plain.split(".").every((part) => label.test(part)))
    throw new Error(`${name} isn't a host name`);
  return plain;
}

function address(text: string, version: 4 | 6): string {
  if (isIP(text) !== version) throw new Error(`${text} isn't an address of this type`);
  return text;
}

const counted = (bytes: Buffer) => Buffer.from([bytes.length, ...bytes]);

/** Splits a string into character strings of at most 255 bytes (RFC 1035 section 3.3), at least one. */
function characterStrings(bytes: Buffer): Buffer {
  const count = Math.max(1, Math.ceil(bytes.length / 255));
  const parts = Array.from({ length: count }, (_, n) => counted(bytes.subarray(n * 255, (n + 1) * 255)));
  return Buffer.concat(parts);
}

function uint(value: string, bytes: 1 | 2): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(Number(value), 0, bytes);
  return buffer;
}

/** How each form of a value is written. Bytes in hexadecimal are those of TLSA, DS and SSHFP. */
const writers: Readonly<Record<string, (value: string) => Buffer>> = {
  ipv4: (value) => Buffer.from(address(value, 4).split(".").map(Number)),
  ipv6: (value) => Buffer.from(longIpv6(address(value, 6)).replaceAll(":", ""), "hex"),
  uint8: (value) => uint(value, 1),
  uint16: (value) => uint(value, 2),
  name: (value) =>
    Buffer.concat([...host(value).split(".").filter(Boolean), ""].map((part) => counted(Buffer.from(part)))),
  word: (value) => counted(Buffer.from(value)),
  strings: (value) => characterStrings(Buffer.from(value)),
  rest: (value) => Buffer.from(value),
  hex: (value) => Buffer.from(value, "hex"),
};

/** Data of a record. @throws Error if DNS can't represent it, after an edit by hand */
export function recordData(record: Omit<SandboxRecord, "id" | "name">): RecordData {
  const { type, content = "" } = record;
  const bytes = dataFields(type).map(([key, { rdata, kind }]) => {
    const value = String(record[key] ?? (kind === "number" ? 0 : ""));
    return writers[rdata]?.(value) ?? Buffer.from(value);
  });
  return { type, bytes: Buffer.concat(bytes), ...(type === "CNAME" && { alias: host(content) }) };
}

/** A resource record. Bytes are written as for a type that the library doesn't know (RFC 3597). */
export function resourceRecord(name: string, data: RecordData, ttl: number): Answer {
  const common = { name, ttl, class: "IN" as const };
  if (!("bytes" in data)) return { ...data, ...common };
  const type = `UNKNOWN_${toType(data.type)}`;
  return Object.assign({ type: "NULL" as const, data: data.bytes, ...common }, { type });
}
