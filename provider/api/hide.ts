/**
 * Takes values out of texts by what they mean: exact, in another case, quoted, escaped (JSON, zone file, URL), split into
 * strings, or only a part of them where something was cut. Time grows with the length of the text and of the values.
 * By hand: the redaction that loggers offer goes by keys or exact texts.
 */
import { domainToASCII, domainToUnicode } from "node:url";

/** A run of this many characters of a value is hidden; blanks, quotes and backslashes do not count. */
export const minRunLength = 6;

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
    for (const meaning of [meaningOf(text, true), meaningOf(text, false)]) {
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
  const forms = [...written].flatMap((form) => [meaningOf(form, true).text, meaningOf(form, false).text]);
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

/** @param isEscaped whether `\"`, `\009`, `\u00e9`, `%41` and the like stand for a character */
function meaningOf(text: string, isEscaped: boolean): Meaning {
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
    const found = isEscaped ? escapeAt(text, at) : undefined;
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

const byteEscape = /\\(\d{3})|%([\da-f]{2})/iy;
const unitEscape = /\\u([\da-f]{4})/iy;
/** JSON's escapes of blanks. */
const blankEscape = /\\[nrtbf]/y;

function escapeAt(text: string, at: number): { character: string; end: number } | undefined {
  const first = text[at];
  if (first !== "\\" && first !== "%") return undefined;
  const unit = matchAt(unitEscape, text, at);
  if (unit !== undefined) return { character: String.fromCharCode(Number.parseInt(unit[1] ?? "", 16)), end: at + 6 };
  if (matchAt(blankEscape, text, at) !== undefined) return { character: " ", end: at + 2 };
  const bytes: number[] = [];
  let end = at;
  for (let found = matchAt(byteEscape, text, end); found !== undefined && bytes.length < 4; ) {
    const byte = found[1] === undefined ? Number.parseInt(found[2] ?? "", 16) : Number(found[1]);
    // The first byte of UTF-8 says how many belong together.
    if (byte > 255 || (bytes.length > 0 && (byte & 0xc0) !== 0x80)) break;
    bytes.push(byte);
    end += found[0].length;
    if (byte < 0x80) break;
    found = matchAt(byteEscape, text, end);
  }
  if (bytes.length > 0) return { character: Buffer.from(bytes).toString("utf8"), end };
  // A backslash before another character stands for that.
  return first === "\\" && at + 1 < text.length ? { character: text[at + 1] ?? "", end: at + 2 } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
