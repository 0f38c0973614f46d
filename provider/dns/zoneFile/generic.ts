/** Data in the form that any type has: `\# 4 C0000201`, a length and hexadecimal bytes. RFC 3597 section 5. */
import type { Source, Token } from "./lexer.ts";

/** Whether data is written in that form. */
export function isGeneric(tokens: readonly Token[]): boolean {
  return tokens[0]?.raw === "\\#" && !tokens[0].quoted;
}

/** The bytes. @throws ZoneFileError if the length or a digit is wrong */
export function readGeneric(tokens: readonly Token[], source: Source, end: number): Buffer {
  const [, length, ...digits] = tokens;
  if (length === undefined) source.fail(end, "the length after \\# is missing");
  if (!/^[0-9]{1,5}$/.test(length.raw) || Number(length.raw) > 65535) {
    source.fail(length.offset, "the length after \\# must be a whole number from 0 to 65535");
  }
  for (const { raw, offset } of digits) {
    if (!/^[0-9a-f]+$/i.test(raw)) source.fail(offset, "the data after \\# must consist of hexadecimal digits");
  }
  const bytes = digits.map(({ raw }) => raw).join("");
  if (bytes.length !== 2 * Number(length.raw)) {
    source.fail(
      length.offset,
      `the data after \\# has ${bytes.length / 2} bytes, but the stated length is ${Number(length.raw)}`,
    );
  }
  return Buffer.from(bytes, "hex");
}

/** Takes data apart into words of presentation form. Throws a `RangeError` as soon as there are too few bytes. */
export class Bytes {
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

  /** The rest as one string. */
  restAsString(): string {
    return escaped(this.rest());
  }

  /** Every string that is left. */
  strings(): string[] {
    const strings: string[] = [];
    while (!this.isAtEnd) strings.push(this.string());
    return strings;
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
