/**
 * Takes values out of texts by what they mean: exact, in another case, quoted, escaped (JSON, zone file, URL), split into
 * strings, or only a part of them where something was cut. Time grows with the length of the text and of the values.
 * By hand: the redaction that loggers offer goes by keys or exact texts.
 */
import { domainToASCII, domainToUnicode } from "node:url";

/** A run of this many characters of a value is hidden; blanks, quotes and backslashes do not count. */
const minRunLength = 6;

/** A text without blanks, quotes, backslashes and case, and where in the text each character of that stands. */
interface Meaning {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Takes values out of texts. Values may be added one after another; they are indexed at the next text. */
export class Hider {
  readonly #mark: string;
  readonly #runs = new Set<string>();
  readonly #openRuns = new Set<string>();
  readonly #short = new Map<number, Set<string>>();
  readonly #open = new Set<string>();
  #pending: string[] = [];
  #pendingOpen: string[] = [];

  /** @param mark what stands in place of a value */
  constructor(mark: string) {
    this.#mark = mark;
  }

  add(values: readonly string[]): this {
    for (const value of values) this.#pending.push(value);
    return this;
  }

  /** Values that may be seen: what a hidden one has in common with them stays. */
  leave(values: readonly string[]): this {
    for (const value of values) this.#pendingOpen.push(value);
    return this;
  }

