/**
 * Readings of a string: as written, with its escapes undone, or decoded from Base64. Each character knows its place in the
 * original, so that a secret found in a reading can be covered there.
 */

interface Character {
  code: number;
  start: number;
  end: number;
}

export interface Reading {
  characters: readonly Character[];
  /** By index, and for the end: may a value have been cut before this character? */
  cuts: readonly boolean[];
  isBase64: boolean;
}

/** A byte of UTF-8 whose other bytes haven't come yet. */
const byteBase = 0x200000;
/** Equal to no character. */
const gap = 0x300000;
const codeOfByte = (byte: number) => (byte < 0x80 ? byte : byteBase + byte);

const [blank, percent, backslash, letterU] = [0x20, 0x25, 0x5c, 0x75];
const isHigh = (code: number) => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number) => code >= 0xdc00 && code < 0xe000;

/** Appends a character, and replaces the escape that ends with it by its meaning. So escapes of escapes are undone, too. */
function append(all: Character[], character: Character): void {
  all.push(character);
  const [length, code] = escapeIn(all);
  if (length === 0) return;
  const start = all.at(-length)?.start ?? character.start;
  all.length -= length;
  append(all, { code, start, end: character.end });
}

type Escape = readonly [length: number, code: number];
const noEscape: Escape = [0, 0];

/** The escape that the characters end with (JSON, zone file, URL, UTF-8): its length, 0 for none, and its meaning. */
function escapeIn(all: readonly Character[]): Escape {
  const at = (fromEnd: number) => all.at(-fromEnd)?.code ?? gap;
  const digits = (count: number, pattern: RegExp, base: number) => {
    const written = textOf(all.slice(-count).map(({ code }) => Math.min(code, gap - byteBase)));
    return pattern.test(written) ? Number.parseInt(written, base) : undefined;
  };
  const byte = (number: number | undefined, length: number): Escape =>
    number === undefined ? noEscape : [length, codeOfByte(number)];
  const code = at(1);
  if (code >= byteBase) return utf8In(at);
  if (isLow(code) && isHigh(at(2))) return [2, 0x10000 + (at(2) - 0xd800) * 0x400 + code - 0xdc00];
  if (at(2) === backslash) {
    if (!isWordPart(code)) return [2, code];
    return "bfnrt".includes(String.fromCodePoint(code)) ? [2, blank] : noEscape;
  }
  if (at(3) === percent) return byte(digits(2, /^[\da-f]{2}$/i, 16), 3);
  if (at(4) === backslash) return byte(digits(3, /^(?:[01]\d\d|2[0-4]\d|25[0-5])$/, 10), 4);
  const unit = at(6) === backslash && at(5) === letterU ? digits(4, /^[\da-f]{4}$/i, 16) : undefined;
  return unit === undefined ? noEscape : [6, unit];
}

/** The character whose last byte of UTF-8 has come. */
function utf8In(at: (fromEnd: number) => number): Escape {
  let code = 0;
  for (let length = 1; length <= 4; length += 1) {
    const byte = at(length) - byteBase;
    const place = 0x40 ** (length - 1);
    if (byte >= 0x80 && byte < 0xc0) code += (byte & 0x3f) * place;
    else {
      const isLead = byte >= 0xc0 && byte <= 0xff && length === (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
      return isLead ? [length, (code + (byte & (0x7f >> length)) * place) % 0x110000] : noEscape;
    }
  }
  return noEscape;
}

function charactersOf(text: string, isDecoded: boolean): Character[] {
  const all: Character[] = [];
  let start = 0;
  for (const letter of text) {
    const character = { code: letter.codePointAt(0) ?? 0, start, end: start + letter.length };
    if (isDecoded) append(all, character);
    else all.push(character);
    start = character.end;
  }
  return all;
}

/** Folds case, in UTF-16 units: some characters become several. */
function readingOf(all: readonly Character[], isBase64 = false): Reading {
  const characters = all.flatMap(({ code, ...place }) => folded(code).map((unit) => ({ code: unit, ...place })));
  return { characters, cuts: cutsOf(characters.map(({ code }) => code)), isBase64 };
}

export const writtenAndDecoded = (text: string): Reading[] =>
  (/[\\%]/.test(text) ? [false, true] : [false]).map((isDecoded) => readingOf(charactersOf(text, isDecoded)));

/** All readings of a string. Base64 may begin anywhere, alone or broken into lines. */
export function readingsOf(text: string): Reading[] {
  const decoded = charactersOf(text, true);
  return [...writtenAndDecoded(text), ...[undefined, 0, 1, 2, 3].map((skipped) => base64(decoded, skipped))];
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64Values = new Map(
  [...base64Digits, ..."-_"].map((digit, at) => [digit.charCodeAt(0), at < 64 ? at : at - 2]),
);

/**
 * The bytes that the characters mean as Base64.
 * @param skipped digits before the first byte; without it, each word is decoded separately
 */
function base64(encoded: readonly Character[], skipped?: number): Reading {
  const all: Character[] = [];
  // Bits that are no byte yet, their number, the start of the first one, and the digits still to skip.
  let [bits, count, first, skip] = [0, 0, 0, skipped ?? 0];
  for (const { code, start, end } of encoded) {
    const digit = base64Values.get(code);
    if (digit === undefined) {
      if (skipped !== undefined && isBlank(code)) continue;
      all.push({ code: gap, start, end });
      [bits, count, skip] = [0, 0, skipped ?? 0];
    } else if (skip > 0) skip -= 1;
    else {
      bits = ((bits << 6) | digit) & 0xffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        append(all, { code: codeOfByte((bits >> count) & 0xff), start: first, end });
      }
      first = start;
    }
  }
  return readingOf(all, true);
}

const textOf = (codes: readonly number[]) => codes.map((code) => String.fromCodePoint(code)).join("");

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
/** May the character be added or left out where a value is written in another form? */
export const isIgnored = (code: number) => isBlank(code) || code === backslash || code === 0x22 || code === 0x2b;

/** Marks the places where a value may have been cut: at the end, and before dots, stars, a quote or `[truncated]`. */
function cutsOf(codes: readonly number[]): boolean[] {
  const cuts = [...codes.map(() => false), true];
  for (let at = codes.length - 1; at >= 0; at -= 1) {
    const code = codes[at] ?? gap;
    // An escape may be cut, too.
    const isHalf = (code === backslash || code === percent) && cuts.slice(at + 1, at + 6).includes(true);
    const isMark = isHalf || code === gap || (code <= 0xffff && "…\"'`".includes(String.fromCharCode(code)));
    const next = () => textOf(codes.slice(at, at + 4).map((each) => Math.min(each, 0xffff)));
    cuts[at] =
      isMark || (code === blank ? cuts[at + 1] === true : [0x2e, 0x2a, 0x5b].includes(code) && isCutMark(next()));
  }
  return cuts;
}

const isCutMark = (text: string) => /^(?:\.\.\.|\*\*|\[(?:tru|cut|\.\.|…))/.test(text);

/** Finds words in one pass, by the automaton of Aho and Corasick: a state is a beginning of a word. */
export class Prefixes {
  readonly words: readonly (readonly number[])[];
  /** The next state by state and code, joined to one number. */
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
          next = this.#lengths.push(this.length(state) + 1) - 1;
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

  /** The longest state that the text ends with after another code. */
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
