/**
 * A text that is safe to show: what steers a terminal or turns the order of characters round is written as `\u001b`, line
 * ends and tabs stay. In JSON and in the source of a program that is an escape inside quotes, so that the value is kept.
 */
export function printable(text: string): string {
  return text.replace(
    // Controls (C0, C1, DEL), line and paragraph separators, and what marks or overrides the direction of writing.
    /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Replaces lone surrogates, which neither a URL nor a stored text can hold, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{fffd}");
}
