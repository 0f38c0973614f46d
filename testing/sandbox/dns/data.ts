/** Converts the plain form of a record to its data on the wire. */
import { isIP } from "node:net";
import {
  type CaaAnswer,
  encode,
  type MxAnswer,
  type SoaAnswer,
  type SrvAnswer,
  type StringAnswer,
  type TxtAnswer,
} from "dns-packet";
import type { SandboxRecord } from "../state.ts";

type Body<T> = T extends { type: unknown; data: unknown } ? Pick<T, "type" | "data"> : never;

/** Type and data of a resource record, without owner name and TTL. */
export type RecordData = Body<StringAnswer | MxAnswer | TxtAnswer | SrvAnswer | CaaAnswer | SoaAnswer>;

/** Data of a record. @throws Error if DNS can't represent it, after an edit by hand */
export function recordData(record: SandboxRecord): RecordData {
  const data = plainData(record);
  encode({ type: "response", answers: [{ ...data, name: "." }] });
  return data;
}

const label = /^[\x21-\x2d\x2f-\x7e]{1,63}$/;

/** A host name without its last dot (RFC 1035 section 3.1). The library checks no label, and cannot escape dots. */
function host(name = ""): string {
  const plain = name.replace(/(?<=.)\.$/, "").toLowerCase();
  if (plain !== "." && !plain.split(".").every((part) => label.test(part)))
    throw new Error(`${name} isn't a host name`);
  return plain;
}

function plainData(record: SandboxRecord): RecordData {
  const { type, content = "", priority = 0, weight = 0, port = 0, flags = 0, tag = "", value = "" } = record;
  switch (type) {
    case "A":
    case "AAAA":
      if (isIP(content) !== (type === "A" ? 4 : 6)) throw new Error(`${content} isn't an address of this type`);
      return { type, data: content };
    case "MX":
      return { type, data: { preference: priority, exchange: host(content) } };
    case "TXT":
      return { type, data: characterStrings(content) };
    case "SRV":
      return { type, data: { priority, weight, port, target: host(record.target) } };
    case "CAA":
      // The library accepts any tag; its types list only three.
      return { type, data: Object.assign({ tag: "issue" as const, value, flags }, { tag }) };
    default:
      return { type, data: host(content) };
  }
}

/** Splits a string into character strings of at most 255 bytes (RFC 1035 section 3.3), at least one. */
function characterStrings(text: string): Buffer[] {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length === 0) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, n) => bytes.subarray(n * 255, (n + 1) * 255));
}
