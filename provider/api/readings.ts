/** Text as somebody may read it: characters with their escapes undone, each with its place in the original. */

export interface Reading {
  codes: readonly number[];
  starts: readonly number[];
  ends: readonly number[];
  /** Was the text cut before this index, or does it end there? */
  cuts: readonly boolean[];
  isEncoded: boolean;
}

/** A byte of UTF-8 whose other bytes have not come. */
const byteBase = 0x200000;
/** Equal to no character. */
const gap = 0x300000;
const codeOf = (byte: number) => (byte < 0x80 ? byte : byteBase + byte);

const [blank, percent, backslash, letterU] = [0x20, 0x25, 0x5c, 0x75];
const isHigh = (code: number) => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number) => code >= 0xdc00 && code < 0xe000;

/** Characters so far. An escape is undone as soon as it is complete, which undoes escapes of escapes, too. */
class Characters {
  readonly codes: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  push(code: number, start: number, end: number): void {
    this.codes.push(code);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** Adds a character, and undoes the escape that ends with it. */
  decode(code: number, start: number, end: number): void {
    this.push(code, start, end);
    const [length, meaning] = this.#escape();
    if (length === 0) return;
    const from = this.starts.at(-length) ?? start;
    for (const list of [this.codes, this.starts, this.ends]) list.length -= length;
    this.decode(meaning, from, end);
  }

  /** The escape that the characters end with: its length (0 for none), and its meaning. */
  #escape(): [length: number, code: number] {
    const code = this.#at(1);
    if (code >= byteBase) return this.#utf8();
    if (isLow(code) && isHigh(this.#at(2))) return [2, 0x10000 + (this.#at(2) - 0xd800) * 0x400 + code - 0xdc00];
    if (this.#at(2) === backslash) {
      if (!isWordPart(code)) return [2, code];
      return [98, 102, 110, 114, 116].includes(code) ? [2, blank] : [0, 0];
    }
    if (this.#at(3) === percent) return this.#number(1, /^[\da-f]{2}$/i, 16);
    if (this.#at(4) === backslash) return this.#number(1, /^(?:[01]\d\d|2[0-4]\d|25[0-5])$/, 10);
    if (this.#at(6) === backslash && this.#at(5) === letterU) return this.#number(2, /^[\da-f]{4}$/i, 16);
    return [0, 0];
  }

  /** @param lead characters before the digits */
  #number(lead: number, pattern: RegExp, base: number): [length: number, code: number] {
    const count = lead === 2 ? 4 : base === 10 ? 3 : 2;
    const digits = textOf(this.codes.slice(-count), gap - byteBase);
    if (!pattern.test(digits)) return [0, 0];
    const number = Number.parseInt(digits, base);
    return [count + lead, lead === 2 ? number : codeOf(number)];
  }

  /** The character whose last byte has come. */
  #utf8(): [length: number, code: number] {
    for (let length = 1; length <= 4; length += 1) {
      const lead = this.#at(length) - byteBase;
      if (lead >= 0x80 && lead < 0xc0) continue;
      if (lead < 0xc0 || lead > 0xff || length !== (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)) break;
      const rest = this.codes.slice(1 - length);
      return [length, rest.reduce((sum, byte) => sum * 0x40 + (byte & 0x3f), lead & (0x7f >> length)) % 0x110000];
    }
    return [0, 0];
  }

  #at(fromEnd: number): number {
    return this.codes.at(-fromEnd) ?? gap;
  }

  /** Without case, by UTF-16 units: some characters become several. */
  reading(isEncoded = false): Reading {
    const all = new Characters();
    for (const [at, code] of this.codes.entries())
      for (const unit of folded(code)) all.push(unit, this.starts[at] ?? 0, this.ends[at] ?? 0);
    return { ...all, cuts: cutsOf(all.codes), isEncoded };
  }
}

/** The characters of a text; with their escapes undone (JSON, zone files, URLs) if they are to be decoded. */
function charactersOf(text: string, isDecoded: boolean): Characters {
  const all = new Characters();
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const end = at + character.length;
    if (isDecoded) all.decode(code, at, end);
    else all.push(code, at, end);
    at = end;
  }
  return all;
}

export const writtenAndDecoded = (text: string): Reading[] =>
  (/[\\%]/.test(text) ? [false, true] : [false]).map((isDecoded) => charactersOf(text, isDecoded).reading());

/** All readings of a text: also as Base64, which may begin anywhere, alone or broken into lines. */
export function readingsOf(text: string): Reading[] {
  const decoded = charactersOf(text, true);
  return [...writtenAndDecoded(text), base64(decoded), ...[0, 1, 2, 3].map((skipped) => base64(decoded, skipped))];
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64Values = new Map(
  [...base64Digits, ..."-_"].map((digit, at) => [digit.charCodeAt(0), at < 64 ? at : at - 2]),
);

/**
 * The bytes that the characters mean as Base64.
 * @param skipped digits before the first byte; without it, each word is decoded on its own
 */
function base64({ codes, starts, ends }: Characters, skipped?: number): Reading {
  const all = new Characters();
  // Bits that are no byte yet, how many they are, where the first one was, and how many digits are to be skipped.
  let [bits, count, start, skip] = [0, 0, 0, skipped ?? 0];
  for (const [at, code] of codes.entries()) {
    const digit = base64Values.get(code);
    const [from, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (digit === undefined) {
      if (skipped !== undefined && isBlank(code)) continue;
      all.push(gap, from, end);
      [bits, count, skip] = [0, 0, skipped ?? 0];
    } else if (skip > 0) skip -= 1;
    else {
      bits = ((bits << 6) | digit) & 0xffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        all.decode(codeOf((bits >> count) & 0xff), start, end);
      }
      start = from;
    }
  }
  return all.reading(true);
}

/** @param most what no character may be beyond */
const textOf = (codes: readonly number[], most: number) =>
  codes.map((code) => String.fromCodePoint(Math.min(code, most))).join("");

function folded(code: number): number[] {
  if (code < 0x80) return [code >= 0x41 && code <= 0x5a ? code + 0x20 : isBlank(code) ? blank : code];
  const known = code >= byteBase && code < gap ? code - byteBase : code;
  if (known > 0x10ffff) return [known];
  const small = String.fromCodePoint(known).toUpperCase().toLowerCase();
  return Array.from({ length: small.length }, (_, at) => small.charCodeAt(at));
}

const matches = (code: number | undefined, pattern: RegExp) =>
  code !== undefined && code <= 0x10ffff && pattern.test(String.fromCodePoint(code));
export const isWordPart = (code: number | undefined) => matches(code, /[\p{L}\p{N}]/u);
const isBlank = (code: number) => matches(code, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]/u);
/** May the character be left out, or come in between, where a value is written in another form? */
export const isIgnored = (code: number) => isBlank(code) || code === backslash || code === 0x22 || code === 0x2b;

/** Places at which a text may be cut: its end, and before dots, stars, a quote or `[truncated]`. */
function cutsOf(codes: readonly number[]): boolean[] {
  const cuts = [...codes.map(() => false), true];
  for (let at = codes.length - 1; at >= 0; at -= 1) {
    const code = codes[at] ?? gap;
    // An escape may be cut, too.
    const isHalf = (code === backslash || code === percent) && cuts.slice(at + 1, at + 6).includes(true);
    const isMark = isHalf || code === gap || (code <= 0xffff && "…\"'`".includes(String.fromCharCode(code)));
    const next = () => textOf(codes.slice(at, at + 4), 0xffff);
    cuts[at] =
      isMark || (code === blank ? cuts[at + 1] === true : [0x2e, 0x2a, 0x5b].includes(code) && isCutMark(next()));
  }
  return cuts;
}

const isCutMark = (text: string) => /^(?:\.\.\.|\*\*|\[(?:tru|cut|\.\.|…))/.test(text);

/** Finds many words in one pass over a text: the automaton of Aho and Corasick, in which a state is a beginning of a word. */
export class Prefixes {
  readonly words: readonly (readonly number[])[];
  /** State after a state and a code, under one number for both. */
  readonly #next = new Map<number, number>();
  readonly #lengths = [0];
  /** The longest other state that a state ends with. */
  readonly #shorter = [0];
  /** The longest word that a state ends with; 0 for none. */
  readonly #words = [0];

  constructor(words: readonly (readonly number[])[]) {
    this.words = words;
    const steps: [from: number, code: number, to: number][] = [];
    for (const word of words) {
      let state = 0;
      for (const code of word) {
        let next = this.#next.get(stepOf(state, code));
        if (next === undefined) {
          next = this.#lengths.push((this.#lengths[state] ?? 0) + 1) - 1;
          this.#next.set(stepOf(state, code), next);
          steps.push([state, code, next]);
        }
        state = next;
      }
      this.#words[state] = state;
    }
    // Shorter states first, since a longer one falls back on them.
    steps.sort(([, , a], [, , b]) => this.length(a) - this.length(b));
    for (const [from, code, to] of steps) {
      this.#shorter[to] = from === 0 ? 0 : this.next(this.#shorter[from] ?? 0, code);
      this.#words[to] ??= this.wordAt(this.#shorter[to] ?? 0);
    }
  }

  get size(): number {
    return this.#lengths.length;
  }

  /** The longest state that the text ends with after one more code. */
  next(state: number, code: number): number {
    for (let from = state; ; from = this.#shorter[from] ?? 0) {
      const to = this.#next.get(stepOf(from, code));
      if (to !== undefined) return to;
      if (from === 0) return 0;
    }
  }

  length(state: number): number {
    return this.#lengths[state] ?? 0;
  }

  wordAt(state: number): number {
    return this.#words[state] ?? 0;
  }

  /** The next shorter word that a word ends with; 0 for none. */
  shorterWord(word: number): number {
    return this.wordAt(this.#shorter[word] ?? 0);
  }
}

/** Codes are less than 2^22. */
const stepOf = (state: number, code: number) => state * 0x400000 + code;
