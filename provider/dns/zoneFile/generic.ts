/** Data in the form that any type has: `\# 4 C0000201`, a length and hexadecimal bytes. RFC 3597 section 5. */
import type { RecordTypeName } from "../recordData.ts";
import type { Source, Token } from "./lexer.ts";

/** Whether data is written in that form. */
export function isGeneric(tokens: readonly Token[]): boolean {
  return tokens[0]?.raw === "\\#" && !tokens[0].quoted;
}

/** The bytes. @throws ZoneFileError if the length or a digit is wrong */
export function readGeneric(tokens: readonly Token[], source: Source, end: number): Buffer {
  const [, length, ...digits] = tokens;
  if (length === undefined) source.fail(end, "the length behind \\# is missing");
  if (!/^[0-9]{1,5}$/.test(length.raw) || Number(length.raw) > 65535) {
    source.fail(length.offset, "the length behind \\# is a whole number from 0 to 65535");
  }
  for (const { raw, offset } of digits) {
    if (!/^[0-9a-f]+$/i.test(raw)) source.fail(offset, "the data behind \\# is hexadecimal digits");
  }
  const bytes = digits.map(({ raw }) => raw).join("");
  if (bytes.length !== 2 * Number(length.raw)) {
    source.fail(
      length.offset,
      `the data behind \\# has ${bytes.length / 2} bytes, and the length says ${Number(length.raw)}`,
    );
  }
  return Buffer.from(bytes, "hex");
}

/** Takes data apart; `undefined` as soon as there are too few bytes. */
class Bytes {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError("too few bytes");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at);
  }

  number(size: number): string {
    return String(this.take(size).readUIntBE(0, size));
  }

  string(): string {
    return escaped(this.take(this.take(1).readUInt8()));
  }

  name(): string {
    const labels: string[] = [];
    for (let label = this.string(); label !== ""; label = this.string()) labels.push(label);
    return `${labels.join(".")}.`;
  }
}

/** Every byte as `\DDD`. */
const escaped = (bytes: Buffer) => [...bytes].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("");

const hex = (bytes: Buffer) => bytes.toString("hex");

/** The words in which a type's own form would say the bytes; `undefined` if they are none of its data. */
export function wordsOf(type: RecordTypeName, data: Buffer): string[] | undefined {
  const bytes = new Bytes(data);
  try {
    const words = takeWords(type, bytes);
    return bytes.isAtEnd ? words : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function takeWords(type: RecordTypeName, bytes: Bytes): string[] {
  switch (type) {
    case "A":
      return [[...bytes.take(4)].join(".")];
    case "AAAA":
      return [hex(bytes.take(16)).replace(/.{4}(?!$)/g, "$&:")];
    case "CNAME":
    case "NS":
    case "PTR":
      return [bytes.name()];
    case "MX":
      return [bytes.number(2), bytes.name()];
    case "SRV":
      return [bytes.number(2), bytes.number(2), bytes.number(2), bytes.name()];
    case "TXT": {
      const strings: string[] = [];
      while (!bytes.isAtEnd) strings.push(bytes.string());
      return strings;
    }
    case "CAA":
      return [bytes.number(1), bytes.take(bytes.take(1).readUInt8()).toString("latin1"), escaped(bytes.rest())];
  }
}
