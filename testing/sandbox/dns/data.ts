/** From the plain form of a record to its data on the wire. The packet library checks nothing, so this does. */
import { isIPv4, isIPv6 } from "node:net";
import type { CaaAnswer, HInfoAnswer, MxAnswer, SoaAnswer, SrvAnswer, StringAnswer, TxtAnswer } from "dns-packet";
import type { SandboxRecord } from "../state.ts";

type Body<T> = T extends { type: unknown; data: unknown } ? Pick<T, "type" | "data"> : never;

/** Type and data of a resource record; its owner name and TTL come from elsewhere. */
export type RecordData = Body<StringAnswer | MxAnswer | TxtAnswer | SrvAnswer | CaaAnswer | SoaAnswer | HInfoAnswer>;

/**
 * A record was edited by hand into something that DNS has no form for.
 * @remedy Edit the record again. Queries for the name fail until then.
 */
export class UnservableRecordError extends Error {
  readonly code = "SANDBOX_RECORD_UNSERVABLE";

  constructor(type: string, reason: string) {
    super(`This ${type} record cannot be answered over DNS: ${reason}. Correct it in the dashboard or by the API.`);
    this.name = "UnservableRecordError";
  }
}

const label = /^[\x21-\x2d\x2f-\x7e]{1,63}$/;

/** Can this be a name on the wire (RFC 1035 section 3.1)? Without trailing dot. The library cannot escape dots. */
const isWireName = (name: string) => name.length <= 253 && name.split(".").every((part) => label.test(part));

/** Data of a record, or an `UnservableRecordError`. */
export function recordData(record: SandboxRecord): RecordData {
  const { type, content = "" } = record;
  const fail = (reason: string): never => {
    throw new UnservableRecordError(type, reason);
  };
  const host = (name: string | undefined) => {
    const plain = (name ?? "").replace(/(?<=.)\.$/, "").toLowerCase();
    return plain === "." || isWireName(plain) ? plain : fail(`${JSON.stringify(name ?? "")} is not a host name`);
  };
  const number = (value: number | undefined, maximum: number) =>
    value !== undefined && Number.isInteger(value) && value >= 0 && value <= maximum
      ? value
      : fail(`${value ?? "nothing"} is not a whole number from 0 to ${maximum}`);

  switch (type) {
    case "A":
      return { type, data: isIPv4(content) ? content : fail(`${JSON.stringify(content)} is not an IPv4 address`) };
    case "AAAA":
      return { type, data: isPlainIPv6(content) ? shortIPv6(content) : fail(`${JSON.stringify(content)} is not IPv6`) };
    case "MX":
      return { type, data: { preference: number(record.priority, 65535), exchange: host(content) } };
    case "TXT":
      return { type, data: fits(content) ? characterStrings(content) : fail("the text is too long") };
    case "SRV":
      return {
        type,
        data: {
          priority: number(record.priority, 65535),
          weight: number(record.weight, 65535),
          port: number(record.port, 65535),
          target: host(record.target),
        },
      };
    case "CAA": {
      const { tag = "", value = "" } = record;
      if (!/^[a-z0-9]{1,255}$/i.test(tag)) return fail(`${JSON.stringify(tag)} is not a tag`);
      if (!fits(value)) return fail("the value is too long");
      // The library writes any tag; only its typings stop at these three.
      const data = Object.assign({ tag: "issue" as const, value, flags: number(record.flags, 255) }, { tag });
      return { type, data };
    }
    default:
      return { type, data: host(content) };
  }
}

const isPlainIPv6 = (text: string) => isIPv6(text) && !text.includes("%");
const shortIPv6 = (text: string) => new URL(`http://[${text}]/`).hostname.slice(1, -1);

/** Record data has at most 65535 bytes; some of them are lengths. */
const fits = (text: string) => Buffer.byteLength(text) <= 65_000;

/** A text in character strings of at most 255 bytes (RFC 1035 section 3.3); an empty text is one empty string. */
function characterStrings(text: string): Buffer[] {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length === 0) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, n) => bytes.subarray(n * 255, (n + 1) * 255));
}