  hide(text: string): string {
    this.#settle();
    if (text === "" || (this.#runs.size === 0 && this.#short.size === 0)) return text;
    const hidden = new Uint8Array(text.length);
    for (const reading of readingsOf(text)) {
      const meaning = meaningOf(text, reading);
      this.#hideRuns(meaning, hidden);
      this.#hideShort(text, meaning, hidden);
    }
    return marked(text, hidden, this.#mark);
  }

  #settle(): void {
    const hasSecrets = this.#pending.length > 0 || this.#runs.size > 0 || this.#short.size > 0;
    if (!hasSecrets || this.#pending.length + this.#pendingOpen.length === 0) return;
    for (const form of new Set(this.#pendingOpen.flatMap(formsOf))) {
      this.#open.add(form);
      for (const run of runsOf(form)) this.#openRuns.add(run);
    }
    for (const form of new Set(this.#pending.flatMap(formsOf))) {
      for (const run of runsOf(form)) this.#runs.add(run);
      if (form.length < minRunLength) {
        this.#short.set(form.length, (this.#short.get(form.length) ?? new Set()).add(form));
      }
    }
    this.#pending = [];
    this.#pendingOpen = [];
  }

  #hideRuns({ text, starts, ends }: Meaning, hidden: Uint8Array): void {
    for (let at = 0; at + minRunLength <= text.length; at += 1) {
      const run = text.slice(at, at + minRunLength);
      if (!this.#runs.has(run) || this.#openRuns.has(run)) continue;
      hidden.fill(1, starts[at], ends[at + minRunLength - 1]);
    }
  }

  /** What is shorter than a run is hidden where it stands alone: else it would blank out half of every sentence. */
  #hideShort(shown: string, { text, starts, ends }: Meaning, hidden: Uint8Array): void {
    for (const [length, short] of this.#short) {
      for (let at = 0; at + length <= text.length; at += 1) {
        const form = text.slice(at, at + length);
        if (!short.has(form) || this.#open.has(form)) continue;
        const [start = 0, end = 0] = [starts[at], ends[at + length - 1]];
        if (!isWordPart(shown[start - 1]) && !isWordPart(shown[end])) hidden.fill(1, start, end);
      }
    }
  }
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The ways in which a value may be written, each without what does not count. */
function formsOf(value: string): string[] {
  const written = new Set([value, ...normalised(value)]);
  const forms = [...written].flatMap((form) => readingsOf(form).map((reading) => meaningOf(form, reading).text));
  return [...new Set(forms)].filter((form) => form !== "");
}

/** Longest value that may be a name or an address. */
const maxNameLength = 300;

function normalised(value: string): string[] {
  const forms = [value.normalize("NFC"), value.normalize("NFKC")];
  if (value.length > maxNameLength) return forms;
  forms.push(domainToASCII(value.trim()), domainToUnicode(value.trim()));
  if (URL.canParse(value)) forms.push(new URL(value).href);
  // The canonical form of an IPv6 address, as a URL shows it.
  const address = /^[\d:.a-f]+$/i.test(value) && value.includes(":") ? `http://[${value}]/` : "";
  if (URL.canParse(address)) forms.push(new URL(address).hostname.slice(1, -1));
  return forms;
}

function* runsOf(form: string): Generator<string> {
  for (let at = 0; at + minRunLength <= form.length; at += 1) yield form.slice(at, at + minRunLength);
}

function marked(text: string, hidden: Uint8Array, mark: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const isHidden = hidden[at] === 1;
    let end = at + 1;
    while (end < text.length && (hidden[end] === 1) === isHidden) end += 1;
    parts.push(isHidden ? mark : text.slice(at, end));
    at = end;
  }
  return parts.join("");
}

/** What does not count: blanks, control and invisible characters, quotes and backslashes. */
const noise = /[\s"\\\p{Cc}\p{Cf}]/u;

/** Which escapes of a text count: `%41`; those that begin with a backslash; and those with several (JSON inside JSON). */
interface Reading {
  hasPercent: boolean;
  backslashes: "none" | "one" | "several";
}

/** The same text means different things in a zone file, in JSON and in a URL: it is read in every way. */
function readingsOf(text: string): Reading[] {
  const backslashes = ["none", "one", "several"] as const;
  const possible = backslashes.slice(0, text.includes("\\\\") ? 3 : text.includes("\\") ? 2 : 1);
  return (text.includes("%") ? [true, false] : [false]).flatMap((hasPercent) =>
    possible.map((each) => ({ hasPercent, backslashes: each })),
  );
}

function meaningOf(text: string, reading: Reading): Meaning {
  const characters: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  const add = (character: string, start: number, end: number) => {
    for (const part of character.toLowerCase()) {
      if (noise.test(part)) continue;
      for (const unit of part.split("")) {
        characters.push(unit);
        starts.push(start);
        ends.push(end);
      }
    }
  };
  for (let at = 0; at < text.length; ) {
    const found = escapeAt(text, at, reading);
    if (found !== undefined) {
      add(found.character, at, found.end);
      at = found.end;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const character = String.fromCodePoint(code);
    add(character, at, at + character.length);
    at += character.length;
  }
  return { text: characters.join(""), starts, ends };
}

const decimalByte = /\\(\d{3})/y;
const hexByte = /%([\da-f]{2})/iy;
const unitEscape = /\\u([\da-f]{4})/iy;
/** JSON's escapes of blanks. */
const blankEscape = /\\[nrtbf]/y;

function escapeAt(text: string, at: number, reading: Reading): { character: string; end: number } | undefined {
  const last = at + slashesAt(text, at, reading) - 1;
  if (last >= at) {
    const unit = matchAt(unitEscape, text, last);
    if (unit !== undefined)
      return { character: String.fromCharCode(Number.parseInt(unit[1] ?? "", 16)), end: last + 6 };
    if (matchAt(blankEscape, text, last) !== undefined) return { character: " ", end: last + 2 };
  }
  const bytes: number[] = [];
  let end = at;
  for (let found = byteAt(text, end, reading); found !== undefined && bytes.length < 4; ) {
    // The first byte of UTF-8 says how many belong together.
    if (found.byte > 255 || (bytes.length > 0 && (found.byte & 0xc0) !== 0x80)) break;
    bytes.push(found.byte);
    end = found.end;
    if (found.byte < 0x80) break;
    found = byteAt(text, end, reading);
  }
  if (bytes.length > 0) return { character: Buffer.from(bytes).toString("utf8"), end };
  // A backslash before another character stands for that.
  return last >= at && last + 1 < text.length ? { character: text[last + 1] ?? "", end: last + 2 } : undefined;
}

/** How many backslashes begin an escape here. */
function slashesAt(text: string, at: number, { backslashes }: Reading): number {
  if (backslashes === "none" || text[at] !== "\\") return 0;
  let end = at + 1;
  while (backslashes === "several" && text[end] === "\\") end += 1;
  return end - at;
}

function byteAt(text: string, at: number, reading: Reading): { byte: number; end: number } | undefined {
  const slashes = slashesAt(text, at, reading);
  const decimal = slashes > 0 ? matchAt(decimalByte, text, at + slashes - 1) : undefined;
  if (decimal !== undefined) return { byte: Number(decimal[1]), end: at + slashes + 3 };
  const hex = reading.hasPercent ? matchAt(hexByte, text, at) : undefined;
  return hex === undefined ? undefined : { byte: Number.parseInt(hex[1] ?? "", 16), end: at + 3 };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
