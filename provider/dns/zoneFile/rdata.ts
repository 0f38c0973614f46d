/** Data of a record as in DNS messages. Some servers print it for types that they don't know: `\# 4 C0000201` (RFC 3597). */

/** Reads bytes from the front. @throws RangeError if too few are left */
class Bytes {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  take(length: number = this.#rest.length): Buffer {
    if (length > this.#rest.length) throw new RangeError("the data ends too early");
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** A string of at most 255 bytes, after its length. RFC 1035 section 3.3. */
  string(): Buffer {
    return this.take(this.take(1).readUInt8());
  }
}

const escaped = (bytes: Buffer, strange: RegExp) =>
  bytes.toString("latin1").replace(strange, (each) => `\\${String(each.charCodeAt(0)).padStart(3, "0")}`);
const quoted = (bytes: Buffer) => `"${escaped(bytes, /[^ !#-[\]-~]/g)}"`;

/** How each form is printed, RFC 1035 section 5.1. */
const printers = {
  ipv4: (bytes: Bytes) => bytes.take(4).join("."),
  ipv6: (bytes: Bytes) =>
    bytes
      .take(16)
      .toString("hex")
      .replace(/....(?!$)/g, "$&:"),
  uint8: (bytes: Bytes) => String(bytes.take(1).readUInt8()),
  uint16: (bytes: Bytes) => String(bytes.take(2).readUInt16BE()),
  name: (bytes: Bytes) => {
    let name = "";
    for (let label = bytes.string(); label.length > 0; label = bytes.string()) name += `${escaped(label, /[^\w-]/g)}.`;
    return name === "" ? "." : name;
  },
  /** A word after its length. */
  word: (bytes: Bytes) => escaped(bytes.string(), /[^a-z0-9]/gi),
  /** All strings that follow. */
  strings: (bytes: Bytes) => {
    const strings = [quoted(bytes.string())];
    while (!bytes.isEmpty) strings.push(quoted(bytes.string()));
    return strings.join(" ");
  },
  /** All bytes that follow, as one string. */
  rest: (bytes: Bytes) => quoted(bytes.take()),
};

/** The form of a value in DNS messages. */
export type RdataForm = keyof typeof printers;

/** Data in presentation form. @param forms of its values, in order. @throws RangeError if the data doesn't have these values */
export function printRdata(forms: readonly RdataForm[], data: Buffer): string {
  const bytes = new Bytes(data);
  const printed = forms.map((form) => printers[form](bytes)).join(" ");
  if (!bytes.isEmpty) throw new RangeError("the data is too long");
  return printed;
}
