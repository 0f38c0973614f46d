/**
 * Takes values out of texts: as they are, in capitals or small letters, on one line, in JSON, as strings of a zone file, in a URL, and as Base64.
 * Where a text was cut, at its end or before dots, 8 and more characters that a value begins with count as the value. Time grows with the
 * length of the text. By hand: the redaction that loggers offer goes by keys or exact texts.
 */
import { quoteInChunks } from "../dns/text.ts";
import { wellFormed } from "./printable.ts";

/** Shorter values are hidden only where they stand alone: else they would blank out half of every sentence. */
const beginningLength = 8;
/** What stands in place of a value here and elsewhere: no value is looked for in it. */
const marks = ["[redacted]", "[secret]"];

/** Texts by what they begin with. */
class Beginnings {
  readonly #byLength = new Map<number, Map<string, string[]>>();

  add(text: string): void {
    const beginning = text.slice(0, beginningLength);
    const same = this.#byLength.get(beginning.length) ?? new Map<string, string[]>();
    this.#byLength.set(beginning.length, same.set(beginning, same.get(beginning) ?? []));
    same.get(beginning)?.push(text);
  }

  /** Those that may stand here. */
  at(text: string, place: number): string[] {
    const found: string[] = [];
    for (const [length, same] of this.#byLength)
      for (const each of same.get(text.slice(place, place + length)) ?? []) found.push(each);
    return found;
  }
}

/** Takes values out of texts. Values may be added one after another; their forms are made for the next text. */
export class Hider {
  readonly #mark: string;
  readonly #values = new Beginnings();
  readonly #open = new Beginnings();
  #pending: string[] = [];

  /** @param mark what stands in place of a value */
  constructor(mark: string) {
    this.#mark = mark;
    this.leave(marks);
  }

  add(values: readonly string[]): this {
    for (const value of values) this.#pending.push(value);
    return this;
  }

  /** Values that may be seen: one that is a part of them stays there. */
  leave(values: readonly string[]): this {
    for (const value of values) this.#open.add(folded(value));
    return this;
  }

  hide(text: string): string {
    for (const form of new Set(this.#pending.splice(0).flatMap(formsOf))) this.#values.add(form);
    const read = folded(text);
    let shown = "";
    let hiddenTo = 0;
    let openTo = 0;
    for (let at = 0; at < read.length; at += 1) {
      for (const open of this.#open.at(read, at)) {
        if (read.startsWith(open, at)) openTo = Math.max(openTo, at + open.length);
      }
      for (const value of this.#values.at(read, at)) {
        const end = endOf(value, read, at);
        if (end <= Math.max(openTo, hiddenTo)) continue;
        if (at > hiddenTo || shown === "") shown += text.slice(hiddenTo, at) + this.#mark;
        hiddenTo = end;
      }
    }
    return shown + text.slice(hiddenTo);
  }
}

/** Where a value ends that stands here, or what is left of it where the text was cut; 0 if it does not stand here. */
function endOf(value: string, text: string, at: number): number {
  let length = 0;
  while (length < value.length && value[length] === text[at + length]) length += 1;
  const end = at + length;
  if (value.length < beginningLength) {
    return length === value.length && !isWordPart(text[at - 1]) && !isWordPart(text[end]) ? end : 0;
  }
  const isCut = end === text.length || text[end] === "…" || text.startsWith("...", end);
  return length === value.length || isCut ? end : 0;
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Without case, and as long as before. */
function folded(text: string): string {
  return text.replace(/[^a-z]/gu, (character) => {
    const small = character.toUpperCase().toLowerCase();
    return small.length === character.length ? small : character;
  });
}

/** On one line, as messages quote what others say. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** The ways in which a value may be written. */
function formsOf(secret: string): string[] {
  const value = wellFormed(secret);
  const written = [value, value.toLowerCase(), value.toUpperCase(), onOneLine(value)];
  const strings = written.flatMap((each) => [each, each.trim(), quoteInChunks(each).slice(1, -1)]);
  const encoded = [...new Set(strings)].flatMap((each) => {
    const inJson = JSON.stringify(each).slice(1, -1);
    const form = new URLSearchParams([["", each]]).toString().slice(1);
    return [each, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(each), form, base64(each)];
  });
  return [...new Set(encoded.map(folded))].filter((each) => each !== "");
}

/** Without the filling at its end, which some leave out. */
const base64 = (text: string) => Buffer.from(text).toString("base64").replaceAll("=", "");
